//! Texts and names shared by many views.

use messages::Text;
use serde::Serialize;
use specta::Type;

/// A server's name and fob, which identify it wherever its data is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ServerTag {
    /// The server.
    pub id: String,
    /// The user's name for it.
    pub name: String,
    /// Its fob, from 0: shape by `fob % 8`, colour one step further with each eight.
    pub fob: u32,
}

/// A segment of text for display.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SegmentView {
    /// Visible text.
    Text {
        /// The text.
        text: String,
        /// The servers that this text came from, where provenance was checked.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[specta(optional)]
        from: Vec<ServerTag>,
    },
    /// A run of one invisible character.
    Hidden {
        /// Its code point, as `U+200B`.
        code: String,
        /// Its name, if it is a well-known character.
        name: Text,
        /// The length of the run.
        count: u32,
    },
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ArgumentView {
    /// Its name.
    pub key: Vec<SegmentView>,
    /// Its type and size, as `84 characters` or `2 items`.
    pub size: Text,
    /// Its value: text as text, anything else as indented JSON.
    pub value: Vec<SegmentView>,
    /// How many hidden characters are in it.
    pub hidden: u32,
}

/// What a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ReasonKind {
    /// Data of one server goes somewhere else.
    Flow,
    /// What the action may do.
    Risk,
    /// No rule covers it.
    NoRule,
    /// The server says something about itself that nothing checks.
    Claim,
    /// The user edited it.
    Edited,
    /// The arguments were not checked against the tool's schema.
    Schema,
    /// Hidden characters.
    Hidden,
    /// Mixed alphabets, or a name that poses as something else.
    Mixed,
    /// A name that another server also uses, or one like it.
    Shadow,
    /// The definition changed.
    Changed,
    /// Information only.
    Note,
    /// A rule or a permission asks, allows or denies.
    Rule,
}

/// Why approval is needed: a bold start and a rest.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ReasonView {
    /// What it is about.
    pub kind: ReasonKind,
    /// The bold start.
    pub lead: Text,
    /// The rest.
    pub rest: Text,
}
