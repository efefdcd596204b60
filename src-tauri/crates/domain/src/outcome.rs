//! What a tool gave back.

use serde::{Deserialize, Serialize};

/// One block of a result, as far as it is understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// An image, still encoded; its claimed type is unchecked.
    Image {
        /// The type the server claims.
        mime_type: String,
        /// Base64 as received, checked to decode within the bound.
        data: String,
    },
    /// Audio, still encoded; its claimed type is unchecked.
    Audio {
        /// The type the server claims.
        mime_type: String,
        /// Base64 as received.
        data: String,
    },
    /// A resource embedded in the result, or a link to one.
    Resource {
        /// Its URI on its own server.
        uri: String,
        /// Its text, if embedded as text.
        text: Option<String>,
        /// The block as received.
        raw: String,
    },
    /// A block of a kind this host does not know, kept as received.
    Unknown {
        /// The block's JSON text.
        raw: String,
    },
}

/// The result of a tool call as its server sent it (2025-03-26, server/tools, "Tool Result").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolOutcome {
    /// The blocks, in order; a malformed one is kept as [`Content::Unknown`].
    pub content: Vec<Content>,
    /// `structuredContent`, as received.
    pub structured: Option<String>,
    /// Whether the tool says that it failed.
    pub is_error: bool,
}

impl ToolOutcome {
    /// The size of the result in bytes, as far as content counts.
    #[must_use]
    pub fn size(&self) -> usize {
        let blocks: usize = self
            .content
            .iter()
            .map(|c| match c {
                Content::Text { text } => text.len(),
                Content::Image { data, .. } | Content::Audio { data, .. } => data.len() / 4 * 3,
                Content::Resource { raw, .. } | Content::Unknown { raw } => raw.len(),
            })
            .sum();
        blocks + self.structured.as_ref().map_or(0, String::len)
    }
}
