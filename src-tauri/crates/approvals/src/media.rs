//! Type detection of encoded media from their bytes alone, within limits. The server's claims are ignored.

use std::fmt;

use base64::{Engine, engine::general_purpose::STANDARD};
use messages::{Phrase, Text, phrases};

/// Maximum size of an encoded image or audio, in bytes.
pub const MAX_MEDIA_BASE64: usize = 8 * 1024 * 1024;
/// Maximum number of pixels of an image.
pub const MAX_PIXELS: u64 = 40_000_000;

/// A verified image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The sniffed type.
    pub mime_type: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Why bytes are not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotShown {
    /// Encoded, larger than [`MAX_MEDIA_BASE64`].
    TooLarge,
    /// Not base64.
    NotBase64,
    /// Not an image of a known type.
    NotImage,
    /// An image without pixels, or with more than [`MAX_PIXELS`].
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// Not audio of a known type.
    NotAudio,
    /// Neither an image nor audio of a known type.
    NotMedia,
}

impl NotShown {
    /// Returns the reason, as the end of a sentence.
    #[must_use]
    pub fn text(self) -> Phrase {
        match self {
            Self::TooLarge => phrases::host_media_large(MAX_MEDIA_BASE64 / (1024 * 1024)),
            Self::NotBase64 => phrases::host_media_base64(),
            Self::NotImage => phrases::host_media_image(),
            // Digits as they are, since a model reads this too.
            Self::Size { width, height } => {
                phrases::host_media_pixels(height.to_string(), width.to_string())
            }
            Self::NotAudio => phrases::host_media_audio(),
            Self::NotMedia => phrases::host_media_unknown(),
        }
    }
}

/// In English, for a model or a server.
impl fmt::Display for NotShown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text::from(self.text()).fmt(f)
    }
}

/// Detects the type of an encoded image from its bytes alone.
///
/// # Errors
/// Too large, not base64, not an image of a known type, or too many pixels.
pub fn sniff(data: &str) -> Result<Image, NotShown> {
    let bytes = decode(data)?;
    let image = dimensions(&bytes).ok_or(NotShown::NotImage)?;
    if image.width == 0
        || image.height == 0
        || u64::from(image.width) * u64::from(image.height) > MAX_PIXELS
    {
        return Err(NotShown::Size {
            width: image.width,
            height: image.height,
        });
    }
    Ok(image)
}

/// Detects the type and size of encoded audio from its bytes alone.
///
/// # Errors
/// Too large, not base64, or not audio of a known type.
pub fn sniff_audio(data: &str) -> Result<(&'static str, usize), NotShown> {
    let bytes = decode(data)?;
    let mime_type = audio_type(&bytes).ok_or(NotShown::NotAudio)?;
    Ok((mime_type, bytes.len()))
}

fn decode(data: &str) -> Result<Vec<u8>, NotShown> {
    if data.len() > MAX_MEDIA_BASE64 {
        return Err(NotShown::TooLarge);
    }
    STANDARD.decode(data).map_err(|_| NotShown::NotBase64)
}

fn audio_type(bytes: &[u8]) -> Option<&'static str> {
    let head = |at: usize, word: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(word));
    if head(0, b"RIFF") && head(8, b"WAVE") {
        return Some("audio/wav");
    }
    if head(0, b"ID3") || mpeg_frame(bytes) {
        return Some("audio/mpeg");
    }
    if head(0, b"OggS") {
        return Some("audio/ogg");
    }
    if head(0, b"fLaC") {
        return Some("audio/flac");
    }
    let audio_brand = head(8, b"M4A ") || head(8, b"M4B ");
    (head(4, b"ftyp") && audio_brand).then_some("audio/mp4")
}

/// Whether the bytes begin with a plausible header of an MPEG layer III frame.
fn mpeg_frame(bytes: &[u8]) -> bool {
    let Some(&[sync, version, rates, _]) = bytes.first_chunk::<4>() else {
        return false;
    };
    let layer_iii = sync == 0xff && version & 0xe6 == 0xe2 && version & 0x18 != 0x08;
    layer_iii && rates >> 4 != 0x0f && rates >> 4 != 0 && rates & 0x0c != 0x0c
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
    // Each iteration advances by at least two bytes, so the loop terminates.
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

    #[test]
    fn audio_is_what_its_bytes_are() {
        let kinds: [(&[u8], Option<&str>); 9] = [
            (b"RIFF\x24\0\0\0WAVEfmt ", Some("audio/wav")),
            (b"ID3\x04\0\0\0\0\0\0", Some("audio/mpeg")),
            (b"\xff\xfb\x90\x64\0\0", Some("audio/mpeg")),
            (b"OggS\0\x02", Some("audio/ogg")),
            (b"fLaC\0\0\0\x22", Some("audio/flac")),
            (b"\0\0\0\x20ftypM4A \0\0", Some("audio/mp4")),
            (b"\0\0\0\x20ftypisom\0\0", None),
            (b"\xff\xff\xff\xff", None),
            (b"<html><script>", None),
        ];
        for (bytes, kind) in kinds {
            assert_eq!(audio_type(bytes), kind, "{bytes:?}");
            let got = sniff_audio(&STANDARD.encode(bytes)).ok();
            assert_eq!(got, kind.map(|kind| (kind, bytes.len())));
        }
        let large = "A".repeat(MAX_MEDIA_BASE64 + 4);
        assert_eq!(sniff_audio(&large), Err(NotShown::TooLarge));
        assert_eq!(NotShown::TooLarge.to_string(), "larger than 8 MiB");
    }

    proptest! {
        #[test]
        fn any_bytes_are_measured_without_a_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..200), head in 0usize..5) {
            let heads: [&[u8]; 5] = [b"", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xd8\xff\xe0", b"RIFF\0\0\0\0WEBPVP8X", b"GIF89a"];
            let mut all = heads[head].to_vec();
            all.append(&mut bytes);
            let data = STANDARD.encode(all);
            let _ = (sniff(&data), sniff_audio(&data));
        }
    }
}
