//! Texts and names that many views hold.

use serde::Serialize;
use specta::Type;

/// A server's name and fob: how it is recognised wherever its data is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ServerTag {
    /// The server.
    pub id: String,
    /// The user's name for it.
    pub name: String,
    /// Its fob, from 0: shape by `fob % 8`, colour one step further with each eight.
    pub fob: u32,
}

/// A run of text as a person should see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SegmentView {
    /// Text that shows as it is.
    Text {
        /// The text.
        text: String,
        /// The servers whose text it was before, where that was looked for.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[specta(optional)]
        from: Vec<ServerTag>,
    },
    /// A run of one character that cannot be seen.
    Hidden {
        /// Its code point, as `U+200B`.
        code: String,
        /// Its name, if it is a well-known one.
        name: String,
        /// How often it stands in a row.
        count: u32,
    },
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ArgumentView {
    /// Its name.
    pub key: Vec<SegmentView>,
    /// Its type and size, as `84 characters` or `2 items`.
    pub size: String,
    /// Its value: text as text, anything else as indented JSON.
    pub value: Vec<SegmentView>,
    /// How many hidden characters are in it.
    pub hidden: u32,
}

/// Why it is asked: a bold start and the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ReasonView {
    /// `flow`, `risk`, `no_rule`, `claim`, `edited`, `schema`, `hidden`, `mixed`, `shadow`, `changed`, `rule`.
    pub kind: String,
    /// The bold start.
    pub lead: String,
    /// The rest.
    pub rest: String,
}
