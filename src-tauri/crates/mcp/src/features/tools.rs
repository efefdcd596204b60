//! Tools: `tools/list` and `tools/call` (2025-03-26, server/tools).
//!
//! Reading is lenient per item: a tool or a block that cannot be read costs itself alone.

use domain::{
    Annotations, DefinitionDigest, ServerId, ToolDefinition, ToolOutcome, ToolRef, Untrusted,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    BoundHit, Bounds, CallError, Wire,
    bounds::{DEFINITION_BYTES, TEXT_CHARS, TOOL_NAME_BYTES},
    features::{
        content::{Fields, read_block},
        listing::{Item, Listed},
    },
    session::{Meta, Session},
    text::shown,
};

/// The tools of a server.
pub type ToolList = Listed<ToolDefinition>;

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
pub(crate) struct CallParams<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Meta>,
    pub(crate) name: &'a str,
    /// The approved bytes.
    pub(crate) arguments: &'a RawValue,
}

impl Item for ToolDefinition {
    const METHOD: &'static str = "tools/list";
    const FIELD: &'static str = "tools";
    const WHAT: &'static str = "tool";

    fn read(raw: &RawValue, server: ServerId) -> Result<Self, String> {
        read_tool(raw, server)
    }

    fn key(&self) -> &str {
        &self.tool.name
    }

    fn admitted(&self, session: &dyn Session, wire: Wire) -> Result<(), String> {
        session.admits(self, wire)
    }
}

/// Reads a definition that was kept as it came.
///
/// # Errors
/// In words, as for a definition in a list.
pub fn read_definition(raw: &str, server: ServerId) -> Result<ToolDefinition, String> {
    let raw: &RawValue =
        serde_json::from_str(raw).map_err(|e| shown(&e.to_string(), TEXT_CHARS))?;
    read_tool(raw, server)
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

/// Reads the result of a call.
pub(crate) fn read_outcome(raw: &RawValue, bounds: &Bounds) -> Result<ToolOutcome, CallError> {
    let bad = |what: String| CallError::BadResult(shown(&what, TEXT_CHARS));
    let unreadable = |e: serde_json::Error| bad(e.to_string());
    let mut fields = Fields::of(raw).map_err(unreadable)?;
    let structured: Option<&RawValue> = fields.read("structuredContent").map_err(unreadable)?;
    let blocks: Option<Vec<&RawValue>> = fields.read("content").map_err(unreadable)?;
    let is_error: Option<bool> = fields.read("isError").map_err(unreadable)?;
    if blocks.is_none() && structured.is_none() {
        return Err(bad("it has no content".into()));
    }
    let blocks = blocks.unwrap_or_default();
    if blocks.len() > bounds.content_blocks {
        return Err(BoundHit::ContentBlocks.into());
    }
    Ok(ToolOutcome {
        content: blocks.into_iter().map(|b| read_block(b, bounds)).collect(),
        structured: structured.map(|s| s.get().to_owned()),
        is_error: is_error.unwrap_or(false),
        misfit: None,
        rest: fields.rest(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use domain::Content;

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
}
