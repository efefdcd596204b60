//! Text in any encoding, decoded to UTF-8.
//!
//! A byte order mark decides. Without one, valid UTF-8 is UTF-8, content with NUL bytes is tried as UTF-16, and `chardetng` guesses
//! among the encodings of the WHATWG Encoding Standard. Text with more than one control character in 200 is no text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// One in this many characters may be a control character or a replaced byte.
const STRANGE: usize = 200;
/// Sequences of UTF-8 for each byte that is none.
const SEQUENCES_PER_DAMAGE: usize = 10;
/// Most bytes that the guess of an encoding looks at.
const GUESS_BYTES: usize = 1 << 20;

/// Decoded text.
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) encoding: &'static Encoding,
    /// Whether bytes were replaced that do not belong to the encoding.
    pub(crate) replaced: bool,
}

/// The text, or `None` if it is none.
pub(crate) fn decode(bytes: &[u8]) -> Option<Decoded> {
    // UTF-32 begins as UTF-16 does.
    if bytes.starts_with(&[0xff, 0xfe, 0, 0]) {
        return None;
    }
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return decode_as(bytes, encoding);
    }
    if bytes.contains(&0) {
        return utf16(bytes);
    }
    decode_as(bytes, guess(bytes))
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    if is_utf8(bytes) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    let part = bytes.get(..GUESS_BYTES).unwrap_or(bytes);
    detector.feed(part, part.len() == bytes.len());
    detector.guess(None, Utf8Detection::Deny)
}

/// UTF-8 with a few damaged bytes is still that. In other encodings sequences of it are rare.
fn is_utf8(bytes: &[u8]) -> bool {
    let (mut sequences, mut damaged) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        sequences += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    damaged == 0 || sequences / SEQUENCES_PER_DAMAGE >= damaged
}

fn decode_as(bytes: &[u8], encoding: &'static Encoding) -> Option<Decoded> {
    let (text, encoding, replaced) = encoding.decode(bytes);
    is_text(&text).then(|| Decoded {
        text: text.into_owned(),
        encoding,
        replaced,
    })
}

/// UTF-16 without a byte order mark: in the right order it is well-formed and has more ASCII.
fn utf16(bytes: &[u8]) -> Option<Decoded> {
    let ascii = |encoding| {
        let decoded = decode_as(bytes, encoding).filter(|decoded| !decoded.replaced)?;
        let number = decoded.text.bytes().filter(u8::is_ascii).count();
        (number > 0).then_some((number, decoded))
    };
    let both = [ascii(UTF_16LE), ascii(UTF_16BE)];
    let best = both.into_iter().flatten().max_by_key(|(number, _)| *number);
    best.map(|(_, decoded)| decoded)
}

fn is_text(text: &str) -> bool {
    let strange = |c: &char| {
        let control =
            c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}' | '\u{85}');
        control || *c == char::REPLACEMENT_CHARACTER
    };
    let number = text.chars().filter(strange).count();
    number == 0 || number <= text.chars().count() / STRANGE
}

/// The lines of a text; one that ends by a line break has no empty line behind it.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    // Systems of the past end lines with a carriage return alone.
    let old = !text.contains('\n') && text.contains('\r');
    let end = if old { '\r' } else { '\n' };
    text.split_terminator(end)
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
}
