//! Checks of result content before it is shown or forwarded: type sniffing, measurement, size limits.

use std::borrow::Cow;

use approvals::media::{NotShown, sniff, sniff_audio};
use domain::{Content, ToolOutcome};
use host_api::{ContentView, StructuredView};
use serde::Deserialize;

/// Maximum text of one block for a window, in bytes.
const MAX_TEXT: usize = 256 * 1024;
/// Maximum text of one block for a model, in bytes.
pub(crate) const MAX_MODEL_TEXT: usize = 96 * 1024;
/// Maximum length of a URI, a name or a claimed type, in bytes.
const MAX_LINE: usize = 2 * 1024;

/// An embedded resource of a result, as parsed from its block.
#[derive(Deserialize)]
struct Embedded<'a> {
    #[serde(rename = "mimeType")]
    mime_type: Option<String>,
    #[serde(borrow)]
    blob: Option<Cow<'a, str>>,
}

/// A resource link of a result, as parsed from its block.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Link {
    name: Option<String>,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    size: Option<f64>,
}

/// A resource block.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Resource {
        #[serde(borrow)]
        resource: Embedded<'a>,
    },
    ResourceLink(Link),
}

/// Returns the encoded bytes of an embedded resource.
pub(crate) fn blob(raw: &str) -> Option<Cow<'_, str>> {
    match serde_json::from_str::<Block<'_>>(raw) {
        Ok(Block::Resource { resource }) => resource.blob,
        Ok(Block::ResourceLink(_)) | Err(_) => None,
    }
}

/// Returns the blocks of a result for a window.
pub(crate) fn views(outcome: &ToolOutcome) -> Vec<ContentView> {
    outcome.content.iter().map(view).collect()
}

/// Returns structured content for a window.
pub(crate) fn structured(json: &str) -> StructuredView {
    let whole = domain::pretty(json);
    let kept = domain::cut(&whole, MAX_TEXT);
    StructuredView {
        json: domain::visible_block(kept),
        cut: kept.len() < whole.len(),
    }
}

/// Returns one block for a window.
pub(crate) fn view(content: &Content) -> ContentView {
    match content {
        Content::Text { text, .. } => text_view(text),
        Content::Image {
            data, mime_type, ..
        } => image_view(data).unwrap_or_else(|why| data_view(mime_type, data, why)),
        Content::Audio {
            data, mime_type, ..
        } => audio_view(data).unwrap_or_else(|why| data_view(mime_type, data, why)),
        Content::Resource { uri, text, raw } => resource_view(uri, text.as_deref(), raw),
        Content::Unknown { raw } => other(raw),
    }
}

fn image_view(data: &str) -> Result<ContentView, NotShown> {
    let image = sniff(data)?;
    Ok(ContentView::Image {
        mime_type: image.mime_type.into(),
        data: data.to_owned(),
        width: image.width,
        height: image.height,
    })
}

fn audio_view(data: &str) -> Result<ContentView, NotShown> {
    let (mime_type, bytes) = sniff_audio(data)?;
    Ok(ContentView::Audio {
        mime_type: mime_type.into(),
        data: data.to_owned(),
        bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
    })
}

fn data_view(what: &str, data: &str, why: NotShown) -> ContentView {
    ContentView::Data {
        what: line(what),
        bytes: u32::try_from(data.len() / 4 * 3).unwrap_or(u32::MAX),
        why: why.text().into(),
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
                        data_view(mime_type.unwrap_or("data"), blob, NotShown::NotMedia)
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

/// Returns one line of a server's text, truncated at a limit.
pub(crate) fn line(text: &str) -> String {
    let kept = domain::cut(text, MAX_LINE);
    let end = if kept.len() < text.len() { "…" } else { "" };
    domain::visible(kept) + end
}

fn text_view(text: &str) -> ContentView {
    let kept = domain::cut(text, MAX_TEXT);
    ContentView::Text {
        text: domain::visible_block(kept),
        cut: kept.len() < text.len(),
    }
}

fn other(raw: &str) -> ContentView {
    let kept = domain::cut(raw, MAX_TEXT);
    ContentView::Other {
        raw: domain::visible_block(&domain::pretty(kept)),
        cut: kept.len() < raw.len(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use base64::{Engine, engine::general_purpose::STANDARD};

    use super::*;

    const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    fn seen(content: Content) -> ContentView {
        view(&content)
    }

    #[test]
    fn what_is_not_what_it_says_is_named_and_not_shown() {
        let audio = Content::Audio {
            mime_type: "audio/wav".into(),
            data: STANDARD.encode("<html>"),
            rest: domain::Rest::default(),
        };
        assert!(matches!(seen(audio), ContentView::Data { bytes: 6, .. }));
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
            let ContentView::Resource { body, .. } = embedded(&block) else {
                panic!("no resource");
            };
            *body
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
}
