//! Whether structured content says more than the text beside it.

use serde_json::Value;

/// Most work of the comparison: values times bytes of text.
const MOST: usize = 16 * 1024 * 1024;

/// Whether the texts of a result hold its structured content already: as JSON, or each of its values somewhere (2025-06-18,
/// server/tools, "Structured Content": servers should repeat it as text). What is too large to compare is not held.
#[must_use]
pub fn is_told(structured: &str, texts: &[&str]) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(structured) else {
        return false;
    };
    let same = |text: &&str| {
        text.len() <= MOST && serde_json::from_str(text).is_ok_and(|v: Value| v == value)
    };
    if texts.iter().any(same) {
        return true;
    }
    let mut values = Vec::new();
    leaves(&value, &mut values);
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    values.len().saturating_mul(bytes) <= MOST
        && values
            .iter()
            .all(|value| texts.iter().any(|text| text.contains(value.as_str())))
        && (!values.is_empty() || !texts.is_empty())
}

/// The values that say something, as text.
fn leaves(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => found.push(number.to_string()),
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| leaves(field, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_in_the_text_is_told() {
        let structured = r#"{"city":"Oslo","t":[3,-1.5],"ok":true}"#;
        assert!(is_told(structured, &["It is 3 to -1.5 degrees in Oslo."]));
        assert!(is_told(
            structured,
            &["{\"t\": [3, -1.5], \"city\": \"Oslo\", \"ok\": true}"]
        ));
        assert!(!is_told(structured, &["It is 3 degrees in Oslo."]));
        assert!(!is_told(structured, &[]));
        assert!(!is_told("{}", &[]));
        assert!(is_told("{}", &["done"]));
        assert!(!is_told(r#""left out""#, &["done"]));
    }
}
