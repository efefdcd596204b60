//! What a server may ask of this host, and what leaves for it in answer (2025-11-25, client features).
//!
//! Everything in a request is the server's word. A reply is what a person approves, and it is sent unchanged.

use crate::{Content, JsonObjectText, RequestId, ServerId};

/// Who speaks in a sampling message. The server wrote both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SamplingRole {
    /// In the user's place.
    User,
    /// In the model's place.
    Assistant,
}

/// One block of a sampling message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SamplingContent {
    /// Text.
    Text(String),
    /// An image, still encoded, checked to be base64 within the bound.
    Image {
        /// The type it claims to have.
        mime_type: String,
        /// Base64 as received.
        data: String,
    },
    /// Audio, still encoded, checked to be base64 within the bound.
    Audio {
        /// The type it claims to have.
        mime_type: String,
        /// Base64 as received.
        data: String,
    },
    /// A call of one of the request's own tools. The server runs it, not this host.
    ToolUse {
        /// Pairs it with its result.
        id: String,
        /// The tool.
        name: String,
        /// Its arguments.
        input: JsonObjectText,
    },
    /// The result of such a call.
    ToolResult {
        /// The call.
        tool_use_id: String,
        /// The tool's result.
        content: Vec<Content>,
        /// Whether it failed.
        is_error: bool,
    },
}

/// One message of a sampling request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplingMessage {
    /// In whose place.
    pub role: SamplingRole,
    /// What is said, at least one block.
    pub content: Vec<SamplingContent>,
}

/// A tool of the server's own that the model may use in its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplingTool {
    /// Its name: letters, digits, `_` and `-`, at most 64.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The schema of its arguments, JSON text.
    pub input_schema: String,
}

/// Whether the model has to use a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolUseChoice {
    /// As it likes.
    #[default]
    Auto,
    /// At least one.
    Required,
    /// None.
    None,
}

/// How much a server cares for three things in a model, each from 0 to 1 (2025-11-25, client/sampling, "Capability
/// Priorities").
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Priorities {
    /// That it is cheap.
    pub cost: Option<f64>,
    /// That it is fast.
    pub speed: Option<f64>,
    /// That it is clever.
    pub intelligence: Option<f64>,
}

/// A server asks for an answer of the user's model (2025-11-25, client/sampling).
#[derive(Clone, Debug, PartialEq)]
pub struct SamplingRequest {
    /// This request; set by the host.
    pub id: RequestId,
    /// Who asks; set by the host.
    pub server: ServerId,
    /// The messages, at least one.
    pub messages: Vec<SamplingMessage>,
    /// The requested system prompt.
    pub system_prompt: Option<String>,
    /// The requested limit of the answer, in tokens.
    pub max_tokens: u32,
    /// The requested temperature.
    pub temperature: Option<f64>,
    /// Texts that end the answer.
    pub stop_sequences: Vec<String>,
    /// Parts of names of models it likes, the best first.
    pub hints: Vec<String>,
    /// What else it cares for in a model.
    pub priorities: Priorities,
    /// Whose context it would like to have, as it says it; it is never given more than its own.
    pub include_context: Option<String>,
    /// Its tools.
    pub tools: Vec<SamplingTool>,
    /// Whether one has to be used.
    pub tool_choice: ToolUseChoice,
    /// The parameters as received, JSON text.
    pub raw: String,
}

/// Why the model ended its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// It was done.
    EndTurn,
    /// It reached the longest length.
    MaxTokens,
    /// It waits for results of tools.
    ToolUse,
}

impl StopReason {
    /// The word on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EndTurn => "endTurn",
            Self::MaxTokens => "maxTokens",
            Self::ToolUse => "toolUse",
        }
    }
}

/// A model's answer on its way to a server that asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplingReply {
    /// The request it answers.
    pub request: RequestId,
    /// The server that gets it.
    pub server: ServerId,
    /// The model's words and calls, at least one block.
    pub content: Vec<SamplingContent>,
    /// The model that answered.
    pub model: String,
    /// Why it ended.
    pub stop_reason: StopReason,
}

/// One way to answer a field that offers a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// What is sent.
    pub value: String,
    /// The server's word for it.
    pub title: String,
}

/// What a field of a form takes (2025-11-25, client/elicitation, "Supported Schema Types"). Numbers are kept as they
/// were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Text.
    Text {
        /// Fewest characters.
        min: Option<u64>,
        /// Most characters.
        max: Option<u64>,
        /// `email`, `uri`, `date` or `date-time`.
        format: Option<String>,
        /// What it holds at first.
        default: Option<String>,
    },
    /// A number.
    Number {
        /// A whole one.
        integer: bool,
        /// The least.
        min: Option<String>,
        /// The greatest.
        max: Option<String>,
        /// What it holds at first.
        default: Option<String>,
    },
    /// Yes or no.
    Boolean {
        /// What it holds at first.
        default: Option<bool>,
    },
    /// One of several.
    Choice {
        /// The ways to answer.
        options: Vec<ChoiceOption>,
        /// What is chosen at first.
        default: Option<String>,
    },
    /// Any of several.
    Choices {
        /// The ways to answer.
        options: Vec<ChoiceOption>,
        /// Fewest.
        min: Option<u64>,
        /// Most.
        max: Option<u64>,
        /// What is chosen at first.
        default: Vec<String>,
    },
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormField {
    /// The name under which its value is sent.
    pub name: String,
    /// The server's title for it.
    pub title: Option<String>,
    /// The server's words about it.
    pub description: Option<String>,
    /// Whether it must be filled in.
    pub required: bool,
    /// What it takes.
    pub kind: FieldKind,
}

/// What an elicitation asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElicitationAsk {
    /// A form to fill in.
    Form {
        /// The schema its values have to fit, JSON text.
        schema: String,
        /// Its fields, in the server's order.
        fields: Vec<FormField>,
    },
    /// A page to visit; what is entered there never passes through this host.
    Url {
        /// The page.
        url: String,
        /// The server's name for this visit, said again when it is complete.
        elicitation: String,
    },
}

/// A server asks the user for something (2025-11-25, client/elicitation).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElicitationRequest {
    /// This request; set by the host.
    pub id: RequestId,
    /// Who asks; set by the host.
    pub server: ServerId,
    /// Why, in the server's words.
    pub message: String,
    /// What for.
    pub ask: ElicitationAsk,
    /// The parameters as received, JSON text.
    pub raw: String,
}

/// What a user gives to a server that asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElicitationReply {
    /// The request it answers.
    pub request: RequestId,
    /// The server that gets it.
    pub server: ServerId,
    /// The values of the form; none where a page is visited instead.
    pub content: Option<JsonObjectText>,
}

/// A folder that a server may know of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Its `file:` URI.
    pub uri: String,
    /// The user's name for it.
    pub name: Option<String>,
}

/// The folders that are named to a server that asked for its roots (2025-03-26, client/roots).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootsReply {
    /// The request it answers.
    pub request: RequestId,
    /// The server that gets it.
    pub server: ServerId,
    /// What the user granted to it; none is the usual answer.
    pub roots: Vec<Root>,
}
