//! Secrets that a test plants, and a search for them in whatever a program left behind.

use std::{fs, io, path::Path};

use base64::{
    Engine,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};

/// A secret value, and every way of writing it that is looked for.
#[derive(Clone)]
pub struct Canary {
    /// What it stands for, for people.
    pub name: String,
    /// Its value.
    pub value: String,
    /// As [`latin`] writes them.
    needles: Vec<(&'static str, String)>,
}

impl std::fmt::Debug for Canary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Canary").field(&self.name).finish()
    }
}

impl Canary {
    /// A value that is looked for as it is, as a URL and JSON write it, in base64 wherever it begins, in hexadecimal digits and
    /// in UTF-16.
    #[must_use]
    pub fn new(name: &str, value: &str) -> Self {
        let hex = |upper: bool| -> Vec<u8> {
            let digits = value.bytes().map(|byte| match upper {
                true => format!("{byte:02X}"),
                false => format!("{byte:02x}"),
            });
            digits.collect::<String>().into_bytes()
        };
        let mut needles: Vec<(&str, Vec<u8>)> = vec![
            ("as it is", value.as_bytes().to_vec()),
            ("in JSON", quoted(value)),
            ("in a URL", in_url(value)),
            ("in hexadecimal", hex(false)),
            ("in hexadecimal", hex(true)),
            (
                "in UTF-16",
                value.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            ),
        ];
        for offset in 0..3 {
            needles.push(("in base64", in_base64(&STANDARD_NO_PAD, value, offset)));
            needles.push(("in base64", in_base64(&URL_SAFE_NO_PAD, value, offset)));
        }
        Self {
            name: name.to_owned(),
            value: value.to_owned(),
            needles: needles
                .iter()
                .map(|(how, bytes)| (*how, latin(bytes)))
                .collect(),
        }
    }

    /// How it stands in these bytes, if it does.
    #[must_use]
    pub fn found_in(&self, bytes: &[u8]) -> Option<&'static str> {
        self.found_in_latin(&latin(bytes))
    }

    fn found_in_latin(&self, text: &str) -> Option<&'static str> {
        let mut found = self
            .needles
            .iter()
            .filter(|(_, needle)| text.contains(needle.as_str()));
        found.next().map(|(how, _)| *how)
    }
}

/// Each byte as the letter of its number: the search in texts is a fast one, and finds in bytes what it finds in letters.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// Where the canaries stand in every file below a folder, by name and content, a line each; empty if nowhere.
///
/// # Errors
/// A file cannot be read.
pub fn found_below(folder: &Path, canaries: &[Canary]) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name();
        for canary in canaries {
            let in_name = canary.found_in(name.as_encoded_bytes());
            found.extend(in_name.map(|how| line(canary, how, &path)));
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            found.extend(found_below(&path, canaries)?);
        } else if kind.is_file() {
            let text = latin(&fs::read(&path)?);
            for canary in canaries {
                found.extend(
                    canary
                        .found_in_latin(&text)
                        .map(|how| line(canary, how, &path)),
                );
            }
        }
    }
    Ok(found)
}

fn line(canary: &Canary, how: &str, path: &Path) -> String {
    format!("{} {how} in {}", canary.name, path.display())
}

fn quoted(value: &str) -> Vec<u8> {
    let quoted = serde_json::Value::from(value).to_string();
    quoted.as_bytes()[1..quoted.len() - 1].to_vec()
}

fn in_url(value: &str) -> Vec<u8> {
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect::<String>().into_bytes()
}

/// The digits that stand for the value alone, when so many bytes stand before it.
fn in_base64(engine: &impl Engine, value: &str, offset: usize) -> Vec<u8> {
    let mut bytes = vec![0; offset];
    bytes.extend_from_slice(value.as_bytes());
    let digits = engine.encode(&bytes);
    let first = (offset * 8).div_ceil(6);
    let last = bytes.len() * 8 / 6;
    digits.as_bytes()[first..last].to_vec()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_canary_is_found_however_it_is_written() {
        let canary = Canary::new("token", "c4n/ry+\"t0ken?é");
        for before in ["", "a", "ab", "abc"] {
            let whole = format!("{before}c4n/ry+\"t0ken?ézz");
            assert_eq!(canary.found_in(whole.as_bytes()), Some("as it is"));
            for digits in [
                STANDARD_NO_PAD.encode(&whole),
                URL_SAFE_NO_PAD.encode(&whole),
            ] {
                assert_eq!(
                    canary.found_in(digits.as_bytes()),
                    Some("in base64"),
                    "{before}"
                );
            }
        }
        assert_eq!(
            canary.found_in(b"x=c4n%2Fry%2B%22t0ken%3F%C3%A9&"),
            Some("in a URL")
        );
        assert_eq!(
            canary.found_in("\"c4n/ry+\\\"t0ken?é\"".as_bytes()),
            Some("in JSON")
        );
        assert_eq!(canary.found_in(b"c4n/ry+\"t0ken"), None);

        let folder = std::env::temp_dir().join(format!("innkeeper-canary-{}", std::process::id()));
        fs::create_dir_all(folder.join("deep")).unwrap();
        fs::write(folder.join("deep/file"), "..c4n/ry+\"t0ken?é..").unwrap();
        let found = found_below(&folder, &[canary]).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("token as it is in "), "{found:?}");
    }
}
