//! Approval requests that widen authority: what may happen later without approval.

use domain::{ConversationId, DefinitionDigest, LaunchDigest, RuleId, ServerId};
use policy::{Condition, Effect, Tier};

use crate::ReadingTool;

/// A rule to be made: exactly what it would cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRule {
    /// What it does.
    pub effect: Effect,
    /// The tool on its server; every tool if none.
    pub tool: Option<String>,
    /// The definition it is bound to.
    pub definition: Option<DefinitionDigest>,
    /// The launch it is bound to.
    pub launch: Option<LaunchDigest>,
    /// The conversation it holds in; every one if none.
    pub conversation: Option<ConversationId>,
    /// For how long it holds, in minutes; until it is revoked if none.
    pub minutes: Option<u32>,
    /// What the arguments must be.
    pub when: Vec<Condition>,
}

/// What would be widened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Widening {
    /// Rules for tools of one server: each of them was ticked.
    Rules(Vec<NewRule>),
    /// A rule that denies or asks goes.
    Without {
        /// The rule.
        rule: RuleId,
        /// What it did.
        was: NewRule,
    },
    /// A tool counts as less harmful.
    Tier {
        /// The tool.
        tool: String,
        /// The definition it holds for.
        definition: DefinitionDigest,
        /// What it counts as now.
        from: Tier,
        /// What it would count as.
        to: Tier,
    },
    /// What the server returns counts as harmless to read, and its tools that say they only read count as reading.
    Trust {
        /// The launch it holds for.
        launch: LaunchDigest,
        /// Those tools, as they are defined now.
        reading: Vec<ReadingTool>,
    },
    /// Data of another server may reach this one without approval.
    Unguarded {
        /// The server whose data it is.
        from: ServerId,
        /// The user's name for it.
        from_name: String,
        /// Its launch.
        from_launch: LaunchDigest,
        /// The launch of the one that gets it.
        launch: LaunchDigest,
    },
    /// Answers of the user's models go to the server unseen, unless they call tools.
    SamplingUnreviewed,
    /// The server may ask more of the user's models.
    SamplingBudget {
        /// What it may now: requests in a minute, tokens in a day.
        from: (u32, u32),
        /// What it might.
        to: (u32, u32),
    },
    /// Rules allow again, after everything was stopped.
    Resume,
}

/// An action that widens authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorityChange {
    /// The server it is about; none for all.
    pub server: Option<ServerId>,
    /// The user's name for it.
    pub server_name: String,
    /// What is widened.
    pub widening: Widening,
}
