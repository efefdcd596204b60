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

/// Why approval is needed: a bold start and a rest.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ReasonView {
    /// `flow`, `risk`, `no_rule`, `claim`, `edited`, `schema`, `hidden`, `mixed`, `shadow`, `changed`, `rule`.
    pub kind: String,
    /// The bold start.
    pub lead: Text,
    /// The rest.
    pub rest: Text,
}
