//! State of a provider between two requests, as it is kept.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::State;

/// The field of a call in which Gemini's endpoint keeps its signature.
pub(crate) const EXTRA_CONTENT: &str = "extra_content";

/// State as it was kept before it had a name of its own: a block of the Messages wire, or what a call carried.
#[derive(Deserialize)]
struct Former {
    r#type: String,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    extra_content: Option<Box<RawValue>>,
}

impl State {
    /// Returns the text to keep it as.
    #[must_use]
    pub fn to_stored(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a kept text, also as former versions wrote it; none if it is neither.
    #[must_use]
    pub fn from_stored(text: &str) -> Option<Self> {
        if let Ok(state) = serde_json::from_str::<Self>(text) {
            return crate::json::is_whole(&state.json).then_some(state);
        }
        let former: Former = serde_json::from_str(text).ok()?;
        Some(match former.extra_content {
            Some(extra) => Self {
                field: EXTRA_CONTENT.to_owned(),
                json: extra.get().to_owned(),
                call: former.id,
            },
            None => Self {
                field: former.r#type,
                json: text.to_owned(),
                call: None,
            },
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn kept_state_is_read_in_both_forms() {
        let state = State {
            field: "reasoning_content".into(),
            json: "\"hm\"".into(),
            call: None,
        };
        assert_eq!(State::from_stored(&state.to_stored()), Some(state));
        let block = r#"{"type":"thinking","thinking":"hm","signature":"s"}"#;
        let read = State::from_stored(block).unwrap();
        assert_eq!(
            (read.field.as_str(), read.json.as_str()),
            ("thinking", block)
        );
        let call = r#"{"type":"tool_call_extra","id":"a","extra_content":{"google":1}}"#;
        let read = State::from_stored(call).unwrap();
        assert_eq!(read.field, EXTRA_CONTENT);
        assert_eq!(
            (read.json.as_str(), read.call.as_deref()),
            (r#"{"google":1}"#, Some("a"))
        );
        for bad in ["no JSON", "[]", r#"{"field":"x","json":"{"}"#] {
            assert_eq!(State::from_stored(bad), None, "{bad}");
        }
    }
}
