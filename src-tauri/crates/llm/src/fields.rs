//! Tolerant reading of the documents that endpoints send: each field on its own, whatever the others look like.
//!
//! A document is split into the raw texts of its fields, so that one of an unexpected type loses nothing else. Where a name comes twice, its last value that is not
//! `null` counts. What is no JSON for a known reason (`NaN`, a raw line break in a string, a comma at an end) is repaired outside of what strings say.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The fields of an object, as raw JSON.
#[derive(Debug, Default)]
pub(crate) struct Fields<'a>(Vec<(String, &'a str)>);

impl<'a> Fields<'a> {
    /// Reads an object; none where the text is something else.
    pub(crate) fn read(json: &'a str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// The raw value of a field; `null` and absent are the same.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        let mut values = self.0.iter().rev().filter(|(key, _)| key == name);
        values
            .find(|(_, value)| *value != "null")
            .map(|(_, value)| *value)
    }

    /// Whether the name is there, even with `null`.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(key, _)| key == name)
    }

    /// The fields that are not `null`, in the order in which they came; of equal names the last.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.0.iter().enumerate().filter_map(|(at, (name, value))| {
            let later = &self.0[at + 1..];
            let last = *value != "null"
                && !later
                    .iter()
                    .any(|(key, other)| key == name && *other != "null");
            last.then_some((name.as_str(), *value))
        })
    }

    /// A field that is an object.
    pub(crate) fn object(&self, name: &str) -> Option<Fields<'a>> {
        Self::read(self.get(name)?)
    }

    /// The elements of a field that is a list; anything else is the only element.
    pub(crate) fn list(&self, name: &str) -> Vec<&'a str> {
        self.get(name).map(elements).unwrap_or_default()
    }

    /// A field that is a string.
    pub(crate) fn text(&self, name: &str) -> Option<Text> {
        Text::read(self.get(name)?)
    }

    /// A string that is not empty, halves of surrogate pairs replaced.
    pub(crate) fn word(&self, name: &str) -> Option<String> {
        let word = self.text(name)?.lossy();
        (!word.is_empty()).then_some(word)
    }

    /// A whole number, also one with a point or in quotes.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        number(self.get(name)?)
    }

    /// What tells things apart that are numbered: the number or word itself, whether in quotes or not.
    pub(crate) fn key(&self, name: &str) -> Option<String> {
        let raw = self.get(name)?;
        let bare = raw.trim_matches('"');
        (!bare.is_empty()).then(|| match number(raw) {
            Some(number) => number.to_string(),
            None => bare.chars().take(64).collect(),
        })
    }

    /// The object as JSON, with some fields in place of those of the same names.
    pub(crate) fn with(&self, changed: &[(&str, &str)]) -> String {
        let mut parts = Vec::new();
        for (name, own) in self.iter() {
            let value = changed.iter().find(|(key, _)| *key == name);
            parts.push(member(name, value.map_or(own, |(_, value)| *value)));
        }
        for (name, value) in changed {
            if self.get(name).is_none() {
                parts.push(member(name, value));
            }
        }
        format!("{{{}}}", parts.join(","))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut fields = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
                    fields.push((name, value.get()));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(All)
    }
}

fn member(name: &str, value: &str) -> String {
    format!("{}:{value}", quoted(name))
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The elements of a list; anything else is the only element.
pub(crate) fn elements(json: &str) -> Vec<&str> {
    match serde_json::from_str::<Vec<&RawValue>>(json) {
        Ok(list) => list.into_iter().map(RawValue::get).collect(),
        Err(_) => vec![json],
    }
}

/// Whether a value says nothing: `null`, `false`, zero, an empty string, list or object.
pub(crate) fn is_nothing(json: &str) -> bool {
    let bare: String = json.chars().filter(|c| !c.is_whitespace()).collect();
    matches!(
        bare.as_str(),
        "" | "null" | "false" | "0" | "\"\"" | "[]" | "{}"
    )
}

fn number(raw: &str) -> Option<u64> {
    let bare = raw.trim_matches('"').trim();
    if let Ok(number) = bare.parse() {
        return Some(number);
    }
    let float: f64 = bare.parse().ok()?;
    let whole = float.is_finite() && float >= 0.0 && float.fract() == 0.0 && float < 9e15;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is whole, not negative and small"
    )]
    whole.then_some(float as u64)
}

/// A text of an endpoint, which may begin or end in half of a surrogate pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text(Vec<u16>);

impl Text {
    /// Reads a JSON string; none where the text is something else.
    pub(crate) fn read(json: &str) -> Option<Self> {
        if let Ok(plain) = serde_json::from_str::<&str>(json) {
            return Some(Self(plain.encode_utf16().collect()));
        }
        let inner = json.trim().strip_prefix('"')?.strip_suffix('"')?;
        let mut units = Vec::with_capacity(inner.len());
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            if c != '\\' {
                units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
                continue;
            }
            units.push(match chars.next()? {
                'b' => 8,
                'f' => 12,
                'n' => 10,
                'r' => 13,
                't' => 9,
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    u16::from_str_radix(&digits, 16).ok()?
                }
                c @ ('"' | '\\' | '/') => u16::try_from(u32::from(c)).ok()?,
                _ => return None,
            });
        }
        Some(Self(units))
    }

    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text, with U+FFFD for halves.
    pub(crate) fn lossy(&self) -> String {
        String::from_utf16_lossy(&self.0)
    }
}

/// Joins the pieces of one text: half of a surrogate pair waits for the other.
#[derive(Debug, Default)]
pub(crate) struct Joiner {
    half: Option<u16>,
    /// A half stayed alone.
    pub(crate) broken: bool,
}

impl Joiner {
    /// The next piece, with what waited and without what waits now.
    pub(crate) fn join(&mut self, piece: &Text) -> String {
        let mut units: Vec<u16> = self.half.take().into_iter().collect();
        units.extend_from_slice(&piece.0);
        if units
            .last()
            .is_some_and(|unit| (0xD800..0xDC00).contains(unit))
        {
            self.half = units.pop();
        }
        char::decode_utf16(units)
            .map(|unit| {
                self.broken |= unit.is_err();
                unit.unwrap_or(char::REPLACEMENT_CHARACTER)
            })
            .collect()
    }

    /// What waited in vain.
    pub(crate) fn end(&mut self) -> &'static str {
        match self.half.take() {
            Some(_) => {
                self.broken = true;
                "\u{FFFD}"
            }
            None => "",
        }
    }
}

/// The text as JSON, repaired where needed; none where it is no JSON.
pub(crate) fn document(text: &str) -> Option<std::borrow::Cow<'_, str>> {
    let text = text.trim().trim_start_matches('\u{FEFF}');
    if crate::json::is_whole(text) {
        return Some(text.into());
    }
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let repaired = repaired(text);
    crate::json::is_whole(&repaired).then_some(repaired.into())
}

/// Words that are no JSON become `null`, `True` and `False` lose their capital, a comma before an end goes, and control characters in strings are escaped.
fn repaired(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    let (mut quoted, mut escaped) = (false, false);
    while let Some(c) = rest.next() {
        if quoted {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => quoted = false,
                _ => {}
            }
            if c.is_ascii_control() {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            } else {
                out.push(c);
            }
            continue;
        }
        match c {
            '"' => {
                quoted = true;
                out.push(c);
            }
            '}' | ']' => {
                let end = out.trim_end().len();
                if out[..end].ends_with(',') {
                    out.truncate(end - 1);
                }
                out.push(c);
            }
            c if c.is_alphabetic()
                || (c == '-' && rest.peek().is_some_and(|n| n.is_alphabetic())) =>
            {
                let mut word = String::from(c);
                while let Some(next) = rest.next_if(|n| n.is_alphanumeric()) {
                    word.push(next);
                }
                out.push_str(match word.as_str() {
                    "true" | "True" => "true",
                    "false" | "False" => "false",
                    _ => "null",
                });
            }
            // An exponent or a digit is part of a number.
            c if c.is_ascii_digit() => {
                out.push(c);
                while let Some(next) =
                    rest.next_if(|n| n.is_ascii_alphanumeric() || matches!(n, '.' | '+' | '-'))
                {
                    out.push(next);
                }
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fields_are_read_each_by_itself() {
        let fields = Fields::read(
            r#"{"a":"x","n":"7","f":2.0,"l":[1,2],"o":{"b":null},"a":null,"q":["\ud83d"]}"#,
        )
        .unwrap();
        assert_eq!(fields.word("a").as_deref(), Some("x"));
        assert_eq!((fields.number("n"), fields.number("f")), (Some(7), Some(2)));
        assert_eq!(fields.list("l"), ["1", "2"]);
        assert_eq!(fields.list("n"), ["\"7\""]);
        assert!(fields.object("o").unwrap().get("b").is_none());
        assert!(Fields::read("[]").is_none());
        assert_eq!(
            Fields::read(r#"{"a":1,"b":2}"#)
                .unwrap()
                .with(&[("b", "3"), ("c", "4")]),
            r#"{"a":1,"b":3,"c":4}"#
        );
    }

    #[test]
    fn known_faults_of_documents_are_repaired() {
        for (given, expected) in [
            (
                "{\"a\":NaN,\"b\":-Infinity,\"c\":None}",
                r#"{"a":null,"b":null,"c":null}"#,
            ),
            ("{\"a\":True,}", r#"{"a":true}"#),
            (
                "{\"a\":[1e5,-2.5,],\"NaN\":\"NaN,}\"}",
                r#"{"a":[1e5,-2.5],"NaN":"NaN,}"}"#,
            ),
            ("{\"a\":\"x\ny\"}", r#"{"a":"x\u000ay"}"#),
        ] {
            assert_eq!(document(given).unwrap(), expected);
        }
        for bad in ["{\"a\":", "upstream", "{\"a\":\"\\q", ""] {
            assert!(document(bad).is_none(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn a_text_split_anywhere_is_joined(text in "\\PC{0,12}", cut in any::<prop::sample::Index>()) {
            let units: Vec<u16> = text.encode_utf16().collect();
            let escaped = |units: &[u16]| {
                let inner: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
                Text::read(&format!("\"{inner}\"")).unwrap()
            };
            let (first, second) = units.split_at(cut.index(units.len() + 1));
            let mut joiner = Joiner::default();
            let joined = joiner.join(&escaped(first)) + &joiner.join(&escaped(second)) + joiner.end();
            prop_assert_eq!(joined, text);
            prop_assert!(!joiner.broken);
        }

        #[test]
        fn documents_stay_as_they_are(value in "\\PC{0,30}") {
            let json = serde_json::json!({ "a": value }).to_string();
            prop_assert_eq!(document(&json).unwrap(), json.as_str());
        }
    }
}
