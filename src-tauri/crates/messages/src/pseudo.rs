//! Pseudo-localization: English with accents and 40 % longer, as in `ui/src/i18n/pseudo.ts`.

use std::borrow::Cow;

/// The text as the pseudo-locale says it. Inserted values do not pass here.
pub(crate) fn pseudo(text: &str) -> Cow<'_, str> {
    Cow::Owned(text.chars().fold(String::new(), |mut out, c| {
        match accented(c) {
            Some(letters) => out.push_str(letters),
            None => out.push(c),
        }
        out
    }))
}

fn accented(letter: char) -> Option<&'static str> {
    Some(match letter {
        'a' => "áá",
        'e' => "éé",
        'i' => "íí",
        'o' => "óó",
        'u' => "úú",
        'y' => "ý",
        'c' => "ç",
        'n' => "ñ",
        's' => "š",
        'z' => "ž",
        'd' => "ď",
        'r' => "ř",
        'l' => "ļ",
        'A' => "ÁÁ",
        'E' => "ÉÉ",
        'I' => "ÍÍ",
        'O' => "ÓÓ",
        'U' => "ÚÚ",
        'Y' => "Ý",
        'C' => "Ç",
        'N' => "Ñ",
        'S' => "Š",
        'Z' => "Ž",
        'D' => "Ď",
        'R' => "Ř",
        'L' => "Ļ",
        _ => return None,
    })
}
