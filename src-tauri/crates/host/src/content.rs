//! Looks at what a result really is before it is shown or passed on: sniffed, measured, capped.

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{Content, ToolOutcome};

use crate::api::ContentView;

/// Most text of one block that a window is given, in bytes.
const MAX_TEXT: usize = 256 * 1024;
/// Most text of one block that a model is given, in bytes.
pub(crate) const MAX_MODEL_TEXT: usize = 96 * 1024;
/// Largest encoded image, in bytes.
const MAX_IMAGE_BASE64: usize = 8 * 1024 * 1024;
/// Most pixels of an image.
const MAX_PIXELS: u64 = 40_000_000;

/// An image that is what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Image {
    /// The sniffed type.
    pub mime_type: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Finds out what an encoded image is, from its bytes alone.
///
/// # Errors
/// A sentence for people: too large, not base64, not an image of a known kind, or too many pixels.
pub(crate) fn sniff(data: &str) -> Result<Image, String> {
    if data.len() > MAX_IMAGE_BASE64 {
        return Err(format!(
            "larger than {} MiB",
            MAX_IMAGE_BASE64 / (1024 * 1024)
        ));
    }
    let bytes = STANDARD.decode(data).map_err(|_| "not base64".to_owned())?;
    let image = dimensions(&bytes).ok_or("not a PNG, JPEG, GIF or WebP image")?;
    if image.width == 0
        || image.height == 0
        || u64::from(image.width) * u64::from(image.height) > MAX_PIXELS
    {
        return Err(format!("{} × {} pixels", image.width, image.height));
    }
    Ok(image)
}

fn dimensions(bytes: &[u8]) -> Option<Image> {
    png(bytes)
        .or_else(|| gif(bytes))
        .or_else(|| webp(bytes))
        .or_else(|| jpeg(bytes))
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn be16(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from(u16::from_be_bytes(
        bytes.get(at..at + 2)?.try_into().ok()?,
    )))
}

fn le16(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from(u16::from_le_bytes(
        bytes.get(at..at + 2)?.try_into().ok()?,
    )))
}

fn le24(bytes: &[u8], at: usize) -> Option<u32> {
    let b = bytes.get(at..at + 3)?;
    Some(u32::from(b[0]) | u32::from(b[1]) << 8 | u32::from(b[2]) << 16)
}

fn png(bytes: &[u8]) -> Option<Image> {
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") || bytes.get(12..16)? != b"IHDR" {
        return None;
    }
    Some(Image {
        mime_type: "image/png",
        width: be32(bytes, 16)?,
        height: be32(bytes, 20)?,
    })
}

fn gif(bytes: &[u8]) -> Option<Image> {
    if !bytes.starts_with(b"GIF87a") && !bytes.starts_with(b"GIF89a") {
        return None;
    }
    Some(Image {
        mime_type: "image/gif",
        width: le16(bytes, 6)?,
        height: le16(bytes, 8)?,
    })
}

fn webp(bytes: &[u8]) -> Option<Image> {
    if !bytes.starts_with(b"RIFF") || bytes.get(8..12)? != b"WEBP" {
        return None;
    }
    let (width, height) = match bytes.get(12..16)? {
        b"VP8X" => (le24(bytes, 24)? + 1, le24(bytes, 27)? + 1),
        b"VP8 " => (le16(bytes, 26)? & 0x3fff, le16(bytes, 28)? & 0x3fff),
        b"VP8L" => {
            let b = u32::from_le_bytes(bytes.get(21..25)?.try_into().ok()?);
            ((b & 0x3fff) + 1, ((b >> 14) & 0x3fff) + 1)
        }
        _other => return None,
    };
    Some(Image {
        mime_type: "image/webp",
        width,
        height,
    })
}

fn jpeg(bytes: &[u8]) -> Option<Image> {
    if !bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        return None;
    }
    let mut at = 2;
    // Each round moves on by at least two bytes, so the loop ends with the bytes.
    while *bytes.get(at)? == 0xff {
        let marker = *bytes.get(at + 1)?;
        let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if is_frame {
            return Some(Image {
                mime_type: "image/jpeg",
                height: be16(bytes, at + 5)?,
                width: be16(bytes, at + 7)?,
            });
        }
        at += 2 + usize::try_from(be16(bytes, at + 2)?).ok()?;
    }
    None
}

/// The blocks of a result for a window.
pub(crate) fn views(outcome: &ToolOutcome) -> Vec<ContentView> {
    outcome.content.iter().map(view).collect()
}

fn view(content: &Content) -> ContentView {
    match content {
        Content::Text { text } => text_view(text),
        Content::Image { data, mime_type } => match sniff(data) {
            Ok(image) => ContentView::Image {
                mime_type: image.mime_type.into(),
                data: data.clone(),
                width: image.width,
                height: image.height,
            },
            Err(why) => other(
                format!("Image not shown: {why}"),
                &format!("{{\"mimeType\":{mime_type:?}}}"),
            ),
        },
        Content::Audio { mime_type, data } => other(
            format!("Audio, {} bytes", data.len() / 4 * 3),
            &format!("{{\"mimeType\":{mime_type:?}}}"),
        ),
        Content::Resource { uri, text, raw } => match text {
            Some(text) => text_view(text),
            None => other(format!("Resource {}", domain::visible(uri)), raw),
        },
        Content::Unknown { raw } => {
            other("A kind of content this version does not know".into(), raw)
        }
    }
}

fn text_view(text: &str) -> ContentView {
    let kept = cut(text, MAX_TEXT);
    ContentView::Text {
        text: domain::visible_block(kept),
        cut: kept.len() < text.len(),
    }
}

fn other(label: String, raw: &str) -> ContentView {
    ContentView::Other {
        label,
        raw: domain::visible_block(&crate::pretty::pretty(cut(raw, MAX_TEXT))),
    }
}

/// The first `bytes` of a text, at a character's end.
pub(crate) fn cut(text: &str, bytes: usize) -> &str {
    if text.len() <= bytes {
        return text;
    }
    let mut end = bytes;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    #[test]
    fn an_image_is_what_its_bytes_are() {
        let image = sniff(PIXEL).unwrap();
        assert_eq!(
            (image.mime_type, image.width, image.height),
            ("image/png", 1, 1)
        );
        assert!(sniff(&STANDARD.encode("<svg onload=alert(1)>")).is_err());
        assert!(sniff("***").is_err());
        let mut bomb = STANDARD.decode(PIXEL).unwrap();
        bomb[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        assert!(sniff(&STANDARD.encode(bomb)).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_measured_without_a_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..200), head in 0usize..5) {
            let heads: [&[u8]; 5] = [b"", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xd8\xff\xe0", b"RIFF\0\0\0\0WEBPVP8X", b"GIF89a"];
            let mut all = heads[head].to_vec();
            all.append(&mut bytes);
            let _ = sniff(&STANDARD.encode(all));
        }
    }
}
