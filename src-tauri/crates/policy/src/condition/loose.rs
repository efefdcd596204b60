//! Texts as the most tolerant program may read them.

use domain::ascii_look;

use crate::matching::{letters_of, unescaped};

/// The letters and digits of a text, without case, marks, compatibility forms and look-alikes. Of a text without any: itself
/// without white space and hidden characters.
pub(super) fn loose(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        letters_of(ascii_look(c).unwrap_or(c), |letter| out.push(letter));
    }
    if out.is_empty() {
        let seen = |c: &char| !c.is_whitespace() && !domain::is_hidden(*c);
        out.extend(text.chars().filter(seen));
    }
    out
}

/// Whether programs could read one text as the other: by its letters, or once escapes in it are read.
pub(super) fn alike(given: &str, wanted: &str) -> bool {
    let wanted = loose(wanted);
    loose(given) == wanted || unescaped(given).iter().any(|text| loose(text) == wanted)
}

/// Whether a text has a URL escape.
pub(super) fn has_escape(text: &str) -> bool {
    let hex = |b: &u8| b.is_ascii_hexdigit();
    text.as_bytes()
        .windows(3)
        .any(|bytes| matches!(bytes, [b'%', high, low] if hex(high) && hex(low)))
}
