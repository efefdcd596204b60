//! The scope of a grant.

use serde::{Deserialize, Serialize};

/// For how long a grant for some tools may last, in minutes.
pub const GRANT_MINUTES: [u32; 4] = [10, 30, 120, 480];

/// For how long an answer allows, and what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrantScope {
    /// This one action.
    #[default]
    Once,
    /// In this conversation: this tool, as it is defined now; this endpoint, as long as it is at its origin.
    Conversation,
    /// As long as this server runs.
    Run,
    /// Until what was accepted changes.
    Standing,
    /// The same, where one condition holds: the one at this place among those offered.
    Where(usize),
    /// These tools of the server, for so many minutes.
    Tools {
        /// Their names.
        tools: Vec<String>,
        /// One of [`GRANT_MINUTES`].
        minutes: u32,
    },
}

impl GrantScope {
    /// Its word, for the log.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Conversation => "conversation",
            Self::Run => "run",
            Self::Standing => "standing",
            Self::Where(_) => "where",
            Self::Tools { .. } => "tools",
        }
    }
}
