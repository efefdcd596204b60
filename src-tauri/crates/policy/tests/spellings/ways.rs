//! Ways to spell a text.

use proptest::prelude::*;

pub fn between(text: &str, with: &str) -> String {
    let letters: Vec<String> = text.chars().map(String::from).collect();
    letters.join(with)
}

pub fn shifted(text: &str, capital: u32, small: u32, digit: u32) -> String {
    let shift = |c: char| match c {
        'A'..='Z' => char::from_u32(capital + u32::from(c) - 65).unwrap(),
        'a'..='z' => char::from_u32(small + u32::from(c) - 97).unwrap(),
        '0'..='9' if digit > 0 => char::from_u32(digit + u32::from(c) - 48).unwrap(),
        other => other,
    };
    text.chars().map(shift).collect()
}

pub fn list(pieces: &[String]) -> String {
    let pieces: Vec<String> = pieces
        .iter()
        .map(|p| format!("  {}", serde_json::Value::from(p.as_str())))
        .collect();
    format!("[\n{}\n]", pieces.join(",\n"))
}

pub fn pieces(text: &str, size: usize) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars
        .chunks(size)
        .map(|piece| piece.iter().collect())
        .collect()
}

pub fn codes(text: &str, write: impl Fn(u32) -> String, with: &str) -> String {
    let codes: Vec<String> = text.chars().map(|c| write(u32::from(c))).collect();
    codes.join(with)
}

pub fn bytes(text: &str, write: impl Fn(u8) -> String, with: &str) -> String {
    text.bytes().map(write).collect::<Vec<_>>().join(with)
}

pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let value = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = char::from(DIGITS[(value >> (18 - 6 * at) & 63) as usize]);
            out.push(if at <= chunk.len() { digit } else { '=' });
        }
    }
    out
}

pub fn backwards(text: &str) -> String {
    text.chars().rev().collect()
}

/// One way to spell a text.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Spaces,
    Dots,
    Invisible,
    Blank,
    FullWidth,
    Bold,
    Upper,
    Backwards,
    Words,
    Base64,
    Base64Url,
    Hex,
    HexSpaced,
    Percent,
    Entities,
    Escapes,
    Decimal,
    DecimalList,
    Pieces,
    Marks,
}

pub const WAYS: [Way; 20] = [
    Way::Spaces,
    Way::Dots,
    Way::Invisible,
    Way::Blank,
    Way::FullWidth,
    Way::Bold,
    Way::Upper,
    Way::Backwards,
    Way::Words,
    Way::Base64,
    Way::Base64Url,
    Way::Hex,
    Way::HexSpaced,
    Way::Percent,
    Way::Entities,
    Way::Escapes,
    Way::Decimal,
    Way::DecimalList,
    Way::Pieces,
    Way::Marks,
];

impl Way {
    /// Whether what comes out has to be decoded before letters are seen: at most so many of them are undone.
    pub fn encodes(self) -> bool {
        !matches!(
            self,
            Self::Spaces
                | Self::Dots
                | Self::Invisible
                | Self::Blank
                | Self::FullWidth
                | Self::Bold
                | Self::Upper
                | Self::Backwards
                | Self::Words
                | Self::Marks
                | Self::Pieces
        )
    }
    pub fn apply(self, text: &str) -> String {
        match self {
            Self::Spaces => between(text, " "),
            Self::Dots => between(text, "."),
            Self::Invisible => between(text, "\u{200b}"),
            Self::Blank => between(text, "\u{2800}"),
            Self::Marks => between(text, "\u{336}"),
            Self::FullWidth => shifted(text, 0xff21, 0xff41, 0xff10),
            Self::Bold => shifted(text, 0x1_d400, 0x1_d41a, 0x1_d7ce),
            Self::Upper => text.to_uppercase(),
            Self::Backwards => backwards(text),
            Self::Words => text.split(' ').map(backwards).collect::<Vec<_>>().join(" "),
            Self::Base64 => base64(text.as_bytes()),
            Self::Base64Url => base64(text.as_bytes())
                .replace('+', "-")
                .replace('/', "_")
                .replace('=', ""),
            Self::Hex => bytes(text, |b| format!("{b:02x}"), ""),
            Self::HexSpaced => bytes(text, |b| format!("{b:02x}"), " "),
            Self::Percent => bytes(text, |b| format!("%{b:02X}"), ""),
            Self::Entities => codes(text, |c| format!("&#{c};"), ""),
            Self::Escapes => codes(
                text,
                |c| {
                    if c < 0x1_0000 {
                        format!("\\u{c:04x}")
                    } else {
                        char::from_u32(c).unwrap().to_string()
                    }
                },
                "",
            ),
            Self::Decimal => codes(text, |c| c.to_string(), " "),
            Self::DecimalList => format!("[{}]", codes(text, |c| c.to_string(), ", ")),
            Self::Pieces => list(&pieces(text, 3)),
        }
    }
}

/// Spellings of letters, then encodings, then spellings of what is written for them.
pub fn spelled(text: &str, first: Option<Way>, encodings: &[Way], last: Option<Way>) -> String {
    let spelled = first.map_or(text.to_owned(), |way| way.apply(text));
    let encoded = encodings.iter().fold(spelled, |text, way| way.apply(&text));
    last.map_or(encoded.clone(), |way| way.apply(&encoded))
}

pub fn plain() -> impl Strategy<Value = Option<Way>> {
    prop::option::of(prop::sample::select(
        WAYS.into_iter()
            .filter(|way| !way.encodes())
            .collect::<Vec<_>>(),
    ))
}

/// What may be done to an encoding: letters of another case would be another encoding.
pub fn around() -> impl Strategy<Value = Option<Way>> {
    prop::option::of(prop::sample::select(vec![
        Way::Invisible,
        Way::FullWidth,
        Way::Backwards,
        Way::Pieces,
        Way::Bold,
    ]))
}
