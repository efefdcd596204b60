//! JSON indentation without number parsing: the text that is shown is the text that is sent, apart from white space.

/// Indents compact or malformed JSON text by two spaces. Strings and numbers stay unchanged.
#[must_use]
pub fn pretty(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    let mut chars = text.chars().filter(|c| *c != '\r').peekable();
    while let Some(c) = chars.next() {
        if in_string {
            out.push(c);
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == '"' {
                in_string = false;
            }
            continue;
        }
        match c {
            '"' => {
                in_string = true;
                out.push(c);
            }
            '{' | '[' => {
                out.push(c);
                let close = if c == '{' { '}' } else { ']' };
                while chars.next_if(|c| c.is_ascii_whitespace()).is_some() {}
                if chars.next_if_eq(&close).is_some() {
                    out.push(close);
                } else {
                    depth += 1;
                    break_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                break_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                break_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            white if white.is_ascii_whitespace() => {}
            plain => out.push(plain),
        }
    }
    out
}

fn break_line(out: &mut String, depth: usize) {
    out.push('\n');
    // Bounds the indentation, so that hostile nesting cannot make the text grow without limit.
    for _ in 0..depth.min(64) {
        out.push_str("  ");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::JsonObjectText;
    use proptest::prelude::*;

    #[test]
    fn indents_and_keeps_every_token() {
        let text = r#"{"a":9007199254740993,"b":["x, {y}",{}],"c":[]}"#;
        let shown = pretty(text);
        assert!(shown.contains("\"a\": 9007199254740993,\n"));
        assert_eq!(JsonObjectText::parse(&shown).unwrap().as_str(), text);
    }

    proptest! {
        #[test]
        fn what_is_shown_parses_back_to_what_is_sent(keys in prop::collection::btree_map(".{0,12}", ".{0,12}", 0..6)) {
            let text = JsonObjectText::parse(&serde_json::to_string(&keys).unwrap()).unwrap();
            prop_assert_eq!(JsonObjectText::parse(&pretty(text.as_str())).unwrap(), text);
        }
    }
}
