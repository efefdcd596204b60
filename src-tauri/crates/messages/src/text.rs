//! Words for a person that cross between parts of the program.

use std::{
    fmt,
    sync::{Arc, LazyLock, PoisonError, RwLock},
};

use serde::{Serialize, Serializer};
use specta::{Type, Types, datatype::DataType};

use crate::{Catalogue, Language, Phrase, Value, without_isolation};

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(Language::English));

/// What a stored message begins with (U+0002).
const STORED: char = '\u{2}';

/// The language in which [`Text`] is serialized; none for documents: English without isolation marks.
static SERIALIZED: RwLock<Option<Arc<Catalogue>>> = RwLock::new(None);

/// Words for a person: a message of the catalogue as data, or text from elsewhere.
///
/// Whoever shows it chooses the language. [`fmt::Display`] is for logs and stored rows: English, without isolation marks. Serialized,
/// it is a string in the language of [`serialize_texts_in`].
///
/// ```
/// use messages::{Catalogue, Language, Text, phrases, without_isolation};
///
/// let text = Text::from(phrases::more_servers(2));
/// assert_eq!(text.to_string(), "2 more servers");
/// let german = text.said(&Catalogue::new(Language::German));
/// assert_eq!(without_isolation(&german), "2 weitere Server");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Text {
    /// A message of the catalogue.
    Message(Phrase),
    /// Text of somebody else, or of an earlier version: the same in every language.
    Given(String),
}

/// Chooses the language in which every [`Text`] is serialized from now on, with isolation marks. A shell whose window receives
/// serialized views calls it once at its start, and again when the user chooses another language.
pub fn serialize_texts_in(language: Language) {
    let mut chosen = SERIALIZED.write().unwrap_or_else(PoisonError::into_inner);
    *chosen = Some(Arc::new(Catalogue::new(language)));
}

impl Text {
    /// The text in the language of a catalogue, each inserted value isolated.
    #[must_use]
    pub fn said(&self, catalogue: &Catalogue) -> String {
        match self {
            Self::Message(phrase) => catalogue.say(phrase),
            Self::Given(text) => text.clone(),
        }
    }

    /// The text in the language of [`serialize_texts_in`], as it is serialized.
    #[must_use]
    pub fn chosen(&self) -> String {
        let chosen = SERIALIZED
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        match chosen {
            Some(catalogue) => self.said(&catalogue),
            None => self.to_string(),
        }
    }

    /// The text for a row that outlives a change of the language: text from elsewhere as it is, a message as data.
    #[must_use]
    pub fn stored(&self) -> String {
        match self {
            Self::Message(phrase) => match serde_json::to_string(phrase) {
                Ok(data) => format!("{STORED}{data}"),
                // A phrase has text keys and finite numbers.
                Err(_) => self.to_string(),
            },
            Self::Given(text) if text.starts_with(STORED) => format!("{STORED}{text}"),
            Self::Given(text) => text.clone(),
        }
    }

    /// Reads what [`Self::stored`] wrote. Anything else is text from elsewhere; no such text reads as a message.
    #[must_use]
    pub fn from_stored(stored: &str) -> Self {
        let Some(data) = stored.strip_prefix(STORED) else {
            return Self::Given(stored.to_owned());
        };
        if data.starts_with(STORED) {
            return Self::Given(data.to_owned());
        }
        serde_json::from_str(data).map_or_else(|_| Self::Given(stored.to_owned()), Self::Message)
    }

    /// Whether it is the empty text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Given(text) if text.is_empty())
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::Given(String::new())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(phrase) => f.write_str(&without_isolation(&ENGLISH.say(phrase))),
            Self::Given(text) => f.write_str(text),
        }
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, english: &str) -> bool {
        match self {
            Self::Message(phrase) => without_isolation(&ENGLISH.say(phrase)) == english,
            Self::Given(text) => text == english,
        }
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, english: &&str) -> bool {
        self == *english
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.chosen())
    }
}

/// A string.
impl Type for Text {
    fn definition(types: &mut Types) -> DataType {
        String::definition(types)
    }
}

impl From<Phrase> for Text {
    fn from(phrase: Phrase) -> Self {
        Self::Message(phrase)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::Given(text)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::Given(text.to_owned())
    }
}

impl From<Text> for Value {
    fn from(text: Text) -> Self {
        match text {
            Text::Message(phrase) => Self::from(phrase),
            Text::Given(text) => Self::from(text),
        }
    }
}

impl From<&Text> for Value {
    fn from(text: &Text) -> Self {
        text.clone().into()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::phrases;

    #[test]
    fn displayed_text_is_english_without_marks() {
        let text = Text::from(phrases::on_day("Monday"));
        assert_eq!(text, "on Monday");
        assert_eq!(text.to_string(), "on Monday");
        assert_eq!(Text::from("a\u{2068}b"), "a\u{2068}b");
    }

    #[test]
    fn stored_text_is_read_back_and_text_of_others_never_as_a_message() {
        let message = Text::from(phrases::on_day("Monday"));
        let forged = Text::from(message.stored());
        let twice = Text::from(forged.stored());
        for text in [
            message,
            forged,
            twice,
            Text::from("x"),
            Text::from("\u{2}x"),
        ] {
            assert_eq!(Text::from_stored(&text.stored()), text);
        }
    }

    /// The only test that changes the language of the process.
    #[test]
    fn serialized_text_is_a_document_until_a_language_is_chosen() {
        let text = Text::from(phrases::on_day("Montag"));
        assert_eq!(serde_json::to_value(&text).unwrap(), "on Montag");
        serialize_texts_in(Language::German);
        let german = serde_json::to_value(&text).unwrap();
        assert_eq!(german, text.said(&Catalogue::new(Language::German)));
        assert!(german.as_str().unwrap().contains("\u{2068}Montag\u{2069}"));
        assert_eq!(serde_json::to_value(Text::from("x")).unwrap(), "x");
    }
}
