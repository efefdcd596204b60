//! Validation of a filled-in form against the server's request, field by field, with messages for the person.

use std::cmp::Ordering;

use domain::{FieldKind, FormField, JsonObjectText};
use host_api::FieldProblemView;
use serde_json::{Value, json};

use crate::wording::count;

/// Returns the validation errors, one for each affected field, in the form's order.
pub(crate) fn problems(fields: &[FormField], content: &JsonObjectText) -> Vec<FieldProblemView> {
    let given: Value = serde_json::from_str(content.as_str()).unwrap_or_default();
    fields
        .iter()
        .filter_map(|field| {
            let why = match given.get(&field.name) {
                Some(value) => problem(&field.kind, value)?,
                None if field.required => "This is needed.".to_owned(),
                None => return None,
            };
            Some(FieldProblemView {
                name: field.name.clone(),
                why,
            })
        })
        .collect()
}

/// Returns why a value does not fit a field, if it does not.
pub(crate) fn problem(kind: &FieldKind, value: &Value) -> Option<String> {
    match kind {
        FieldKind::Text {
            min, max, format, ..
        } => text(value, *min, *max, format.as_deref()),
        FieldKind::Number {
            integer, min, max, ..
        } => number(value, *integer, min.as_deref(), max.as_deref()),
        FieldKind::Boolean { .. } => (!value.is_boolean()).then(|| "Choose yes or no.".to_owned()),
        FieldKind::Choice { options, .. } => {
            let known = options.iter().any(|o| value == &o.value);
            (!known).then(|| "Choose one of those that are offered.".to_owned())
        }
        FieldKind::Choices {
            options, min, max, ..
        } => {
            let chosen = value.as_array().map_or(&[][..], Vec::as_slice);
            let known = |v: &Value| options.iter().any(|o| v == &o.value);
            if !value.is_array() || !chosen.iter().all(known) {
                return Some("Choose of those that are offered.".to_owned());
            }
            bounds(chosen.len(), *min, *max, "choice", "Choose")
        }
    }
}

/// Describes what a field accepts: its limits and its format.
pub(crate) fn hint(kind: &FieldKind) -> String {
    let hint = match kind {
        FieldKind::Text {
            min, max, format, ..
        } => {
            let format = format.as_deref().and_then(format_words);
            let length = between(*min, *max, "character");
            let said: Vec<&str> = [format.unwrap_or_default(), &length]
                .into_iter()
                .filter(|words| !words.is_empty())
                .collect();
            said.join(", ")
        }
        FieldKind::Number {
            integer, min, max, ..
        } => {
            let bounds = match (min, max) {
                (Some(min), Some(max)) => format!("{min} to {max}"),
                (Some(min), None) => format!("at least {min}"),
                (None, Some(max)) => format!("at most {max}"),
                (None, None) => String::new(),
            };
            match (integer, bounds.is_empty()) {
                (true, true) => "a whole number".to_owned(),
                (true, false) => format!("a whole number, {bounds}"),
                (false, true) => "a number".to_owned(),
                (false, false) => bounds,
            }
        }
        FieldKind::Choices { min, max, .. } => between(*min, *max, "choice"),
        FieldKind::Boolean { .. } | FieldKind::Choice { .. } => String::new(),
    };
    domain::visible(&hint)
}

fn format_words(format: &str) -> Option<&'static str> {
    match format {
        "email" => Some("a mail address"),
        "uri" => Some("a whole address, such as https://example.com"),
        "date" => Some("a date, such as 2026-11-22"),
        "date-time" => Some("a time with its zone, such as 2026-11-22T14:30:00Z"),
        _other => None,
    }
}

fn between(min: Option<u64>, max: Option<u64>, word: &str) -> String {
    let of = |n: u64| count(usize::try_from(n).unwrap_or(usize::MAX), word);
    match (min.filter(|n| *n > 0), max) {
        (Some(min), Some(max)) if min == max => format!("exactly {}", of(min)),
        (Some(min), Some(max)) => format!("{min} to {}", of(max)),
        (Some(min), None) => format!("at least {}", of(min)),
        (None, Some(max)) => format!("at most {}", of(max)),
        (None, None) => String::new(),
    }
}

fn text(value: &Value, min: Option<u64>, max: Option<u64>, format: Option<&str>) -> Option<String> {
    let Some(text) = value.as_str() else {
        return Some("Write a text.".to_owned());
    };
    if let Some(words) = format.and_then(format_words)
        && !has_format(text, format.unwrap_or_default())
    {
        return Some(format!("This is not {words}."));
    }
    bounds(text.chars().count(), min, max, "character", "Write")
}

fn has_format(text: &str, format: &str) -> bool {
    let schema = json!({ "type": "string", "format": format });
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema);
    validator.is_ok_and(|v| v.is_valid(&Value::from(text)))
}

fn bounds(
    given: usize,
    min: Option<u64>,
    max: Option<u64>,
    word: &str,
    verb: &str,
) -> Option<String> {
    let given_many = u64::try_from(given).unwrap_or(u64::MAX);
    let outside =
        min.is_some_and(|min| given_many < min) || max.is_some_and(|max| given_many > max);
    outside.then(|| {
        let wanted = between(min, max, word);
        format!(
            "{verb} {wanted}; there {} now.",
            match given {
                0 => "is none".to_owned(),
                1 => "is 1".to_owned(),
                n => format!("are {n}"),
            }
        )
    })
}

fn number(value: &Value, integer: bool, min: Option<&str>, max: Option<&str>) -> Option<String> {
    let Value::Number(number) = value else {
        let words = if integer {
            "a whole number"
        } else {
            "a number"
        };
        return Some(format!("Write {words}."));
    };
    let written = number.to_string();
    let whole =
        written.parse::<i128>().is_ok() || number.as_f64().is_some_and(|n| n.fract() == 0.0);
    if integer && !whole {
        return Some("Write a whole number.".to_owned());
    }
    if min.is_some_and(|min| order(&written, min) == Some(Ordering::Less)) {
        return Some(format!("Write at least {}.", min.unwrap_or_default()));
    }
    if max.is_some_and(|max| order(&written, max) == Some(Ordering::Greater)) {
        return Some(format!("Write at most {}.", max.unwrap_or_default()));
    }
    None
}

/// Compares two numbers; integers exactly.
fn order(a: &str, b: &str) -> Option<Ordering> {
    if let (Ok(a), Ok(b)) = (a.parse::<i128>(), b.parse::<i128>()) {
        return Some(a.cmp(&b));
    }
    a.parse::<f64>().ok()?.partial_cmp(&b.parse::<f64>().ok()?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use domain::ChoiceOption;

    use super::*;

    fn text_kind(min: Option<u64>, max: Option<u64>, format: Option<&str>) -> FieldKind {
        FieldKind::Text {
            min,
            max,
            format: format.map(Into::into),
            default: None,
        }
    }

    fn number_kind(integer: bool, min: Option<&str>, max: Option<&str>) -> FieldKind {
        FieldKind::Number {
            integer,
            min: min.map(Into::into),
            max: max.map(Into::into),
            default: None,
        }
    }

    #[test]
    fn formats_and_bounds_hold_to_the_letter() {
        let email = text_kind(None, None, Some("email"));
        let uri = text_kind(None, None, Some("uri"));
        let date = text_kind(None, None, Some("date"));
        let time = text_kind(None, None, Some("date-time"));
        let short = text_kind(Some(3), Some(5), None);
        let whole = number_kind(true, Some("1"), Some("9007199254740993"));
        let any = number_kind(false, Some("0.5"), None);
        for (kind, good, bad) in [
            (&email, json!("a@b.example"), json!("a b@c")),
            (&email, json!("a@b.example"), json!("nobody")),
            (&uri, json!("https://a.example/x?y"), json!("a.example")),
            (&date, json!("2026-02-28"), json!("2026-02-30")),
            (
                &time,
                json!("2026-02-28T10:00:00+01:00"),
                json!("2026-02-28 10:00"),
            ),
            (
                &time,
                json!("2026-02-28T10:00:00Z"),
                json!("2026-02-28T10:00:00"),
            ),
            (&short, json!("åäö"), json!("åä")),
            (&short, json!("12345"), json!("123456")),
            (&short, json!("abc"), json!(7)),
            (
                &whole,
                json!(9_007_199_254_740_993_u64),
                json!(9_007_199_254_740_994_u64),
            ),
            (&whole, json!(1), json!(0)),
            (&whole, json!(2), json!(2.5)),
            (&whole, json!(2), json!("2")),
            (&any, json!(0.5), json!(0.25)),
        ] {
            assert_eq!(problem(kind, &good), None, "{kind:?} {good}");
            assert!(problem(kind, &bad).is_some(), "{kind:?} {bad}");
        }
    }

    #[test]
    fn each_field_is_told_what_is_wrong_with_it_alone() {
        let option = |value: &str| ChoiceOption {
            value: value.into(),
            title: value.to_uppercase(),
        };
        let field = |name: &str, required: bool, kind: FieldKind| FormField {
            name: name.into(),
            title: None,
            description: None,
            required,
            kind,
        };
        let fields = [
            field("name", true, text_kind(None, None, None)),
            field(
                "tags",
                false,
                FieldKind::Choices {
                    options: vec![option("a"), option("b")],
                    min: Some(1),
                    max: Some(1),
                    default: vec![],
                },
            ),
            field(
                "meal",
                false,
                FieldKind::Choice {
                    options: vec![option("v")],
                    default: None,
                },
            ),
            field("yes", false, FieldKind::Boolean { default: None }),
        ];
        let of = |content: &str| {
            let content = JsonObjectText::parse(content).unwrap();
            let found = problems(&fields, &content);
            found
                .into_iter()
                .map(|p| (p.name, p.why))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(r#"{"name":"A","tags":["a"],"meal":"v","yes":true}"#), []);
        assert_eq!(of(r#"{}"#), [("name".into(), "This is needed.".into())]);
        let many = of(r#"{"name":"A","tags":["a","b"],"meal":"V","yes":"true"}"#);
        assert_eq!(many[0].1, "Choose exactly 1 choice; there are 2 now.");
        assert_eq!(many.len(), 3, "{many:?}");
    }
}
