//! Isolation of inserted values: FSI and PDI around each, which the value itself cannot leave (Unicode Annex 9).

const FIRST_STRONG_ISOLATE: char = '\u{2068}';
const POP_ISOLATE: char = '\u{2069}';

/// A value that cannot leave the isolate around it: an isolate that it opens is closed at its end, and a character that would
/// close the one around it, or end the paragraph and with it every isolate, is written out, as `⟨U+2069⟩`.
#[must_use]
pub fn contained(value: &str) -> String {
    let mut open = 0_usize;
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '\u{2066}'..='\u{2068}' => {
                open += 1;
                out.push(c);
            }
            POP_ISOLATE if open > 0 => {
                open -= 1;
                out.push(c);
            }
            POP_ISOLATE | '\n' | '\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2029}' => {
                out.push_str(&format!("⟨U+{:04X}⟩", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.extend(std::iter::repeat_n(POP_ISOLATE, open));
    out
}

/// Text in an isolate of its own, which it cannot leave.
#[must_use]
pub fn isolated(value: &str) -> String {
    marked(&contained(value))
}

/// The marks around text that opens and closes as many isolates.
pub(crate) fn marked(text: &str) -> String {
    format!("{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}")
}

/// A message without the marks that isolate its values: for a comparison or a document, never for display.
#[must_use]
pub fn without_isolation(message: &str) -> String {
    message.replace([FIRST_STRONG_ISOLATE, POP_ISOLATE], "")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Catalogue, Language, Value, phrases};

    /// Isolates that are open after a text, as a renderer counts them: the end of a paragraph closes all, and a PDI without one
    /// to close does nothing. None if the text closes what it did not open, or ends the paragraph.
    fn open_after(text: &str) -> Option<usize> {
        let mut open = 0_usize;
        for c in text.chars() {
            match c {
                '\u{2066}'..='\u{2068}' => open += 1,
                '\u{2069}' => open = open.checked_sub(1)?,
                '\n' | '\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2029}' => return None,
                _ => {}
            }
        }
        Some(open)
    }

    /// Any text, with many of the characters that matter here.
    fn hostile() -> impl Strategy<Value = String> {
        let marks = prop::sample::select(
            "\u{2066}\u{2067}\u{2068}\u{2069}\u{2069}\u{2069}\u{202a}\u{202e}\u{202c}\u{2029}\u{2028}\u{85}\u{1c}\n\r\u{200f}אa"
                .chars()
                .collect::<Vec<_>>(),
        );
        prop::collection::vec(prop_oneof![3 => marks, 1 => any::<char>()], 0..40)
            .prop_map(|chars| chars.into_iter().collect())
    }

    proptest! {
        #[test]
        fn contained_text_opens_and_closes_as_many_isolates(value in hostile()) {
            prop_assert_eq!(open_after(&contained(&value)), Some(0));
        }

        #[test]
        fn text_after_an_inserted_value_is_outside_its_isolate(value in hostile(), other in hostile()) {
            let catalogue = Catalogue::new(Language::English);
            let nested = Value::from(phrases::marked_from(Value::list([other.as_str(), &value])));
            for inserted in [Value::from(value.as_str()), Value::list([other.as_str(), &value]), nested] {
                // { $calls } is followed by the word "first".
                let said = catalogue.say(&phrases::consent_view_first(inserted));
                let inside = said.strip_suffix(" first");
                prop_assert!(inside.is_some(), "{:?}", said);
                prop_assert_eq!(open_after(inside.unwrap_or_default()), Some(0), "{:?}", said);
                let unclosed = inside.and_then(|text| text.strip_suffix('\u{2069}'));
                prop_assert_eq!(open_after(unclosed.unwrap_or_default()), Some(1), "{:?}", said);
            }
        }

        #[test]
        fn text_without_special_characters_stays_as_it_is(value in "[a-zäא ]{0,20}") {
            prop_assert_eq!(contained(&value), value);
        }
    }

    #[test]
    fn unmatched_close_is_written_out_and_unclosed_isolate_is_closed() {
        assert_eq!(contained("a\u{2069}b"), "a⟨U+2069⟩b");
        assert_eq!(contained("\u{2067}a\u{2069}b"), "\u{2067}a\u{2069}b");
        assert_eq!(contained("\u{2067}a"), "\u{2067}a\u{2069}");
        assert_eq!(contained("a\nb\u{2029}"), "a⟨U+000A⟩b⟨U+2029⟩");
        assert_eq!(isolated("a"), "\u{2068}a\u{2069}");
    }
}
