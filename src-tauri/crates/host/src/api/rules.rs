//! What the user decided to last, as a shell shows it, and what a person may propose.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ReasonView, SegmentView, ServerTag};

/// Everything that stands.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RulesView {
    /// The rules, the newest first. Those of one batch stand together.
    pub rules: Vec<RuleView>,
    /// Tiers of the user's.
    pub tiers: Vec<TierRuleView>,
    /// Servers whose data may be read without being asked about.
    pub trusted: Vec<TrustedView>,
    /// Pairs of servers whose guard is off.
    pub unguarded: Vec<UnguardedView>,
    /// Servers that are muted in a conversation, since they were denied several times.
    pub muted: Vec<MutedView>,
    /// Whether everything was stopped, and no rule allows until the user resumes.
    pub suspended: bool,
}

/// What a rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum EffectView {
    /// It allows.
    Allow,
    /// It asks each time.
    Ask,
    /// It denies.
    Deny,
}

/// A conversation by its title.
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
    /// What it does.
    pub effect: EffectView,
    /// The tool, hidden characters made visible; none for every tool of the server.
    pub tool: Option<String>,
    /// The conversation it holds in; none for every one.
    pub conversation: Option<ConversationTag>,
    /// What the arguments must be.
    pub when: Vec<ConditionView>,
    /// When it ends.
    pub until_ms: Option<f64>,
    /// What was made with it, by one name.
    pub batch: Option<String>,
    /// How it came to be, in words.
    pub origin: String,
    /// When it was made.
    pub created_ms: f64,
    /// When it was revoked.
    pub revoked_ms: Option<f64>,
    /// How often it decided.
    pub used: u32,
    /// When it last decided.
    pub last_used_ms: Option<f64>,
    /// The first 8 digits of the digest of the definition it is bound to.
    pub digest: Option<String>,
    /// Why it covers nothing any more, in words.
    pub void: Option<String>,
}

/// What a condition looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TestView {
    /// An absolute path in a folder.
    Under,
    /// A URL or an e-mail address at a host.
    At,
    /// A number from 0 to another.
    AtMost,
    /// Exactly a value.
    Is,
}

/// What an argument must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ConditionView {
    /// The argument, hidden characters made visible.
    pub argument: String,
    /// What it looks at.
    pub test: TestView,
    /// The folder, host, number or JSON value, hidden characters made visible.
    pub value: String,
    /// What it says of the argument: “is under /home”.
    pub words: String,
}

/// A tier that the user gave a tool.
#[derive(Clone, Debug, Serialize, Type)]
pub struct TierRuleView {
    /// Its server.
    pub server: ServerTag,
    /// The tool, hidden characters made visible.
    pub tool: String,
    /// Its name as the server gives it.
    pub key: String,
    /// The whole digest of the definition it holds for.
    pub definition: String,
    /// The tier, 1 to 4.
    pub tier: u32,
    /// The tier's word.
    pub tier_word: String,
    /// What it would be without this, in a word.
    pub otherwise: String,
    /// Why it covers nothing any more, in words.
    pub void: Option<String>,
}

/// A server whose data may be read without being asked about.
#[derive(Clone, Debug, Serialize, Type)]
pub struct TrustedView {
    /// The server.
    pub server: ServerTag,
    /// How many of its tools count as reading by this.
    pub reading: u32,
    /// When it was said.
    pub created_ms: f64,
    /// Why it covers nothing any more, in words.
    pub void: Option<String>,
}

/// A pair of servers whose guard is off.
#[derive(Clone, Debug, Serialize, Type)]
pub struct UnguardedView {
    /// Whose data it is.
    pub from: ServerTag,
    /// Who gets it.
    pub to: ServerTag,
    /// When it was said.
    pub created_ms: f64,
    /// Why it covers nothing any more, in words.
    pub void: Option<String>,
}

/// A server that is muted in a conversation.
#[derive(Clone, Debug, Serialize, Type)]
pub struct MutedView {
    /// The server.
    pub server: ServerTag,
    /// The conversation.
    pub conversation: ConversationTag,
}

/// What a person proposes: one rule for each tool.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct ProposedRule {
    /// The server.
    pub server: String,
    /// What it does.
    pub effect: EffectView,
    /// The tools, by the names that the server gives them. None at all means every tool, which cannot be allowed.
    pub tools: Vec<String>,
    /// The conversation it holds in; none for every one.
    pub conversation: Option<String>,
    /// For how long, in minutes; until it is revoked if none.
    pub minutes: Option<u32>,
    /// What the arguments must be.
    pub when: Vec<ProposedCondition>,
}

/// What a person proposes an argument must be.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct ProposedCondition {
    /// The argument.
    pub argument: String,
    /// What it looks at.
    pub test: TestView,
    /// The folder, host, number or JSON value.
    pub value: String,
}

/// A call to try against the rules. Nothing is sent.
#[derive(Clone, Debug, Deserialize, Type)]
pub struct TryCall {
    /// The server.
    pub server: String,
    /// The tool, by the name that the server gives it.
    pub tool: String,
    /// The arguments, as JSON text.
    pub arguments: String,
    /// The servers whose data the conversation holds.
    pub seen: Vec<String>,
    /// The conversation it would be in; none for a new one.
    pub conversation: Option<String>,
}

/// What would happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DecisionView {
    /// It would be sent.
    Allow,
    /// A person would be asked.
    Ask,
    /// It would be refused.
    Deny,
}

/// What a call that was tried would meet.
#[derive(Clone, Debug, Serialize, Type)]
pub struct TriedView {
    /// The verdict.
    pub decision: DecisionView,
    /// The tool's tier, 1 to 4.
    pub tier: u32,
    /// The tier's word.
    pub tier_word: String,
    /// Why, the deciding reason first.
    pub reasons: Vec<ReasonView>,
    /// The rules of that server for this tool, those that apply first.
    pub rules: Vec<TriedRuleView>,
    /// Why it would not even be asked about, in words: the arguments do not fit the tool, or the tool is off.
    pub refused: Option<String>,
}

/// A rule and a call that was tried.
#[derive(Clone, Debug, Serialize, Type)]
pub struct TriedRuleView {
    /// The rule.
    pub rule: RuleView,
    /// Whether it covers the call.
    pub applies: bool,
    /// Why it does not, in words.
    pub why: String,
}

/// Authority to be widened.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuthorityApprovalView {
    /// The server it is about; none for all.
    pub server: Option<ServerTag>,
    /// The question.
    pub title: String,
    /// What it means, a sentence each.
    pub points: Vec<String>,
    /// What is widened.
    pub change: AuthorityKindView,
}

/// What is widened.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum AuthorityKindView {
    /// Rules, each of them.
    Rules {
        /// They.
        rules: Vec<NewRuleView>,
        /// For how long, in minutes; until they are revoked if none.
        minutes: Option<u32>,
        /// The conversation they hold in, by its title; none for every one.
        conversation: Option<String>,
    },
    /// A rule that denies or asks goes.
    Without {
        /// It.
        rule: NewRuleView,
    },
    /// A tool counts as less harmful.
    Tier {
        /// The tool.
        tool: NewRuleView,
        /// What it counts as now, 1 to 4, and its word.
        from: (u32, String),
        /// What it would count as.
        to: (u32, String),
    },
    /// What the server gives counts as harmless to read.
    Trust,
    /// Data of one server reaches another unasked.
    Unguarded {
        /// Whose data it is.
        from: ServerTag,
    },
    /// The server may ask more of the user's models, or gets their answers unseen.
    Sampling,
    /// Rules allow again.
    Resume,
}

/// A rule that would be made, or that would go.
#[derive(Clone, Debug, Serialize, Type)]
pub struct NewRuleView {
    /// What it does.
    pub effect: EffectView,
    /// The tool, hidden characters made visible; none for every tool.
    pub tool: Option<String>,
    /// The server's description of the tool: a claim.
    pub description: Vec<SegmentView>,
    /// The tool's tier, 1 to 4.
    pub tier: Option<u32>,
    /// The tier's word.
    pub tier_word: Option<String>,
    /// What the arguments must be.
    pub when: Vec<ConditionView>,
}
