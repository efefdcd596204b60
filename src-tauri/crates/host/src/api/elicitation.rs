//! What servers ask of the user, as the consent window shows it: plain text, nothing cut.

use serde::Serialize;
use specta::Type;

use super::{ReasonView, SegmentView, ServerTag};

/// One way to answer a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct OptionView {
    /// What is sent.
    pub value: String,
    /// The server's word for it, hidden characters made visible.
    pub title: String,
    /// What is sent, hidden characters made visible, where the title is another word.
    pub stands_for: Option<String>,
}

/// What a field takes. Numbers are text, as they were written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldKindView {
    /// Text.
    Text {
        /// The format, fewest and most characters, for people.
        hint: String,
        /// `email`, `uri`, `date`, `date-time` or none.
        format: Option<String>,
        /// It may be longer than a line.
        long: bool,
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
    /// What the server would fill in does not fit, or holds what cannot be seen: it was left out.
    pub default_left_out: bool,
    /// What it takes.
    pub takes: FieldKindView,
}

/// What does not fit in one field of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct FieldProblemView {
    /// The name of the field.
    pub name: String,
    /// What is wrong, a sentence.
    pub why: String,
}

/// A page that a server asks the user to visit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct VisitView {
    /// The whole address as it is opened: plain letters, everything else spelled out.
    pub url: String,
    /// Its origin, spelled out (`xn--…`).
    pub origin: String,
    /// The name of the site with its own letters, where they are others.
    pub letters: Option<String>,
    /// What deserves a second look.
    pub reasons: Vec<ReasonView>,
}

/// A server asks the user for something.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ElicitationApprovalView {
    /// Who asks.
    pub server: ServerTag,
    /// Why, in its words.
    pub message: Vec<SegmentView>,
    /// Its words speak of a secret.
    pub speaks_of_secret: bool,
    /// The form's fields; none for a page.
    pub fields: Vec<FieldView>,
    /// The page, if one is to be visited.
    pub visit: Option<VisitView>,
}
