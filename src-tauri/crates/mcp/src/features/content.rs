//! Blocks of content, in results of tools, in messages of prompts and in resources (2025-03-26, server/tools, "Tool Result").

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{Content, Rest};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Bounds;

/// The fields of a JSON object, those that are read taken out one by one.
pub(crate) struct Fields<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Fields<'a> {
    /// Of a JSON object.
    pub(crate) fn of(raw: &'a RawValue) -> serde_json::Result<Self> {
        serde_json::from_str(raw.get()).map(Self)
    }

    /// Takes a field out if it is there and reads as `T`.
    pub(crate) fn take<T: Deserialize<'a>>(&mut self, name: &str) -> Option<T> {
        let value = serde_json::from_str(self.0.get(name)?.get()).ok()?;
        self.0.remove(name);
        Some(value)
    }

    /// Takes a field out; absent and `null` are the same.
    ///
    /// # Errors
    /// It has another type.
    pub(crate) fn read<T: Deserialize<'a>>(&mut self, name: &str) -> serde_json::Result<Option<T>> {
        let Some(value) = self.0.get(name) else {
            return Ok(None);
        };
        let value = serde_json::from_str(value.get())?;
        self.0.remove(name);
        Ok(value)
    }

    /// What was not taken.
    pub(crate) fn rest(self) -> Rest {
        if self.0.is_empty() {
            return Rest::default();
        }
        serde_json::to_string(&self.0).map_or_else(|_| Rest::default(), Rest::of)
    }
}

/// Reads one block; what cannot be read is kept as received.
pub(crate) fn read_block(raw: &RawValue, bounds: &Bounds) -> Content {
    understood(raw, bounds).unwrap_or_else(|| Content::Unknown {
        raw: raw.get().to_owned(),
    })
}

fn understood(raw: &RawValue, bounds: &Bounds) -> Option<Content> {
    let mut fields = Fields::of(raw).ok()?;
    let kind: String = fields.take("type")?;
    match kind.as_str() {
        "text" => Some(Content::Text {
            text: fields.take("text")?,
            rest: fields.rest(),
        }),
        "image" | "audio" => {
            let data: String = fields.take("data")?;
            let mime_type = fields.take("mimeType")?;
            let rest = fields.rest();
            if !is_media(&data, bounds) {
                return None;
            }
            Some(if kind == "image" {
                Content::Image {
                    mime_type,
                    data,
                    rest,
                }
            } else {
                Content::Audio {
                    mime_type,
                    data,
                    rest,
                }
            })
        }
        "resource" => {
            let mut held = Fields::of(fields.take("resource")?).ok()?;
            Some(Content::Resource {
                uri: held.take("uri")?,
                text: held.take("text"),
                raw: raw.get().to_owned(),
            })
        }
        "resource_link" => Some(Content::Resource {
            uri: fields.take("uri")?,
            text: None,
            raw: raw.get().to_owned(),
        }),
        _ => None,
    }
}

/// Whether `data` is base64 of at most `bounds.media_bytes`. Its size is checked before anything is decoded, and it is
/// decoded in small pieces that are thrown away.
pub(crate) fn is_media(data: &str, bounds: &Bounds) -> bool {
    const PIECE: usize = 4 * 1024;
    if data.len() / 4 * 3 > bounds.media_bytes {
        return false;
    }
    let mut scratch = [0u8; PIECE];
    let mut pieces = data.as_bytes().chunks(PIECE).peekable();
    while let Some(piece) = pieces.next() {
        let whole = pieces.peek().is_none() || !piece.ends_with(b"=");
        if !whole || STANDARD.decode_slice(piece, &mut scratch).is_err() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_in_the_middle_of_padding_is_none() {
        let bounds = Bounds::default();
        let padded_early = format!("{}QQ=={}", "A".repeat(4_092), "QUJD");
        assert!(!is_media(&padded_early, &bounds));
        assert!(is_media(&format!("{}QQ==", "A".repeat(4_096)), &bounds));
        assert!(is_media("", &bounds));
    }
}
