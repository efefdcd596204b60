//! Values that a server proposes for an argument: `completion/complete` (2025-03-26, server/utilities/completion).

use std::collections::BTreeMap;

use lenient::Fields;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    bounds::{COMPLETION_CHARS, COMPLETION_VALUES},
    session::Meta,
};

/// What a value is wanted for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "type")]
pub enum CompletionFor {
    /// An argument of a prompt.
    #[serde(rename = "ref/prompt")]
    Prompt {
        /// The prompt's name.
        name: String,
    },
    /// A variable of a template of resources.
    #[serde(rename = "ref/resource")]
    Template {
        /// The template.
        uri: String,
    },
}

/// Values a server proposes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// At most 100 of at most 1,000 characters, none with a hidden character in it.
    pub values: Vec<String>,
    /// How many there are altogether, as the server says.
    pub total: Option<u64>,
    /// Whether there are more than these, as the server says or because some were left out.
    pub has_more: bool,
}

#[derive(Serialize)]
pub(crate) struct CompleteParams<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Meta>,
    #[serde(rename = "ref")]
    pub(crate) wanted_for: &'a CompletionFor,
    pub(crate) argument: Argument<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) context: Option<Context<'a>>,
}

#[derive(Serialize)]
pub(crate) struct Argument<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
}

/// What was given for the other arguments (2025-06-18, server/utilities/completion).
#[derive(Serialize)]
pub(crate) struct Context<'a> {
    pub(crate) arguments: &'a BTreeMap<String, String>,
}

/// Reads the result. A value that is no text, too long, or hides something is left out.
pub(crate) fn read_completion(raw: &RawValue) -> Completion {
    let mut fields = Fields::of(raw).unwrap_or_default();
    let mut proposed = match fields.object("completion") {
        Some(proposed) => proposed,
        None => fields,
    };
    let all = proposed.list("values");
    let given = all.len();
    let values: Vec<String> = all
        .into_iter()
        .filter_map(|v| serde_json::from_str::<String>(v.get()).ok())
        .filter(|v| is_plain(v))
        .take(COMPLETION_VALUES)
        .collect();
    let more = proposed.flag("hasMore").unwrap_or(false);
    Completion {
        has_more: more || values.len() < given,
        values,
        total: proposed.count("total"),
    }
}

/// Whether a value can be put into a field as it is: nothing in it hides, and it is one line.
fn is_plain(value: &str) -> bool {
    let hides = |c: char| domain::is_hidden(c) || c == '\n' || c == '\t';
    !value.chars().any(hides) && value.chars().count() <= COMPLETION_CHARS
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn read(text: &str) -> Completion {
        read_completion(&RawValue::from_string(text.to_owned()).unwrap())
    }

    #[test]
    fn values_are_bounded_and_hide_nothing() {
        let long = "x".repeat(COMPLETION_CHARS + 1);
        let got = read(&format!(
            r#"{{"completion":{{"values":["a","b\u202e","c\n",7,"{long}","é"],"total":6}}}}"#
        ));
        assert_eq!(got.values, ["a", "é"]);
        assert_eq!((got.total, got.has_more), (Some(6), true));
        let many = vec![r#""v""#; 101].join(",");
        let got = read(&format!(r#"{{"completion":{{"values":[{many}]}}}}"#));
        assert_eq!((got.values.len(), got.has_more), (100, true));
        let all = read(r#"{"completion":{"values":["a"],"total":"x","hasMore":false}}"#);
        assert_eq!((all.total, all.has_more), (None, false));
        assert_eq!(read(r#"{"values":["b"]}"#).values, ["b"]);
        assert_eq!(read("null"), Completion::default());
    }
}
