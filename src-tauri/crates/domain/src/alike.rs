//! The ASCII letter or digit that a character looks like and may be used as.

/// Small capitals from A to Z; `\0` where Unicode has none.
const SMALL_CAPITALS: [char; 26] = [
    'ᴀ', 'ʙ', 'ᴄ', 'ᴅ', 'ᴇ', 'ꜰ', 'ɢ', 'ʜ', 'ɪ', 'ᴊ', 'ᴋ', 'ʟ', 'ᴍ', 'ɴ', 'ᴏ', 'ᴘ', 'ꞯ', 'ʀ', 'ꜱ',
    'ᴛ', 'ᴜ', 'ᴠ', 'ᴡ', '\0', 'ʏ', 'ᴢ',
];
/// Letters from A to Z written upside down; `\0` where the letter itself is used.
const TURNED: [char; 26] = [
    'ɐ', '\0', 'ɔ', '\0', 'ǝ', 'ɟ', 'ƃ', 'ɥ', 'ᴉ', 'ɾ', 'ʞ', 'ꞁ', 'ɯ', '\0', '\0', '\0', '\0', 'ɹ',
    '\0', 'ʇ', '\0', 'ʌ', 'ʍ', '\0', 'ʎ', '\0',
];
/// The first of ranges that hold A to Z in order and that no normalization form resolves: regional indicators, letters in
/// black circles and squares, tag characters.
const ALPHABETS: [u32; 5] = [0x1_f1e6, 0x1_f150, 0x1_f170, 0xe_0041, 0xe_0061];
/// The first tag character of a digit.
const TAG_DIGITS: u32 = 0xe_0030;

/// The ASCII letter or digit that a character outside ASCII is used for: a look-alike of another alphabet, a small capital,
/// a turned or enclosed letter, a regional indicator, a tag character. `None` where compatibility decomposition (NFKD)
/// already says so, and for every other character.
///
/// ```
/// assert_eq!(domain::ascii_look('\u{430}'), Some('a'));
/// assert_eq!(domain::ascii_look('ᴛ'), Some('t'));
/// assert_eq!(domain::ascii_look('ж'), None);
/// ```
#[must_use]
pub fn ascii_look(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    let in_table = |table: [char; 26]| ('a'..='z').zip(table).find(|(_, own)| *own == c);
    if let Some((letter, _)) = in_table(SMALL_CAPITALS).or_else(|| in_table(TURNED)) {
        return Some(letter);
    }
    let code = u32::from(c);
    let nth = |first: u32| code.checked_sub(first).filter(|n| *n < 26);
    if let Some(n) = ALPHABETS.into_iter().find_map(nth) {
        return char::from_digit(n + 10, 36);
    }
    if let Some(n) = code.checked_sub(TAG_DIGITS).filter(|n| *n < 10) {
        return char::from_digit(n, 10);
    }
    let mut alike = unicode_security::skeleton(c.encode_utf8(&mut [0; 4])).collect::<Vec<_>>();
    let only = alike.pop().filter(|_| alike.is_empty())?;
    only.is_ascii_alphanumeric().then_some(only)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_are_used_as_ascii_letters_are_recognised() {
        for text in ["ｔ", "т\u{430}", "🇹", "🅣", "🆃", "\u{e0074}", "ᴛ", "ʇ", "ꓔ"] {
            let c = text.chars().next();
            let looks = c.and_then(ascii_look);
            assert!(matches!(looks, None | Some('t' | 'T')), "{text}: {looks:?}");
        }
        assert_eq!(
            "🇹🅣🆃\u{e0074}ᴛʇ"
                .chars()
                .filter_map(ascii_look)
                .collect::<String>(),
            "tttttt"
        );
        assert_eq!(ascii_look('\u{e0037}'), Some('7'));
        assert_eq!(ascii_look('t'), None);
        assert_eq!(ascii_look('漢'), None);
    }
}
