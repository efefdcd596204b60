//! The headers that repeat parts of a request for those between client and server
//! (2026-07-28, basic/transports/streamable-http, "Request Metadata").

use std::collections::{HashMap, HashSet};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, value::RawValue};

use crate::{bounds::HEADER_PARAMS, header::Header};

/// Marks a parameter in the schema of a tool.
const MARK: &str = "x-mcp-header";
/// What the header of a parameter begins with.
const PREFIX: &str = "Mcp-Param-";
/// How an encoded value begins and ends.
const ENCODED: (&str, &str) = ("=?base64?", "?=");
/// The integers that every reader of JSON keeps as they are reach so far on both sides of zero.
const LARGEST: u64 = (1 << 53) - 1;
/// Keywords whose values are data and hold no schema.
const DATA: [&str; 5] = ["default", "const", "enum", "examples", MARK];
/// Keywords whose values are schemas by names of their own.
const BY_NAME: [&str; 4] = [
    "$defs",
    "definitions",
    "patternProperties",
    "dependentSchemas",
];

/// A parameter whose value is repeated in a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Param {
    header: String,
    /// The keys that lead to it in the arguments.
    path: Vec<String>,
}

/// The parameters of a tool that are repeated in headers.
///
/// # Errors
/// What is wrong with a mark in its schema, in words that hold nothing of the server's.
pub(super) fn params(schema: &str) -> Result<Vec<Param>, String> {
    if !schema.contains(MARK) {
        return Ok(Vec::new());
    }
    let schema: Value =
        serde_json::from_str(schema).map_err(|_| "its inputSchema cannot be read".to_owned())?;
    let mut found = Marks::default();
    found.look(&schema, Some(&mut Vec::new()))?;
    Ok(found.params)
}

#[derive(Default)]
struct Marks {
    params: Vec<Param>,
    names: HashSet<String>,
}

impl Marks {
    /// Looks through a schema; `path` leads to it if it is reached by names of properties alone.
    fn look(&mut self, schema: &Value, mut path: Option<&mut Vec<String>>) -> Result<(), String> {
        let fields = match schema {
            Value::Object(fields) => fields,
            Value::Array(all) => return all.iter().try_for_each(|one| self.look(one, None)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return Ok(()),
        };
        if let Some(mark) = fields.get(MARK) {
            let path = path.as_deref().filter(|path| !path.is_empty());
            let path = path.ok_or("an x-mcp-header is not at a property of its own")?;
            self.take(mark, fields, path)?;
        }
        for (key, value) in fields {
            match (key.as_str(), value) {
                ("properties", Value::Object(all)) => self.properties(all, path.as_deref_mut())?,
                (key, _) if DATA.contains(&key) => {}
                (key, Value::Object(all)) if BY_NAME.contains(&key) => {
                    all.values().try_for_each(|one| self.look(one, None))?;
                }
                _ => self.look(value, None)?,
            }
        }
        Ok(())
    }

    fn properties(
        &mut self,
        all: &Map<String, Value>,
        mut path: Option<&mut Vec<String>>,
    ) -> Result<(), String> {
        for (name, schema) in all {
            let Some(path) = path.as_deref_mut() else {
                self.look(schema, None)?;
                continue;
            };
            path.push(name.clone());
            self.look(schema, Some(path))?;
            path.pop();
        }
        Ok(())
    }

    fn take(
        &mut self,
        mark: &Value,
        fields: &Map<String, Value>,
        path: &[String],
    ) -> Result<(), String> {
        let name = mark.as_str().ok_or("an x-mcp-header is no text")?;
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err("an x-mcp-header cannot be the name of a header".into());
        }
        let primitive = matches!(
            fields.get("type").and_then(Value::as_str),
            Some("string" | "integer" | "boolean")
        );
        if !primitive {
            return Err(
                "an x-mcp-header is at a parameter that is no text, integer or boolean".into(),
            );
        }
        if !self.names.insert(name.to_ascii_lowercase()) {
            return Err("two of its parameters have the same x-mcp-header".into());
        }
        if self.params.len() >= HEADER_PARAMS {
            return Err(format!("it has more than {HEADER_PARAMS} x-mcp-header"));
        }
        self.params.push(Param {
            header: format!("{PREFIX}{name}"),
            path: path.to_vec(),
        });
        Ok(())
    }
}

/// Whether a byte may stand in the name of a header (RFC 9110, section 5.6.2).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

impl Param {
    /// The header for these arguments; none without a value.
    pub(super) fn header(&self, arguments: &RawValue) -> Option<Header> {
        let mut at = arguments;
        for key in &self.path {
            let fields: HashMap<String, &RawValue> = serde_json::from_str(at.get()).ok()?;
            at = fields.get(key).copied()?;
        }
        Some((self.header.clone().into(), encoded(&text(at.get())?)))
    }
}

/// The text of a value; none of `null` and of what has no header.
fn text(value: &str) -> Option<String> {
    match value.as_bytes().first()? {
        b'"' => serde_json::from_str(value).ok(),
        b't' | b'f' => Some(value.to_owned()),
        b'-' | b'0'..=b'9' => whole(value),
        _ => None,
    }
}

/// A whole number, however it is written, within the range that every reader keeps.
fn whole(value: &str) -> Option<String> {
    let within = |number: i64| (number.unsigned_abs() <= LARGEST).then(|| number.to_string());
    if let Ok(number) = value.parse::<i64>() {
        return within(number);
    }
    let number: f64 = value.parse().ok()?;
    let fits = number.fract() == 0.0 && number.abs() <= LARGEST as f64;
    fits.then(|| within(number as i64)).flatten()
}

/// A value as a header can hold it.
pub(super) fn encoded(value: &str) -> String {
    let plain = value.bytes().all(|b| matches!(b, 0x20..=0x7e))
        && value.trim() == value
        && !(value.starts_with(ENCODED.0) && value.ends_with(ENCODED.1));
    match plain {
        true => value.to_owned(),
        false => format!("{}{}{}", ENCODED.0, STANDARD.encode(value), ENCODED.1),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn marked(property: Value) -> Result<Vec<Param>, String> {
        params(&json!({ "type": "object", "properties": { "a": property } }).to_string())
    }

    #[test]
    fn values_are_encoded_as_the_specification_shows() {
        for (value, header) in [
            ("us-west1", "us-west1"),
            ("us west 1", "us west 1"),
            ("", ""),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ] {
            assert_eq!(encoded(value), header);
        }
    }

    #[test]
    fn a_mark_in_a_wrong_place_makes_the_tool_unusable() {
        let string = |mark: &str| json!({ "type": "string", MARK: mark });
        assert_eq!(marked(string("Region")).unwrap().len(), 1);
        assert_eq!(
            marked(json!({ "type": "object", "properties": { MARK: { "type": "string" } } })),
            Ok(vec![])
        );
        assert_eq!(
            marked(json!({ "type": "string", "default": { MARK: "x" } })),
            Ok(vec![])
        );
        for wrong in [
            string(""),
            string("My Region"),
            string("Region:x"),
            string("Région"),
            string("Region\t1"),
            json!({ "type": "number", MARK: "A" }),
            json!({ "type": "object", MARK: "A" }),
            json!({ "type": "array", "items": string("A") }),
            json!({ "anyOf": [string("A")] }),
            json!({ "anyOf": [{ "properties": { "b": string("A") } }] }),
            json!({ "properties": { "b": string("A"), "c": string("a") } }),
            json!({ "type": "string", MARK: 7 }),
        ] {
            assert!(marked(wrong.clone()).is_err(), "{wrong}");
        }
        assert!(params(&json!({ MARK: "A", "type": "string" }).to_string()).is_err());
        assert!(params(&json!({ "$defs": { "d": string("A") } }).to_string()).is_err());
    }

    #[test]
    fn a_value_is_found_at_its_path_and_absent_ones_have_no_header() {
        let schema = json!({ "properties": { "a": { "properties": { "b": { "type": "integer", MARK: "B" } } } } });
        let param = params(&schema.to_string()).unwrap().remove(0);
        for (arguments, header) in [
            (r#"{"a":{"b":42}}"#, Some("42")),
            (r#"{"a":{"b":-7.0}}"#, Some("-7")),
            (r#"{"a":{"b":9007199254740993}}"#, None),
            (r#"{"a":{"b":1e400}}"#, None),
            (r#"{"a":{"b":true}}"#, Some("true")),
            (r#"{"a":{"b":null}}"#, None),
            (r#"{"a":{"b":{}}}"#, None),
            (r#"{"a":7}"#, None),
            ("{}", None),
        ] {
            let raw = RawValue::from_string(arguments.to_owned()).unwrap();
            let got = param.header(&raw);
            assert_eq!(
                got.map(|(_, value)| value).as_deref(),
                header,
                "{arguments}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_value_becomes_a_header_that_decodes_to_it(value in any::<String>()) {
            let header = encoded(&value);
            prop_assert!(header.bytes().all(|b| matches!(b, 0x20..=0x7e)));
            let inner = header.strip_prefix(ENCODED.0).and_then(|h| h.strip_suffix(ENCODED.1));
            let decoded = match inner {
                Some(inner) => String::from_utf8(STANDARD.decode(inner).unwrap()).unwrap(),
                None => header,
            };
            prop_assert_eq!(decoded, value);
        }
    }
}
