//! Blocks of content, in results of tools, in messages of prompts and in resources (2025-03-26, server/tools, "Tool Result").
//!
//! A block that shows anything is read; what it shows besides is kept beside it. One that cannot be understood is kept as received.

use domain::{Content, Rest};
use lenient::{Encoded, Fields, text_of};
use serde_json::value::RawValue;

use crate::Bounds;

/// Reads the blocks of a list: the first ones, up to the bound. Texts in a row are joined where there are more. The number
/// that was left out is the second value.
pub(crate) fn read_blocks(blocks: &[&RawValue], bounds: &Bounds) -> (Vec<Content>, usize) {
    let mut read = Vec::new();
    for (at, raw) in blocks.iter().enumerate() {
        let block = read_block(raw, bounds);
        if blocks.len() > bounds.content_blocks
            && let (
                Some(Content::Text { text, rest }),
                Content::Text {
                    text: more,
                    rest: none,
                },
            ) = (read.last_mut(), &block)
            && rest.is_empty()
            && none.is_empty()
        {
            text.push('\n');
            text.push_str(more);
            continue;
        }
        if read.len() == bounds.content_blocks {
            return (read, blocks.len() - at);
        }
        read.push(block);
    }
    (read, 0)
}

/// Says that blocks were left out, in their place.
pub(crate) fn note_of(left_out: usize, most: usize) -> Option<Content> {
    let text =
        format!("(left out by Innkeeper: {left_out} more blocks; a result has at most {most})");
    let rest = Rest::default();
    (left_out > 0).then_some(Content::Text { text, rest })
}

/// Reads one block; what cannot be read is kept as received.
pub(crate) fn read_block(raw: &RawValue, bounds: &Bounds) -> Content {
    understood(raw, bounds).unwrap_or_else(|| Content::Unknown {
        raw: raw.get().to_owned(),
    })
}

fn understood(raw: &RawValue, bounds: &Bounds) -> Option<Content> {
    let Some(mut fields) = Fields::of(raw) else {
        return plain(raw);
    };
    let kind = fields.text("type");
    match kind.as_deref() {
        Some("image") => media(&mut fields, bounds).map(|(mime_type, data, rest)| Content::Image {
            mime_type,
            data,
            rest,
        }),
        Some("audio") => media(&mut fields, bounds).map(|(mime_type, data, rest)| Content::Audio {
            mime_type,
            data,
            rest,
        }),
        Some("resource") => {
            let held = fields.raw("resource").unwrap_or(raw);
            read_resource(held, raw.get().to_owned(), bounds)
        }
        Some("resource_link") => Some(Content::Resource {
            uri: fields.text("uri")?,
            text: None,
            raw: raw.get().to_owned(),
        }),
        Some("text") | None => Some(Content::Text {
            text: fields.shown("text")?,
            rest: rest(&fields),
        }),
        Some(_) => None,
    }
}

/// A text, a number or the like in the place of a block.
fn plain(raw: &RawValue) -> Option<Content> {
    let text = match serde_json::from_str(raw.get()) {
        Ok(serde_json::Value::String(text)) => text,
        Ok(serde_json::Value::Number(_) | serde_json::Value::Bool(_)) => raw.get().to_owned(),
        Ok(_) | Err(_) => return None,
    };
    let rest = Rest::default();
    Some(Content::Text { text, rest })
}

fn media(fields: &mut Fields<'_>, bounds: &Bounds) -> Option<(String, String, Rest)> {
    let data = fields.text("data").or_else(|| fields.text("blob"))?;
    let data = Encoded::read(&data, bounds.media_bytes)?;
    let named = fields.text("mimeType");
    let named = named.or_else(|| data.mime_type.map(str::to_owned));
    Some((
        named.unwrap_or_default(),
        data.text.into_owned(),
        rest(fields),
    ))
}

/// Reads what a resource holds: its text, or bytes that are one. Other bytes stay in `block`, in the standard spelling.
/// The whole of the resource is kept in `block`.
pub(crate) fn read_resource(held: &RawValue, block: String, bounds: &Bounds) -> Option<Content> {
    let mut fields = Fields::of(held)?;
    let uri = fields.text("uri").unwrap_or_default();
    if let Some(text) = fields.shown("text") {
        return Some(Content::Resource {
            uri,
            text: Some(text),
            raw: block,
        });
    }
    let Some(blob) = fields.text("blob").or_else(|| fields.text("data")) else {
        return (!uri.is_empty()).then_some(Content::Resource {
            uri,
            text: None,
            raw: block,
        });
    };
    let encoded = Encoded::read(&blob, bounds.media_bytes)?;
    let named = fields.text("mimeType");
    let mime_type = named.as_deref().or(encoded.mime_type);
    let text = text_of(&encoded.bytes(), mime_type);
    let raw = match blob == encoded.text && fields.odd().is_empty() {
        true => block,
        false => respelled(&uri, mime_type, &encoded.text),
    };
    Some(Content::Resource { uri, text, raw })
}

/// A block that holds the same bytes.
fn respelled(uri: &str, mime_type: Option<&str>, blob: &str) -> String {
    serde_json::json!({
        "type": "resource",
        "resource": { "uri": uri, "mimeType": mime_type, "blob": blob },
    })
    .to_string()
}

fn rest(fields: &Fields<'_>) -> Rest {
    fields.rest().map_or_else(Rest::default, Rest::of)
}
