//! What servers ask of the user, as the consent window shows it: plain text, nothing cut.

use serde::Serialize;
use specta::Type;

use super::{SegmentView, ServerTag};

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
