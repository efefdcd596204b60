//! Reading JSON of endpoints: tolerant where servers differ, strict where a call is at stake.

use std::borrow::Cow;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::{LlmError, ToolSpec, error::shown};

/// A value whose type servers do not agree on, read later; absent and `null` are the same.
pub(crate) type Loose = Option<Box<RawValue>>;

/// Reads one document of a stream.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, LlmError> {
    serde_json::from_str(text).map_err(|e| LlmError::bad_json(&e))
}

/// Reads a loose value as `T`, or nothing if it is another thing.
pub(crate) fn loosely<'a, T: Deserialize<'a>>(value: &'a Loose) -> Option<T> {
    value
        .as_deref()
        .and_then(|raw| serde_json::from_str(raw.get()).ok())
}

/// Whether text is one whole JSON value. A truncated object is not.
pub(crate) fn is_whole(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Whether text is one whole JSON object.
pub(crate) fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{') && is_whole(text)
}

/// Arguments of an earlier call, byte for byte; what is no object, which endpoints refuse, becomes the text inside one.
pub(crate) fn sent_arguments(arguments: &str) -> Cow<'_, str> {
    if is_object(arguments) {
        Cow::Borrowed(arguments)
    } else if arguments.trim().is_empty() {
        Cow::Borrowed("{}")
    } else {
        Cow::Owned(serde_json::json!({ "not_an_object": arguments }).to_string())
    }
}

/// A tool's schema, byte for byte.
///
/// # Errors
/// [`LlmError::BadRequest`] where it is not a JSON object.
pub(crate) fn schema(spec: &ToolSpec) -> Result<&RawValue, LlmError> {
    let raw: Option<&RawValue> = serde_json::from_str(&spec.input_schema).ok();
    raw.filter(|raw| raw.get().starts_with('{')).ok_or_else(|| {
        LlmError::BadRequest(format!(
            "the schema of the tool {} is not a JSON object",
            shown(&spec.alias)
        ))
    })
}

/// A called name as an endpoint takes it back: a model may have invented one that would make each later request fail.
pub(crate) fn called_name(name: &str, max_chars: usize) -> String {
    let kept: String = name.chars().map(identifier_char).take(max_chars).collect();
    if kept.is_empty() {
        "unnamed".to_owned()
    } else {
        kept
    }
}

/// A character of an identifier, or `_` in its place.
pub(crate) fn identifier_char(c: char) -> char {
    if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') {
        c
    } else {
        '_'
    }
}
