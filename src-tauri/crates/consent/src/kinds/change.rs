//! Approval requests for a change of a server's tools or instructions.

mod logged;

use domain::{ConversationId, DefinitionDigest, ServerId, ToolDefinition};
use policy::{Tier, Walls, effective_tier};
use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, Log, LogSection, Mute};
pub use logged::{LoggedDifference, LoggedLine};

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
        /// Whether models read them, and will read the new ones.
        for_models: bool,
        /// The digests of both.
        digests: [DefinitionDigest; 2],
    },
    /// The server offers tools that it did not offer before.
    NewTools {
        /// The tools, in the server's order.
        tools: Vec<ToolDefinition>,
    },
}

/// The part of a server that a change is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangedPart {
    /// The tool of this name.
    Tool(String),
    /// The instructions.
    Instructions,
    /// Its new tools.
    NewTools,
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
    /// The tool it is about; none where it is about instructions or new tools.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        match &self.changed {
            Changed::Tool { now, .. } => Some(&now.tool.name),
            Changed::Instructions { .. } | Changed::NewTools { .. } => None,
        }
    }

    /// The tiers of the accepted and of the current definition, where the user chose none; none unless a tool changed.
    #[must_use]
    pub fn tiers(&self) -> Option<[Tier; 2]> {
        match &self.changed {
            Changed::Tool { before, now } => Some(
                [before, now]
                    .map(|tool| effective_tier(None, &tool.annotations, false, Walls::None)),
            ),
            Changed::Instructions { .. } | Changed::NewTools { .. } => None,
        }
    }

    /// The part it is about.
    #[must_use]
    pub fn part(&self) -> ChangedPart {
        match &self.changed {
            Changed::Tool { now, .. } => ChangedPart::Tool(now.tool.name.clone()),
            Changed::Instructions { .. } => ChangedPart::Instructions,
            Changed::NewTools { .. } => ChangedPart::NewTools,
        }
    }

    /// The digest of what was accepted, and of what is there now; none for new tools, each of which has its own.
    #[must_use]
    pub fn digests(&self) -> Option<[DefinitionDigest; 2]> {
        match &self.changed {
            Changed::Tool { before, now } => Some([before.digest, now.digest]),
            Changed::Instructions { digests, .. } => Some(*digests),
            Changed::NewTools { .. } => None,
        }
    }

    /// The names and digests of new tools.
    fn new_tools(&self) -> Vec<NewTool> {
        let tools = match &self.changed {
            Changed::NewTools { tools } => tools.as_slice(),
            Changed::Tool { .. } | Changed::Instructions { .. } => &[],
        };
        let new = tools.iter().map(|tool| NewTool {
            tool: tool.tool.name.clone(),
            definition: tool.digest,
        });
        new.collect()
    }
}

/// What the log keeps of a change.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChangeDetail {
    /// What changed.
    pub change: ChangedWhat,
    /// The tool, if one changed.
    pub tool: Option<String>,
    /// The digest of what was accepted; none for new tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<DefinitionDigest>,
    /// The digest of what is there now; none for new tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<DefinitionDigest>,
    /// The new tools.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<NewTool>,
    /// The tiers of the accepted and of the current definition; none unless a tool changed. Earlier rows have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiers: Option<[Tier; 2]>,
    /// The text that differs; empty for new tools. Earlier rows have none.
    #[serde(default, skip_serializing_if = "LoggedDifference::is_empty")]
    pub difference: LoggedDifference,
}

/// A tool that a server did not offer before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewTool {
    /// Its name.
    pub tool: String,
    /// The digest of its definition.
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
    /// New tools.
    NewTools,
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
        let subject = match self.part() {
            ChangedPart::Tool(tool) => format!("definition of {tool}"),
            ChangedPart::Instructions => "instructions".to_owned(),
            ChangedPart::NewTools => "new tools".to_owned(),
        };
        Log::of(LogSection::Setting, subject)
    }

    fn detail(&self) -> ChangeDetail {
        let [accepted, definition] = self.digests().map_or([None, None], |both| both.map(Some));
        ChangeDetail {
            change: match self.changed {
                Changed::Tool { .. } => ChangedWhat::Tool,
                Changed::Instructions { .. } => ChangedWhat::Instructions,
                Changed::NewTools { .. } => ChangedWhat::NewTools,
            },
            tool: self.tool().map(str::to_owned),
            accepted,
            definition,
            new: self.new_tools(),
            tiers: self.tiers(),
            difference: match &self.changed {
                Changed::Tool { before, now } => LoggedDifference::of_tool(&before.raw, &now.raw),
                Changed::Instructions { before, now, .. } => {
                    LoggedDifference::of_text(before.as_deref(), now.as_deref())
                }
                Changed::NewTools { .. } => LoggedDifference::default(),
            },
        }
    }
}
