//! Calls of one step that are decided together, as the consent window shows them: nothing cut.

use serde::Serialize;
use specta::Type;

use super::{ArgumentView, ReasonView, SegmentView, ServerTag};

/// Calls of one step by one server, at one tier.
#[derive(Clone, Debug, Serialize, Type)]
pub struct CallsApprovalView {
    /// The server that would get them.
    pub server: ServerTag,
    /// The conversation's title.
    pub conversation: Option<String>,
    /// Who asked for them.
    pub asked_by: String,
    /// The tier of each of them, 1 to 4.
    pub tier: u32,
    /// The tier's word.
    pub tier_word: String,
    /// Why approval is needed, for all of them.
    pub reasons: Vec<ReasonView>,
    /// What the server can reach.
    pub reach: Vec<String>,
    /// The tools that would be called, each once.
    pub tools: Vec<GroupedToolView>,
    /// The calls, in the order of the step.
    pub calls: Vec<GroupedCallView>,
    /// How many bytes of arguments are in them.
    pub bytes: u32,
}

/// A tool that is called in a group.
#[derive(Clone, Debug, Serialize, Type)]
pub struct GroupedToolView {
    /// Its name, hidden characters made visible.
    pub name: String,
    /// How many of the calls are calls of it.
    pub calls: u32,
    /// The server's title for it: a claim.
    pub title: Vec<SegmentView>,
    /// The server's description of it: a claim.
    pub description: Vec<SegmentView>,
    /// The first 8 digits of its definition's digest.
    pub digest: String,
}

/// One call of a group.
#[derive(Clone, Debug, Serialize, Type)]
pub struct GroupedCallView {
    /// Its identifier: an answer names it so.
    pub id: String,
    /// The tool's name, hidden characters made visible.
    pub tool: String,
    /// How many calls ask exactly this.
    pub times: u32,
    /// Each argument in full.
    pub arguments: Vec<ArgumentView>,
    /// All arguments as indented JSON text.
    pub json: String,
    /// How many bytes of arguments are sent.
    pub bytes: u32,
    /// Why approval is needed, where that is not so for all of them.
    pub reasons: Vec<ReasonView>,
}
