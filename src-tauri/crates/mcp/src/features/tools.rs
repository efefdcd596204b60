//! Tools: `tools/list` and `tools/call` (2025-03-26, server/tools).
//!
//! Reading is lenient per item: a tool or a block that cannot be read costs itself alone.

use std::collections::HashSet;

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{
    Annotations, Content, DefinitionDigest, ServerId, ToolDefinition, ToolOutcome, ToolRef,
    Untrusted,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    BoundHit, Bounds, CallError, McpError,
    bounds::{CURSOR_BYTES, DEFINITION_BYTES, TEXT_CHARS, TOOL_NAME_BYTES},
    session::Meta,
    text::shown,
};

/// The tools of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolList {
    /// Those that could be read, in the server's order; no name twice.
    pub tools: Vec<ToolDefinition>,
    /// Those that could not.
    pub unreadable: Vec<Unreadable>,
}

/// An item of a listing that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its place in the listing, over all pages, from 0.
    pub index: usize,
    /// What is wrong with it; bounded, hidden characters made visible.
    pub reason: String,
}

/// How far a call is (2025-03-26, basic/utilities/progress).
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Rises with each update.
    pub progress: f64,
    /// What it rises to, if known.
    pub total: Option<f64>,
    /// The server's words, at most 2,000 characters.
    pub message: Option<Untrusted<String>>,
}

#[derive(Serialize)]
pub(crate) struct ListParams<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Meta>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cursor: Option<&'a str>,
}

#[derive(Serialize)]
pub(crate) struct CallParams<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Meta>,
    pub(crate) name: &'a str,
    /// The approved bytes.
    pub(crate) arguments: &'a RawValue,
}

/// One page of `tools/list`.
pub(crate) struct Page {
    items: Vec<Result<ToolDefinition, String>>,
    bytes: usize,
    next: Option<String>,
}

/// Reads one page; at most `bounds.listing_items` of it.
pub(crate) fn read_page(
    raw: &RawValue,
    server: ServerId,
    bounds: &Bounds,
) -> Result<Page, CallError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Listed<'a> {
        #[serde(borrow)]
        tools: Vec<&'a RawValue>,
        #[serde(borrow, default)]
        next_cursor: Option<&'a RawValue>,
    }
    let listed: Listed<'_> = serde_json::from_str(raw.get())
        .map_err(|e| CallError::BadResult(shown(&e.to_string(), TEXT_CHARS)))?;
    if listed.tools.len() > bounds.listing_items {
        return Err(BoundHit::ListingItems.into());
    }
    let bytes = listed.tools.iter().map(|t| t.get().len()).sum();
    if bytes > bounds.listing_bytes {
        return Err(BoundHit::ListingBytes.into());
    }
    let items = listed
        .tools
        .into_iter()
        .map(|t| read_tool(t, server))
        .collect();
    Ok(Page {
        items,
        bytes,
        next: read_cursor(listed.next_cursor)?,
    })
}

/// An empty cursor ends a listing, as an absent one does: asked with it, servers begin again.
fn read_cursor(raw: Option<&RawValue>) -> Result<Option<String>, CallError> {
    let Some(raw) = raw else { return Ok(None) };
    match serde_json::from_str::<String>(raw.get()) {
        Ok(cursor) if cursor.len() > CURSOR_BYTES => {
            Err(CallError::BadResult("its cursor is too long".into()))
        }
        Ok(cursor) => Ok(Some(cursor).filter(|c| !c.is_empty())),
        Err(_) => Err(CallError::BadResult("its cursor is no string".into())),
    }
}

fn read_tool(raw: &RawValue, server: ServerId) -> Result<ToolDefinition, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Tool<'a> {
        name: String,
        title: Option<String>,
        description: Option<String>,
        #[serde(borrow)]
        input_schema: &'a RawValue,
        #[serde(borrow, default)]
        output_schema: Option<&'a RawValue>,
        #[serde(borrow, default)]
        annotations: Option<&'a RawValue>,
    }
    #[derive(Default, Deserialize)]
    struct Titled {
        title: Option<String>,
    }
    if raw.get().len() > DEFINITION_BYTES {
        return Err(format!("its definition has {} bytes", raw.get().len()));
    }
    let tool: Tool<'_> =
        serde_json::from_str(raw.get()).map_err(|e| shown(&e.to_string(), TEXT_CHARS))?;
    if tool.name.is_empty() || tool.name.len() > TOOL_NAME_BYTES {
        return Err(format!("its name has {} bytes", tool.name.len()));
    }
    if !tool.input_schema.get().starts_with('{') {
        return Err("its inputSchema is no object".into());
    }
    let digest = DefinitionDigest::of(raw.get()).map_err(|e| shown(&e.to_string(), TEXT_CHARS))?;
    // Annotations that cannot be read count as none: the cautious reading.
    let hints = tool.annotations.map_or("{}", RawValue::get);
    let annotations: Annotations = serde_json::from_str(hints).unwrap_or_default();
    let titled: Titled = serde_json::from_str(hints).unwrap_or_default();
    Ok(ToolDefinition {
        tool: ToolRef {
            server,
            name: tool.name,
        },
        title: tool.title.or(titled.title),
        description: tool.description,
        input_schema: tool.input_schema.get().to_owned(),
        output_schema: tool.output_schema.map(|s| s.get().to_owned()),
        annotations,
        raw: raw.get().to_owned(),
        digest,
    })
}

/// A listing under way: collects pages and holds the caps over all of them.
#[derive(Default)]
pub(crate) struct Listing {
    list: ToolList,
    names: HashSet<String>,
    cursors: HashSet<String>,
    items: usize,
    bytes: usize,
    pages: usize,
}

impl Listing {
    /// Takes a page; gives the cursor of the next one, or `None` at the end.
    pub(crate) fn take(&mut self, page: Page, bounds: &Bounds) -> Result<Option<String>, McpError> {
        self.pages += 1;
        self.bytes += page.bytes;
        if self.items + page.items.len() > bounds.listing_items {
            return Err(McpError::Bound(BoundHit::ListingItems));
        }
        if self.bytes > bounds.listing_bytes {
            return Err(McpError::Bound(BoundHit::ListingBytes));
        }
        for item in page.items {
            self.add(item);
        }
        let Some(cursor) = page.next else {
            return Ok(None);
        };
        if !self.cursors.insert(cursor.clone()) {
            return Err(McpError::RepeatedCursor);
        }
        if self.pages >= bounds.listing_pages {
            return Err(McpError::Bound(BoundHit::ListingPages));
        }
        Ok(Some(cursor))
    }

    fn add(&mut self, item: Result<ToolDefinition, String>) {
        let index = self.items;
        self.items += 1;
        let item = item.and_then(|tool| {
            if self.names.insert(tool.tool.name.clone()) {
                Ok(tool)
            } else {
                Err(format!(
                    "a second tool of the name \"{}\"",
                    shown(&tool.tool.name, TEXT_CHARS)
                ))
            }
        });
        match item {
            Ok(tool) => self.list.tools.push(tool),
            Err(reason) => self.list.unreadable.push(Unreadable { index, reason }),
        }
    }

    /// What was collected.
    pub(crate) fn finish(self) -> ToolList {
        self.list
    }
}

/// Reads the result of a call.
pub(crate) fn read_outcome(raw: &RawValue, bounds: &Bounds) -> Result<ToolOutcome, CallError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct CallResult<'a> {
        #[serde(borrow, default)]
        content: Option<Vec<&'a RawValue>>,
        #[serde(borrow, default)]
        structured_content: Option<&'a RawValue>,
        #[serde(default)]
        is_error: Option<bool>,
    }
    let result: CallResult<'_> = serde_json::from_str(raw.get())
        .map_err(|e| CallError::BadResult(shown(&e.to_string(), TEXT_CHARS)))?;
    if result.content.is_none() && result.structured_content.is_none() {
        return Err(CallError::BadResult("it has no content".into()));
    }
    let blocks = result.content.unwrap_or_default();
    if blocks.len() > bounds.content_blocks {
        return Err(BoundHit::ContentBlocks.into());
    }
    Ok(ToolOutcome {
        content: blocks.into_iter().map(|b| read_block(b, bounds)).collect(),
        structured: result.structured_content.map(|s| s.get().to_owned()),
        is_error: result.is_error.unwrap_or(false),
    })
}

fn read_block(raw: &RawValue, bounds: &Bounds) -> Content {
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
fn is_media(data: &str, bounds: &Bounds) -> bool {
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
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn outcome(text: &str) -> Result<ToolOutcome, CallError> {
        let raw = RawValue::from_string(text.to_owned()).unwrap();
        read_outcome(
            &raw,
            &Bounds {
                media_bytes: 6_000,
                ..Bounds::default()
            },
        )
    }

    #[test]
    fn a_block_that_cannot_be_read_is_kept_as_received() {
        let large = "A".repeat(8_004);
        let fits = "QUJD".repeat(2_000);
        let blocks = [
            r#"{"type":"text","text":"hi","annotations":{"priority":1}}"#.to_owned(),
            r#"{"type":"text","text":7}"#.to_owned(),
            r#"{"type":"hologram","x":1}"#.to_owned(),
            r#"{"type":"image","mimeType":"image/png","data":"QUJD"}"#.to_owned(),
            r#"{"type":"image","mimeType":"image/png","data":"no base64!"}"#.to_owned(),
            format!(r#"{{"type":"image","mimeType":"image/png","data":"{large}"}}"#),
            format!(r#"{{"type":"audio","mimeType":"audio/wav","data":"{fits}"}}"#),
            r#"{"type":"resource","resource":{"uri":"a:b","text":"t"}}"#.to_owned(),
            r#"{"type":"resource_link","uri":"a:c","name":"n"}"#.to_owned(),
            "7".to_owned(),
        ];
        let got = outcome(&format!(r#"{{"content":[{}]}}"#, blocks.join(","))).unwrap();
        let kinds: Vec<&str> = got
            .content
            .iter()
            .map(|c| match c {
                Content::Text { .. } => "text",
                Content::Image { .. } => "image",
                Content::Audio { .. } => "audio",
                Content::Resource { .. } => "resource",
                Content::Unknown { .. } => "unknown",
            })
            .collect();
        assert_eq!(
            kinds,
            [
                "text", "unknown", "unknown", "image", "unknown", "unknown", "audio", "resource",
                "resource", "unknown"
            ]
        );
        assert_eq!(
            got.content[2],
            Content::Unknown {
                raw: blocks[2].clone()
            }
        );
    }

    #[test]
    fn results_that_are_none() {
        assert!(matches!(outcome("{}"), Err(CallError::BadResult(_))));
        assert!(matches!(outcome("[]"), Err(CallError::BadResult(_))));
        assert!(matches!(
            outcome(r#"{"content":[],"isError":"no"}"#),
            Err(CallError::BadResult(_))
        ));
        let many = vec!["1"; 1_001].join(",");
        assert_eq!(
            outcome(&format!(r#"{{"content":[{many}]}}"#)),
            Err(CallError::Bound(BoundHit::ContentBlocks))
        );
        let structured = outcome(r#"{"structuredContent":{"a":1.0},"isError":true}"#).unwrap();
        assert_eq!(
            (structured.structured.as_deref(), structured.is_error),
            (Some(r#"{"a":1.0}"#), true)
        );
    }

    #[test]
    fn base64_in_the_middle_of_padding_is_none() {
        let bounds = Bounds::default();
        let padded_early = format!("{}QQ=={}", "A".repeat(4_092), "QUJD");
        assert!(!is_media(&padded_early, &bounds));
        assert!(is_media(&format!("{}QQ==", "A".repeat(4_096)), &bounds));
        assert!(is_media("", &bounds));
    }
}
