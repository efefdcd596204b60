//! The decision itself.

use std::collections::BTreeSet;

use domain::{Annotations, RuleId, ServerId, ToolCall};
use serde::{Deserialize, Serialize};

use crate::{Effect, Rule, Tier, effective_tier};

/// What is decided on.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The call.
    pub call: &'a ToolCall,
    /// The server's hints about the tool.
    pub claims: Annotations,
    /// The tier the user chose for exactly this definition.
    pub user_tier: Option<Tier>,
    /// Whether the tool is another than the one that was accepted.
    pub changed: bool,
    /// Whether the person is being asked about an edited version of the call: an edited call is never allowed by rule.
    pub edited: bool,
    /// Whether everything was stopped and the user has not resumed since: then no rule allows.
    pub suspended: bool,
    /// The time, in milliseconds since the Unix epoch.
    pub now_ms: i64,
}

/// Which servers' data a conversation holds. It only grows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Servers whose data came into the conversation.
    pub present: BTreeSet<ServerId>,
    /// Pairs (from, to) the user allowed in this conversation.
    pub answered: BTreeSet<(ServerId, ServerId)>,
    /// Servers the user marked as trusted for reading.
    pub trusted_for_reading: BTreeSet<ServerId>,
    /// Servers whose text was found in the arguments of the call that is decided on.
    pub found: BTreeSet<ServerId>,
    /// Pairs (from, to) whose guard the user switched off. It still asks about what may destroy, run or spend.
    pub guard_off: BTreeSet<(ServerId, ServerId)>,
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Send it.
    Allow,
    /// Ask a person; nobody answering is a denial.
    Ask,
    /// Refuse it.
    Deny,
}

impl Decision {
    /// 0 allow, 1 ask, 2 deny: larger is stricter.
    #[must_use]
    pub fn strictness(self) -> u8 {
        match self {
            Self::Allow => 0,
            Self::Ask => 1,
            Self::Deny => 2,
        }
    }
}

/// Why. Shown in the prompt and kept in the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// A rule denies it.
    DeniedByRule {
        /// The rule.
        rule: RuleId,
    },
    /// A stored rule could not be read.
    UnreadableRule {
        /// The rule.
        rule: RuleId,
    },
    /// The server changed what the tool is, and nobody accepted that yet.
    Changed,
    /// Data of one server could reach another, or flow back with orders in it.
    Flow {
        /// The server whose data the conversation holds.
        from: ServerId,
    },
    /// Text of one server stands in what would go to another.
    Carries {
        /// The server whose text it is.
        from: ServerId,
    },
    /// A rule wants to be asked.
    AskedByRule {
        /// The rule.
        rule: RuleId,
    },
    /// A rule allows it.
    AllowedByRule {
        /// The rule.
        rule: RuleId,
    },
    /// A rule would allow it, but everything was stopped since.
    Suspended {
        /// The rule.
        rule: RuleId,
    },
    /// No rule covers it.
    NoRule,
    /// What the tool can do, by its tier.
    Risk {
        /// The tier.
        tier: Tier,
    },
    /// The server claims that the tool is harmless; that does not count.
    HarmlessClaim,
    /// The person changed the arguments: an edited call is allowed once at most.
    Edited,
}

/// A decision with everything that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The verdict.
    pub decision: Decision,
    /// The tool's tier.
    pub tier: Tier,
    /// Why, the deciding reason first.
    pub reasons: Vec<Reason>,
    /// The rules that decided.
    pub matched_rules: Vec<RuleId>,
}

impl Evaluation {
    /// The servers whose data makes this a question of flow.
    pub fn flows_from(&self) -> impl Iterator<Item = ServerId> + '_ {
        self.reasons.iter().filter_map(|reason| match reason {
            Reason::Flow { from } | Reason::Carries { from } => Some(*from),
            Reason::DeniedByRule { .. }
            | Reason::UnreadableRule { .. }
            | Reason::AskedByRule { .. }
            | Reason::AllowedByRule { .. }
            | Reason::Suspended { .. }
            | Reason::NoRule
            | Reason::Risk { .. }
            | Reason::HarmlessClaim
            | Reason::Changed
            | Reason::Edited => None,
        })
    }
}

/// Decides one request.
#[must_use]
pub fn evaluate(rules: &[Rule], request: &Request<'_>, labels: &Labels) -> Evaluation {
    let tier = effective_tier(request.user_tier, &request.claims);
    let matching = Matching::of(rules, request, tier);
    let flows = flows(request.call.tool.server, tier, labels);

    let mut reasons = Vec::new();
    let (decision, matched_rules) = if !matching.deny.is_empty() {
        reasons.extend(matching.deny.iter().cloned());
        (Decision::Deny, matching.deny_ids())
    } else if request.changed || !flows.is_empty() {
        reasons.extend(request.changed.then_some(Reason::Changed));
        reasons.extend(flows);
        (Decision::Ask, Vec::new())
    } else if !matching.ask.is_empty() {
        reasons.extend(
            matching
                .ask
                .iter()
                .map(|rule| Reason::AskedByRule { rule: *rule }),
        );
        (Decision::Ask, matching.ask)
    } else if request.edited {
        reasons.push(Reason::Edited);
        (Decision::Ask, Vec::new())
    } else if let (Some(rule), true) = (matching.allow, request.suspended) {
        reasons.push(Reason::Suspended { rule });
        (Decision::Ask, Vec::new())
    } else if let Some(rule) = matching.allow {
        reasons.push(Reason::AllowedByRule { rule });
        (Decision::Allow, vec![rule])
    } else {
        reasons.push(Reason::NoRule);
        (Decision::Ask, Vec::new())
    };
    reasons.push(Reason::Risk { tier });
    if request.claims.read_only_hint == Some(true) || request.claims.destructive_hint == Some(false)
    {
        reasons.push(Reason::HarmlessClaim);
    }
    Evaluation {
        decision,
        tier,
        reasons,
        matched_rules,
    }
}

/// The servers whose data makes this call a question. Text of another server that stands in the arguments: each time,
/// whatever the tool does with it. Else all of them, once per ordered pair and conversation, from T2 on; T4 each time. The
/// called server itself counts too, for its data may carry orders. A pair whose guard is off asks at T4 only.
fn flows(to: ServerId, tier: Tier, labels: &Labels) -> Vec<Reason> {
    let guarded = |from: &ServerId| tier == Tier::T4 || !labels.guard_off.contains(&(*from, to));
    let found = labels.found.iter().copied().filter(|from| *from != to);
    let carried: BTreeSet<ServerId> = found.filter(guarded).collect();
    let asks = |from: &ServerId| {
        let untrusted_and_destructive =
            tier == Tier::T4 && !labels.trusted_for_reading.contains(from);
        untrusted_and_destructive || !labels.answered.contains(&(*from, to))
    };
    let held = labels
        .present
        .iter()
        .copied()
        .filter(|_| tier >= Tier::T2)
        .filter(|from| !carried.contains(from))
        .filter(guarded)
        .filter(|from| !(*from == to && labels.trusted_for_reading.contains(from)))
        .filter(asks)
        .map(|from| Reason::Flow { from });
    carried
        .iter()
        .map(|from| Reason::Carries { from: *from })
        .chain(held)
        .collect()
}

struct Matching {
    deny: Vec<Reason>,
    ask: Vec<RuleId>,
    allow: Option<RuleId>,
}

impl Matching {
    fn of(rules: &[Rule], request: &Request<'_>, tier: Tier) -> Self {
        let mut out = Self {
            deny: Vec::new(),
            ask: Vec::new(),
            allow: None,
        };
        for rule in rules {
            if rule.mismatch(request.call, tier, request.now_ms).is_some() {
                continue;
            }
            match rule {
                Rule::Unreadable { id, .. } => out.deny.push(Reason::UnreadableRule { rule: *id }),
                Rule::Read { id, effect, .. } => match effect {
                    Effect::Deny => out.deny.push(Reason::DeniedByRule { rule: *id }),
                    Effect::Ask => out.ask.push(*id),
                    Effect::Allow => {
                        out.allow.get_or_insert(*id);
                    }
                },
            }
        }
        out
    }

    fn deny_ids(&self) -> Vec<RuleId> {
        self.deny
            .iter()
            .filter_map(|reason| match reason {
                Reason::DeniedByRule { rule } | Reason::UnreadableRule { rule } => Some(*rule),
                Reason::Flow { .. }
                | Reason::Carries { .. }
                | Reason::AskedByRule { .. }
                | Reason::AllowedByRule { .. }
                | Reason::Suspended { .. }
                | Reason::NoRule
                | Reason::Risk { .. }
                | Reason::HarmlessClaim
                | Reason::Changed
                | Reason::Edited => None,
            })
            .collect()
    }
}
