//! Calls of one step that are decided together, as the consent window shows them: nothing truncated.

use messages::Text;
use serde::Serialize;
use specta::Type;

use super::{ArgumentView, ReasonView, SegmentView, ServerTag};

/// Calls of one step by one server, at one tier.
#[derive(Clone, Debug, Serialize, Type)]
pub struct CallsApprovalView {
    /// The server that would receive them.
    pub server: ServerTag,
    /// The conversation's title.
    pub conversation: Option<String>,
    /// Who requested them.
    pub asked_by: Text,
    /// The tier of each of them, 1 to 4.
    pub tier: u32,
    /// The tier's label.
    pub tier_word: Text,
    /// The reasons for the approval that all of them share.
    pub reasons: Vec<ReasonView>,
    /// What the server can reach.
    pub reach: Vec<Text>,
    /// The tools that would be called, each once.
    pub tools: Vec<GroupedToolView>,
    /// The calls, in the order of the step.
    pub calls: Vec<GroupedCallView>,
    /// The total size of their arguments in bytes.
    pub bytes: u32,
}

/// A tool that a group calls.
#[derive(Clone, Debug, Serialize, Type)]
pub struct GroupedToolView {
    /// Its name, hidden characters made visible.
    pub name: String,
    /// How many calls of the group use it.
    pub calls: u32,
    /// The server's title for it: an unverified claim.
    pub title: Vec<SegmentView>,
    /// The server's description of it: an unverified claim.
    pub description: Vec<SegmentView>,
    /// The first 8 digits of its definition's digest.
    pub digest: String,
}

/// One call of a group.
#[derive(Clone, Debug, Serialize, Type)]
pub struct GroupedCallView {
    /// Its identifier; used in the answer.
    pub id: String,
    /// The tool's name, hidden characters made visible.
    pub tool: String,
    /// How many identical calls it covers.
    pub times: u32,
    /// Each argument in full.
    pub arguments: Vec<ArgumentView>,
    /// All arguments as indented JSON text.
    pub json: String,
    /// How many bytes of arguments are sent.
    pub bytes: u32,
    /// The reasons that only this call has.
    pub reasons: Vec<ReasonView>,
}
