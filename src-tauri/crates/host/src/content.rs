//! Looks at what a result really is before it is shown or passed on: sniffed, measured, capped.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{Content, ToolOutcome};
use serde::Deserialize;

use crate::api::{ContentView, StructuredView};

/// Most text of one block that a window is given, in bytes.
const MAX_TEXT: usize = 256 * 1024;
/// Most text of one block that a model is given, in bytes.
pub(crate) const MAX_MODEL_TEXT: usize = 96 * 1024;
/// Largest encoded image or sound, in bytes.
const MAX_MEDIA_BASE64: usize = 8 * 1024 * 1024;
/// Most of a URI, a name or a claimed type, in bytes.
const MAX_LINE: usize = 2 * 1024;
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
    let bytes = decode(data)?;
    let image = dimensions(&bytes).ok_or("not a PNG, JPEG, GIF or WebP image")?;
    if image.width == 0
        || image.height == 0
        || u64::from(image.width) * u64::from(image.height) > MAX_PIXELS
    {
        return Err(format!("{} × {} pixels", image.width, image.height));
    }
    Ok(image)
}

/// Finds out what encoded audio is, from its bytes alone: its type and its size.
///
/// # Errors
/// A sentence for people: too large, not base64, or not audio of a known kind.
fn sniff_audio(data: &str) -> Result<(&'static str, usize), String> {
    let bytes = decode(data)?;
    let mime_type = audio_type(&bytes).ok_or("not WAV, MP3, Ogg, FLAC or MPEG-4 audio")?;
    Ok((mime_type, bytes.len()))
}

fn decode(data: &str) -> Result<Vec<u8>, String> {
    if data.len() > MAX_MEDIA_BASE64 {
        let most = MAX_MEDIA_BASE64 / (1024 * 1024);
        return Err(format!("larger than {most} MiB"));
    }
    STANDARD.decode(data).map_err(|_| "not base64".to_owned())
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

/// Whether the bytes begin with the header of an MPEG layer III frame whose numbers are possible.
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

/// A resource in a result, as its block says.
#[derive(Deserialize)]
struct Embedded<'a> {
    #[serde(rename = "mimeType")]
    mime_type: Option<String>,
    #[serde(borrow)]
    blob: Option<Cow<'a, str>>,
}

/// A link in a result, as its block says.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Link {
    name: Option<String>,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    size: Option<f64>,
}

/// What the block of a resource is.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Resource {
        #[serde(borrow)]
        resource: Embedded<'a>,
    },
    ResourceLink(Link),
}

/// The encoded bytes of a resource that is in a result as such.
pub(crate) fn blob(raw: &str) -> Option<Cow<'_, str>> {
    match serde_json::from_str::<Block<'_>>(raw) {
        Ok(Block::Resource { resource }) => resource.blob,
        Ok(Block::ResourceLink(_)) | Err(_) => None,
    }
}

/// The blocks of a result for a window.
pub(crate) fn views(outcome: &ToolOutcome) -> Vec<ContentView> {
    outcome.content.iter().map(view).collect()
}

/// Structured content for a window.
pub(crate) fn structured(json: &str) -> StructuredView {
    let whole = crate::pretty::pretty(json);
    let kept = cut(&whole, MAX_TEXT);
    StructuredView {
        json: domain::visible_block(kept),
        cut: kept.len() < whole.len(),
    }
}

fn view(content: &Content) -> ContentView {
    match content {
        Content::Text { text } => text_view(text),
        Content::Image { data, mime_type } => {
            image_view(data).unwrap_or_else(|why| data_view(mime_type, data, why))
        }
        Content::Audio { data, mime_type } => {
            audio_view(data).unwrap_or_else(|why| data_view(mime_type, data, why))
        }
        Content::Resource { uri, text, raw } => resource_view(uri, text.as_deref(), raw),
        Content::Unknown { raw } => other(raw),
    }
}

fn image_view(data: &str) -> Result<ContentView, String> {
    let image = sniff(data)?;
    Ok(ContentView::Image {
        mime_type: image.mime_type.into(),
        data: data.to_owned(),
        width: image.width,
        height: image.height,
    })
}

fn audio_view(data: &str) -> Result<ContentView, String> {
    let (mime_type, bytes) = sniff_audio(data)?;
    Ok(ContentView::Audio {
        mime_type: mime_type.into(),
        data: data.to_owned(),
        bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
    })
}

fn data_view(what: &str, data: &str, why: String) -> ContentView {
    ContentView::Data {
        what: line(what),
        bytes: u32::try_from(data.len() / 4 * 3).unwrap_or(u32::MAX),
        why,
    }
}

fn resource_view(uri: &str, text: Option<&str>, raw: &str) -> ContentView {
    match serde_json::from_str::<Block<'_>>(raw) {
        Ok(Block::Resource { resource }) => {
            let mime_type = resource.mime_type.as_deref();
            let body = match (text, resource.blob.as_deref()) {
                (Some(text), _) => text_view(text),
                (None, Some(blob)) => image_view(blob)
                    .or_else(|_| audio_view(blob))
                    .unwrap_or_else(|_| {
                        let why = "neither text nor a known image or sound".into();
                        data_view(mime_type.unwrap_or("data"), blob, why)
                    }),
                (None, None) => other(raw),
            };
            ContentView::Resource {
                uri: line(uri),
                mime_type: mime_type.map(line),
                body: Box::new(body),
            }
        }
        Ok(Block::ResourceLink(link)) => ContentView::Link {
            uri: line(uri),
            name: line(&link.title.or(link.name).unwrap_or_default()),
            description: link.description.as_deref().map(line),
            mime_type: link.mime_type.as_deref().map(line),
            size: link.size.filter(|size| *size >= 0.0),
        },
        Err(_) => other(raw),
    }
}

/// One line of a server's words, bounded.
fn line(text: &str) -> String {
    let kept = cut(text, MAX_LINE);
    let end = if kept.len() < text.len() { "…" } else { "" };
    domain::visible(kept) + end
}

fn text_view(text: &str) -> ContentView {
    let kept = cut(text, MAX_TEXT);
    ContentView::Text {
        text: domain::visible_block(kept),
        cut: kept.len() < text.len(),
    }
}

fn other(raw: &str) -> ContentView {
    let kept = cut(raw, MAX_TEXT);
    ContentView::Other {
        raw: domain::visible_block(&crate::pretty::pretty(kept)),
        cut: kept.len() < raw.len(),
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

    fn seen(content: Content) -> ContentView {
        view(&content)
    }

    fn embedded(block: &str) -> ContentView {
        let value: serde_json::Value = serde_json::from_str(block).unwrap();
        let resource = value.get("resource").unwrap_or(&value);
        seen(Content::Resource {
            uri: resource["uri"].as_str().unwrap().into(),
            text: resource["text"].as_str().map(str::to_owned),
            raw: block.into(),
        })
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
            let got = seen(Content::Audio {
                mime_type: "audio/wav".into(),
                data: STANDARD.encode(bytes),
            });
            match kind {
                Some(kind) => assert!(
                    matches!(&got, ContentView::Audio { mime_type, bytes: n, .. } if mime_type == kind && *n as usize == bytes.len())
                ),
                None => assert!(matches!(got, ContentView::Data { .. })),
            }
        }
        let large = "A".repeat(MAX_MEDIA_BASE64 + 4);
        assert_eq!(sniff_audio(&large).unwrap_err(), "larger than 8 MiB");
    }

    #[test]
    fn a_resource_shows_what_it_holds_and_whose_it_is() {
        let text = embedded(
            r#"{"type":"resource","resource":{"uri":"a:\u202eb","mimeType":"text/x","text":"t\u200b"}}"#,
        );
        assert_eq!(
            text,
            ContentView::Resource {
                uri: "a:⟨U+202E⟩b".into(),
                mime_type: Some("text/x".into()),
                body: Box::new(ContentView::Text {
                    text: "t⟨U+200B⟩".into(),
                    cut: false
                }),
            }
        );
        let held = |blob: &str| {
            let block =
                format!(r#"{{"type":"resource","resource":{{"uri":"a:b","blob":"{blob}"}}}}"#);
            match embedded(&block) {
                ContentView::Resource { body, .. } => *body,
                other => panic!("{other:?}"),
            }
        };
        assert!(matches!(held(PIXEL), ContentView::Image { .. }));
        assert!(matches!(
            held(&STANDARD.encode(b"OggS")),
            ContentView::Audio { .. }
        ));
        assert!(matches!(held("AAEC"), ContentView::Data { bytes: 3, .. }));
        assert!(matches!(held("no base64"), ContentView::Data { .. }));
        let none = r#"{"type":"resource","resource":{"uri":"a:b","blob":7}}"#;
        assert!(matches!(embedded(none), ContentView::Other { .. }));
        let block = format!(r#"{{"type":"resource","resource":{{"uri":"a:b","blob":"{PIXEL}"}}}}"#);
        let escaped = block.replace('/', r"\/");
        assert_eq!(blob(&block).as_deref(), Some(PIXEL));
        assert_eq!(blob(&escaped).as_deref(), Some(PIXEL));
        assert_eq!(blob(none), None);
    }

    #[test]
    fn a_link_is_named_and_bounded() {
        let long = "n".repeat(MAX_LINE + 1);
        let block = format!(
            r#"{{"type":"resource_link","uri":"https://evil.example/x","name":"{long}","description":"a\nb","mimeType":"text/html","size":12,"icons":[{{"src":"https://evil.example/i.png"}}]}}"#
        );
        let ContentView::Link {
            uri,
            name,
            description,
            mime_type,
            size,
        } = embedded(&block)
        else {
            panic!("no link");
        };
        assert_eq!(
            (
                uri.as_str(),
                description.as_deref(),
                mime_type.as_deref(),
                size
            ),
            (
                "https://evil.example/x",
                Some("a⟨U+000A⟩b"),
                Some("text/html"),
                Some(12.0)
            )
        );
        assert_eq!(name, format!("{}…", "n".repeat(MAX_LINE)));
        let titled = r#"{"type":"resource_link","uri":"a:b","name":"n","title":"The title"}"#;
        assert!(matches!(embedded(titled), ContentView::Link { name, .. } if name == "The title"));
    }

    #[test]
    fn what_is_too_long_says_so() {
        let long = format!("[\"{}\"]", "x".repeat(MAX_TEXT));
        assert!(structured(&long).cut);
        assert!(!structured("{\"a\":1.0}").cut);
        assert_eq!(structured("{\"a\":1.0}").json, "{\n  \"a\": 1.0\n}");
        assert!(matches!(
            seen(Content::Unknown { raw: long }),
            ContentView::Other { cut: true, .. }
        ));
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
