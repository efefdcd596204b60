//! Checks arguments against a tool's schema: bounded, without the network, with linear-time patterns.
//!
//! A schema comes from a server and is hostile: references leave neither the document nor the machine, patterns run in a
//! linear-time engine, and the check has a time limit on a thread of its own.

use std::time::Duration;

use consent::SchemaCheck;
use domain::JsonObjectText;
use serde_json::Value;

/// Largest schema that is compiled, in bytes.
const MAX_SCHEMA_BYTES: usize = 256 * 1024;
/// How long one check may take.
const TIME_LIMIT: Duration = Duration::from_secs(2);
/// The most problems that are named.
const MAX_PROBLEMS: usize = 8;
/// Longest text of one problem, in characters.
const MAX_PROBLEM_CHARS: usize = 300;

/// Checks `arguments` against `schema`, off the calling task.
///
/// A schema that is too large, broken, refers outside itself or takes too long is reported as not checked: it is then
/// up to the person, who is told.
pub(crate) async fn check(schema: &str, arguments: &JsonObjectText) -> SchemaCheck {
    if schema.len() > MAX_SCHEMA_BYTES {
        return SchemaCheck::NotChecked(format!(
            "its schema is larger than {} KiB",
            MAX_SCHEMA_BYTES / 1024
        ));
    }
    let (schema, arguments) = (schema.to_owned(), arguments.as_str().to_owned());
    let work = tokio::task::spawn_blocking(move || check_now(&schema, &arguments));
    match tokio::time::timeout(TIME_LIMIT, work).await {
        Ok(Ok(check)) => check,
        Ok(Err(_)) => SchemaCheck::NotChecked("the check of its schema failed".into()),
        Err(_) => SchemaCheck::NotChecked("the check of its schema took too long".into()),
    }
}

fn check_now(schema: &str, arguments: &str) -> SchemaCheck {
    let not_checked = |what: String| SchemaCheck::NotChecked(short(&what));
    let schema: Value = match serde_json::from_str(schema) {
        Ok(schema) => schema,
        Err(error) => return not_checked(format!("its schema is not JSON: {error}")),
    };
    let validator = jsonschema::options()
        .with_pattern_options(jsonschema::PatternOptions::regex())
        .build(&schema);
    let validator = match validator {
        Ok(validator) => validator,
        Err(error) => return not_checked(format!("its schema cannot be used: {error}")),
    };
    let arguments: Value = match serde_json::from_str(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return SchemaCheck::Broken(vec![short(&error.to_string())]),
    };
    let problems: Vec<String> = validator
        .iter_errors(&arguments)
        .take(MAX_PROBLEMS)
        .map(|error| {
            let place = error.instance_path().to_string();
            let place = if place.is_empty() {
                "arguments".to_owned()
            } else {
                place
            };
            short(&format!("{place}: {error}"))
        })
        .collect();
    if problems.is_empty() {
        SchemaCheck::Fits
    } else {
        SchemaCheck::Broken(problems)
    }
}

fn short(text: &str) -> String {
    let text = domain::visible(text);
    match text.char_indices().nth(MAX_PROBLEM_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    async fn run(schema: &str, arguments: &str) -> SchemaCheck {
        check(schema, &JsonObjectText::parse(arguments).unwrap()).await
    }

    #[tokio::test]
    async fn fits_breaks_and_is_not_checked() {
        let schema = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#;
        assert_eq!(run(schema, r#"{"n":1}"#).await, SchemaCheck::Fits);
        assert!(
            matches!(run(schema, r#"{"n":"x"}"#).await, SchemaCheck::Broken(p) if p[0].contains("/n"))
        );
        assert!(matches!(run("[", "{}").await, SchemaCheck::NotChecked(_)));
        assert!(matches!(
            run(r#"{"type":12}"#, "{}").await,
            SchemaCheck::NotChecked(_)
        ));
    }

    #[tokio::test]
    async fn references_never_leave_the_document() {
        for target in ["file:///etc/passwd", "http://127.0.0.1:1/x.json"] {
            let schema = format!(r#"{{"properties":{{"a":{{"$ref":"{target}"}}}}}}"#);
            assert!(
                matches!(run(&schema, r#"{"a":1}"#).await, SchemaCheck::NotChecked(_)),
                "{target}"
            );
        }
    }

    #[tokio::test]
    async fn hostile_patterns_and_recursion_end_in_time() {
        let slow = r#"{"properties":{"a":{"pattern":"^(a+)+$"}}}"#;
        let long = format!(r#"{{"a":"{}!"}}"#, "a".repeat(50_000));
        assert!(matches!(run(slow, &long).await, SchemaCheck::Broken(_)));
        let endless = r##"{"$ref":"#"}"##;
        let outcome = tokio::time::timeout(Duration::from_secs(5), run(endless, "{}")).await;
        assert!(outcome.is_ok());
    }
}
