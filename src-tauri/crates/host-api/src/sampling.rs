//! Sampling requests of servers: the approval as plain text with nothing truncated, the history, and the limits.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DifferenceView, SegmentView, ServerTag};

/// A content block of a message for a model, or of its reply.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SaidView {
    /// Text.
    Text {
        /// The text as it would be sent.
        text: Vec<SegmentView>,
        /// The same text, for editing.
        raw: String,
        /// The estimated number of tokens.
        tokens: u32,
        /// Whether a person edited it.
        edited: bool,
        /// Whether it is excluded from sending.
        left_out: bool,
    },
    /// An image of a recognized type.
    Image {
        /// Its type.
        mime: String,
        /// Its bytes, base64.
        data: String,
        /// Its size in bytes.
        bytes: u32,
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
        /// The estimated number of tokens.
        tokens: u32,
        /// Whether it is excluded from sending.
        left_out: bool,
    },
    /// Other binary data, with its claimed type.
    Data {
        /// The type and origin, for display.
        what: Text,
        /// Its size in bytes.
        bytes: u32,
        /// Whether it is excluded from sending.
        left_out: bool,
    },
    /// A call of one of the server's tools, or the result of such a call.
    Tool {
        /// The kind and the name, for display.
        what: Text,
        /// The arguments or the result, as text.
        text: Vec<SegmentView>,
        /// Whether it is excluded from sending.
        left_out: bool,
    },
}

/// A message for a model.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SamplingMessageView {
    /// The role: `user` or `assistant`. The server wrote both.
    pub role: String,
    /// The content.
    pub blocks: Vec<SaidView>,
}

/// A tool of the server that the model may use in its reply.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SamplingToolView {
    /// Its name, as used in an edit.
    pub name: String,
    /// The server's description of it: an unverified claim.
    pub description: Vec<SegmentView>,
    /// The schema of its arguments.
    pub schema: Vec<SegmentView>,
    /// Whether it is offered to the model.
    pub kept: bool,
}

/// The user's notes on a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct ModelNotesView {
    /// How cheap it is, from 1 to 5; 0 if unknown.
    pub cost: u8,
    /// How fast it is, from 1 to 5; 0 if unknown.
    pub speed: u8,
    /// How capable it is, from 1 to 5; 0 if unknown.
    pub intelligence: u8,
    /// The price of a million input tokens, in US dollars.
    pub input_price: Option<f64>,
    /// The price of a million output tokens, in US dollars.
    pub output_price: Option<f64>,
    /// The price of a million tokens from the endpoint's cache, in US dollars.
    pub cached_price: Option<f64>,
    /// The size of the model's window in tokens.
    pub window: Option<u32>,
}

/// A model that can reply to a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SamplingModelView {
    /// Its endpoint, as used in an edit.
    pub id: String,
    /// The user's name for the endpoint.
    pub name: String,
    /// The model.
    pub model: String,
    /// Its endpoint's origin.
    pub origin: String,
    /// Whether the endpoint is on this machine.
    pub on_this_machine: bool,
    /// The user's notes on it.
    pub notes: ModelNotesView,
}

/// The cost of a request, for display.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Type)]
pub struct CostView {
    /// The cost with a reply of the server's average length, or of half the limit if there was no reply yet.
    pub estimate: Option<Text>,
    /// The cost with the longest reply.
    pub most: Option<Text>,
    /// Why the cost is unknown.
    pub why_not: Option<Text>,
}

/// A server's use of its sampling limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Type)]
pub struct SamplingBudgetView {
    /// Requests within the last minute, including this one while its approval is pending.
    pub minute_used: u32,
    /// The maximum number of requests in a minute.
    pub minute_limit: u32,
    /// Tokens used today, including the estimates of requests in progress.
    pub day_used: u32,
    /// The maximum number of tokens in a day.
    pub day_limit: u32,
}

/// Earlier results of the server that it requests to include as context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct SamplingContextView {
    /// The requested context, in the server's own word.
    pub asked: String,
    /// Whether it is included.
    pub chosen: bool,
    /// The estimated number of tokens.
    pub tokens: u32,
    /// The context items, one line each: results of the same server only.
    pub items: Vec<String>,
}

/// A text of the server, with a person's edit.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SamplingTextView {
    /// The text as it would be sent.
    pub segments: Vec<SegmentView>,
    /// The same text, for editing.
    pub raw: String,
    /// The server's original, for undoing an edit; empty if the server wrote none.
    pub asked: String,
    /// The estimated number of tokens.
    pub tokens: u32,
    /// Whether a person edited it.
    pub edited: bool,
    /// Whether it is excluded from sending.
    pub left_out: bool,
}

/// A model's reply, before it is sent to the server.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SamplingReplyView {
    /// The content that the server would receive.
    pub blocks: Vec<SaidView>,
    /// How many blocks differ from the model's reply.
    pub edits: u32,
    /// The difference for each edited text.
    pub changed: Vec<DifferenceView>,
    /// Input tokens, if the endpoint reports them.
    pub input_tokens: Option<u32>,
    /// Output tokens, if the endpoint reports them.
    pub output_tokens: Option<u32>,
    /// The cost, if known.
    pub cost: Option<Text>,
    /// The duration in milliseconds.
    pub took_ms: u32,
    /// The stop reason: `endTurn`, `maxTokens` or `toolUse`.
    pub stop: String,
    /// Whether the reply calls tools of the server; such a reply always requires approval.
    pub has_tools: bool,
}

/// A pending sampling request, or the pending reply to one.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SamplingApprovalView {
    /// The requesting server.
    pub server: ServerTag,
    /// The number of this request today, from 1.
    pub today: u32,
    /// All of the user's models, the best match for this request first; empty once a model replied.
    pub models: Vec<SamplingModelView>,
    /// The model that would reply, or that replied.
    pub model: SamplingModelView,
    /// Why this model is selected, as a sentence.
    pub why: Text,
    /// Further preferences of the server, one line each.
    pub wishes: Vec<Text>,
    /// The maximum length of the reply, in tokens.
    pub max_tokens: u32,
    /// The maximum length that the server requested, in tokens.
    pub wished_tokens: u32,
    /// Whether replies are reviewed too. Replies that call tools always are.
    pub answers_reviewed: bool,
    /// The cost.
    pub cost: CostView,
    /// The server's use of its sampling limits.
    pub budget: SamplingBudgetView,
    /// The server's own context that may be included, if it requested that.
    pub context: Option<SamplingContextView>,
    /// The system prompt, if the server or the person wrote one.
    pub system: Option<SamplingTextView>,
    /// The messages.
    pub messages: Vec<SamplingMessageView>,
    /// Its tools.
    pub tools: Vec<SamplingToolView>,
    /// How many edits differ from the original request.
    pub edits: u32,
    /// The request as it would be sent, as indented JSON; images and audio are shown by their size.
    pub json: String,
    /// The model's reply, before it is sent to the server.
    pub reply: Option<SamplingReplyView>,
}

/// A person's edit of one block.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(tag = "edit", rename_all = "snake_case")]
pub enum BlockEdit {
    /// The block is unchanged.
    Keep,
    /// The block is excluded.
    LeaveOut,
    /// The block is replaced with text.
    Text {
        /// The text.
        text: String,
    },
}

/// A person's edit of a sampling request, always relative to the server's original.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct SamplingEdit {
    /// The endpoint to use; the selected one if none.
    pub provider: Option<String>,
    /// The system prompt; none excludes it.
    pub system: Option<String>,
    /// Each block of each message.
    pub blocks: Vec<Vec<BlockEdit>>,
    /// The names of the tools that remain.
    pub tools: Vec<String>,
    /// The maximum length of the reply, in tokens.
    pub max_tokens: u32,
    /// Whether the context that the server requested is included.
    pub context: bool,
}

/// A past sampling request of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SamplingRowView {
    /// When it arrived, in milliseconds since the Unix epoch.
    pub at_ms: f64,
    /// The model.
    pub model: String,
    /// Its endpoint's origin.
    pub origin: String,
    /// `asked`, `denied`, `withdrawn`, `expired`, `answered`, `kept_back`, `failed` or `over_budget`.
    pub state: String,
    /// Whether a person edited the request or the reply.
    pub edited: bool,
    /// Input tokens.
    pub input_tokens: Option<u32>,
    /// Output tokens.
    pub output_tokens: Option<u32>,
    /// The cost, if known.
    pub cost: Option<Text>,
    /// The model's response time, in milliseconds.
    pub took_ms: Option<u32>,
}

/// The sampling limits of a server, and its sampling history.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SamplingPageView {
    /// Whether sampling is enabled.
    pub on: bool,
    /// Whether replies are reviewed too. Replies that call tools always are.
    pub review_answers: bool,
    /// Its use of the limits.
    pub budget: SamplingBudgetView,
    /// Its requests, the newest first.
    pub history: Vec<SamplingRowView>,
    /// The cost of today's requests, as far as known.
    pub today: Option<Text>,
    /// The cost of all recorded requests, as far as known.
    pub total: Option<Text>,
}
