//! What servers ask of the user's model, as the consent window shows it: plain text, nothing cut.

use serde::Serialize;
use specta::Type;

use super::{SegmentView, ServerTag};

/// A block of a message for a model, or of its answer.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SaidView {
    /// Text.
    Text {
        /// The text.
        text: Vec<SegmentView>,
    },
    /// An image of a type that was recognised.
    Image {
        /// Its type.
        mime: String,
        /// Its bytes, base64.
        data: String,
        /// Its size in bytes.
        bytes: u32,
    },
    /// Anything else that is no text, by its claimed type.
    Data {
        /// What it is, for people.
        what: String,
        /// Its size in bytes.
        bytes: u32,
    },
    /// A call of one of the server's tools, or the result of one.
    Tool {
        /// What it is, for people.
        what: String,
        /// Arguments or result, text.
        text: Vec<SegmentView>,
    },
}

/// A message for a model.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SamplingMessageView {
    /// In whose place: `user` or `assistant`. The server wrote both.
    pub role: String,
    /// What is said.
    pub blocks: Vec<SaidView>,
}

/// A tool of the server's that the model may use in its answer.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SamplingToolView {
    /// Its name.
    pub name: String,
    /// What it does: a claim.
    pub description: Vec<SegmentView>,
    /// The schema of its arguments.
    pub schema: Vec<SegmentView>,
}

/// A server asks for an answer of the user's model; or has one coming.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SamplingPromptView {
    /// Who asks.
    pub server: ServerTag,
    /// The model that would answer, or answered.
    pub model: String,
    /// Its endpoint's origin.
    pub origin: String,
    /// Whether the endpoint is on this machine.
    pub on_this_machine: bool,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// The longest it wished, in tokens.
    pub wished_tokens: u32,
    /// What else it wishes, a line each.
    pub wishes: Vec<String>,
    /// The system prompt it wishes.
    pub system: Option<Vec<SegmentView>>,
    /// The messages.
    pub messages: Vec<SamplingMessageView>,
    /// Its tools.
    pub tools: Vec<SamplingToolView>,
    /// The model's answer, on its way to the server.
    pub reply: Option<Vec<SaidView>>,
}
