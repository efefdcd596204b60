//! Sentences of this program, in the language of the person at the terminal.
//!
//! They come from the message catalogue. Every text inserted into one is made visible and isolated, so that a name can neither
//! begin a line nor reorder the words around it. Documents (`--json`) stay English.

use std::sync::OnceLock;

use messages::{Catalogue, Language, Phrase, Value, isolated, without_isolation};
use serde::{Serialize, Serializer};

static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();

/// Chooses the language. The first choice holds for the whole run.
pub(crate) fn speak(language: Language) {
    CATALOGUE.get_or_init(|| Catalogue::new(language));
}

/// A message in the language of this run.
pub(crate) fn say(phrase: Phrase) -> String {
    let catalogue = CATALOGUE.get_or_init(|| Catalogue::new(Language::of_system()));
    catalogue.say(&phrase.with_texts(&domain::visible))
}

/// A message for the inside of a value or for a column, where isolation marks would be written out or counted.
pub(crate) fn say_inside(phrase: Phrase) -> String {
    without_isolation(&say(phrase))
}

/// Somebody's text on one line, isolated, with what hides in it written out.
pub(crate) fn quoted(text: &str) -> String {
    isolated(&domain::visible(text))
}

/// Somebody's text of several lines, each indented and isolated.
pub(crate) fn quoted_lines(indent: &str, text: &str) -> Vec<String> {
    let lines = text.lines();
    lines
        .map(|line| format!("{indent}{}", isolated(&domain::visible_block(line))))
        .collect()
}

/// Lines for the screen. Whatever still hides in one is written out; the marks that isolate values stay where they match.
pub(crate) fn screen(lines: &[String]) -> String {
    let shown: Vec<String> = lines.iter().map(|line| shown(line)).collect();
    shown.join("\n")
}

fn shown(line: &str) -> String {
    let depth = line.chars().try_fold(0_usize, |depth, c| match c {
        '\u{2068}' => Some(depth + 1),
        '\u{2069}' => depth.checked_sub(1),
        _ => Some(depth),
    });
    if depth != Some(0) {
        return domain::visible_block(line);
    }
    let pieces = line.split_inclusive(['\u{2068}', '\u{2069}']);
    let pieces = pieces.map(|piece| {
        let text = piece.trim_end_matches(['\u{2068}', '\u{2069}']);
        let mark = piece.get(text.len()..).unwrap_or_default();
        format!("{}{mark}", domain::visible_block(text))
    });
    pieces.collect()
}

/// Words of an error: this program's own, or those of the host or the system, which stay as they are.
#[derive(Clone, Debug)]
pub(crate) enum Words {
    /// A message of the catalogue.
    Own(Phrase),
    /// Text from elsewhere.
    Given(String),
}

impl Words {
    /// For the terminal.
    pub fn said(&self) -> String {
        match self {
            Self::Own(phrase) => say(phrase.clone()),
            Self::Given(text) => quoted(text),
        }
    }
}

impl From<Phrase> for Words {
    fn from(phrase: Phrase) -> Self {
        Self::Own(phrase)
    }
}

impl From<Words> for Value {
    fn from(words: Words) -> Self {
        match words {
            Words::Own(phrase) => Self::from(phrase),
            Words::Given(text) => Self::from(text),
        }
    }
}

/// In a document: English, without marks.
impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Own(phrase) => {
                let english = Catalogue::new(Language::English).say(phrase);
                serializer.serialize_str(&without_isolation(&english))
            }
            Self::Given(text) => serializer.serialize_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stay_on_the_screen_only_where_they_match() {
        for (line, expected) in [
            ("a \u{2068}b\u{2069} c", "a \u{2068}b\u{2069} c"),
            (
                "a \u{2068}b\u{202e}\u{2069} c",
                "a \u{2068}b⟨U+202E⟩\u{2069} c",
            ),
            ("a \u{2069}b\u{2068}", "a ⟨U+2069⟩b⟨U+2068⟩"),
            ("a \u{2068}b", "a ⟨U+2068⟩b"),
        ] {
            assert_eq!(screen(&[line.to_owned()]), expected);
        }
    }

    #[test]
    fn text_of_others_stays_on_its_line_and_in_its_isolate() {
        let text = "a\u{2069}\u{202e}\nb";
        assert_eq!(quoted(text), "\u{2068}a⟨U+2069⟩⟨U+202E⟩⟨U+000A⟩b\u{2069}");
        let lines = quoted_lines("  ", text);
        assert_eq!(
            lines,
            ["  \u{2068}a⟨U+2069⟩⟨U+202E⟩\u{2069}", "  \u{2068}b\u{2069}"]
        );
    }

    #[test]
    fn document_is_english_without_marks() {
        let words = Words::from(messages::phrases::terminal_not_name_value("x\u{202e}"));
        let json = serde_json::to_value(words).ok();
        assert_eq!(json, Some("`x\u{202e}` is not NAME=VALUE.".into()));
    }
}
