//! Requests to models: what a model sees.

use serde::Serialize;
use specta::Type;

use super::{ContentView, ServerTag, StructuredView};

/// A group of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ContextGroupView {
    /// The system text.
    System,
    /// Tool definitions.
    Tools,
    /// Attached data.
    Attachments,
    /// The conversation.
    History,
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ContextKindView {
    /// The system text of Innkeeper.
    System,
    /// The definition of a tool.
    Tool,
    /// Instructions of the user for a project.
    Project,
    /// Instructions of a server.
    Instructions,
    /// A summary in place of earlier messages.
    Summary,
    /// Words of the user.
    Message,
    /// Data that the user attached.
    Attachment,
    /// Text of a model.
    Answer,
    /// State of the provider.
    State,
    /// A tool call of the model.
    Call,
    /// Text of a tool result.
    Result,
    /// An image of a tool result.
    Image,
    /// A note of Innkeeper: inside a tool result, or at the end of a request for a summary.
    Note,
}

/// Why a part is shortened or left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ContextReasonView {
    /// It is longer than one text of a result may be.
    ResultLimit,
    /// More tools are on than the endpoint accepts.
    ToolLimit,
    /// The request would not fit the model's window.
    Budget,
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ContextPurposeView {
    /// A reply.
    Reply,
    /// A summary of earlier messages.
    Summary,
    /// A title of the conversation.
    Title,
}

/// A recorded request.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ContextRequestView {
    /// The request.
    pub id: String,
    /// Its number in the conversation, from 1, among those that are kept.
    pub number: u32,
    /// What it asked for.
    pub purpose: ContextPurposeView,
    /// The reply that it asked for, or the last message of the summary.
    pub message: String,
    /// The model.
    pub model: String,
    /// When it was sent.
    pub created_ms: f64,
    /// Its size in tokens, estimated.
    pub tokens: u32,
    /// Tokens that the endpoint counted as read, cached ones included, where it says so.
    pub input_tokens: Option<u32>,
    /// Tokens that the endpoint counted as written.
    pub output_tokens: Option<u32>,
    /// Tokens that the endpoint read from its cache.
    pub cached_tokens: Option<u32>,
}

/// A part of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ContextPartView {
    /// Its place in the request, from 0.
    pub index: u32,
    /// Its group.
    pub group: ContextGroupView,
    /// What it is.
    pub kind: ContextKindView,
    /// The name of a tool as the model sees it, or the beginning of a text, on one line.
    pub title: String,
    /// The server that it came from.
    pub server: Option<ServerTag>,
    /// The tool's name on its server, of a tool definition.
    pub tool: Option<String>,
    /// The message that it belongs to.
    pub message: Option<String>,
    /// Its size in tokens, estimated.
    pub tokens: u32,
    /// Its size in bytes.
    pub bytes: u32,
    /// The servers whose data it holds or was written from.
    pub label: Vec<ServerTag>,
    /// Whether the request before begins with the same parts up to this one.
    pub repeated: bool,
    /// Whether the endpoint read it from its cache, estimated from its token counts; none where it does not report them.
    pub cached: Option<bool>,
    /// Why it is shortened.
    pub shortened: Option<ContextReasonView>,
    /// Whether it is a tool that the endpoint keeps, and that the model reads only where a search found it.
    pub deferred: bool,
}

/// A part that was left out or shortened.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ContextOmissionView {
    /// What it is.
    pub kind: ContextKindView,
    /// The name of a tool as the model would see it; empty for other kinds.
    pub title: String,
    /// The server that it came from.
    pub server: Option<ServerTag>,
    /// Its whole size in bytes.
    pub bytes: u32,
    /// How many bytes of it are sent; 0 if it was left out.
    pub kept: u32,
    /// Why.
    pub reason: ContextReasonView,
}

/// The size of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ContextSizeView {
    /// The group.
    pub group: ContextGroupView,
    /// Its parts.
    pub parts: u32,
    /// Their tokens, estimated.
    pub tokens: u32,
}

/// Where a request first differs from the request before.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ContextDifferenceView {
    /// The first part that the request before does not have at this place.
    pub index: u32,
    /// The tokens from there on, which no cache can hold; estimated.
    pub tokens: u32,
    /// Whether this request only adds to the request before.
    pub only_adds: bool,
}

/// A request in full: the next one of a conversation, or a recorded one.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ContextView {
    /// The recorded request; none for the next one.
    pub request: Option<ContextRequestView>,
    /// The model.
    pub model: String,
    /// The size of the model's window in tokens, where the endpoint says so.
    pub window: Option<u32>,
    /// The tokens kept free for the answer where the window is known.
    pub answer: u32,
    /// The size of all parts in tokens, estimated.
    pub tokens: u32,
    /// The groups that have parts, in the order of the request.
    pub groups: Vec<ContextSizeView>,
    /// The parts in the order of the request, at most 4,000.
    pub parts: Vec<ContextPartView>,
    /// How many parts are not listed.
    pub parts_more: u32,
    /// What was left out or shortened, at most 200.
    pub omitted: Vec<ContextOmissionView>,
    /// How many of those are not listed.
    pub omitted_more: u32,
    /// The difference to the request before; none for the first one.
    pub differs: Option<ContextDifferenceView>,
}

/// The content of a part, as data.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ContextContentView {
    /// Its texts or its image. Empty if the content is no longer stored as it was sent.
    pub content: Vec<ContentView>,
    /// The schema of a tool or the arguments of a call.
    pub json: Option<StructuredView>,
}
