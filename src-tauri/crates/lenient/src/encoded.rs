//! Base64 in the spellings that programs use: with a `data:` prefix, with line breaks, without padding, of the alphabet for URLs.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::STANDARD};

/// Base64 that decodes, in its standard spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded<'a> {
    /// Its text: standard alphabet, padded, nothing else.
    pub text: Cow<'a, str>,
    /// The type that a `data:` prefix names.
    pub mime_type: Option<&'a str>,
}

impl<'a> Encoded<'a> {
    /// Reads base64 of at most `most` bytes, decoded.
    #[must_use]
    pub fn read(text: &'a str, most: usize) -> Option<Self> {
        let (mime_type, text) = without_prefix(text);
        // Line breaks and prefixes add little: what is much larger is not looked at.
        if text.len() / 2 > most.saturating_add(64) {
            return None;
        }
        let text = match is_standard(text) {
            true => Cow::Borrowed(text),
            false => Cow::Owned(standard(text)?),
        };
        (text.len() / 4 * 3 <= most.saturating_add(2)).then_some(Self { text, mime_type })
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        STANDARD.decode(&*self.text).unwrap_or_default()
    }
}

/// The bytes as text, if they are one: UTF-8 without control characters. What claims to be text is read even where
/// single bytes are wrong.
#[must_use]
pub fn text_of(bytes: &[u8], mime_type: Option<&str>) -> Option<String> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let plain =
        |text: &str| !text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t'));
    match std::str::from_utf8(bytes) {
        Ok(text) if plain(text) => Some(text.to_owned()),
        Ok(_) | Err(_) if mime_type.is_some_and(is_text) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        Ok(_) | Err(_) => None,
    }
}

/// Whether a type is one of text.
fn is_text(mime_type: &str) -> bool {
    let essence = mime_type.split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    let (kind, name) = essence.split_once('/').unwrap_or_default();
    let named = |one: &str| name == one || name.strip_suffix(one).is_some_and(|n| n.ends_with('+'));
    kind == "text"
        || (kind == "application" && ["json", "xml", "yaml", "javascript"].into_iter().any(named))
}

/// Splits off `data:TYPE;base64,`.
fn without_prefix(text: &str) -> (Option<&str>, &str) {
    let text = text.trim();
    let head = text
        .get(..5)
        .is_some_and(|head| head.eq_ignore_ascii_case("data:"));
    let Some((about, data)) = head.then(|| text[5..].split_once(',')).flatten() else {
        return (None, text);
    };
    let named = about.split(';').next().unwrap_or_default().trim();
    ((!named.is_empty()).then_some(named), data.trim())
}

fn is_standard(text: &str) -> bool {
    const PIECE: usize = 4 * 1024;
    let mut scratch = [0u8; PIECE];
    let mut pieces = text.as_bytes().chunks(PIECE).peekable();
    while let Some(piece) = pieces.next() {
        let whole = pieces.peek().is_none() || !piece.ends_with(b"=");
        if !whole || STANDARD.decode_slice(piece, &mut scratch).is_err() {
            return false;
        }
    }
    true
}

/// The standard spelling, if the text is base64 in another one.
fn standard(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 3);
    let mut padded = false;
    for c in text.chars() {
        match c {
            _ if c.is_whitespace() => {}
            '=' => padded = true,
            _ if padded => return None,
            '-' => out.push('+'),
            '_' => out.push('/'),
            'A'..='Z' | 'a'..='z' | '0'..='9' | '+' | '/' => out.push(c),
            _ => return None,
        }
    }
    let unused = match out.len() % 4 {
        0 => return Some(out),
        2 => 0b1111,
        3 => 0b11,
        _ => return None,
    };
    let last = out.pop()?;
    out.push(without_bits(last, unused)?);
    while !out.len().is_multiple_of(4) {
        out.push('=');
    }
    Some(out)
}

/// The same digit without bits that stand for nothing: strict decoders refuse them.
fn without_bits(digit: char, unused: usize) -> Option<char> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = DIGITS.iter().position(|d| char::from(*d) == digit)?;
    DIGITS.get(value & !unused).map(|d| char::from(*d))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn padding_in_the_middle_is_no_base64() {
        let early = format!("{}QQ=={}", "A".repeat(4_092), "QUJD");
        assert_eq!(Encoded::read(&early, 1 << 20), None);
        assert_eq!(Encoded::read("no base64!", 100), None);
        assert_eq!(Encoded::read("QQQQQ", 100), None);
        assert_eq!(Encoded::read(&"A".repeat(400), 100), None);
        assert_eq!(Encoded::read("", 100).unwrap().bytes(), b"");
        let whole = "A".repeat(4_096) + "QQ==";
        assert!(matches!(
            Encoded::read(&whole, 1 << 20).unwrap().text,
            Cow::Borrowed(_)
        ));
    }

    #[test]
    fn what_is_text_is_read_as_text() {
        assert_eq!(text_of(b"{\"a\":1}", None).as_deref(), Some("{\"a\":1}"));
        assert_eq!(text_of(b"\xef\xbb\xbfa", None).as_deref(), Some("a"));
        assert_eq!(
            text_of(b"a\xffb", Some("text/csv; charset=x")).as_deref(),
            Some("a\u{fffd}b")
        );
        assert_eq!(
            text_of(b"a\xffb", Some("application/geo+json")).as_deref(),
            Some("a\u{fffd}b")
        );
        assert_eq!(text_of(b"a\xffb", Some("application/pdf")), None);
        assert_eq!(text_of(b"%PDF-1.7\x00", None), None);
    }

    proptest! {
        #[test]
        fn every_spelling_decodes_to_the_same(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let plain = STANDARD.encode(&bytes);
            let broken: Vec<_> = plain.as_bytes().chunks(19).map(|c| String::from_utf8_lossy(c)).collect();
            let spellings = [
                plain.clone(),
                broken.join("\r\n") + "\n",
                URL_SAFE_NO_PAD.encode(&bytes),
                format!("data:image/png;base64,{plain}"),
            ];
            for spelling in spellings {
                let read = Encoded::read(&spelling, 1 << 20).unwrap();
                prop_assert_eq!(read.bytes(), bytes.clone());
                prop_assert!(is_standard(&read.text));
            }
        }
    }
}
