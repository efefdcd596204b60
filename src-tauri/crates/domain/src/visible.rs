//! Makes characters visible that could hide or disguise text: control, bidirectional, zero-width, tag characters.

/// A run of text as a person should see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Text that shows as it is; may contain line breaks and tabs.
    Text(String),
    /// A run of one hidden character.
    Hidden {
        /// The character.
        character: char,
        /// Length of the run, at least 1.
        count: usize,
    },
}

/// Whether a character cannot be seen, or changes how others are seen: controls except line feed and tab, format
/// characters except those that draw a sign of their own, everything Unicode lets a renderer ignore, the line and
/// paragraph separators, and the blank Braille pattern.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    if c == '\n' || c == '\t' {
        return false;
    }
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffc}' | '\u{13430}'..='\u{1343f}' | '\u{16fe4}' | '\u{1d159}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Splits text into what shows and what hides.
#[must_use]
pub fn segments(text: &str) -> Vec<Segment> {
    let mut out: Vec<Segment> = Vec::new();
    for c in text.chars() {
        match (is_hidden(c), out.last_mut()) {
            (true, Some(Segment::Hidden { character, count })) if *character == c => *count += 1,
            (true, _) => out.push(Segment::Hidden {
                character: c,
                count: 1,
            }),
            (false, Some(Segment::Text(run))) => run.push(c),
            (false, _) => out.push(Segment::Text(c.to_string())),
        }
    }
    out
}

/// Text for a place between double quotes in a shell command: what would end the quotes or be replaced there is escaped.
#[must_use]
pub fn in_double_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '"' | '$' | '`' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Text safe for one line: hidden characters, line breaks and tabs written out, as `⟨U+202E⟩`.
#[must_use]
pub fn visible(text: &str) -> String {
    write_out(text, false)
}

/// Text safe for several lines: as [`visible`], but line breaks and tabs stay.
#[must_use]
pub fn visible_block(text: &str) -> String {
    write_out(text, true)
}

/// A tool's name for the middle of a sentence: every character that is not usual in one is written out, so that it
/// cannot end a quotation, begin a sentence of its own, or turn the direction of the words around it.
#[must_use]
pub fn tool_label(name: &str) -> String {
    let usual = |c: char| c.is_ascii_alphanumeric() || "_-./:".contains(c);
    name.chars()
        .map(|c| match usual(c) {
            true => c.to_string(),
            false => format!("⟨U+{:04X}⟩", u32::from(c)),
        })
        .collect()
}

/// Returns at most the first `bytes` of a text, truncated at a character boundary.
#[must_use]
pub fn cut(text: &str, bytes: usize) -> &str {
    if text.len() <= bytes {
        return text;
    }
    let mut end = bytes;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn write_out(text: &str, keep_breaks: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let hide = is_hidden(c) || (!keep_breaks && (c == '\n' || c == '\t'));
        if hide {
            out.push_str(&format!("⟨U+{:04X}⟩", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use icu_properties::{
        CodePointMapData, CodePointSetData,
        props::{DefaultIgnorableCodePoint, GeneralCategory},
    };

    use super::*;

    #[test]
    fn text_between_double_quotes_stays_one_word() {
        let hostile = "/a b/$(touch x)`id`\"; rm -rf ~ #\\";
        let escaped = in_double_quotes(hostile);
        assert_eq!(escaped, "/a b/\\$(touch x)\\`id\\`\\\"; rm -rf ~ #\\\\");
        assert_eq!(in_double_quotes("/home/me/Ärger 1"), "/home/me/Ärger 1");
    }

    /// Signs before numbers in Arabic, Syriac and Kaithi: format characters that draw something.
    fn is_number_sign(c: char) -> bool {
        matches!(
            c,
            '\u{600}'
                ..='\u{605}'
                    | '\u{6dd}'
                    | '\u{70f}'
                    | '\u{890}'
                    | '\u{891}'
                    | '\u{8e2}'
                    | '\u{110bd}'
                    | '\u{110cd}'
        )
    }

    #[test]
    fn every_character_that_unicode_hides_is_hidden() {
        let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
        let category = CodePointMapData::<GeneralCategory>::new();
        for c in '\0'..=char::MAX {
            let category = category.get(c);
            let is_one_of = |categories: &[GeneralCategory]| categories.contains(&category);
            let unseen = ignorable.contains(c)
                || (is_one_of(&[GeneralCategory::Control]) && c != '\n' && c != '\t')
                || (is_one_of(&[GeneralCategory::Format]) && !is_number_sign(c))
                || is_one_of(&[
                    GeneralCategory::LineSeparator,
                    GeneralCategory::ParagraphSeparator,
                ])
                || c == '\u{2800}';
            // The specials block and the filler that fonts leave blank are treated as hidden besides.
            let besides = matches!(c, '\u{fff0}'..='\u{fffc}' | '\u{16fe4}' | '\u{1d159}');
            assert_eq!(is_hidden(c), unseen || besides, "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn a_name_stays_a_name() {
        assert_eq!(tool_label("read_text-file.v2:a/b"), "read_text-file.v2:a/b");
        assert_eq!(tool_label("a” b"), "a⟨U+201D⟩⟨U+0020⟩b");
    }

    #[test]
    fn nothing_hides() {
        assert_eq!(
            visible("a\u{202e}b\u{1b}[2J\n"),
            "a⟨U+202E⟩b⟨U+001B⟩[2J⟨U+000A⟩"
        );
        assert_eq!(visible_block("a\nb\u{200b}"), "a\nb⟨U+200B⟩");
        assert_eq!(
            segments("x\u{2063}\u{2063}y"),
            vec![
                Segment::Text("x".into()),
                Segment::Hidden {
                    character: '\u{2063}',
                    count: 2
                },
                Segment::Text("y".into())
            ]
        );
    }
}
