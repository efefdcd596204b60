//! JSON text whose bytes are what is approved and what is sent.
//!
//! Values are kept as text: a number above 2^53 or a field order survives unchanged. Text is compacted once
//! (white space between tokens removed), so that it fits a newline-delimited transport, and never touched again.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

/// Deepest nesting of JSON that is accepted, in levels.
pub const MAX_JSON_DEPTH: usize = 128;
/// Largest arguments of one call, in bytes.
pub const MAX_ARGUMENT_BYTES: usize = 4 * 1024 * 1024;

/// Why JSON text was refused.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum JsonError {
    /// Larger than [`MAX_ARGUMENT_BYTES`].
    #[error("the JSON text has {0} bytes; at most {MAX_ARGUMENT_BYTES} are accepted")]
    TooLarge(usize),
    /// Not JSON, a field given twice, or deeper than [`MAX_JSON_DEPTH`].
    #[error("{0}")]
    Invalid(String),
    /// JSON, but not an object.
    #[error("the arguments must be a JSON object")]
    NotAnObject,
}

/// The compact text of one JSON object: no field twice, at most [`MAX_JSON_DEPTH`] deep.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct JsonObjectText(Box<str>);

impl JsonObjectText {
    /// Checks and compacts `text`.
    ///
    /// # Errors
    /// Too large, not JSON, not an object, too deep, or with a field given twice: two readers of such text
    /// could see different arguments.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        if text.len() > MAX_ARGUMENT_BYTES {
            return Err(JsonError::TooLarge(text.len()));
        }
        check(text)?;
        let compact = compact(text);
        if !compact.starts_with('{') {
            return Err(JsonError::NotAnObject);
        }
        Ok(Self(compact.into()))
    }

    /// The object without fields.
    #[must_use]
    pub fn empty() -> Self {
        Self("{}".into())
    }

    /// The text: exactly the bytes that will be sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text as a raw value for embedding in a message.
    ///
    /// # Errors
    /// Never in practice: the text was checked when it was made.
    pub fn to_raw(&self) -> Result<Box<RawValue>, JsonError> {
        RawValue::from_string(self.0.to_string()).map_err(|e| JsonError::Invalid(e.to_string()))
    }

    /// Whether a name or a text in it, at any depth, has a character that cannot be seen; line ends of Windows do not count.
    #[must_use]
    pub fn hides(&self) -> bool {
        if self.0.is_ascii() && !self.0.contains('\\') {
            return false;
        }
        let hides = |text: &str| {
            let mut chars = text.chars().peekable();
            while let Some(c) = chars.next() {
                let line_end = c == '\r' && chars.peek() == Some(&'\n');
                if crate::is_hidden(c) && !line_end {
                    return true;
                }
            }
            false
        };
        // What cannot be read may hide anything.
        let mut texts = Texts {
            any: &hides,
            found: false,
        };
        let mut de = serde_json::Deserializer::from_str(&self.0);
        (&mut texts).deserialize(&mut de).is_err() || texts.found
    }

    /// The fields in the order in which they were written, each value as its raw text.
    #[must_use]
    pub fn fields(&self) -> Vec<(String, String)> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Vec<(String, String)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut out = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    out.push((key, value.get().to_owned()));
                }
                Ok(out)
            }
        }
        let mut de = serde_json::Deserializer::from_str(&self.0);
        de.deserialize_map(Fields).unwrap_or_default()
    }
}

impl fmt::Debug for JsonObjectText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonObjectText({} bytes)", self.0.len())
    }
}

impl Serialize for JsonObjectText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for JsonObjectText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

/// The canonical text of a JSON value: keys sorted, no white space, numbers and strings as they were written.
///
/// Two definitions that differ only in field order or white space have the same canonical text; any other
/// difference shows.
///
/// # Errors
/// Not JSON, too deep, or a field given twice.
pub fn canonical(text: &str) -> Result<String, JsonError> {
    check(text)?;
    let mut out = String::with_capacity(text.len());
    write_canonical(text, &mut out)?;
    Ok(out)
}

fn write_canonical(text: &str, out: &mut String) -> Result<(), JsonError> {
    let invalid = |e: serde_json::Error| JsonError::Invalid(e.to_string());
    let text = text.trim_start();
    match text.as_bytes().first() {
        Some(b'{') => {
            let map: BTreeMap<String, &RawValue> = serde_json::from_str(text).map_err(invalid)?;
            out.push('{');
            for (i, (key, value)) in map.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                out.push_str(&serde_json::to_string(&key).map_err(invalid)?);
                out.push(':');
                write_canonical(value.get(), out)?;
            }
            out.push('}');
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text).map_err(invalid)?;
            out.push('[');
            for (i, value) in items.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_canonical(value.get(), out)?;
            }
            out.push(']');
        }
        Some(b'"') => {
            let value: String = serde_json::from_str(text).map_err(invalid)?;
            out.push_str(&serde_json::to_string(&value).map_err(invalid)?);
        }
        Some(_) | None => out.push_str(text.trim_end()),
    }
    Ok(())
}

/// Removes white space between tokens of valid JSON.
fn compact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_string, mut escaped) = (false, false);
    for c in text.chars() {
        if in_string {
            out.push(c);
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == '"' {
                in_string = false;
            }
        } else if !c.is_ascii_whitespace() {
            in_string = c == '"';
            out.push(c);
        }
    }
    out
}

/// Walks the text once: valid, no field twice, not too deep. Builds nothing but the keys of open objects.
fn check(text: &str) -> Result<(), JsonError> {
    let mut de = serde_json::Deserializer::from_str(text);
    // serde_json's own limit is 128 levels too, but it is an implementation detail; ours is a promise.
    Walk { depth: 0 }
        .deserialize(&mut de)
        .and_then(|()| de.end())
        .map_err(|e| JsonError::Invalid(e.to_string()))
}

/// Looks at every name and text.
struct Texts<'f> {
    any: &'f dyn Fn(&str) -> bool,
    found: bool,
}

impl<'de> DeserializeSeed<'de> for &mut Texts<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Texts<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }
    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }
    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }
    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }
    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.found |= (self.any)(text);
        Ok(())
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(&mut *self)?.is_some() {}
        Ok(())
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            self.found |= (self.any)(&key);
            map.next_value_seed(&mut *self)?;
        }
        Ok(())
    }
}

struct Walk {
    depth: usize,
}

impl Walk {
    fn inner<E: serde::de::Error>(&self) -> Result<Walk, E> {
        if self.depth >= MAX_JSON_DEPTH {
            return Err(E::custom(format!(
                "nested deeper than {MAX_JSON_DEPTH} levels"
            )));
        }
        Ok(Walk {
            depth: self.depth + 1,
        })
    }
}

impl<'de> DeserializeSeed<'de> for Walk {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }
    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }
    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }
    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }
    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(self.inner()?)?.is_some() {}
        Ok(())
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen = std::collections::HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            map.next_value_seed(self.inner()?)?;
            if !seen.insert(key.clone()) {
                let shown: String = crate::visible(&key).chars().take(60).collect();
                return Err(serde::de::Error::custom(format!(
                    "the field \"{shown}\" is given twice"
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_order_survive() {
        let text =
            JsonObjectText::parse("{ \"b\" : 9007199254740993 ,\n \"a\":\" x \\\" y \" }").unwrap();
        assert_eq!(text.as_str(), r#"{"b":9007199254740993,"a":" x \" y "}"#);
        assert_eq!(
            text.fields()[0],
            ("b".to_owned(), "9007199254740993".to_owned())
        );
    }

    #[test]
    fn refuses_what_two_readers_could_read_differently() {
        let twice = JsonObjectText::parse(r#"{"a":1,"b":{"c":1,"\u0063":2}}"#).unwrap_err();
        assert!(twice.to_string().contains("given twice"), "{twice}");
        assert_eq!(
            JsonObjectText::parse("[1]").unwrap_err(),
            JsonError::NotAnObject
        );
        assert!(JsonObjectText::parse("{} {}").is_err());
        assert!(JsonObjectText::parse("").is_err());
        let deep = format!("{{\"a\":{}1{}}}", "[".repeat(300), "]".repeat(300));
        assert!(JsonObjectText::parse(&deep).is_err());
    }

    #[test]
    fn hidden_characters_are_seen_at_any_depth_and_however_they_are_written() {
        for hidden in [
            "{\"a\":\"x\u{200b}\"}",
            r#"{"a":"x\u200b"}"#,
            r#"{"a":[[{"b":"\u2800"}]]}"#,
            r#"{"a":{"b\u3164":1}}"#,
            "{\"\u{feff}a\":1}",
            r#"{"a":"\u0000"}"#,
            r#"{"a":"x\ry"}"#,
            r#"{"a":"\udb40\udc41"}"#,
            r#"{"a":1,"b":null,"c":[true,"\u202e"]}"#,
        ] {
            assert!(JsonObjectText::parse(hidden).unwrap().hides(), "{hidden}");
        }
        for plain in [
            "{}",
            r#"{"a":"one\r\ntwo\n\tthree","b":[1.5,-0,1e300,true,null],"ö":"漢字"}"#,
            r#"{"a":"written out: \\u200b"}"#,
        ] {
            assert!(!JsonObjectText::parse(plain).unwrap().hides(), "{plain}");
        }
    }

    #[test]
    fn canonical_ignores_order_and_nothing_else() {
        let a = canonical(r#"{ "b": [1, {"y":1.0,"x":"\u0041"}], "a": null }"#).unwrap();
        assert_eq!(a, r#"{"a":null,"b":[1,{"x":"A","y":1.0}]}"#);
        assert_ne!(
            canonical(r#"{"a":1}"#).unwrap(),
            canonical(r#"{"a":1.0}"#).unwrap()
        );
    }
}
