//! The result of a tool call.

use serde::{Deserialize, Serialize};

/// The fields of something received that this host does not read (annotations, `_meta`, whatever comes later): a JSON object
/// as text, so that nothing a server said is lost. Mostly there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rest(Option<String>);

impl Rest {
    /// Of the text of a JSON object.
    #[must_use]
    pub fn of(object: String) -> Self {
        Self(Some(object))
    }

    /// The object's text, if there is one.
    #[must_use]
    pub fn as_json(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Whether everything was read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

/// One block of a result, as far as it is understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: String,
        /// Its other fields.
        #[serde(default, skip_serializing_if = "Rest::is_empty")]
        rest: Rest,
    },
    /// An image, still encoded; its claimed type is unchecked.
    Image {
        /// The type the server claims.
        mime_type: String,
        /// Base64 in its standard spelling, checked to decode within the bound.
        data: String,
        /// Its other fields.
        #[serde(default, skip_serializing_if = "Rest::is_empty")]
        rest: Rest,
    },
    /// Audio, still encoded; its claimed type is unchecked.
    Audio {
        /// The type the server claims.
        mime_type: String,
        /// Base64 in its standard spelling.
        data: String,
        /// Its other fields.
        #[serde(default, skip_serializing_if = "Rest::is_empty")]
        rest: Rest,
    },
    /// A resource embedded in the result, or a link to one.
    Resource {
        /// Its URI on its own server.
        uri: String,
        /// Its text, if embedded as text or as bytes that are one.
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
    /// What of `structured` does not fit the schema that the tool declares for it, or why that was not checked. Set by the
    /// host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misfit: Option<String>,
    /// The result's other fields.
    #[serde(default, skip_serializing_if = "Rest::is_empty")]
    pub rest: Rest,
}

impl ToolOutcome {
    /// The size of the result in bytes, as far as content counts.
    #[must_use]
    pub fn size(&self) -> usize {
        let blocks: usize = self
            .content
            .iter()
            .map(|c| match c {
                Content::Text { text, .. } => text.len(),
                Content::Image { data, .. } | Content::Audio { data, .. } => data.len() / 4 * 3,
                Content::Resource { raw, .. } | Content::Unknown { raw } => raw.len(),
            })
            .sum();
        let more = [self.structured.as_deref(), self.rest.as_json()];
        blocks + more.into_iter().flatten().map(str::len).sum::<usize>()
    }
}
