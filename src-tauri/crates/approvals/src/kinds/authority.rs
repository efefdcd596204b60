//! Approval of a permission that widens authority.

use std::collections::BTreeMap;

use consent::{AuthorityChange, AuthorityDetail, NewRule, ReadingTool, StoredAuthority, Widening};
use host_api::{
    ApprovalKindView, AuthorityApprovalView, AuthorityKindView, EffectView, NewRuleView,
    StoredPermissionsView,
};
use messages::{Phrase, Text, Value, phrases};
use policy::Effect;

use super::tool::KnownTool;
use crate::{
    Common, Servers, Show,
    oddities::{Place, oddities},
    wording::{condition, condition_words, segments, tier},
};

/// What is known of a permission besides the request.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The facts of every kind.
    pub common: Common,
    /// The tools that it names and the server offers, by name.
    pub tools: BTreeMap<String, KnownTool>,
    /// The title of the first rule's conversation; empty if it is not there, none for a rule of every conversation.
    pub conversation: Option<String>,
}

impl Show for AuthorityChange {
    type Facts = Facts;

    fn title(&self, _: &Servers) -> Phrase {
        title(self)
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Authority {
            authority: authority(self, facts),
        }
    }

    fn logged(_: &AuthorityDetail, subject: String) -> Text {
        phrases::host_logged_rule(subject).into()
    }
}

/// Returns the approval's title in one line.
fn title(change: &AuthorityChange) -> Phrase {
    let name = domain::visible(&change.server_name);
    match &change.widening {
        Widening::Rules(rules) => match rules.as_slice() {
            [one] => match label(one) {
                Some(tool) => phrases::host_authority_tool(how_long(one), name, tool),
                None => phrases::host_authority_every(how_long(one), name),
            },
            many => {
                let long = many
                    .first()
                    .map_or_else(phrases::host_long_always, how_long);
                phrases::host_authority_tools(many.len(), long, name)
            }
        },
        Widening::Without { was, .. } => match (was.effect, label(was)) {
            (Effect::Deny, Some(tool)) => phrases::host_authority_remove_deny(name, tool),
            (Effect::Deny, None) => phrases::host_authority_remove_deny_every(name),
            (Effect::Ask, Some(tool)) => phrases::host_authority_remove_ask(name, tool),
            (Effect::Ask, None) => phrases::host_authority_remove_ask_every(name),
            (Effect::Allow, Some(tool)) => phrases::host_authority_remove_allow(name, tool),
            (Effect::Allow, None) => phrases::host_authority_remove_allow_every(name),
        },
        Widening::Tier { tool, to, .. } => {
            let (_, word) = tier(*to);
            phrases::host_authority_tier(name, word, domain::tool_label(tool))
        }
        Widening::Trust { .. } => phrases::host_authority_trust(name),
        Widening::Unguarded { from_name, .. } => {
            phrases::host_authority_unguarded(domain::visible(from_name), name)
        }
        Widening::DataForgotten { .. } => phrases::host_authority_forget_data(name),
        Widening::SamplingUnreviewed => phrases::host_authority_unreviewed(name),
        Widening::SamplingBudget { .. } => phrases::host_authority_budget(name),
        Widening::Instructions { .. } => phrases::host_authority_instructions(name),
        Widening::Resume => phrases::host_authority_resume(),
        Widening::Registry { address } => {
            let origin = domain::origin_of(address);
            phrases::host_authority_registry(domain::host_of(&origin))
        }
        Widening::Stored(stored) => phrases::host_authority_stored(stored.len()),
    }
}

/// Describes the duration of a rule.
fn how_long(rule: &NewRule) -> Phrase {
    match (rule.minutes, rule.conversation) {
        (Some(minutes), _) if minutes >= 60 && minutes % 60 == 0 => {
            phrases::host_long_hours(minutes / 60)
        }
        (Some(minutes), _) => phrases::host_long_minutes(minutes),
        (None, Some(_)) => phrases::host_long_conversation(),
        (None, None) => phrases::host_long_always(),
    }
}

/// The tool of a rule for display; none for every tool of the server.
fn label(rule: &NewRule) -> Option<String> {
    rule.tool.as_deref().map(domain::tool_label)
}

/// Returns the view of the approval.
fn authority(change: &AuthorityChange, facts: &Facts) -> AuthorityApprovalView {
    let server = change.server;
    let servers = &facts.common.servers;
    let new = |rule: &NewRule| new_rule(rule, facts);
    let view = match &change.widening {
        Widening::Rules(rules) => {
            let first = rules.first();
            AuthorityKindView::Rules {
                rules: rules.iter().map(new).collect(),
                minutes: first.and_then(|rule| rule.minutes),
                conversation: facts.conversation.clone(),
            }
        }
        Widening::Without { was, .. } => AuthorityKindView::Without { rule: new(was) },
        Widening::Tier {
            tool,
            definition,
            from,
            to,
        } => AuthorityKindView::Tier {
            tool: new(&NewRule {
                effect: Effect::Allow,
                tool: Some(tool.clone()),
                definition: Some(*definition),
                launch: None,
                conversation: None,
                minutes: None,
                when: Vec::new(),
            }),
            from: tier(*from),
            to: tier(*to),
        },
        Widening::Trust { .. } => AuthorityKindView::Trust,
        Widening::Unguarded {
            from, from_name, ..
        } => AuthorityKindView::Unguarded {
            from: servers.tag(*from, from_name),
        },
        Widening::DataForgotten { .. } => AuthorityKindView::DataForgotten,
        Widening::SamplingUnreviewed | Widening::SamplingBudget { .. } => {
            AuthorityKindView::Sampling
        }
        Widening::Instructions { text, .. } => AuthorityKindView::Instructions {
            text: segments(text),
            reasons: oddities(None, &[(Place::Instructions, text)]),
        },
        Widening::Resume => AuthorityKindView::Resume,
        Widening::Registry { address } => AuthorityKindView::Registry {
            address: domain::visible(address),
        },
        Widening::Stored(stored) => AuthorityKindView::Stored {
            servers: stored.iter().map(|one| stored_view(servers, one)).collect(),
        },
    };
    AuthorityApprovalView {
        server: server.map(|id| servers.tag(id, &change.server_name)),
        title: title(change).into(),
        points: points(change),
        change: view,
    }
}

/// Returns the view of a rule that would be added or removed, with the server's description of its tool.
fn new_rule(rule: &NewRule, facts: &Facts) -> NewRuleView {
    let known = rule.tool.as_ref().and_then(|tool| facts.tools.get(tool));
    let is_it = |known: &&KnownTool| {
        rule.definition
            .is_none_or(|digest| digest == known.definition.digest)
    };
    let known = known.filter(is_it);
    let words = known.and_then(|known| known.definition.description.as_deref());
    let (number, word) = known.map(|known| tier(known.tier)).unzip();
    NewRuleView {
        effect: effect(rule.effect),
        tool: label(rule),
        description: segments(words.unwrap_or_default()),
        tier: number,
        tier_word: word,
        when: rule.when.iter().map(condition).collect(),
    }
}

/// Returns the view of a rule's effect.
#[must_use]
pub fn effect(effect: Effect) -> EffectView {
    match effect {
        Effect::Allow => EffectView::Allow,
        Effect::Ask => EffectView::Ask,
        Effect::Deny => EffectView::Deny,
    }
}

/// Returns the consequences, one sentence each.
fn points(change: &AuthorityChange) -> Vec<Text> {
    let name = domain::visible(&change.server_name);
    let lines = match &change.widening {
        Widening::Rules(_) => vec![
            phrases::host_point_rules(),
            phrases::host_point_rules_flow(),
            phrases::host_point_rules_arguments(),
        ],
        Widening::Without { .. } => vec![phrases::host_point_without()],
        Widening::Tier { to, .. } if *to < policy::Tier::T2 => vec![
            phrases::host_point_tier_flow(),
            phrases::host_point_tier_text(),
            phrases::host_point_tier_definition(),
        ],
        Widening::Tier { .. } => vec![phrases::host_point_tier_definition()],
        Widening::Trust { reading, .. } => trust_points(&name, reading),
        Widening::Unguarded { from_name, .. } => {
            let from = domain::visible(from_name);
            vec![
                phrases::host_point_unguarded(&from, name),
                phrases::host_point_unguarded_text(from),
                phrases::host_point_unguarded_destructive(),
            ]
        }
        Widening::DataForgotten { from } => {
            let from = Value::list(from.iter().map(|name| domain::visible(name)));
            vec![
                phrases::host_point_forget_data(&name, from),
                phrases::host_point_forget_data_sure(name),
            ]
        }
        Widening::SamplingUnreviewed => vec![
            phrases::host_point_unreviewed(),
            phrases::host_point_unreviewed_tools(),
        ],
        Widening::SamplingBudget { from, to } => vec![
            phrases::host_point_budget_minute(from.0, to.0),
            phrases::host_point_budget_day(from.1, to.1),
            phrases::host_point_budget_each(),
        ],
        Widening::Instructions { .. } => vec![
            phrases::host_point_instructions(&name),
            phrases::host_point_instructions_data(&name),
            phrases::host_point_instructions_change(name),
        ],
        Widening::Resume => vec![phrases::host_point_resume()],
        Widening::Registry { .. } => vec![
            phrases::host_point_registry_sent(),
            phrases::host_point_registry_claims(),
            phrases::host_point_registry_review(),
        ],
        Widening::Stored(_) => vec![
            phrases::host_point_stored(),
            phrases::host_point_stored_why(),
            phrases::host_point_stored_else(),
        ],
    };
    lines.into_iter().map(Text::from).collect()
}

/// Returns the consequences of trusting a server's annotations for reading, one sentence each.
fn trust_points(name: &str, reading: &[ReadingTool]) -> Vec<Phrase> {
    let counted = if reading.is_empty() {
        phrases::host_point_trust_none(name)
    } else {
        let names = reading.iter().map(|tool| domain::tool_label(&tool.name));
        phrases::host_point_trust(Value::list(names))
    };
    vec![
        counted,
        phrases::host_point_trust_own(name),
        phrases::host_point_trust_each(),
        phrases::host_point_trust_only(),
    ]
}

/// Returns what is stored for a server, one sentence each.
fn stored_view(servers: &Servers, stored: &StoredAuthority) -> StoredPermissionsView {
    let mut lines = vec![match stored.launch {
        Some(_) => phrases::host_stored_launch(),
        None => phrases::host_stored_no_launch(),
    }];
    lines.extend(stored.unconfined.then(phrases::host_stored_unconfined));
    lines.extend(stored.folders.iter().map(|(path, write)| {
        let path = domain::visible(path);
        match write {
            true => phrases::host_stored_folder_write(path),
            false => phrases::host_stored_folder_read(path),
        }
    }));
    let hosts = stored.hosts.iter();
    lines.extend(hosts.map(|host| phrases::host_stored_host(domain::visible(host))));
    lines.extend(stored.rules.iter().map(stored_rule));
    lines.extend(stored.tiers.iter().map(|(tool, as_tier)| {
        let (_, word) = tier(*as_tier);
        phrases::host_stored_tier(domain::tool_label(tool), word)
    }));
    lines.extend(stored.trusted.then(phrases::host_stored_trusted));
    let from = stored.unguarded.iter();
    lines.extend(from.map(|from| phrases::host_stored_unguarded(domain::visible(from))));
    lines.extend((stored.flows > 0).then(|| phrases::host_stored_flows(stored.flows)));
    lines.extend(stored.sampling.then(phrases::host_stored_sampling));
    lines.extend(stored.elicitation.then(phrases::host_stored_elicitation));
    lines.extend(
        (stored.definitions > 0).then(|| phrases::host_stored_definitions(stored.definitions)),
    );
    if !stored.tools_off.is_empty() {
        let tools = stored.tools_off.iter().map(|tool| domain::tool_label(tool));
        lines.push(phrases::host_stored_tools_off(Value::list(tools)));
    }
    StoredPermissionsView {
        server: servers.tag(stored.server, &stored.name),
        start: domain::visible(&stored.start),
        lines: lines.into_iter().map(Text::from).collect(),
    }
}

fn stored_rule(rule: &NewRule) -> Phrase {
    let tool = label(rule).map_or_else(|| phrases::host_stored_every_tool().into(), Text::from);
    let long = how_long(rule);
    let conditions = rule.when.iter().map(|c| Text::from(condition_words(c)));
    let conditions: Vec<Text> = conditions.collect();
    match (rule.effect, conditions.is_empty()) {
        (Effect::Allow, true) => phrases::host_stored_allow(long, tool),
        (Effect::Allow, false) => {
            phrases::host_stored_allow_where(long, tool, Value::list(conditions))
        }
        (Effect::Ask, _) => phrases::host_stored_ask(tool),
        (Effect::Deny, _) => phrases::host_stored_deny(tool),
    }
}
