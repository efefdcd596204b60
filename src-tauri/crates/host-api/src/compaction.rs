//! Summaries in place of earlier messages.

use messages::Text;
use serde::Serialize;
use specta::Type;

use super::ServerTag;

/// The summary that a conversation's current branch sends in place of its first messages.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct CompactionView {
    /// The compaction.
    pub id: String,
    /// The last message that it replaces.
    pub up_to: String,
    /// How many messages of the branch it replaces.
    pub messages: u32,
    /// The text. It is the model's, or edited by the user.
    pub summary: String,
    /// Its size in tokens, estimated.
    pub tokens: u32,
    /// The model that wrote it.
    pub model: String,
    /// Whether it was made because the window was nearly full.
    pub automatic: bool,
    /// The servers whose data the messages hold. The summary counts as data of all of them.
    pub label: Vec<ServerTag>,
    /// When it was made.
    pub created_ms: f64,
    /// When the user last edited it.
    pub edited_ms: Option<f64>,
    /// Tokens that the model read and wrote for it, where its endpoint reports them.
    pub used: Option<(u32, u32)>,
    /// The recorded request that made it, while it is recorded.
    pub request: Option<String>,
}

/// A compaction that is in progress, or that failed.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum CompactingView {
    /// The model writes the summary.
    Running {
        /// Whether it was started because the window is nearly full.
        automatic: bool,
        /// How many messages it will replace.
        messages: u32,
        /// How many characters were received.
        written: u32,
    },
    /// It failed. The conversation is as it was before.
    Failed {
        /// Whether it was started because the window was nearly full.
        automatic: bool,
        /// What happened.
        message: Text,
        /// What to do.
        hint: Option<Text>,
    },
}
