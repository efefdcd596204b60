//! The decision itself.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Annotations, RuleId, ServerId, ToolCall};
use serde::{Deserialize, Serialize};

use crate::{
    Effect, Exceeded, Mismatch, Origin, Reason, Rule, Tier, Uses, Walls, claims_to_read,
    effective_tier,
};

/// What is decided on.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The call.
    pub call: &'a ToolCall,
    /// The server's hints about the tool.
    pub claims: Annotations,
    /// The tier the user chose for exactly this definition.
    pub user_tier: Option<Tier>,
    /// Whether the user trusts this server's reading, and did so for exactly this definition.
    pub trusted_to_read: bool,
    /// What the system keeps the server from.
    pub walls: Walls,
    /// Whether the tool is another than the one that was accepted.
    pub changed: bool,
    /// Whether the person is being asked about an edited version of the call: an edited call is never allowed by rule.
    pub edited: bool,
    /// Whether everything was stopped and the user has not resumed since: then no rule allows.
    pub suspended: bool,
    /// Whether what the user allowed the called server is unconfirmed: then nothing but a person allows.
    pub unconfirmed: bool,
    /// The time, in milliseconds since the Unix epoch.
    pub now_ms: i64,
    /// The calls that rules allowed before.
    pub uses: &'a Uses,
}

/// Which servers' data a conversation holds. It only grows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Servers whose data came into the conversation.
    pub present: BTreeSet<ServerId>,
    /// Whether the called server returned data to the conversation when it was started differently: by its launch it was another
    /// server then.
    pub own_relaunched: bool,
    /// Pairs (from, to) the user allowed in this conversation.
    pub answered: BTreeSet<(ServerId, ServerId)>,
    /// Servers whose data could be in what another server returned, because that one was given it before; each with that one.
    pub carried: BTreeMap<ServerId, ServerId>,
    /// Pairs the user allowed in this conversation, where the second server has sent more to its hosts since than an answer covers.
    pub spent: BTreeSet<(ServerId, ServerId)>,
    /// Servers the user marked as trusted for reading.
    pub trusted_for_reading: BTreeSet<ServerId>,
    /// Servers whose text was found in the arguments of the call that is decided on.
    pub found: BTreeSet<ServerId>,
    /// Servers whose tool definitions or instructions contain text of the arguments. Nothing of them need be in a result.
    pub described: BTreeSet<ServerId>,
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
    /// The servers whose data, or whose words, would flow to the called server.
    pub fn flows_from(&self) -> impl Iterator<Item = ServerId> + '_ {
        let words = self.reasons.iter().filter_map(|reason| {
            if let Reason::CarriesDefinition { from } = reason {
                Some(*from)
            } else {
                None
            }
        });
        self.data_from().chain(words)
    }

    /// The servers whose data would flow to the called server. Words of a definition are no data of the user.
    #[allow(
        clippy::match_same_arms,
        reason = "a new reason has to say which it is"
    )]
    pub fn data_from(&self) -> impl Iterator<Item = ServerId> + '_ {
        self.reasons.iter().filter_map(|reason| match reason {
            Reason::Flow { from }
            | Reason::FlowThrough { from, .. }
            | Reason::SentSince { from }
            | Reason::Carries { from }
            | Reason::Relaunched { from } => Some(*from),
            Reason::CarriesDefinition { .. } => None,
            Reason::DeniedByRule { .. }
            | Reason::UnreadableRule { .. }
            | Reason::AskedByRule { .. }
            | Reason::AllowedByRule { .. }
            | Reason::AllowedByCommandLine { .. }
            | Reason::CommandLineTooBroad { .. }
            | Reason::Suspended { .. }
            | Reason::Unconfirmed
            | Reason::OverBudget { .. }
            | Reason::OverSum { .. }
            | Reason::NoRule
            | Reason::Risk { .. }
            | Reason::HarmlessClaim
            | Reason::TrustedToRead
            | Reason::Enforced
            | Reason::Changed
            | Reason::HiddenCharacters
            | Reason::Edited => None,
        })
    }
}

/// Decides one request.
#[must_use]
pub fn evaluate(rules: &[Rule], request: &Request<'_>, labels: &Labels) -> Evaluation {
    let to = request.call.tool.server;
    let tier = effective_tier(
        request.user_tier,
        &request.claims,
        request.trusted_to_read,
        request.walls,
    );
    let matching = Matching::of(rules, request, tier);
    let flows = flows(request, tier, labels);
    // The command line that names this one call answers ahead whether the server's own data may have led to it.
    let own_only = flows.iter().all(|flow| *flow == Reason::Flow { from: to });
    let crosses = !(flows.is_empty() || (own_only && matching.named.is_some()));
    let hides = request.call.arguments.hides();
    let guarded = request.changed || hides || crosses;
    let allow = if flows.is_empty() {
        matching.allow
    } else {
        matching.named
    };

    let mut reasons = Vec::new();
    let (decision, matched_rules) = if !matching.deny.is_empty() {
        reasons.extend(matching.deny.iter().cloned());
        (Decision::Deny, matching.deny_ids())
    } else if request.unconfirmed {
        reasons.push(Reason::Unconfirmed);
        reasons.extend(request.changed.then_some(Reason::Changed));
        reasons.extend(hides.then_some(Reason::HiddenCharacters));
        reasons.extend(flows);
        (Decision::Ask, Vec::new())
    } else if guarded {
        reasons.extend(request.changed.then_some(Reason::Changed));
        reasons.extend(hides.then_some(Reason::HiddenCharacters));
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
    } else if let (Some(rule), true) = (allow, request.suspended) {
        reasons.push(Reason::Suspended { rule });
        (Decision::Ask, Vec::new())
    } else if let Some(rule) = allow {
        reasons.push(if matching.of_command_line.contains(&rule) {
            Reason::AllowedByCommandLine { rule }
        } else {
            Reason::AllowedByRule { rule }
        });
        (Decision::Allow, vec![rule])
    } else if tier == Tier::T0 && !request.suspended {
        reasons.push(Reason::Enforced);
        (Decision::Allow, Vec::new())
    } else {
        reasons.push(match (matching.over, matching.too_broad) {
            (Some(over), _) => over,
            (None, Some(rule)) => Reason::CommandLineTooBroad { rule },
            (None, None) => Reason::NoRule,
        });
        (Decision::Ask, Vec::new())
    };
    reasons.extend(risk(request, tier));
    Evaluation {
        decision,
        tier,
        reasons,
        matched_rules,
    }
}

/// What the tool can do, and what its server's claim about that is worth.
fn risk(request: &Request<'_>, tier: Tier) -> Vec<Reason> {
    let claims = &request.claims;
    if request.user_tier.is_none() && request.trusted_to_read && claims_to_read(claims) {
        return vec![Reason::TrustedToRead];
    }
    let harmless = claims.read_only_hint == Some(true) || claims.destructive_hint == Some(false);
    let claim = harmless.then_some(Reason::HarmlessClaim);
    std::iter::once(Reason::Risk { tier })
        .chain(claim)
        .collect()
}

/// The servers whose data makes this call need approval. Text of another server, or of its definitions, in the arguments: each time,
/// whatever the tool does with it. Else every other server, once per ordered pair and conversation, unless the tool only reads because the
/// user said so or the system sees to it; T4 each time. The called server's own data crosses nothing: it counts for T4 alone, or if the
/// server was started differently when it returned them. A pair whose guard is off asks at T4 only.
fn flows(request: &Request<'_>, tier: Tier, labels: &Labels) -> Vec<Reason> {
    let to = request.call.tool.server;
    let guarded = |from: &ServerId| tier == Tier::T4 || !labels.guard_off.contains(&(*from, to));
    let found = labels.found.iter().copied().filter(|from| *from != to);
    let carried: BTreeSet<ServerId> = found.filter(guarded).collect();
    let asks = |from: &ServerId| {
        let untrusted_and_destructive =
            tier == Tier::T4 && !labels.trusted_for_reading.contains(from);
        untrusted_and_destructive
            || !labels.answered.contains(&(*from, to))
            || labels.spent.contains(&(*from, to))
    };
    let flow = |from: ServerId| {
        if from != to && labels.spent.contains(&(from, to)) {
            Some(Reason::SentSince { from })
        } else if let Some(via) = labels.carried.get(&from) {
            Some(Reason::FlowThrough { from, via: *via })
        } else if from != to {
            Some(Reason::Flow { from })
        } else if labels.own_relaunched {
            Some(Reason::Relaunched { from })
        } else {
            let untrusted = !labels.trusted_for_reading.contains(&from);
            (tier == Tier::T4 && untrusted).then_some(Reason::Flow { from })
        }
    };
    let held = labels.present.iter().chain(labels.carried.keys());
    let held = held
        .copied()
        .filter(|_| request.user_tier != Some(Tier::T1) && tier != Tier::T0)
        .filter(|from| !carried.contains(from))
        .filter(guarded)
        .filter(asks)
        .filter_map(flow);
    let described = labels.described.iter().copied();
    let described = described
        .filter(|from| *from != to && !carried.contains(from) && guarded(from))
        .map(|from| Reason::CarriesDefinition { from });
    carried
        .iter()
        .map(|from| Reason::Carries { from: *from })
        .chain(described)
        .chain(held)
        .collect()
}

/// The budget that a rule has used up. A rule of a command line has none: that names how often, or is for one run.
fn over_budget(rule: RuleId, origin: Origin, request: &Request<'_>, tier: Tier) -> Option<Reason> {
    match origin {
        Origin::CommandLine | Origin::NamedCall => None,
        Origin::Answer | Origin::Person | Origin::Host => {
            let conversation = request.call.conversation;
            let uses = request.uses;
            let Exceeded { calls, period } =
                uses.exceeded(rule, tier, conversation, request.now_ms)?;
            Some(Reason::OverBudget {
                rule,
                calls,
                period,
            })
        }
    }
}

/// The sum that a rule limits and a call would exceed.
fn over_sum(rule: &Rule, request: &Request<'_>) -> Option<Reason> {
    let amounts = rule.amounts(request.call);
    let over = request
        .uses
        .exceeded_sum(rule.id(), &amounts, request.now_ms)?;
    Some(Reason::OverSum {
        rule: rule.id(),
        argument: over.argument.clone(),
        most: over.most.to_string(),
    })
}

struct Matching {
    deny: Vec<Reason>,
    ask: Vec<RuleId>,
    allow: Option<RuleId>,
    /// The first rule of a command line that names exactly this call.
    named: Option<RuleId>,
    /// Why a rule allows no more: it allowed as many calls, or as much, as it may.
    over: Option<Reason>,
    /// A rule of a command line that covers the tool, but not a destructive call.
    too_broad: Option<RuleId>,
    /// The allowing rules that came from a command line.
    of_command_line: Vec<RuleId>,
}

impl Matching {
    fn of(rules: &[Rule], request: &Request<'_>, tier: Tier) -> Self {
        let mut out = Self {
            deny: Vec::new(),
            ask: Vec::new(),
            allow: None,
            named: None,
            over: None,
            too_broad: None,
            of_command_line: Vec::new(),
        };
        for rule in rules {
            match rule.mismatch(request.call, tier, request.now_ms) {
                Some(Mismatch::TooRisky) => {
                    out.too_broad.get_or_insert(rule.id());
                    continue;
                }
                Some(_) => continue,
                None => {}
            }
            match rule {
                Rule::Unreadable { id, .. } => out.deny.push(Reason::UnreadableRule { rule: *id }),
                Rule::Read {
                    id, effect, origin, ..
                } => match effect {
                    Effect::Deny => out.deny.push(Reason::DeniedByRule { rule: *id }),
                    Effect::Ask => out.ask.push(*id),
                    Effect::Allow => match over_budget(*id, *origin, request, tier)
                        .or_else(|| over_sum(rule, request))
                    {
                        Some(over) => {
                            out.over.get_or_insert(over);
                        }
                        None => out.allows(*id, *origin),
                    },
                },
            }
        }
        out
    }

    fn allows(&mut self, id: RuleId, origin: Origin) {
        self.allow.get_or_insert(id);
        if matches!(origin, Origin::CommandLine | Origin::NamedCall) {
            self.of_command_line.push(id);
        }
        if origin == Origin::NamedCall {
            self.named.get_or_insert(id);
        }
    }

    fn deny_ids(&self) -> Vec<RuleId> {
        self.deny
            .iter()
            .filter_map(|reason| match reason {
                Reason::DeniedByRule { rule } | Reason::UnreadableRule { rule } => Some(*rule),
                Reason::Flow { .. }
                | Reason::FlowThrough { .. }
                | Reason::SentSince { .. }
                | Reason::Carries { .. }
                | Reason::CarriesDefinition { .. }
                | Reason::Relaunched { .. }
                | Reason::AskedByRule { .. }
                | Reason::AllowedByRule { .. }
                | Reason::AllowedByCommandLine { .. }
                | Reason::CommandLineTooBroad { .. }
                | Reason::Suspended { .. }
                | Reason::Unconfirmed
                | Reason::OverBudget { .. }
                | Reason::OverSum { .. }
                | Reason::NoRule
                | Reason::Risk { .. }
                | Reason::HarmlessClaim
                | Reason::TrustedToRead
                | Reason::Enforced
                | Reason::Changed
                | Reason::HiddenCharacters
                | Reason::Edited => None,
            })
            .collect()
    }
}
