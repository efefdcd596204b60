//! Redaction of secrets in JSON text, by field name or by the format of the value, before the text is stored in the log.

use std::borrow::Cow;

use domain::is_secret_name;
use serde_json::Value;

use crate::without_keys;

/// Returns the text with probable secrets replaced; text that is not JSON is withheld as a whole.
#[must_use]
pub fn redact(text: &str) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            walk(&mut value);
            value.to_string()
        }
        Err(_) => "\"(not JSON, withheld)\"".to_owned(),
    }
}

fn walk(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                if is_secret_name(key) {
                    *value = Value::String("(redacted)".into());
                } else {
                    walk(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(walk),
        Value::String(text) => {
            if let Cow::Owned(cleaned) = without_keys(text) {
                *text = cleaned;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_by_name_are_taken_out_at_any_depth() {
        let shown =
            redact(r#"{"a":{"API_Key":"x1","b":[{"password":{"deep":"x2"}}]},"path":"/p"}"#);
        assert!(!shown.contains("x1") && !shown.contains("x2"));
        assert!(shown.contains("/p"));
    }

    #[test]
    fn secrets_by_their_looks_are_taken_out_of_texts() {
        let hide = |text: &str| redact(&serde_json::json!({ "a": [text] }).to_string());
        for text in [
            "Authorization: Bearer canary.abc",
            "curl -H 'Authorization: Basic canary=' https://x.example",
            "https://me:canary@x.example/path",
            "export K=sk-canary-0123456789abcdef",
            "postgres://canary@db/x?y",
        ] {
            assert!(!hide(text).contains("canary"), "{}", hide(text));
        }
        assert!(hide("https://me:canary@x.example/path").contains("@x.example/path"));
        for text in [
            "plain words",
            "a@b.example",
            "https://x.example/@me",
            "sk-short",
            "Bearer",
        ] {
            assert!(hide(text).contains(text), "{}", hide(text));
        }
    }
}
