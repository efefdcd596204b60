//! What an endpoint said of a request that it refused: the field it names, its code, and all its words, whatever their shape.

use std::fmt;

use serde_json::Value;

/// Most words that are read, in bytes.
const MAX_WORDS: usize = 4_000;
/// How deep a document is read. Texts that hold a document count too.
const MAX_DEPTH: u32 = 12;

/// What an endpoint said of a request that it refused. It is read for what to leave out of the next request, and never shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Complaint {
    pub(crate) param: Option<String>,
    pub(crate) code: Option<String>,
    /// All texts and paths of the document, one per line.
    pub(crate) words: String,
}

impl fmt::Debug for Complaint {
    /// Without its words: an endpoint may have repeated the key in them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Complaint")
            .field("param", &self.param)
            .field("code", &self.code)
            .finish_non_exhaustive()
    }
}

impl Complaint {
    /// Reads the body of a refusal: a document in any shape, or plain text.
    #[must_use]
    pub fn read(body: &str) -> Self {
        let mut complaint = Self::default();
        match serde_json::from_str::<Value>(body) {
            Ok(value) => complaint.take(&value, MAX_DEPTH),
            Err(_) => complaint.say(body),
        }
        complaint
    }

    fn take(&mut self, value: &Value, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        match value {
            Value::String(text) => self.take_text(text, depth),
            Value::Array(all) => all.iter().for_each(|one| self.take(one, depth)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.take_field(name, value, depth);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn take_field(&mut self, name: &str, value: &Value, depth: u32) {
        match (name, value) {
            ("param", Value::String(text)) if !text.is_empty() => {
                self.say(text);
                self.param.get_or_insert_with(|| clipped(text));
            }
            ("code", Value::String(text)) => {
                self.code.get_or_insert_with(|| clipped(text));
            }
            // Kinds of errors: `invalid_request_error` does not say that anything is invalid.
            ("type" | "status" | "object" | "error_type", Value::String(_)) => {}
            // Pydantic's path to a field.
            ("loc" | "path" | "instancePath", Value::Array(path)) => {
                let path: Vec<String> = path.iter().map(segment).collect();
                self.say(&path.join("."));
            }
            _ => self.take(value, depth),
        }
    }

    /// Gateways put the document of the provider into a text of theirs.
    fn take_text(&mut self, text: &str, depth: u32) {
        let inner = text.find(['{', '[']).and_then(|at| {
            let (before, rest) = text.split_at(at);
            let value = serde_json::Deserializer::from_str(rest)
                .into_iter::<Value>()
                .next()?
                .ok()
                .filter(Value::is_object)?;
            Some((before, value))
        });
        match inner {
            Some((before, value)) => {
                self.say(before);
                self.take(&value, depth);
            }
            None => self.say(text),
        }
    }

    fn say(&mut self, text: &str) {
        let room = MAX_WORDS.saturating_sub(self.words.len());
        if room == 0 || text.trim().is_empty() {
            return;
        }
        if !self.words.is_empty() {
            self.words.push('\n');
        }
        self.words.push_str(domain::cut(text.trim(), room));
    }
}

fn clipped(text: &str) -> String {
    domain::cut(text, MAX_WORDS).to_owned()
}

fn segment(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_found_whatever_the_shape() {
        for (body, param, words) in [
            (
                r#"{"error":{"message":"Unknown parameter: 'a'.","param":"a","code":"unknown_parameter"}}"#,
                Some("a"),
                "Unknown parameter: 'a'.\na",
            ),
            (
                r#"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":{}}]}"#,
                None,
                "body.stream_options\nExtra inputs are not permitted",
            ),
            (
                r#"{"error":{"message":"Provider returned error","metadata":{"raw":"{\"error\":{\"message\":\"no tools\"}}"}}}"#,
                None,
                "Provider returned error\nno tools",
            ),
            (
                r#"{"error":{"message":"litellm.BadRequestError: {\"message\":\"toolConfig\"}","param":null}}"#,
                None,
                "litellm.BadRequestError:\ntoolConfig",
            ),
            ("Bad Request", None, "Bad Request"),
        ] {
            let complaint = Complaint::read(body);
            assert_eq!(complaint.param.as_deref(), param, "{body}");
            assert_eq!(complaint.words, words, "{body}");
        }
    }

    proptest! {
        #[test]
        fn any_body_is_read_within_bounds(body in any::<String>(), depth in 0_usize..200) {
            let nested = format!("{}{body:?}{}", "[".repeat(depth), "]".repeat(depth));
            for body in [body, nested] {
                prop_assert!(Complaint::read(&body).words.len() <= MAX_WORDS + 200);
            }
        }
    }
}
