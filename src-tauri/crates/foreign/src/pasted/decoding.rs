//! Strict decoding of links: queries, percent-encoding and Base64. What is not exactly right is refused, since two readers could
//! read it differently.

use base64::{
    Engine as _,
    alphabet::{Alphabet, STANDARD, URL_SAFE},
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use messages::{Phrase, phrases};

/// A decoder that accepts padding and its absence.
const fn decoder(alphabet: &Alphabet) -> GeneralPurpose {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(alphabet, config)
}

const PLAIN: GeneralPurpose = decoder(&STANDARD);
const SAFE: GeneralPurpose = decoder(&URL_SAFE);

/// The meaning of a plus sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plus {
    /// A space, as in forms.
    Space,
    /// A plus sign.
    Plus,
}

/// Decodes percent-encoding.
///
/// # Errors
/// A percent sign without two hexadecimal digits, or bytes that are not UTF-8.
pub(super) fn percent(text: &str, plus: Plus) -> Result<String, Phrase> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => {
                let digits = (digit(bytes.next()), digit(bytes.next()));
                let (Some(high), Some(low)) = digits else {
                    return Err(phrases::host_paste_link_encoding());
                };
                high << 4 | low
            }
            b'+' if plus == Plus::Space => b' ',
            other => other,
        });
    }
    String::from_utf8(out).map_err(|_| phrases::host_paste_link_encoding())
}

fn digit(byte: Option<u8>) -> Option<u8> {
    let value = char::from(byte?).to_digit(16)?;
    u8::try_from(value).ok()
}

/// Decodes Base64 of the standard or the URL-safe alphabet, with or without padding.
///
/// # Errors
/// Other characters, a mixture of the alphabets, superfluous bits, or bytes that are not UTF-8.
pub(super) fn base64(text: &str) -> Result<String, Phrase> {
    let safe = text.contains(['-', '_']);
    let bytes = if safe {
        SAFE.decode(text)
    } else {
        PLAIN.decode(text)
    };
    let text = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok());
    text.ok_or_else(phrases::host_paste_link_encoding)
}

/// The parameters of a link, their values not decoded.
#[derive(Debug)]
pub(super) struct Query<'a>(Vec<(String, &'a str)>);

impl<'a> Query<'a> {
    /// Splits a query into its parameters.
    ///
    /// # Errors
    /// The name of a parameter is not encoded correctly, or hides something.
    pub fn of(text: &'a str) -> Result<Self, Phrase> {
        let parameters = text.split('&').filter(|parameter| !parameter.is_empty());
        let parameters = parameters.map(|parameter| {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            Ok((shown(percent(name, Plus::Space)?)?, value))
        });
        parameters.collect::<Result<_, _>>().map(Self)
    }

    /// Removes the only parameter of a name and returns its value as it is.
    ///
    /// # Errors
    /// There are several.
    pub fn raw(&mut self, name: &str) -> Result<Option<&'a str>, Phrase> {
        let mut found = self.0.extract_if(.., |(other, _)| other == name);
        let first = found.next();
        if found.next().is_some() {
            return Err(phrases::host_paste_link_twice(name));
        }
        Ok(first.map(|(_, value)| value))
    }

    /// Removes the only parameter of a name and returns its value, unless it is blank.
    ///
    /// # Errors
    /// There are several, or it is not encoded correctly, or it hides something.
    pub fn one(&mut self, name: &str) -> Result<Option<String>, Phrase> {
        let value = self.raw(name)?.map(|value| percent(value, Plus::Space));
        let value = value.transpose()?.map(shown).transpose()?;
        Ok(value.filter(|value| !value.trim().is_empty()))
    }

    /// Removes all parameters of a name and returns their values.
    ///
    /// # Errors
    /// One is not encoded correctly, or hides something.
    pub fn all(&mut self, name: &str) -> Result<Vec<String>, Phrase> {
        let found = self.0.extract_if(.., |(other, _)| other == name);
        found
            .map(|(_, value)| shown(percent(value, Plus::Space)?))
            .collect()
    }

    /// Returns the names of the parameters that are left.
    pub fn left(&self) -> impl Iterator<Item = &String> {
        self.0.iter().map(|(name, _)| name)
    }
}

/// Refuses a text with characters that cannot be seen or that begin a new line.
pub(super) fn shown(text: String) -> Result<String, Phrase> {
    if hides(&text) {
        return Err(phrases::host_paste_link_hidden());
    }
    Ok(text)
}

/// Whether a text has characters that cannot be seen or that begin a new line.
pub(super) fn hides(text: &str) -> bool {
    text.chars()
        .any(|c| domain::is_hidden(c) || matches!(c, '\n' | '\t'))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn percent_encoding_is_read_strictly() {
        assert_eq!(percent("a%20b+c%2B", Plus::Space).unwrap(), "a b c+");
        assert_eq!(percent("a+%c3%A9", Plus::Plus).unwrap(), "a+é");
        for wrong in [
            "%",
            "%2",
            "%zz",
            "%+1",
            "%2 ",
            "a%",
            "%ff",
            "%c3",
            "%ed%a0%80",
            "%C0%AF",
        ] {
            assert!(percent(wrong, Plus::Plus).is_err(), "{wrong}");
        }
        // Only one layer is taken off.
        assert_eq!(percent("%2541", Plus::Plus).unwrap(), "%41");
    }

    #[test]
    fn base64_is_read_strictly() {
        for text in ["Pz8_Pj4-", "Pz8/Pj4+"] {
            assert_eq!(base64(text).unwrap(), "???>>>");
        }
        for text in ["YQ==", "YQ", "YQ="] {
            assert_eq!(base64(text).unwrap(), "a");
        }
        assert_eq!(base64("").unwrap(), "");
        for wrong in [
            "YR==", "Y", "YQ===", "Y Q==", "YQ==\n", "Pz8_Pj4+", "YQ==YQ==", "%59Q", "/w==", "YQ=A",
        ] {
            assert!(base64(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_parameter_that_is_there_twice_has_no_value() {
        let mut query = Query::of("a=1&b=2&&arg=x&arg=y+z&%61=3&c").unwrap();
        assert!(query.raw("a").is_err());
        assert_eq!(query.one("b").unwrap().as_deref(), Some("2"));
        assert_eq!(query.one("b").unwrap(), None);
        assert_eq!(query.all("arg").unwrap(), ["x", "y z"]);
        assert_eq!(query.one("c").unwrap(), None);
        assert!(Query::of("%=1").is_err());
        assert!(Query::of("a%00=1").is_err());
        assert!(Query::of("a=%E2%80%AE").unwrap().one("a").is_err());
        assert!(Query::of("a=%0A").unwrap().all("a").is_err());
    }

    proptest! {
        #[test]
        fn what_was_encoded_is_read(text in any::<String>()) {
            let encoded: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
            prop_assert_eq!(percent(&encoded, Plus::Space).unwrap(), text.clone());
            prop_assert_eq!(base64(&PLAIN.encode(&text)).unwrap(), text.clone());
            prop_assert_eq!(base64(SAFE.encode(&text).trim_end_matches('=')).unwrap(), text);
        }

        #[test]
        fn what_is_read_is_no_longer_than_it_was_written(text in "[%a-f0-9+=&A-Z_/-]{0,80}") {
            for plus in [Plus::Space, Plus::Plus] {
                if let Ok(read) = percent(&text, plus) {
                    prop_assert!(read.len() <= text.len());
                }
            }
            if let Ok(read) = base64(&text) {
                prop_assert!(read.len() <= text.len());
            }
        }
    }
}
