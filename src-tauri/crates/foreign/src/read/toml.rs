//! TOML as the values of JSON.

use serde_json::{Number, Value};

use super::error::{MAX_OTHER, ReadError};

/// Parses a text. The nesting is bounded by the parser.
///
/// # Errors
/// Not TOML, or larger than [`MAX_OTHER`].
pub(super) fn parse(text: &str) -> Result<Value, ReadError> {
    if text.len() > MAX_OTHER {
        return Err(ReadError::TooLarge { most: MAX_OTHER });
    }
    match text.parse::<toml::Table>() {
        Ok(table) => Ok(json(toml::Value::Table(table))),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            let before = &text[..text.floor_char_boundary(at)];
            let line_start = before.rfind('\n').map_or(0, |end| end + 1);
            Err(ReadError::NotToml {
                line: before.matches('\n').count() + 1,
                column: before[line_start..].chars().count() + 1,
            })
        }
    }
}

fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => Value::Number(number.into()),
        toml::Value::Float(number) => Number::from_f64(number)
            .map_or_else(|| Value::String(number.to_string()), Value::Number),
        toml::Value::Boolean(value) => Value::Bool(value),
        toml::Value::Datetime(moment) => Value::String(moment.to_string()),
        toml::Value::Array(list) => Value::Array(list.into_iter().map(json).collect()),
        toml::Value::Table(table) => Value::Object(
            table
                .into_iter()
                .map(|(name, value)| (name, json(value)))
                .collect(),
        ),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn each_type_has_its_value() {
        let text = "a = 1\nb = 1.5\nc = true\nd = 'x'\ne = 2026-01-02\nf = nan\n[g.\"h i\"]\nj = [1, { k = 'l' }]\n";
        assert_eq!(
            parse(text).unwrap(),
            json!({
                "a": 1, "b": 1.5, "c": true, "d": "x", "e": "2026-01-02", "f": "NaN",
                "g": { "h i": { "j": [1, { "k": "l" }] } }
            })
        );
    }

    #[test]
    fn an_error_has_its_position_and_no_value() {
        let error = parse("a = 1\nä = 'canary\n").unwrap_err();
        assert!(
            matches!(error, ReadError::NotToml { line: 2, .. }),
            "{error:?}"
        );
        assert!(matches!(
            parse("a = 1\na = 2\n"),
            Err(ReadError::NotToml { line: 2, .. })
        ));
    }

    #[test]
    fn size_and_depth_are_bounded() {
        assert!(matches!(
            parse(&" ".repeat(MAX_OTHER + 1)),
            Err(ReadError::TooLarge { .. })
        ));
        for text in [
            format!("a = {}", "[".repeat(100_000)),
            format!("a = {}", "{a=".repeat(100_000)),
            format!("{} = 1", vec!["a"; 100_000].join(".")),
            format!("[{}]", vec!["a"; 100_000].join(".")),
            "[[a]]\n".repeat(100_000),
        ] {
            let _ = parse(&text);
        }
    }

    proptest! {
        #[test]
        fn any_text_ends(text in "[ \\n=\\[\\]{}.,#'\"\\\\a-c0-9:T_-]{0,200}") {
            let _ = parse(&text);
        }
    }
}
