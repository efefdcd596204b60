//! Rules: what a user, or a command line, decided ahead.

use domain::{ConversationId, DefinitionDigest, LaunchDigest, RuleId, ServerId};
use serde::{Deserialize, Serialize};

/// What a matching rule wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Refuse.
    Deny,
    /// Ask, even where another rule allows.
    Ask,
    /// Allow without asking.
    Allow,
}

/// Who made a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A person's answer to a question.
    Answer,
    /// The command line of a terminal: for this run only, never for T4 and never past a guard.
    CommandLine,
    /// The host, after repeated denials.
    Host,
}

/// Where a rule holds. A field that is `None` does not narrow.
///
/// A grant (an [`Effect::Allow`] rule) that a person gave always names server, launch, tool and definition: a
/// changed definition or launch voids it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scope {
    /// The server.
    pub server: ServerId,
    /// The tool's name; every tool of the server if none.
    pub tool: Option<String>,
    /// The definition it was made for.
    pub definition: Option<DefinitionDigest>,
    /// The launch it was made for.
    pub launch: Option<LaunchDigest>,
    /// The conversation it holds in; every conversation if none.
    pub conversation: Option<ConversationId>,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A rule that was read.
    Read {
        /// The rule.
        id: RuleId,
        /// What it wants.
        effect: Effect,
        /// Where it holds.
        scope: Scope,
        /// Who made it.
        origin: Origin,
        /// How often it may still be used; without limit if none.
        uses_left: Option<u32>,
    },
    /// A stored rule that could not be read. It denies whatever it may have been about.
    Unreadable {
        /// The rule.
        id: RuleId,
        /// The server it is stored for, if that much could be read; every server if not.
        server: Option<ServerId>,
    },
}
