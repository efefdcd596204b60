//! Redaction of secrets in displayed text.

use std::sync::{PoisonError, RwLock};

use secrets::Secret;

/// Minimum length of a redacted value, in bytes. Shorter values occur in too many texts by chance.
const SHORTEST: usize = 4;
/// The replacement for a secret.
const TAKEN_OUT: &str = "(redacted)";

/// Redacts a server's secrets, and all other secrets this program holds, in displayed text.
#[derive(Default)]
pub(crate) struct SecretRedactor(RwLock<Vec<Secret>>);

impl SecretRedactor {
    /// Adds values to redact, in addition to those of earlier starts, whose output may still be displayed.
    pub fn hide_also(&self, values: &[Secret]) {
        let mut hidden = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for value in values.iter().filter(|v| v.expose().len() >= SHORTEST) {
            // Verbatim, JSON-escaped, and escaped twice for JSON inside JSON.
            let once = escaped(value.expose());
            let twice = escaped(&once);
            for form in [value.expose(), &once, &twice] {
                if !hidden.iter().any(|h| h.expose() == form) {
                    hidden.push(Secret::new(form.to_owned()));
                }
            }
        }
        // Longer secrets first: replacing a shorter one inside a longer one would leave the rest of it.
        hidden.sort_by_key(|h| std::cmp::Reverse(h.expose().len()));
    }

    /// Redacts the beginning of a text, and returns it with the number of secrets. A secret cut off at the end is redacted too.
    pub fn over_cut(&self, text: &str) -> (String, u32) {
        let hidden = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let begun = |value: &Secret| {
            let value = value.expose();
            let mut ends = (1..value.len())
                .rev()
                .filter(|at| value.is_char_boundary(*at));
            ends.find(|at| text.ends_with(&value[..*at]))
        };
        let left = hidden.iter().filter_map(begun).max().unwrap_or(0);
        drop(hidden);
        self.over(&text[..text.len() - left])
    }

    /// Redacts a text, and returns it with the number of secrets.
    pub fn over(&self, text: &str) -> (String, u32) {
        let hidden = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let (mut out, mut count) = (text.to_owned(), 0);
        for value in hidden.iter() {
            let found = out.matches(value.expose()).count();
            if found > 0 {
                out = out.replace(value.expose(), TAKEN_OUT);
                count += u32::try_from(found).unwrap_or(u32::MAX);
            }
        }
        drop(hidden);
        // Tokens change over time, so the ones currently held are redacted: those of its account, and all others.
        let (out, more) = secrets::without_held(out);
        (
            out,
            count.saturating_add(u32::try_from(more).unwrap_or(u32::MAX)),
        )
    }
}

/// Returns a text escaped for a JSON string.
fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_taken_out_however_json_writes_it() {
        let veil = SecretRedactor::default();
        let secret = |text: &str| Secret::new(text.to_owned());
        veil.hide_also(&[
            secret("pa\"ss\\word"),
            secret("abcd"),
            secret("abcdef"),
            secret("x"),
        ]);
        let inner = serde_json::json!({ "key": "pa\"ss\\word" }).to_string();
        let outer = serde_json::json!({ "text": inner, "x": "abcdefg abcd" }).to_string();
        let (shown, count) = veil.over(&format!("pa\"ss\\word {inner} {outer}"));
        assert!(
            !shown.contains("word") && !shown.contains("abcd"),
            "{shown}"
        );
        assert_eq!(count, 5);
        assert!(shown.contains("\"x\""), "too short to be looked for");
        assert_eq!(veil.over_cut("so abcde"), ("so ".to_owned(), 0));
        assert_eq!(
            veil.over_cut("abcd so pa\"s"),
            ("(redacted) so ".to_owned(), 1)
        );
        assert_eq!(veil.over_cut("so"), ("so".to_owned(), 0));
    }
}
