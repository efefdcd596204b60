//! Validation of a filled-in form against the server's request, field by field, with messages for the person.

use std::cmp::Ordering;

use domain::{FieldKind, FormField, JsonObjectText};
use host_api::FieldProblemView;
use messages::{Phrase, Text, phrases};
use serde_json::{Value, json};

/// Returns the validation errors, one for each affected field, in the form's order.
#[must_use]
pub fn problems(fields: &[FormField], content: &JsonObjectText) -> Vec<FieldProblemView> {
    let given: Value = serde_json::from_str(content.as_str()).unwrap_or_default();
    fields
        .iter()
        .filter_map(|field| {
            let why = match given.get(&field.name) {
                Some(value) => problem(&field.kind, value)?,
                None if field.required => phrases::host_field_needed(),
                None => return None,
            };
            Some(FieldProblemView {
                name: field.name.clone(),
                why: why.into(),
            })
        })
        .collect()
}

/// Returns why a value does not fit a field, if it does not.
#[must_use]
pub fn problem(kind: &FieldKind, value: &Value) -> Option<Phrase> {
    match kind {
        FieldKind::Text {
            min, max, format, ..
        } => text(value, *min, *max, format.as_deref()),
        FieldKind::Number {
            integer, min, max, ..
        } => number(value, *integer, min.as_deref(), max.as_deref()),
        FieldKind::Boolean { .. } => (!value.is_boolean()).then(phrases::host_field_boolean),
        FieldKind::Choice { options, .. } => {
            let known = options.iter().any(|o| value == &o.value);
            (!known).then(phrases::host_field_choice)
        }
        FieldKind::Choices {
            options, min, max, ..
        } => {
            let chosen = value.as_array().map_or(&[][..], Vec::as_slice);
            let known = |v: &Value| options.iter().any(|o| v == &o.value);
            if !value.is_array() || !chosen.iter().all(known) {
                return Some(phrases::host_field_choices());
            }
            let wanted = unmet(chosen.len(), *min, *max, CHOICES)?;
            Some(phrases::host_field_many(chosen.len(), wanted))
        }
    }
}

/// Describes what a field accepts: its limits and its format.
#[must_use]
pub fn hint(kind: &FieldKind) -> Text {
    let hint = match kind {
        FieldKind::Text {
            min, max, format, ..
        } => {
            let format = format.as_deref().and_then(format_words);
            match (format, between(*min, *max, CHARACTERS)) {
                (Some(format), Some(bounds)) => Some(phrases::host_hint_both(bounds, format)),
                (format, bounds) => format.or(bounds),
            }
        }
        FieldKind::Number {
            integer, min, max, ..
        } => {
            let shown = |number: &String| domain::visible(number);
            let bounds = match (min.as_ref().map(shown), max.as_ref().map(shown)) {
                (Some(min), Some(max)) => Some(phrases::host_number_between(max, min)),
                (Some(min), None) => Some(phrases::host_number_least(min)),
                (None, Some(max)) => Some(phrases::host_number_most(max)),
                (None, None) => None,
            };
            Some(match (integer, bounds) {
                (true, None) => phrases::host_number_whole(),
                (true, Some(bounds)) => {
                    phrases::host_hint_both(bounds, phrases::host_number_whole())
                }
                (false, None) => phrases::host_number_any(),
                (false, Some(bounds)) => bounds,
            })
        }
        FieldKind::Choices { min, max, .. } => between(*min, *max, CHOICES),
        FieldKind::Boolean { .. } | FieldKind::Choice { .. } => None,
    };
    hint.map(Text::from).unwrap_or_default()
}

fn format_words(format: &str) -> Option<Phrase> {
    match format {
        "email" => Some(phrases::host_format_email()),
        "uri" => Some(phrases::host_format_uri()),
        "date" => Some(phrases::host_format_date()),
        "date-time" => Some(phrases::host_format_date_time()),
        _other => None,
    }
}

/// The messages for the limits of a number of things.
struct Bounds {
    exactly: fn(u64) -> Phrase,
    /// Its parameters: the maximum, the minimum.
    between: fn(u64, u64) -> Phrase,
    least: fn(u64) -> Phrase,
    most: fn(u64) -> Phrase,
}

const CHARACTERS: Bounds = Bounds {
    exactly: |count| phrases::host_characters_exactly(count),
    between: |max, min| phrases::host_characters_between(max, min),
    least: |count| phrases::host_characters_least(count),
    most: |count| phrases::host_characters_most(count),
};

const CHOICES: Bounds = Bounds {
    exactly: |count| phrases::host_choices_exactly(count),
    between: |max, min| phrases::host_choices_between(max, min),
    least: |count| phrases::host_choices_least(count),
    most: |count| phrases::host_choices_most(count),
};

fn between(min: Option<u64>, max: Option<u64>, of: Bounds) -> Option<Phrase> {
    match (min.filter(|n| *n > 0), max) {
        (Some(min), Some(max)) if min == max => Some((of.exactly)(min)),
        (Some(min), Some(max)) => Some((of.between)(max, min)),
        (Some(min), None) => Some((of.least)(min)),
        (None, Some(max)) => Some((of.most)(max)),
        (None, None) => None,
    }
}

/// Returns the limits that a number of things does not meet.
fn unmet(given: usize, min: Option<u64>, max: Option<u64>, of: Bounds) -> Option<Phrase> {
    let given = u64::try_from(given).unwrap_or(u64::MAX);
    let outside = min.is_some_and(|min| given < min) || max.is_some_and(|max| given > max);
    between(min, max, of).filter(|_| outside)
}

fn text(value: &Value, min: Option<u64>, max: Option<u64>, format: Option<&str>) -> Option<Phrase> {
    let Some(text) = value.as_str() else {
        return Some(phrases::host_field_text());
    };
    if let Some(words) = format.and_then(format_words)
        && !has_format(text, format.unwrap_or_default())
    {
        return Some(phrases::host_field_format(words));
    }
    let given = text.chars().count();
    let wanted = unmet(given, min, max, CHARACTERS)?;
    Some(phrases::host_field_length(given, wanted))
}

fn has_format(text: &str, format: &str) -> bool {
    let schema = json!({ "type": "string", "format": format });
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema);
    validator.is_ok_and(|v| v.is_valid(&Value::from(text)))
}

fn number(value: &Value, integer: bool, min: Option<&str>, max: Option<&str>) -> Option<Phrase> {
    let Value::Number(number) = value else {
        return Some(match integer {
            true => phrases::host_field_whole(),
            false => phrases::host_field_number(),
        });
    };
    let written = number.to_string();
    let whole =
        written.parse::<i128>().is_ok() || number.as_f64().is_some_and(|n| n.fract() == 0.0);
    if integer && !whole {
        return Some(phrases::host_field_whole());
    }
    if let Some(min) = min.filter(|min| order(&written, min) == Some(Ordering::Less)) {
        return Some(phrases::host_field_least(domain::visible(min)));
    }
    if let Some(max) = max.filter(|max| order(&written, max) == Some(Ordering::Greater)) {
        return Some(phrases::host_field_most(domain::visible(max)));
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
        let [(name, why)] = &of("{}")[..] else {
            panic!("one problem");
        };
        assert_eq!(
            (name.as_str(), why.to_string().as_str()),
            ("name", "This is required.")
        );
        let many = of(r#"{"name":"A","tags":["a","b"],"meal":"V","yes":"true"}"#);
        assert_eq!(many[0].1, "Choose exactly 1 option; there are now 2.");
        assert_eq!(many.len(), 3, "{many:?}");
    }
}
