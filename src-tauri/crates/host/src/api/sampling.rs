//! What servers ask of the user's model: as the consent window shows it, plain text and nothing cut; what came of it; and how
//! much a server may.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DifferenceView, SegmentView, ServerTag};

/// A block of a message for a model, or of its answer.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SaidView {
    /// Text.
    Text {
        /// The text as it would be sent.
        text: Vec<SegmentView>,
        /// The same, for editing.
        raw: String,
        /// How many tokens it is, estimated.
        tokens: u32,
        /// Whether a person changed it.
        edited: bool,
        /// Whether it is not sent.
        left_out: bool,
    },
    /// An image of a type that was recognised.
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
        /// How many tokens it is, estimated.
        tokens: u32,
        /// Whether it is not sent.
        left_out: bool,
    },
    /// Anything else that is no text, by its claimed type.
    Data {
        /// What it is, for people.
        what: String,
        /// Its size in bytes.
        bytes: u32,
        /// Whether it is not sent.
        left_out: bool,
    },
    /// A call of one of the server's tools, or the result of one.
    Tool {
        /// What it is, for people.
        what: String,
        /// Arguments or result, text.
        text: Vec<SegmentView>,
        /// Whether it is not sent.
        left_out: bool,
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
    /// Its name, as an edit names it.
    pub name: String,
    /// What it does: a claim.
    pub description: Vec<SegmentView>,
    /// The schema of its arguments.
    pub schema: Vec<SegmentView>,
    /// Whether the model is offered it.
    pub kept: bool,
}

/// What the user noted of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct ModelNotesView {
    /// How cheap it is, 1 to 5; 0 if unknown.
    pub cost: u8,
    /// How fast it is, 1 to 5; 0 if unknown.
    pub speed: u8,
    /// How clever it is, 1 to 5; 0 if unknown.
    pub intelligence: u8,
    /// What a million tokens cost that it reads, in US dollars.
    pub input_price: Option<f64>,
    /// What a million tokens cost that it writes, in US dollars.
    pub output_price: Option<f64>,
}

/// A model that may answer a server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SamplingModelView {
    /// Its endpoint, as an edit names it.
    pub id: String,
    /// The user's name for the endpoint.
    pub name: String,
    /// The model.
    pub model: String,
    /// Its endpoint's origin.
    pub origin: String,
    /// Whether the endpoint is on this machine.
    pub on_this_machine: bool,
    /// What the user noted of it.
    pub notes: ModelNotesView,
}

/// What a request costs, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Type)]
pub struct CostView {
    /// With an answer as long as the server's are on average; half the limit if there was none yet.
    pub estimate: Option<String>,
    /// With the longest answer.
    pub most: Option<String>,
    /// Why it is not known.
    pub why_not: Option<String>,
}

/// What a server used of what it may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Type)]
pub struct SamplingBudgetView {
    /// Requests within the last minute, this one included while it is asked about.
    pub minute_used: u32,
    /// Requests it may make in a minute.
    pub minute_limit: u32,
    /// Tokens today, those estimated included that are under way.
    pub day_used: u32,
    /// Tokens it may use in a day.
    pub day_limit: u32,
}

/// What the server gave before and asks to have added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct SamplingContextView {
    /// Whose context it asked for, in its word.
    pub asked: String,
    /// Whether it is added.
    pub chosen: bool,
    /// How many tokens it is, estimated.
    pub tokens: u32,
    /// What would be added, a line each: results of its own only.
    pub items: Vec<String>,
}

/// A text of the server's, and what a person made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct SamplingTextView {
    /// The text as it would be sent.
    pub segments: Vec<SegmentView>,
    /// The same, for editing.
    pub raw: String,
    /// As the server wrote it, to undo an edit; empty if it wrote none.
    pub asked: String,
    /// How many tokens it is, estimated.
    pub tokens: u32,
    /// Whether a person changed it.
    pub edited: bool,
    /// Whether it is not sent.
    pub left_out: bool,
}

/// A model's answer, on its way to the server.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SamplingReplyView {
    /// What the server would get.
    pub blocks: Vec<SaidView>,
    /// How many blocks differ from what the model said.
    pub edits: u32,
    /// What differs, for each text that a person changed.
    pub changed: Vec<DifferenceView>,
    /// Tokens the model read, if its endpoint says.
    pub input_tokens: Option<u32>,
    /// Tokens it wrote, if its endpoint says.
    pub output_tokens: Option<u32>,
    /// What it cost, if that is known.
    pub cost: Option<String>,
    /// How long it took, in milliseconds.
    pub took_ms: u32,
    /// Why it ended: `endTurn`, `maxTokens` or `toolUse`.
    pub stop: String,
    /// Whether the server would run tools because of it: such an answer is always asked about.
    pub has_tools: bool,
}

/// A server asks for an answer of the user's model; or has one coming.
#[derive(Clone, Debug, Serialize, Type)]
pub struct SamplingApprovalView {
    /// Who asks.
    pub server: ServerTag,
    /// Which request of the server today it is, from 1.
    pub today: u32,
    /// All models of the user's, the best for this request first; none once one answered.
    pub models: Vec<SamplingModelView>,
    /// The model that would answer, or answered.
    pub model: SamplingModelView,
    /// Why that one, a sentence.
    pub why: String,
    /// What else the server wishes, a line each.
    pub wishes: Vec<String>,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// The longest it wished, in tokens.
    pub wished_tokens: u32,
    /// Whether the answer is reviewed too. One that calls tools always is.
    pub answers_reviewed: bool,
    /// What it costs.
    pub cost: CostView,
    /// What the server used of what it may.
    pub budget: SamplingBudgetView,
    /// What may be added of the server's own, if it asked for that.
    pub context: Option<SamplingContextView>,
    /// The system prompt, if the server or the person wrote one.
    pub system: Option<SamplingTextView>,
    /// The messages.
    pub messages: Vec<SamplingMessageView>,
    /// Its tools.
    pub tools: Vec<SamplingToolView>,
    /// How many things differ from what was asked.
    pub edits: u32,
    /// The request as it would be sent, indented JSON; images and sounds by their size.
    pub json: String,
    /// The model's answer, on its way to the server.
    pub reply: Option<SamplingReplyView>,
}

/// What a person makes of one block.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(tag = "edit", rename_all = "snake_case")]
pub enum BlockEdit {
    /// It stays as it came.
    Keep,
    /// It is not sent.
    LeaveOut,
    /// It is this text.
    Text {
        /// The text.
        text: String,
    },
}

/// What a person makes of a request, always of what the server asked.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct SamplingEdit {
    /// The endpoint to use; the one that was chosen if none.
    pub provider: Option<String>,
    /// The system prompt; none leaves it out.
    pub system: Option<String>,
    /// Each block of each message.
    pub blocks: Vec<Vec<BlockEdit>>,
    /// The names of the tools that stay.
    pub tools: Vec<String>,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// Whether the context is added that the server asked for.
    pub context: bool,
}

/// A request of a server, afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SamplingRowView {
    /// When it came, in milliseconds since the Unix epoch.
    pub at_ms: f64,
    /// The model.
    pub model: String,
    /// Its endpoint's origin.
    pub origin: String,
    /// `asked`, `denied`, `withdrawn`, `expired`, `answered`, `kept_back`, `failed` or `over_budget`.
    pub state: String,
    /// Whether a person changed the request or the answer.
    pub edited: bool,
    /// Tokens the model read.
    pub input_tokens: Option<u32>,
    /// Tokens it wrote.
    pub output_tokens: Option<u32>,
    /// What it cost, if that is known.
    pub cost: Option<String>,
    /// How long the model took, in milliseconds.
    pub took_ms: Option<u32>,
}

/// What a server may ask of the user's models, and what it asked.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SamplingPageView {
    /// Whether it may ask at all.
    pub on: bool,
    /// Whether answers are reviewed too. Those that call tools always are.
    pub review_answers: bool,
    /// What it used of what it may.
    pub budget: SamplingBudgetView,
    /// What it asked, the newest first.
    pub history: Vec<SamplingRowView>,
    /// What today's cost, as far as that is known.
    pub today: Option<String>,
    /// What all that are kept cost, as far as that is known.
    pub total: Option<String>,
}
