//! Elicitation requests of servers, as the consent window shows them: plain text, nothing truncated.

use messages::Text;
use serde::Serialize;
use specta::Type;

use super::{ReasonView, SegmentView, ServerTag};

/// One option of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct OptionView {
    /// The value that is sent.
    pub value: String,
    /// The server's title for it, hidden characters made visible.
    pub title: String,
    /// The value that is sent, hidden characters made visible, where it differs from the title.
    pub stands_for: Option<String>,
}

/// The type of a field. Numbers are text and keep their original notation.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldKindView {
    /// Text.
    Text {
        /// The format and the length limits, for display.
        hint: Text,
        /// `email`, `uri`, `date`, `date-time` or none.
        format: Option<String>,
        /// Whether it may be longer than one line.
        long: bool,
        /// The default value.
        default: Option<String>,
    },
    /// A number.
    Number {
        /// Its limits, for display.
        hint: Text,
        /// Whether it must be an integer.
        integer: bool,
        /// The default value.
        default: Option<String>,
    },
    /// Yes or no.
    Boolean {
        /// The default value.
        default: Option<bool>,
    },
    /// A single choice.
    Choice {
        /// The options.
        options: Vec<OptionView>,
        /// The default option.
        default: Option<String>,
    },
    /// A multiple choice.
    Choices {
        /// How many options may be chosen, for display.
        hint: Text,
        /// The options.
        options: Vec<OptionView>,
        /// The default options.
        default: Vec<String>,
    },
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct FieldView {
    /// The name under which its value is sent.
    pub name: String,
    /// The server's title for it, or its name; hidden characters made visible.
    pub title: String,
    /// The server's description of it.
    pub description: Vec<SegmentView>,
    /// Whether it must be filled in.
    pub required: bool,
    /// Whether its text mentions a secret without requesting one.
    pub speaks_of_secret: bool,
    /// Whether the server's default was omitted because it does not fit or contains invisible characters.
    pub default_left_out: bool,
    /// Its type.
    pub takes: FieldKindView,
}

/// A validation error in one field of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct FieldProblemView {
    /// The name of the field.
    pub name: String,
    /// The error, as a sentence.
    pub why: Text,
}

/// A page that a server requests the user to visit.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct VisitView {
    /// The full URL as it is opened: ASCII only, everything else encoded.
    pub url: String,
    /// Its origin, in punycode (`xn--…`).
    pub origin: String,
    /// The host name in its own script, where that differs.
    pub letters: Option<String>,
    /// Warnings about the address.
    pub reasons: Vec<ReasonView>,
}

/// A server's request for input from the user.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ElicitationApprovalView {
    /// The requesting server.
    pub server: ServerTag,
    /// The server's explanation.
    pub message: Vec<SegmentView>,
    /// Whether its text mentions a secret.
    pub speaks_of_secret: bool,
    /// The form's fields; none for a page.
    pub fields: Vec<FieldView>,
    /// The page to visit, if any.
    pub visit: Option<VisitView>,
}
