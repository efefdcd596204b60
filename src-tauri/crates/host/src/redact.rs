//! Takes out of JSON text what looks like a secret by the name of its field, before the text is kept in the log.

use serde_json::Value;

/// Parts of field names that mark a secret; compared in lower case without `_` and `-`.
const SECRET_NAMES: [&str; 10] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "authorization",
    "credential",
    "privatekey",
    "cookie",
];

/// The text with the values of secret-looking fields replaced; text that is not JSON is withheld whole.
pub(crate) fn redact(text: &str) -> String {
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
                if is_secret(key) {
                    *value = Value::String("(redacted)".into());
                } else {
                    walk(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(walk),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_secret(key: &str) -> bool {
    let key: String = key
        .to_lowercase()
        .chars()
        .filter(|c| *c != '_' && *c != '-')
        .collect();
    SECRET_NAMES.iter().any(|name| key.contains(name))
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
}
