//! What servers ask of this host, as the consent window shows it: plain text, nothing cut.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{SegmentView, ServerTag};

/// What a server may ask for once it is switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FeatureView {
    /// Answers of the user's model.
    Sampling,
    /// Something of the user's.
    Elicitation,
}

/// A server shall be allowed to ask.
#[derive(Clone, Debug, Serialize, Type)]
pub struct FeaturePromptView {
    /// The server.
    pub server: ServerTag,
    /// What for.
    pub feature: FeatureView,
}

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

/// One way to answer a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct OptionView {
    /// What is sent.
    pub value: String,
    /// The server's word for it, hidden characters made visible.
    pub title: String,
}

/// What a field takes. Numbers are text, as they were written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldKindView {
    /// Text.
    Text {
        /// Fewest and most characters and the format, for people.
        hint: String,
        /// `email`, `uri`, `date`, `date-time` or none.
        format: Option<String>,
        /// What it holds at first.
        default: Option<String>,
    },
    /// A number.
    Number {
        /// Its limits, for people.
        hint: String,
        /// A whole one.
        integer: bool,
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
        options: Vec<OptionView>,
        /// What is chosen at first.
        default: Option<String>,
    },
    /// Any of several.
    Choices {
        /// How many, for people.
        hint: String,
        /// The ways to answer.
        options: Vec<OptionView>,
        /// What is chosen at first.
        default: Vec<String>,
    },
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct FieldView {
    /// The name under which its value is sent.
    pub name: String,
    /// The server's title for it, or its name; hidden characters made visible.
    pub title: String,
    /// The server's words about it.
    pub description: Vec<SegmentView>,
    /// Whether it must be filled in.
    pub required: bool,
    /// Its words speak of a secret without asking for one.
    pub speaks_of_secret: bool,
    /// What it takes.
    pub takes: FieldKindView,
}

/// A page that a server asks the user to visit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct VisitView {
    /// The whole address.
    pub url: Vec<SegmentView>,
    /// Its origin, as the browser will show it.
    pub origin: String,
}

/// A server asks the user for something.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ElicitationPromptView {
    /// Who asks.
    pub server: ServerTag,
    /// Why, in its words.
    pub message: Vec<SegmentView>,
    /// The form's fields; none for a page.
    pub fields: Vec<FieldView>,
    /// The page, if one is to be visited.
    pub visit: Option<VisitView>,
}
