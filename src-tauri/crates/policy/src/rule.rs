//! Rules: what a user, or a command line, decided ahead.

use domain::{ConversationId, DefinitionDigest, LaunchDigest, RuleId, ServerId, ToolCall};
use serde::{Deserialize, Serialize};

use crate::{Condition, Tier, Truth, condition::Amount};

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
    /// A person's answer to an approval request.
    Answer,
    /// A person, on the page of rules or with the command for them.
    Person,
    /// The command line of a terminal: for this run only, never for destructive tools and never past a guard.
    CommandLine,
    /// The command line of a terminal that names exactly one call: for that call only, at every tier. Data of other servers
    /// and changed tools ask all the same.
    NamedCall,
    /// The host, after repeated denials.
    Host,
}

/// Where a rule holds. A field that is `None` does not narrow.
///
/// A grant (an [`Effect::Allow`] rule) made by a person always names server, launch, tool and definition: a
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
    /// When it ends, in milliseconds since the Unix epoch.
    pub until_ms: Option<i64>,
    /// What the arguments must be. An allowing rule covers a call if all of them hold; a denying or asking one unless one
    /// of them fails.
    pub when: Vec<Condition>,
}

/// Why a rule does not cover a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// It is about another server.
    Server,
    /// It is about another tool.
    Tool,
    /// The tool's definition is another one by now.
    Definition,
    /// The server would start differently by now.
    Launch,
    /// It holds in another conversation.
    Conversation,
    /// It ended.
    Ended,
    /// This condition fails, or, of an allowing rule, does not hold for sure.
    Condition(Condition),
    /// Its uses are used up.
    UsedUp,
    /// The command line does not name one call, and the tool may destroy, run or spend.
    TooRisky,
}

impl Scope {
    /// Why it does not cover a call, at this time, as the scope of a rule with this effect.
    #[must_use]
    pub fn mismatch(&self, effect: Effect, call: &ToolCall, now_ms: i64) -> Option<Mismatch> {
        if self.server != call.tool.server {
            return Some(Mismatch::Server);
        }
        if self.tool.as_ref().is_some_and(|t| *t != call.tool.name) {
            return Some(Mismatch::Tool);
        }
        if self.definition.is_some_and(|d| d != call.definition) {
            return Some(Mismatch::Definition);
        }
        if self.launch.is_some_and(|l| l != call.launch) {
            return Some(Mismatch::Launch);
        }
        if self.conversation.is_some() && self.conversation != call.conversation {
            return Some(Mismatch::Conversation);
        }
        if self.until_ms.is_some_and(|until| until <= now_ms) {
            return Some(Mismatch::Ended);
        }
        let not_met = |condition: &&Condition| match condition.holds(&call.arguments) {
            Truth::Holds => false,
            Truth::Fails => true,
            Truth::Unclear => effect == Effect::Allow,
        };
        let failing = self.when.iter().find(not_met);
        failing.map(|condition| Mismatch::Condition(condition.clone()))
    }
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

impl Rule {
    /// The rule.
    #[must_use]
    pub fn id(&self) -> RuleId {
        match self {
            Self::Read { id, .. } | Self::Unreadable { id, .. } => *id,
        }
    }

    /// What a call adds to the sums that it limits.
    pub(crate) fn amounts(&self, call: &ToolCall) -> Vec<Amount> {
        match self {
            Self::Unreadable { .. } => Vec::new(),
            Self::Read { scope, .. } => {
                let when = scope.when.iter();
                when.filter_map(|condition| condition.amount(&call.arguments))
                    .collect()
            }
        }
    }

    /// Why it has no say about a call of this tier at this time; none if it has.
    #[must_use]
    pub fn mismatch(&self, call: &ToolCall, tier: Tier, now_ms: i64) -> Option<Mismatch> {
        match self {
            Self::Unreadable { server, .. } => match server {
                Some(server) if *server != call.tool.server => Some(Mismatch::Server),
                Some(_) | None => None,
            },
            Self::Read {
                effect,
                scope,
                origin,
                uses_left,
                ..
            } => scope.mismatch(*effect, call, now_ms).or_else(|| {
                if *effect != Effect::Allow {
                    None
                } else if *uses_left == Some(0)
                    || (*origin == Origin::NamedCall && *uses_left != Some(1))
                {
                    Some(Mismatch::UsedUp)
                } else if *origin == Origin::CommandLine && tier >= Tier::T4 {
                    Some(Mismatch::TooRisky)
                } else {
                    None
                }
            }),
        }
    }
}
