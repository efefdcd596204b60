//! View of a tool call approval: the call, the reasons, and the scopes of an allow.

use std::sync::Arc;

use consent::{MAX_SCHEMA_BYTES, Requester, SchemaCheck, ToolApproval, ToolDetail, Unchecked};
use domain::{ServerId, ToolDefinition, origin_of, pretty, where_to};
use host_api::{
    ApprovalKindView, BesideView, ConfinementView, NetworkView, ReasonKind, ReasonView, ScopeView,
    ToolApprovalView,
};
use messages::{Phrase, Text, Value, phrases};
use policy::{Evaluation, Period, Reason, Tier};

use crate::{
    Alike, Common, Marks, Servers, Show,
    arguments::arguments,
    characters::shadows,
    oddities::oddities_of_tool,
    wording::{SCHEMA_BYTES, condition, reason, segments, tier},
};

/// What is known of a tool call besides the request.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The facts of every kind.
    pub common: Common,
    /// The title of its conversation, if it has one.
    pub conversation: Option<String>,
    /// What is known of the call itself.
    pub call: CallFacts,
    /// What its server can reach.
    pub reach: ServerReach,
    /// The offered tools, with their accepted definitions.
    pub beside: Vec<KnownTool>,
}

/// What is known of one call.
#[derive(Clone, Debug, Default)]
pub struct CallFacts {
    /// Where the text of other servers is in its arguments; empty where no search was made.
    pub marks: Arc<Marks>,
    /// The tools whose names are confusable with that of its tool.
    pub alike: Vec<Alike>,
}

/// A tool as it was accepted.
#[derive(Clone, Debug)]
pub struct KnownTool {
    /// Its accepted definition.
    pub definition: ToolDefinition,
    /// Its tier by the active rules.
    pub tier: Tier,
}

/// What a server can reach with a call. The default is a program of which nothing is known.
#[derive(Clone, Debug, Default)]
pub struct ServerReach {
    /// The URL of a remote server.
    pub url: Option<String>,
    /// The command of a local server.
    pub command: Option<String>,
    /// The sandbox of a running local server; none if it is not confined.
    pub sandbox: Option<ConfinementView>,
    /// The hosts that it may reach, where each host is asked about.
    pub hosts: Vec<String>,
}

impl Show for ToolApproval {
    type Facts = Facts;

    fn title(&self, servers: &Servers) -> Phrase {
        let server = servers.named(self.call.tool.server);
        phrases::host_title_tool(server, domain::tool_label(&self.call.tool.name))
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Tool {
            tool: Box::new(tool(self, facts)),
        }
    }

    fn logged(_: &ToolDetail, subject: String) -> Text {
        subject.into()
    }
}

fn tool(q: &ToolApproval, facts: &Facts) -> ToolApprovalView {
    let (tier, tier_word) = tier(q.evaluation.tier);
    let servers = &facts.common.servers;
    ToolApprovalView {
        server: servers.tag(q.call.tool.server, "a removed server"),
        tool: domain::tool_label(&q.call.tool.name),
        title: segments(q.definition.title.as_deref().unwrap_or_default()),
        description: segments(q.definition.description.as_deref().unwrap_or_default()),
        asked_by: asked_by(&q.asked_by),
        conversation: facts.conversation.clone(),
        tier,
        tier_word,
        reasons: reasons(q, servers, &facts.call.alike),
        reach: reach(&facts.reach),
        arguments: arguments(&q.call, &facts.call.marks, servers),
        json: pretty(q.call.arguments.as_str()),
        asked_json: pretty(q.asked.as_str()),
        input_schema: Some(&q.definition.input_schema)
            .filter(|schema| schema.len() <= SCHEMA_BYTES)
            .cloned(),
        edited: q.edited(),
        bytes: u32::try_from(q.call.arguments.as_str().len()).unwrap_or(u32::MAX),
        not_checked: match &q.schema {
            SchemaCheck::NotChecked(why) => Some(unchecked(*why).into()),
            SchemaCheck::Fits | SchemaCheck::Broken(_) => None,
        },
        digest: q.call.definition.short(),
        scopes: scopes(q),
        narrowed: narrowed(q),
        always_while: always_while(q, servers),
        when: q.offers.when.iter().map(condition).collect(),
        beside: facts.beside.iter().map(beside).collect(),
        minutes: consent::GRANT_MINUTES.to_vec(),
        reading: reading(q),
        key: q.call.tool.name.clone(),
        in_conversation: q.call.conversation.is_some(),
        nameable: nameable(q),
    }
}

/// Returns the offered scopes, the narrowest first.
fn scopes(q: &ToolApproval) -> Vec<ScopeView> {
    let offers = &q.offers;
    [
        (ScopeView::Once, true),
        (ScopeView::Conversation, offers.conversation),
        (ScopeView::Where, !offers.when.is_empty()),
        (ScopeView::Standing, offers.always),
        (ScopeView::Tools, offers.tools.len() > 1),
    ]
    .into_iter()
    .filter_map(|(scope, offered)| offered.then_some(scope))
    .collect()
}

/// Returns why fewer scopes are offered than possible.
fn narrowed(q: &ToolApproval) -> Option<Text> {
    if q.offers.always {
        return None;
    }
    let reasons = &q.evaluation.reasons;
    let any = |which: fn(&Reason) -> bool| reasons.iter().any(which);
    let over = reasons.iter().find_map(|reason| {
        if let Reason::OverBudget { calls, .. } = reason {
            Some(*calls)
        } else {
            None
        }
    });
    let why = if q.edited() {
        phrases::host_narrowed_edited()
    } else if let (Some(calls), true) = (over, q.offers.conversation) {
        phrases::host_narrowed_budget(calls)
    } else if q.call.conversation.is_none() {
        phrases::host_narrowed_alone()
    } else if any(|reason| matches!(reason, Reason::AskedByRule { .. })) {
        phrases::host_narrowed_rule()
    } else if any(|reason| matches!(reason, Reason::Relaunched { .. })) {
        phrases::host_narrowed_relaunched()
    } else if q
        .evaluation
        .flows_from()
        .any(|from| from != q.call.tool.server)
    {
        phrases::host_narrowed_flow()
    } else if q.offers.conversation {
        phrases::host_narrowed_destructive()
    } else {
        phrases::host_narrowed_each()
    };
    Some(why.into())
}

/// Returns what "always" depends on, where it covers a flow of data.
fn always_while(q: &ToolApproval, servers: &Servers) -> Option<Text> {
    let crosses = q.offers.always && q.evaluation.flows_from().next().is_some();
    let server = servers.named(q.call.tool.server);
    crosses.then(|| phrases::host_always_offline(server).into())
}

/// Whether a command line that names exactly this call could allow it: no guard and no user rule would be bypassed.
fn nameable(q: &ToolApproval) -> bool {
    let own = q.call.tool.server;
    q.evaluation.reasons.iter().all(|why| match why {
        Reason::Flow { from } => *from == own,
        Reason::FlowThrough { .. }
        | Reason::SentSince { .. }
        | Reason::Carries { .. }
        | Reason::CarriesDefinition { .. }
        | Reason::Relaunched { .. }
        | Reason::Changed
        | Reason::HiddenCharacters
        | Reason::Edited
        | Reason::AskedByRule { .. }
        | Reason::DeniedByRule { .. }
        | Reason::UnreadableRule { .. }
        | Reason::Unconfirmed
        | Reason::Suspended { .. } => false,
        Reason::AllowedByRule { .. }
        | Reason::AllowedByCommandLine { .. }
        | Reason::CommandLineTooBroad { .. }
        | Reason::OverBudget { .. }
        | Reason::OverSum { .. }
        | Reason::NoRule
        | Reason::Risk { .. }
        | Reason::HarmlessClaim
        | Reason::TrustedToRead
        | Reason::Enforced => true,
    })
}

/// Returns the tools that would count as reading, if trusting the server's annotations is offered.
fn reading(q: &ToolApproval) -> Vec<String> {
    let tools = q.offers.reading.iter().filter(|_| q.offers_trust());
    tools.map(|tool| domain::tool_label(&tool.name)).collect()
}

/// Returns a tool that may be allowed together with the requested one.
fn beside(tool: &KnownTool) -> BesideView {
    let (number, word) = tier(tool.tier);
    let KnownTool { definition, .. } = tool;
    BesideView {
        name: domain::tool_label(&definition.tool.name),
        key: definition.tool.name.clone(),
        tier: number,
        tier_word: word,
        description: segments(definition.description.as_deref().unwrap_or_default()),
    }
}

/// Whether a tool must be reviewed alone: its text has hidden characters, or its name is confusable with another.
#[must_use]
pub fn needs_a_look(definition: &ToolDefinition, alike: &[Alike]) -> bool {
    !oddities(definition, alike).is_empty()
}

/// Returns the unusual properties of a tool.
fn oddities(definition: &ToolDefinition, alike: &[Alike]) -> Vec<ReasonView> {
    let mut out = shadows(&definition.tool.name, alike);
    out.extend(oddities_of_tool(definition));
    out
}

/// Returns why approval is needed, the deciding reason first.
pub(crate) fn reasons(q: &ToolApproval, servers: &Servers, alike: &[Alike]) -> Vec<ReasonView> {
    let mut out = reasons_of(&q.evaluation, q.call.tool.server, servers);
    out.extend(oddities(&q.definition, alike));
    if let SchemaCheck::NotChecked(why) = &q.schema {
        let lead = phrases::host_reason_unchecked_lead();
        out.push(reason(ReasonKind::Schema, lead, unchecked(*why)));
    }
    out
}

/// Returns the reasons of a decision about a call to the server `to`, for display.
#[must_use]
pub fn reasons_of(evaluation: &Evaluation, to: ServerId, servers: &Servers) -> Vec<ReasonView> {
    let reasons = evaluation.reasons.iter();
    reasons.map(|why| reason_of(why, to, servers)).collect()
}

fn reason_of(why: &Reason, to: ServerId, servers: &Servers) -> ReasonView {
    match why {
        Reason::Flow { from } if *from == to => reason(
            ReasonKind::Flow,
            phrases::host_reason_own_flow_lead(),
            phrases::host_reason_own_flow(),
        ),
        Reason::Relaunched { .. } => reason(
            ReasonKind::Flow,
            phrases::host_reason_relaunched_lead(),
            phrases::host_reason_relaunched(),
        ),
        Reason::Flow { from } => reason(
            ReasonKind::Flow,
            phrases::host_reason_flow_lead(),
            phrases::host_reason_flow(servers.named(*from)),
        ),
        Reason::FlowThrough { from, via } => reason(
            ReasonKind::Flow,
            phrases::host_reason_flow_lead(),
            phrases::host_reason_flow_through(servers.named(*from), servers.named(*via)),
        ),
        Reason::SentSince { from } => reason(
            ReasonKind::Flow,
            phrases::host_reason_sent_since_lead(servers.named(to)),
            phrases::host_reason_sent_since(servers.named(*from)),
        ),
        Reason::Carries { from } => reason(
            ReasonKind::Flow,
            phrases::host_reason_carries_lead(servers.named(*from)),
            phrases::host_reason_carries(),
        ),
        Reason::CarriesDefinition { from } => reason(
            ReasonKind::Flow,
            phrases::host_reason_carries_definition_lead(servers.named(*from)),
            phrases::host_reason_carries_definition(),
        ),
        Reason::NoRule => reason(
            ReasonKind::NoRule,
            phrases::host_reason_no_rule_lead(),
            phrases::host_reason_no_rule(),
        ),
        Reason::Risk { tier } => risk(*tier),
        Reason::TrustedToRead => reason(
            ReasonKind::Risk,
            phrases::host_reason_reads_lead(),
            phrases::host_reason_trusted(),
        ),
        Reason::HarmlessClaim => reason(
            ReasonKind::Claim,
            phrases::host_reason_claim_lead(),
            phrases::host_reason_claim(),
        ),
        Reason::Changed => reason(
            ReasonKind::Changed,
            phrases::host_reason_changed_lead(),
            phrases::host_reason_changed(),
        ),
        Reason::HiddenCharacters => reason(
            ReasonKind::Hidden,
            phrases::host_reason_hidden_lead(),
            phrases::host_reason_hidden(),
        ),
        Reason::Edited => reason(
            ReasonKind::Edited,
            phrases::host_reason_edited_lead(),
            phrases::host_reason_edited(),
        ),
        Reason::AskedByRule { .. } => {
            reason(ReasonKind::Rule, phrases::host_reason_rule_asks(), "")
        }
        Reason::AllowedByRule { .. } => {
            reason(ReasonKind::Rule, phrases::host_reason_rule_allows(), "")
        }
        Reason::DeniedByRule { .. } => {
            reason(ReasonKind::Rule, phrases::host_reason_rule_denies(), "")
        }
        Reason::AllowedByCommandLine { .. } => {
            reason(ReasonKind::Rule, phrases::host_reason_command_line(), "")
        }
        Reason::CommandLineTooBroad { .. } => reason(
            ReasonKind::Rule,
            phrases::host_reason_too_broad_lead(),
            phrases::host_reason_too_broad(),
        ),
        Reason::Enforced => {
            let (lead, rest) = enforced();
            reason(ReasonKind::Rule, lead, rest)
        }
        Reason::UnreadableRule { .. } => reason(
            ReasonKind::Rule,
            phrases::host_reason_unreadable_lead(),
            phrases::host_reason_unreadable(),
        ),
        Reason::OverBudget { calls, period, .. } => {
            let lead = match period {
                Period::Turn => phrases::host_reason_budget_turn_lead(*calls),
                Period::Hour => phrases::host_reason_budget_hour_lead(*calls),
            };
            reason(ReasonKind::Rule, lead, phrases::host_reason_budget())
        }
        Reason::OverSum { argument, most, .. } => reason(
            ReasonKind::Rule,
            phrases::host_reason_sum_lead(domain::visible(argument), most),
            phrases::host_reason_sum(),
        ),
        Reason::Unconfirmed => reason(
            ReasonKind::Rule,
            phrases::host_reason_unconfirmed_lead(),
            phrases::host_reason_unconfirmed(),
        ),
        Reason::Suspended { .. } => reason(
            ReasonKind::Rule,
            phrases::host_reason_suspended_lead(),
            phrases::host_reason_suspended(),
        ),
    }
}

fn risk(tier: Tier) -> ReasonView {
    let (lead, rest) = match tier {
        Tier::T4 => (
            phrases::host_reason_destructive_lead(),
            phrases::host_reason_destructive(),
        ),
        Tier::T3 => (
            phrases::host_reason_sends_lead(),
            phrases::host_reason_sends(),
        ),
        Tier::T2 => (
            phrases::host_reason_writes_lead(),
            phrases::host_reason_your_tier(),
        ),
        Tier::T1 => (
            phrases::host_reason_reads_lead(),
            phrases::host_reason_your_tier(),
        ),
        Tier::T0 => enforced(),
    };
    reason(ReasonKind::Risk, lead, rest)
}

fn enforced() -> (Phrase, Phrase) {
    (
        phrases::host_confinement_reads_lead(),
        phrases::host_confinement_reads(),
    )
}

/// Names who requested a call.
pub(super) fn asked_by(requester: &Requester) -> Text {
    match requester {
        Requester::Model(name) => domain::visible(name).into(),
        Requester::Terminal => phrases::host_asked_terminal().into(),
        Requester::Page => phrases::host_asked_page().into(),
    }
}

/// Describes why nothing was checked, as a sentence.
#[must_use]
pub fn unchecked(why: Unchecked) -> Phrase {
    match why {
        Unchecked::TooLarge => phrases::host_unchecked_too_large(MAX_SCHEMA_BYTES / 1024),
        Unchecked::TooMany => phrases::host_unchecked_too_many(),
        Unchecked::Failed => phrases::host_unchecked_failed(),
        Unchecked::TooLong => phrases::host_unchecked_too_long(),
        Unchecked::NotJson => phrases::host_unchecked_not_json(),
        Unchecked::TooDeep => phrases::host_unchecked_too_deep(),
        Unchecked::Elsewhere => phrases::host_unchecked_elsewhere(),
        Unchecked::UnknownDialect => phrases::host_unchecked_dialect(),
        Unchecked::MissingPart => phrases::host_unchecked_missing(),
        Unchecked::Pattern => phrases::host_unchecked_pattern(),
        Unchecked::NotSchema => phrases::host_unchecked_not_schema(),
        Unchecked::Evaluation => phrases::host_unchecked_evaluation(),
        Unchecked::Other => phrases::host_unchecked_other(),
    }
}

/// Returns what a server can reach with a call, one sentence each.
pub(super) fn reach(server: &ServerReach) -> Vec<Text> {
    if let Some(url) = server.url.as_deref() {
        let origin = domain::visible(&origin_of(url));
        let line = match where_to(url).this_machine {
            true => phrases::host_reach_remote_here(origin),
            false => phrases::host_reach_remote(origin),
        };
        return vec![line.into()];
    }
    let program = match &server.command {
        Some(command) => phrases::host_reach_program_named(domain::visible(command)),
        None => phrases::host_reach_program(),
    };
    let reach = match &server.sandbox {
        None => return vec![program.into(), phrases::host_reach_unconfined().into()],
        Some(sandbox) => sandbox,
    };
    let mut lines: Vec<Text> = vec![program.into()];
    lines.push(match reach.files_enforced {
        true => phrases::host_reach_reads(Value::list(&reach.reads)).into(),
        false => phrases::host_confinement_nothing_works().into(),
    });
    if reach.files_enforced && !reach.writes.is_empty() {
        lines.push(phrases::host_reach_writes(Value::list(&reach.writes)).into());
    }
    lines.push(match reach.network {
        NetworkView::None if reach.network_enforced => phrases::host_reach_offline().into(),
        NetworkView::Asked if server.hosts.is_empty() => phrases::host_reach_asked().into(),
        NetworkView::Asked => phrases::host_reach_hosts(Value::list(&server.hosts)).into(),
        NetworkView::None | NetworkView::Open => phrases::host_reach_online().into(),
    });
    lines
}
