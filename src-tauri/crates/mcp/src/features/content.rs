//! Blocks of content, in results of tools, in messages of prompts and in resources (2025-03-26, server/tools, "Tool Result").

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::Content;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Bounds;

/// Reads one block; what cannot be read is kept as received.
pub(crate) fn read_block(raw: &RawValue, bounds: &Bounds) -> Content {
    #[derive(Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Block {
        Text {
            text: String,
        },
        Image {
            data: String,
            #[serde(rename = "mimeType")]
            mime_type: String,
        },
        Audio {
            data: String,
            #[serde(rename = "mimeType")]
            mime_type: String,
        },
        Resource {
            resource: Embedded,
        },
        ResourceLink {
            uri: String,
        },
    }
    #[derive(Deserialize)]
    struct Embedded {
        uri: String,
        text: Option<String>,
    }
    let as_received = || raw.get().to_owned();
    match serde_json::from_str::<Block>(raw.get()) {
        Ok(Block::Text { text }) => Content::Text { text },
        Ok(Block::Image { data, mime_type }) if is_media(&data, bounds) => {
            Content::Image { mime_type, data }
        }
        Ok(Block::Audio { data, mime_type }) if is_media(&data, bounds) => {
            Content::Audio { mime_type, data }
        }
        Ok(Block::Resource {
            resource: Embedded { uri, text },
        }) => Content::Resource {
            uri,
            text,
            raw: as_received(),
        },
        Ok(Block::ResourceLink { uri }) => Content::Resource {
            uri,
            text: None,
            raw: as_received(),
        },
        Ok(Block::Image { .. } | Block::Audio { .. }) | Err(_) => {
            Content::Unknown { raw: as_received() }
        }
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
