//! Approval requests for a change of a server's tools or instructions.

use domain::{ConversationId, DefinitionDigest, ServerId, ToolDefinition};
use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, Log, LogSection, Mute};

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

/// What the log keeps of a change.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChangeDetail {
    /// What changed.
    pub change: ChangedWhat,
    /// The tool, if one changed.
    pub tool: Option<String>,
    /// The digest of what was accepted.
    pub accepted: DefinitionDigest,
    /// The digest of what is there now.
    pub definition: DefinitionDigest,
}

/// What changed, for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangedWhat {
    /// A tool.
    Tool,
    /// The instructions.
    Instructions,
}

/// Only a person accepts a change: no rule and no command line does.
impl Decide for ChangeApproval {
    type Action = Self;
    type Detail = ChangeDetail;

    fn server(&self) -> Option<ServerId> {
        Some(self.server)
    }

    fn conversation(&self) -> Option<ConversationId> {
        self.conversation
    }

    fn mute(&self) -> Option<Mute> {
        let conversation = self.conversation?;
        Some(Mute::Conversation(conversation, self.server))
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Standing
    }

    fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    fn action(&self) -> Self {
        self.clone()
    }

    fn log(&self) -> Log {
        let subject = match self.tool() {
            Some(tool) => format!("definition of {tool}"),
            None => "instructions".to_owned(),
        };
        Log::of(LogSection::Setting, subject)
    }

    fn detail(&self) -> ChangeDetail {
        let [accepted, definition] = self.digests();
        ChangeDetail {
            change: match self.changed {
                Changed::Tool { .. } => ChangedWhat::Tool,
                Changed::Instructions { .. } => ChangedWhat::Instructions,
            },
            tool: self.tool().map(str::to_owned),
            accepted,
            definition,
        }
    }
}
