//! A JSON value as a tree whose numbers and strings are what was written.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Deserializer, de::MapAccess, de::Visitor};
use serde_json::value::RawValue;

use crate::canonical;

/// A value: fields in the order in which they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    /// A string, number, truth value or null, as canonical text.
    Scalar(String),
    /// A list.
    Array(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a value; none where it is not JSON this host accepts, deep or with a field given twice.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        canonical(text).ok()?;
        Self::read(text)
    }

    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        Some(match text.as_bytes().first()? {
            b'{' => {
                let Fields(fields) = serde_json::from_str(text).ok()?;
                let read = |(key, raw): (String, &RawValue)| Some((key, Self::read(raw.get())?));
                Self::Object(fields.into_iter().map(read).collect::<Option<_>>()?)
            }
            b'[' => {
                let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
                let read = |raw: &&RawValue| Self::read(raw.get());
                Self::Array(items.iter().map(read).collect::<Option<_>>()?)
            }
            _ => Self::Scalar(canonical(text).ok()?),
        })
    }

    /// A text as JSON writes it.
    pub(crate) fn string(text: &str) -> String {
        serde_json::Value::from(text).to_string()
    }

    /// The fields, if it is an object.
    pub(crate) fn into_fields(self) -> Option<Vec<(String, Json)>> {
        match self {
            Self::Object(fields) => Some(fields),
            Self::Scalar(_) | Self::Array(_) => None,
        }
    }

    /// The text, if it is a string.
    pub(crate) fn text(&self) -> Option<String> {
        match self {
            Self::Scalar(text) => serde_json::from_str(text).ok(),
            Self::Array(_) | Self::Object(_) => None,
        }
    }

    /// The text, if it is a number.
    pub(crate) fn number(&self) -> Option<&str> {
        match self {
            Self::Scalar(text) if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                Some(text)
            }
            Self::Scalar(_) | Self::Array(_) | Self::Object(_) => None,
        }
    }
}

/// Canonical: keys sorted, no white space.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(text) => f.write_str(text),
            Self::Array(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Self::Object(fields) => {
                let sorted: BTreeMap<&String, &Json> = fields.iter().map(|(k, v)| (k, v)).collect();
                f.write_str("{")?;
                for (at, (key, value)) in sorted.into_iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    write!(f, "{comma}{}:{value}", Self::string(key))?;
                }
                f.write_str("}")
            }
        }
    }
}

/// The fields of an object in their order.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Fields<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut out = Vec::new();
                while let Some(entry) = map.next_entry::<String, &'de RawValue>()? {
                    out.push(entry);
                }
                Ok(Fields(out))
            }
        }
        deserializer.deserialize_map(Read)
    }
}
