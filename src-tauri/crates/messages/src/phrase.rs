//! Messages as data: which one, and the values it inserts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A message with its values, not yet in any language. [`crate::phrases`] has a constructor for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phrase {
    /// Name of the message in the catalogue.
    pub id: String,
    /// Values by the name that the message gives them.
    pub values: BTreeMap<String, Value>,
}

impl Phrase {
    /// A message with its values. The constructors in [`crate::phrases`] know which values it takes.
    pub fn new<const N: usize>(id: &str, values: [(&str, Value); N]) -> Self {
        let values = values.map(|(name, value)| (name.to_owned(), value));
        Self {
            id: id.to_owned(),
            values: values.into(),
        }
    }

    /// The same message with each text among its values changed, also in messages and lists inside it.
    #[must_use]
    pub fn with_texts(&self, change: &dyn Fn(&str) -> String) -> Self {
        let values = self.values.iter();
        Self {
            id: self.id.clone(),
            values: values
                .map(|(name, value)| (name.clone(), value.with_texts(change)))
                .collect(),
        }
    }
}

/// A value that a message inserts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Value {
    /// Text that somebody else wrote, such as a name. It stays as it is in every language.
    Text(String),
    /// A number. It selects a plural, and is written as the language writes numbers.
    Number(f64),
    /// A message inside the message.
    Phrase(Box<Phrase>),
    /// Several values, joined as the language joins them: "A, B and C".
    List(Vec<Value>),
}

impl Value {
    /// A list of these.
    pub fn list<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }

    fn with_texts(&self, change: &dyn Fn(&str) -> String) -> Self {
        match self {
            Self::Text(text) => Self::Text(change(text)),
            Self::Number(number) => Self::Number(*number),
            Self::Phrase(phrase) => Self::Phrase(Box::new(phrase.with_texts(change))),
            Self::List(items) => {
                Self::List(items.iter().map(|item| item.with_texts(change)).collect())
            }
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Phrase> for Value {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(Box::new(phrase))
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(f64::from(number))
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Number(f64::from(number))
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(number as f64)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(number as f64)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::phrases;

    #[test]
    fn phrase_is_read_back_as_it_was_written() {
        let list = Value::list(["A", "B"]);
        let phrase = phrases::export_summary(list, phrases::export_rules(2));
        let written = serde_json::to_string(&phrase).unwrap();
        assert_eq!(serde_json::from_str::<Phrase>(&written).unwrap(), phrase);
    }

    #[test]
    fn with_texts_changes_texts_at_any_depth_and_nothing_else() {
        let phrase = phrases::export_summary(
            Value::from(1),
            phrases::marked_from(Value::list(["a", "b"])),
        );
        let upper = phrase.with_texts(&|text| text.to_uppercase());
        let expected = phrases::export_summary(
            Value::from(1),
            phrases::marked_from(Value::list(["A", "B"])),
        );
        assert_eq!(upper, expected);
    }
}
