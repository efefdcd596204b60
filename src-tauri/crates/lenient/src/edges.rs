//! The identifier of a message of which only the ends are known, or which is no JSON.

/// Finds the `id` of a JSON-RPC message from its two ends alone, as JSON text: it is written first or last. At most `most` bytes of
/// each end are looked at. A message within a text may look like the end of the whole: what is found is a hint.
#[must_use]
pub fn id_at_edges(head: &[u8], tail: &[u8], most: usize) -> Option<String> {
    let head = String::from_utf8_lossy(&head[..head.len().min(most)]).into_owned();
    let tail = String::from_utf8_lossy(&tail[tail.len().saturating_sub(most)..]).into_owned();
    at_head(&head).or_else(|| at_tail(&tail)).map(str::to_owned)
}

/// `{"jsonrpc":"2.0","id":7,…` with the two fields in either order.
fn at_head(head: &str) -> Option<&str> {
    let mut rest = head.trim_start().strip_prefix('{')?;
    for _ in 0..2 {
        let (key, value, after) = scalar_field(rest)?;
        match key {
            "jsonrpc" => {}
            "id" => return Some(value),
            _ => return None,
        }
        rest = after.trim_start().strip_prefix(',')?;
    }
    None
}

/// `…,"jsonrpc":"2.0","id":7}` with the two fields in either order.
fn at_tail(tail: &str) -> Option<&str> {
    let at = tail.rfind("\"id\"")?;
    let (_, value, after) = scalar_field(&tail[at..])?;
    let after: String = after.chars().filter(|c| !c.is_whitespace()).collect();
    let last = after == "}" || after == ",\"jsonrpc\":\"2.0\"}";
    (last && tail.contains("\"jsonrpc\"")).then_some(value)
}

/// Splits `"key": value rest`, for a value that is a short string or a number.
fn scalar_field(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim_start().strip_prefix('"')?;
    let (key, rest) = text.split_once('"')?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    let end = match rest.strip_prefix('"') {
        Some(inner) => inner.find('"')? + 2,
        None => rest.find([',', '}', ' '])?,
    };
    Some((key, &rest[..end], &rest[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_message_name_it() {
        let id = |head: &str, tail: &str| id_at_edges(head.as_bytes(), tail.as_bytes(), 100);
        let found = |text: &str| Some(text.to_owned());
        assert_eq!(
            id(r#"{"jsonrpc":"2.0","id":12,"result":{"#, ""),
            found("12")
        );
        assert_eq!(
            id(r#"{"id" : "12", "jsonrpc":"2.0","res"#, ""),
            found("\"12\"")
        );
        assert_eq!(
            id(r#"{"result":{"id":5,"#, r#"..."},"jsonrpc":"2.0","id":12}"#),
            found("12")
        );
        assert_eq!(
            id(r#"{"result":{"#, r#"..."},"id":12,"jsonrpc":"2.0" }"#),
            found("12")
        );
        assert_eq!(id(r#"{"result":{"#, r#"... \"id\":12} and more"#), None);
        assert_eq!(id("", ""), None);
    }
}
