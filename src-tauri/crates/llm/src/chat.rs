//! Requests to a model and its answers, independent of any wire format.

use std::time::Duration;

use domain::ToolIntent;

use crate::{Effort, Item, Lacks, LeftOut, State};

/// One request: the conversation so far and the tools that may be called.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatRequest {
    /// The model's identifier at the endpoint.
    pub model: String,
    /// The system prompt.
    pub system: Option<String>,
    /// The conversation, oldest first.
    pub messages: Vec<ChatMessage>,
    /// The tools of this turn, at most [`crate::MAX_TOOL_CALLS`] calls of which are accepted in one answer.
    pub tools: Vec<ToolSpec>,
    /// Longest answer, in tokens. Where absent, Anthropic gets [`crate::DEFAULT_MAX_TOKENS`] (it requires one) and
    /// other endpoints use their own.
    pub max_tokens: Option<u32>,
    /// How the answer is to be made; the endpoint's own way by default.
    pub tuning: Tuning,
    /// A random name of the conversation, at most 64 characters, for endpoints that keep its beginning under one.
    pub cache_key: Option<String>,
    /// What the endpoint was found to lack. The request is written without it.
    pub lacks: Lacks,
}

/// How an answer is to be made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tuning {
    /// The temperature, 0 to 2.
    pub temperature: Option<f64>,
    /// Texts that end the answer.
    pub stop: Vec<String>,
    /// Whether a tool has to be used.
    pub tool_choice: ToolChoice,
    /// How much the model reasons, for models that can be told so.
    pub effort: Option<Effort>,
}

/// Whether a model has to use a tool. Without tools, nothing is said of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolChoice {
    /// As it likes.
    #[default]
    Auto,
    /// At least one.
    Required,
    /// None.
    None,
}

/// A tool as a model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolSpec {
    /// The name minted by the host for this turn.
    pub alias: String,
    /// What the tool does.
    pub description: String,
    /// The JSON Schema of its arguments, as JSON text; it is sent byte for byte.
    pub input_schema: String,
    /// Whether the model reads it only where a result refers to it ([`Piece::Tool`]). Endpoints of chat completions have no such tools and send it as any other.
    pub deferred: bool,
}

/// One message of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatMessage {
    /// From the user.
    User(Vec<Piece>),
    /// From the model.
    Assistant {
        /// In the order in which they came.
        pieces: Vec<AssistantPiece>,
    },
    /// The results of the calls in the assistant message before it, one for each.
    ToolResults(Vec<ToolResult>),
}

/// A part of a user's message or of a tool's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text.
    Text(String),
    /// An image. One that no provider takes (not PNG, JPEG, GIF or WebP, or not base64) is replaced by a note, since it
    /// would make every later request of the conversation fail.
    Image {
        /// Its media type.
        mime_type: String,
        /// Its bytes in standard base64.
        data_base64: String,
    },
    /// A PDF document, whole. Messages take it anywhere, chat completions in a user's message; anywhere else, and where the data is no
    /// PDF, it is replaced by a note. It is for models that are known to take documents.
    Document {
        /// Its name, which the model sees. Without control characters, and cut at 200 characters.
        name: String,
        /// Its bytes in standard base64.
        data_base64: String,
    },
    /// The definition of a deferred tool, by its alias: the endpoint puts it in this place of a tool's result. Anywhere else it is replaced by the name. The
    /// request must have the tool, and the result nothing else.
    Tool(String),
    /// A sound. Chat completions take WAV and MP3 in a user's message; anywhere else it is replaced by a note.
    Audio {
        /// Its media type.
        mime_type: String,
        /// Its bytes in standard base64.
        data_base64: String,
    },
}

/// A part of a model's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssistantPiece {
    /// Text.
    Text(String),
    /// A call it made.
    ToolUse(ToolIntent),
    /// State of the provider, given back unchanged under the name with which it came. It is for the endpoint and the model that made it: nobody else may get it.
    State(State),
}

/// The result of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolResult {
    /// [`ToolIntent::provider_call_id`] of the call.
    pub provider_call_id: String,
    /// The tool's result.
    pub pieces: Vec<Piece>,
    /// The tool, or the host in its place, says that the call failed.
    pub is_error: bool,
}

/// A piece of an answer as it comes. All text is the model's, untrusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEvent {
    /// The endpoint is busy, and the request will be sent again. Comes only before all other events; dropping the stream ends the wait.
    Waiting(Waiting),
    /// More of the answer.
    Text(String),
    /// More of the reasoning, for display.
    Reasoning(String),
    /// A call whose arguments begin to come. It may still fail to become a [`StreamEvent::ToolIntent`].
    ToolStarted {
        /// The provider's identifier of the call.
        provider_call_id: String,
        /// The tool's name as the model wrote it.
        alias: String,
    },
    /// The whole answer, in the order of the wire: once, after the end mark. An answer that breaks off gives none, so no call of it runs and no state of it is kept.
    /// The arguments of a call have at most [`domain::MAX_ARGUMENT_BYTES`].
    Items(Vec<Item>),
    /// Something of the answer is not shown.
    LeftOut {
        /// What it is.
        what: LeftOut,
        /// How many.
        count: u32,
    },
    /// What the answer cost; at most once, and absent where the endpoint does not say.
    Usage(Usage),
    /// The answer is complete: always the last event, and absent after an error.
    Done(Finish),
}

/// A wait before a request is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The HTTP status of the refusal; 0 where the connection was closed without an answer.
    pub status: u16,
    /// How long it takes.
    pub delay: Duration,
    /// Which attempt follows, from 2.
    pub attempt: u32,
    /// The most attempts; none where only time bounds them.
    pub most: Option<u32>,
    /// The endpoint loads its model.
    pub loading: bool,
}

/// What an answer cost, as the endpoint says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens read, cached ones included.
    pub input_tokens: u64,
    /// Tokens written, reasoning included.
    pub output_tokens: u64,
    /// Tokens that the endpoint read from its cache, part of `input_tokens`; absent where it does not say.
    pub cached_tokens: Option<u64>,
    /// Tokens that the endpoint wrote to its cache, part of `input_tokens`; absent where it does not say.
    pub written_tokens: Option<u64>,
}

/// Why an answer ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The model is done.
    Stop,
    /// The model waits for the results of its calls: there was at least one among the items.
    ToolUse,
    /// The model is done and said nothing: no text, no call.
    Nothing,
    /// The answer reached its longest length; what came is incomplete.
    Length,
    /// The model or a filter refused; calls of such an answer are not given.
    Refused,
    /// A reason that is not known here, made visible and shortened.
    Other(String),
}
