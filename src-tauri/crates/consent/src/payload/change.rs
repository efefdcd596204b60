//! Approval requests for a change of a server's tools or instructions.

use domain::{ConversationId, DefinitionDigest, ServerId, ToolDefinition};

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// What a tool is.
    Tool {
        /// As it was accepted.
        before: Box<ToolDefinition>,
        /// As the server defines it now.
        now: Box<ToolDefinition>,
    },
    /// What the server says of how to use it; none where it says nothing.
    Instructions {
        /// As they were accepted.
        before: Option<String>,
        /// As the server sends them now.
        now: Option<String>,
        /// The digests of both.
        digests: [DefinitionDigest; 2],
    },
}

/// A change to be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeApproval {
    /// The server.
    pub server: ServerId,
    /// The user's name for it.
    pub server_name: String,
    /// What changed.
    pub changed: Changed,
    /// When it was accepted last, in milliseconds since the Unix epoch.
    pub accepted_ms: i64,
    /// The conversation whose model wants to use it, if one does.
    pub conversation: Option<ConversationId>,
}

impl ChangeApproval {
    /// The tool it is about; none where it is about instructions.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        match &self.changed {
            Changed::Tool { now, .. } => Some(&now.tool.name),
            Changed::Instructions { .. } => None,
        }
    }

    /// The digest of what was accepted, and of what is there now.
    #[must_use]
    pub fn digests(&self) -> [DefinitionDigest; 2] {
        match &self.changed {
            Changed::Tool { before, now } => [before.digest, now.digest],
            Changed::Instructions { digests, .. } => *digests,
        }
    }
}
