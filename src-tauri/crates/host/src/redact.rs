//! Takes out of JSON text what looks like a secret, by the name of its field or by its own looks, before the text is
//! kept in the log.

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

/// How keys and tokens of well-known makers begin.
const KEY_PREFIXES: [&str; 14] = [
    "sk-",
    "pk-",
    "rk_live",
    "sk_live",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "AIza",
    "eyJ",
];
/// The shortest word that is taken for such a key, in bytes.
const SHORTEST_KEY: usize = 16;

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
        Value::String(text) => {
            if let Some(cleaned) = without_keys(text) {
                *text = cleaned;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The text without what looks like a key, a bearer's token or the password of a URL; none if there is nothing of the
/// kind in it.
fn without_keys(text: &str) -> Option<String> {
    let between = |c: char| c.is_whitespace() || "'\"`,;=()<>[]{}".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    // The two words before, for a credential that follows its scheme: in a header, or with more than letters in it.
    let (mut scheme, mut in_header) = (false, false);
    for piece in text.split_inclusive(between) {
        let word = piece.trim_end_matches(between);
        let rest = &piece[word.len()..];
        let key = word.len() >= SHORTEST_KEY && KEY_PREFIXES.iter().any(|p| word.starts_with(p));
        let credential = scheme && (in_header || !word.chars().all(char::is_alphabetic));
        if !word.is_empty() && (credential || key) {
            out.push_str("(redacted)");
            changed = true;
        } else if let Some(cleaned) = without_password(word) {
            out.push_str(&cleaned);
            changed = true;
        } else {
            out.push_str(word);
        }
        out.push_str(rest);
        if !word.is_empty() {
            scheme = ["bearer", "basic"]
                .iter()
                .any(|b| word.eq_ignore_ascii_case(b));
            in_header = (scheme && in_header) || word.ends_with(':');
        }
    }
    changed.then_some(out)
}

/// `scheme://user:password@host` without what stands before the `@`.
fn without_password(word: &str) -> Option<String> {
    let begin = word.find("://")? + 3;
    let authority = word[begin..].split(['/', '?', '#']).next()?;
    let at = authority.rfind('@')?;
    Some(format!(
        "{}(redacted){}",
        &word[..begin],
        &word[begin + at..]
    ))
}

pub(crate) fn is_secret(key: &str) -> bool {
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
