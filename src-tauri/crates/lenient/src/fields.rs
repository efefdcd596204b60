//! The fields of one JSON object, each read on its own.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

/// An empty object, for one that is written as an empty array.
const EMPTY: &str = "{}";

/// The fields of a JSON object. Those that are read are taken out; one of another type stays, counts as absent, and is named in
/// [`Fields::odd`]. `null` is the same as absent, and `mime_type` the same as `mimeType`.
#[derive(Clone, Debug, Default)]
pub struct Fields<'a> {
    all: BTreeMap<String, &'a RawValue>,
    odd: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// Of an object. An empty array is one too: PHP writes it so.
    #[must_use]
    pub fn of(raw: &'a RawValue) -> Option<Self> {
        let text = match is_empty_array(raw.get()) {
            true => EMPTY,
            false => raw.get(),
        };
        let all = serde_json::from_str(text).ok()?;
        let odd = Vec::new();
        Some(Self { all, odd })
    }

    /// A field as it is.
    pub fn raw(&mut self, name: &'static str) -> Option<&'a RawValue> {
        let key = self.key(name)?;
        self.all.remove(&key)
    }

    /// A text.
    pub fn text(&mut self, name: &'static str) -> Option<String> {
        self.read(name, |raw| serde_json::from_str(raw.get()).ok())
    }

    /// A text, or any other value as its JSON text: where something is shown whatever it is.
    pub fn shown(&mut self, name: &'static str) -> Option<String> {
        self.read(name, |raw| Some(shown(raw)))
    }

    /// Yes or no. `1`, `0` and both as words are too.
    pub fn flag(&mut self, name: &'static str) -> Option<bool> {
        self.read(name, |raw| match raw.get().trim_matches('"') {
            "true" | "True" | "1" => Some(true),
            "false" | "False" | "0" | "" => Some(false),
            _ => None,
        })
    }

    /// A number. One that is written as a text is too.
    pub fn number(&mut self, name: &'static str) -> Option<f64> {
        self.read(name, number)
    }

    /// A count: a whole number that is not negative. `2.0` is one.
    pub fn count(&mut self, name: &'static str) -> Option<u64> {
        self.read(name, |raw| {
            if let Ok(count) = raw.get().parse() {
                return Some(count);
            }
            let number = number(raw)?;
            // What is more than any count becomes the largest.
            (number.fract() == 0.0 && number >= 0.0).then_some(number as u64)
        })
    }

    /// The items of a list. A single value is a list of one, and an object whose names are numbers is a list: PHP writes one with
    /// gaps so.
    pub fn list(&mut self, name: &'static str) -> Vec<&'a RawValue> {
        self.read(name, |raw| match raw.get().as_bytes().first() {
            Some(b'[') => serde_json::from_str(raw.get()).ok(),
            Some(b'{') => Some(numbered(raw).unwrap_or_else(|| vec![raw])),
            _ => Some(vec![raw]),
        })
        .unwrap_or_default()
    }

    /// The texts of a list; what is none is left out.
    pub fn texts(&mut self, name: &'static str) -> Vec<String> {
        let all = self.list(name).into_iter();
        all.filter_map(|raw| serde_json::from_str(raw.get()).ok())
            .collect()
    }

    /// An object.
    pub fn object(&mut self, name: &'static str) -> Option<Self> {
        self.read(name, Self::of)
    }

    /// The text of an object.
    pub fn object_text(&mut self, name: &'static str) -> Option<&'a str> {
        self.read(name, |raw| match raw.get() {
            text if text.starts_with('{') => Some(text),
            text => is_empty_array(text).then_some(EMPTY),
        })
    }

    /// Anything that reads as `T`.
    pub fn any<T: Deserialize<'a>>(&mut self, name: &'static str) -> Option<T> {
        self.read(name, |raw| serde_json::from_str(raw.get()).ok())
    }

    /// Whether the field is there and says neither no nor nothing.
    #[must_use]
    pub fn declares(&self, name: &'static str) -> bool {
        let declared = self.key(name).and_then(|key| self.all.get(&key));
        declared.is_some_and(|raw| raw.get() != "false")
    }

    /// All fields that are left, by name.
    pub fn into_all(self) -> impl Iterator<Item = (String, &'a RawValue)> {
        self.all.into_iter()
    }

    /// Which fields have another type than the one they were read as.
    #[must_use]
    pub fn odd(&self) -> &[&'static str] {
        &self.odd
    }

    /// What was not taken, as the text of a JSON object; none if everything was.
    #[must_use]
    pub fn rest(&self) -> Option<String> {
        let some = !self.all.is_empty();
        some.then(|| serde_json::to_string(&self.all).ok())?
    }

    fn read<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&'a RawValue) -> Option<T>,
    ) -> Option<T> {
        let key = self.key(name)?;
        let value = self.all.get(&key).and_then(|raw| read(raw));
        match value.is_some() {
            true => drop(self.all.remove(&key)),
            false => self.odd.push(name),
        }
        value
    }

    /// The name under which a field is there and not `null`.
    fn key(&self, name: &str) -> Option<String> {
        let there = |name: &str| self.all.get(name).is_some_and(|raw| raw.get() != "null");
        if there(name) {
            return Some(name.to_owned());
        }
        let other = with_underscores(name);
        there(&other).then_some(other)
    }
}

/// The values of an object whose names are numbers, in their order.
fn numbered(raw: &RawValue) -> Option<Vec<&RawValue>> {
    let all: BTreeMap<String, &RawValue> = serde_json::from_str(raw.get()).ok()?;
    let numbers = all
        .into_iter()
        .map(|(name, raw)| Some((name.parse().ok()?, raw)));
    let all: BTreeMap<u64, &RawValue> = numbers.collect::<Option<_>>()?;
    (!all.is_empty()).then(|| all.into_values().collect())
}

/// A value for a reader: a text as it is, anything else as its JSON text.
fn shown(raw: &RawValue) -> String {
    serde_json::from_str(raw.get()).unwrap_or_else(|_| raw.get().to_owned())
}

fn number(raw: &RawValue) -> Option<f64> {
    let number: f64 = raw.get().trim_matches('"').trim().parse().ok()?;
    number.is_finite().then_some(number)
}

fn is_empty_array(text: &str) -> bool {
    text.strip_prefix('[')
        .is_some_and(|rest| rest.trim_start() == "]")
}

/// `mimeType` as `mime_type`.
fn with_underscores(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    /// Every type, and what is nearly one.
    const VALUES: [&str; 12] = [
        "null",
        "true",
        "false",
        "0",
        "-1.5",
        "1e400",
        "\"\"",
        "\"7\"",
        "\"x\"",
        "[]",
        "[null,{}]",
        "{\"a\":1}",
    ];

    #[test]
    fn a_field_of_any_type_costs_itself_alone() {
        for value in VALUES {
            let text = format!(r#"{{"odd":{value},"good":"kept"}}"#);
            let raw: &RawValue = serde_json::from_str(&text).unwrap();
            let fields = Fields::of(raw).unwrap();
            let read: [&dyn Fn(&mut Fields<'_>); 9] = [
                &|f| drop(f.text("odd")),
                &|f| drop(f.shown("odd")),
                &|f| assert_ne!(f.flag("odd").map(|_| 0), Some(1)),
                &|f| assert_ne!(f.number("odd").map(|_| 0), Some(1)),
                &|f| assert_ne!(f.count("odd").map(|_| 0), Some(1)),
                &|f| drop(f.list("odd")),
                &|f| drop(f.texts("odd")),
                &|f| drop(f.object("odd")),
                &|f| assert_ne!(f.object_text("odd").map(|_| 0), Some(1)),
            ];
            for read in read {
                let mut fields = fields.clone();
                read(&mut fields);
                assert_eq!(fields.text("good").as_deref(), Some("kept"), "{value}");
            }
        }
    }

    #[test]
    fn lists_are_read_in_every_spelling() {
        let listed = |value: &str| {
            let text = format!(r#"{{"a":{value}}}"#);
            let raw: &RawValue = serde_json::from_str(&text).unwrap();
            let list = Fields::of(raw).unwrap().list("a");
            list.iter()
                .map(|raw| raw.get().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(listed("[1,2]"), ["1", "2"]);
        assert_eq!(listed(r#"{"10":1,"9":2}"#), ["2", "1"]);
        assert_eq!(listed(r#"{"x":1}"#), [r#"{"x":1}"#]);
        assert_eq!(listed("7"), ["7"]);
        assert!(listed("null").is_empty() && listed("[]").is_empty());
    }

    #[test]
    fn odd_fields_are_named_and_stay() {
        let raw: &RawValue = serde_json::from_str(
            r#"{"title":5,"mime_type":"a/b","size":2.0,"no":null,"tools":[]}"#,
        )
        .unwrap();
        let mut fields = Fields::of(raw).unwrap();
        assert_eq!(fields.text("title"), None);
        assert_eq!(fields.text("mimeType").as_deref(), Some("a/b"));
        assert_eq!(fields.count("size"), Some(2));
        assert_eq!(fields.text("no"), None);
        assert!(fields.declares("tools") && !fields.declares("no"));
        assert_eq!(fields.odd(), ["title"]);
        assert_eq!(
            fields.rest().unwrap(),
            r#"{"no":null,"title":5,"tools":[]}"#
        );
    }
}
