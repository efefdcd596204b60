//! Sentences of this program, in the language of the person at the terminal.
//!
//! They come from the message catalogue. Every text inserted into one is made visible and isolated, so that a name can neither
//! begin a line nor reorder the words around it. Documents (`--json`) stay English.

use std::sync::OnceLock;

use messages::{Catalogue, Language, Phrase, Text, isolated, without_isolation};

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

/// Words of this program, of the host or of somebody else, for the terminal.
pub(crate) fn said(text: &Text) -> String {
    match text {
        Text::Message(phrase) => say(phrase.clone()),
        Text::Given(text) => quoted(text),
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
}
