//! Saved permissions as a shell shows them, and proposals for new ones.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ReasonView, SegmentView, ServerTag, StoredPermissionsView};

/// All active permissions.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RulesView {
    /// The rules, the newest first. Rules of one batch are adjacent.
    pub rules: Vec<RuleView>,
    /// Tier overrides of the user.
    pub tiers: Vec<TierRuleView>,
    /// Trusted servers, whose data may be read without approval.
    pub trusted: Vec<TrustedView>,
    /// Pairs of servers whose flow guard is off.
    pub unguarded: Vec<UnguardedView>,
    /// Servers that are muted in a conversation after repeated denials.
    pub muted: Vec<MutedView>,
    /// Whether the kill switch suspended the rules: none allows until the user resumes.
    pub suspended: bool,
}

/// The effect of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum EffectView {
    /// Allows the call.
    Allow,
    /// Requires an approval each time.
    Ask,
    /// Denies the call.
    Deny,
}

/// A conversation with its title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ConversationTag {
    /// The conversation.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// One rule.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RuleView {
    /// The rule.
    pub id: String,
    /// Its server.
    pub server: ServerTag,
    /// Its effect.
    pub effect: EffectView,
    /// The tool, hidden characters made visible; none for every tool of the server.
    pub tool: Option<String>,
    /// The conversation it applies to; none for all.
    pub conversation: Option<ConversationTag>,
    /// Conditions on the arguments.
    pub when: Vec<ConditionView>,
    /// When it expires.
    pub until_ms: Option<f64>,
    /// The batch that it was created in.
    pub batch: Option<String>,
    /// How it was created, for display.
    pub origin: Text,
    /// When it was created.
    pub created_ms: f64,
    /// When it was revoked.
    pub revoked_ms: Option<f64>,
    /// How many calls it decided.
    pub used: u32,
    /// When it last decided a call.
    pub last_used_ms: Option<f64>,
    /// The first 8 digits of the digest of the definition it is bound to.
    pub digest: Option<String>,
    /// Why it is void, for display.
    pub void: Option<Text>,
}

/// The kind of test in a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TestView {
    /// Is an absolute path under a folder.
    Under,
    /// Is a URL or an e-mail address at a host.
    At,
    /// Is a number from 0 to a maximum.
    AtMost,
    /// Is a number from 0 that stays, with those of the calls that the rule allowed within the last hour, within a maximum.
    Sum,
    /// Equals a value.
    Is,
}

/// A condition on an argument.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ConditionView {
    /// The argument, hidden characters made visible.
    pub argument: String,
    /// The test.
    pub test: TestView,
    /// The folder, host, number or JSON value, hidden characters made visible.
    pub value: String,
    /// The condition, for display: “is under /home”.
    pub words: Text,
}

/// A tier override of the user for a tool.
#[derive(Clone, Debug, Serialize, Type)]
pub struct TierRuleView {
    /// Its server.
    pub server: ServerTag,
    /// The tool, hidden characters made visible.
    pub tool: String,
    /// Its name as the server returns it.
    pub key: String,
    /// The full digest of the definition it applies to.
    pub definition: String,
    /// The tier, 1 to 4.
    pub tier: u32,
    /// The tier's label.
    pub tier_word: Text,
    /// The label of the tier without this override.
    pub otherwise: Text,
    /// Why it is void, for display.
    pub void: Option<Text>,
}

/// A trusted server, whose data may be read without approval.
#[derive(Clone, Debug, Serialize, Type)]
pub struct TrustedView {
    /// The server.
    pub server: ServerTag,
    /// How many of its tools count as reading because of it.
    pub reading: u32,
    /// When it was created.
    pub created_ms: f64,
    /// Why it is void, for display.
    pub void: Option<Text>,
}

/// A pair of servers whose flow guard is off.
#[derive(Clone, Debug, Serialize, Type)]
pub struct UnguardedView {
    /// The server that the data comes from.
    pub from: ServerTag,
    /// The server that receives it.
    pub to: ServerTag,
    /// Whether it holds only while the second can send nothing of what it is given.
    pub offline: bool,
    /// When it was created.
    pub created_ms: f64,
    /// Why it is void, for display.
    pub void: Option<Text>,
}

/// A server that is muted in a conversation.
#[derive(Clone, Debug, Serialize, Type)]
pub struct MutedView {
    /// The server.
    pub server: ServerTag,
    /// The conversation.
    pub conversation: ConversationTag,
}

/// A proposal for rules: one for each tool.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct ProposedRule {
    /// The server.
    pub server: String,
    /// Its effect.
    pub effect: EffectView,
    /// The tools, by the names that the server returns. An empty list means every tool, which cannot be allowed.
    pub tools: Vec<String>,
    /// The conversation it applies to; none for all.
    pub conversation: Option<String>,
    /// The duration in minutes; none until it is revoked.
    pub minutes: Option<u32>,
    /// Conditions on the arguments.
    pub when: Vec<ProposedCondition>,
}

/// A proposed condition on an argument.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct ProposedCondition {
    /// The argument.
    pub argument: String,
    /// The test.
    pub test: TestView,
    /// The folder, host, number or JSON value.
    pub value: String,
}

/// A call for a dry run against the rules. Nothing is sent.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct TryCall {
    /// The server.
    pub server: String,
    /// The tool, by the name that the server returns.
    pub tool: String,
    /// The arguments, as JSON text.
    pub arguments: String,
    /// The servers whose data the conversation contains.
    pub seen: Vec<String>,
    /// The conversation of the call; none for a new one.
    pub conversation: Option<String>,
}

/// The decision of a dry run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DecisionView {
    /// It would be sent.
    Allow,
    /// An approval would be required.
    Ask,
    /// It would be refused.
    Deny,
}

/// The result of a dry run.
#[derive(Clone, Debug, Serialize, Type)]
pub struct TriedView {
    /// The decision.
    pub decision: DecisionView,
    /// The tool's tier, 1 to 4.
    pub tier: u32,
    /// The tier's label.
    pub tier_word: Text,
    /// The reasons, the deciding one first.
    pub reasons: Vec<ReasonView>,
    /// The rules of that server for this tool, the applicable ones first.
    pub rules: Vec<TriedRuleView>,
    /// Why the call would be refused without an approval, for display: its arguments do not fit the tool, or the tool is off.
    pub refused: Option<Text>,
}

/// A rule in a dry run.
#[derive(Clone, Debug, Serialize, Type)]
pub struct TriedRuleView {
    /// The rule.
    pub rule: RuleView,
    /// Whether it applies to the call.
    pub applies: bool,
    /// Why it does not apply, for display.
    pub why: Text,
}

/// A pending permission that widens authority.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuthorityApprovalView {
    /// The server; none for all.
    pub server: Option<ServerTag>,
    /// The title of the approval.
    pub title: Text,
    /// Its consequences, one sentence each.
    pub points: Vec<Text>,
    /// The kind of permission.
    pub change: AuthorityKindView,
}

/// A kind of permission that widens authority.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum AuthorityKindView {
    /// New rules.
    Rules {
        /// The rules.
        rules: Vec<NewRuleView>,
        /// Their duration in minutes; none until they are revoked.
        minutes: Option<u32>,
        /// The title of the conversation they apply to; none for all.
        conversation: Option<String>,
    },
    /// Removal of a rule that denies or requires approval.
    Without {
        /// The rule.
        rule: NewRuleView,
    },
    /// A lower tier for a tool.
    Tier {
        /// The tool.
        tool: NewRuleView,
        /// The current tier, 1 to 4, and its label.
        from: (u32, Text),
        /// The new tier.
        to: (u32, Text),
    },
    /// Trust in a server: its data counts as harmless to read.
    Trust,
    /// Data flow from one server to another without approval.
    Unguarded {
        /// The server that the data comes from.
        from: ServerTag,
    },
    /// What the server returns counts as its own data alone again.
    DataForgotten,
    /// More sampling for the server, or replies of the model without review.
    Sampling,
    /// The instructions of the server for models.
    Instructions {
        /// The text: unverified claims of the server.
        text: Vec<SegmentView>,
        /// Unusual characters in it.
        reasons: Vec<ReasonView>,
    },
    /// Resumption of rules after the kill switch.
    Resume,
    /// Use of a registry of servers.
    Registry {
        /// Its address.
        address: String,
    },
    /// Stored permissions that this program cannot tell that it wrote.
    Stored {
        /// What is stored, by server.
        servers: Vec<StoredPermissionsView>,
    },
}

/// A rule that would be added or removed.
#[derive(Clone, Debug, Serialize, Type)]
pub struct NewRuleView {
    /// Its effect.
    pub effect: EffectView,
    /// The tool, hidden characters made visible; none for every tool.
    pub tool: Option<String>,
    /// The server's description of the tool: an unverified claim.
    pub description: Vec<SegmentView>,
    /// The tool's tier, 1 to 4.
    pub tier: Option<u32>,
    /// The tier's label.
    pub tier_word: Option<Text>,
    /// Conditions on the arguments.
    pub when: Vec<ConditionView>,
}
