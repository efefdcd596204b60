//! View of a tool call approval: the call, the reasons, and the scopes of an allow.

use consent::{Requester, SchemaCheck, ToolApproval, ToolDetail};
use domain::{ServerId, ToolDefinition};
use host_api::{
    ApprovalKindView, BesideView, NetworkView, ReasonView, ScopeView, ToolApprovalView,
};
use messages::{Phrase, Text, Value, phrases};
use policy::{Evaluation, Period, Reason, Tier};

use super::{arguments::arguments, characters, show::Show};
use crate::{
    addresses::{origin_of, where_to},
    inner::Inner,
    oddities::oddities_of_tool,
    pretty::pretty,
    schema::unchecked,
    server::running,
    wording::{SCHEMA_BYTES, condition, reason, segments, tier},
};

impl Show for ToolApproval {
    fn title(&self, inner: &Inner) -> Phrase {
        let server = inner.servers.named(self.call.tool.server);
        phrases::host_title_tool(server, domain::tool_label(&self.call.tool.name))
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        ApprovalKindView::Tool {
            tool: Box::new(tool(inner, self).await),
        }
    }

    fn logged(_: &ToolDetail, subject: String) -> Text {
        subject.into()
    }
}

async fn tool(inner: &Inner, q: &ToolApproval) -> ToolApprovalView {
    let (tier, tier_word) = tier(q.evaluation.tier);
    let conversation = match q.call.conversation {
        Some(id) => inner
            .store
            .conversations()
            .get(id)
            .await
            .ok()
            .flatten()
            .map(|c| c.title),
        None => None,
    };
    ToolApprovalView {
        server: inner.servers.tag(q.call.tool.server, "a removed server"),
        tool: domain::tool_label(&q.call.tool.name),
        title: segments(q.definition.title.as_deref().unwrap_or_default()),
        description: segments(q.definition.description.as_deref().unwrap_or_default()),
        asked_by: asked_by(&q.asked_by),
        conversation,
        tier,
        tier_word,
        reasons: reasons(inner, q),
        reach: reach(inner, q.call.tool.server),
        arguments: arguments(inner, &q.call),
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
        always_while: always_while(inner, q),
        when: q.offers.when.iter().map(condition).collect(),
        beside: beside(inner, q).await,
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
fn always_while(inner: &Inner, q: &ToolApproval) -> Option<Text> {
    let crosses = q.offers.always && q.evaluation.flows_from().next().is_some();
    let server = inner.servers.named(q.call.tool.server);
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
        | Reason::Suspended { .. } => false,
        Reason::AllowedByRule { .. }
        | Reason::AllowedByCommandLine { .. }
        | Reason::CommandLineTooBroad { .. }
        | Reason::OverBudget { .. }
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

/// Returns the tools that may be allowed together with the requested one.
async fn beside(inner: &Inner, q: &ToolApproval) -> Vec<BesideView> {
    let mut out = Vec::new();
    for name in &q.offers.tools {
        let server = q.call.tool.server;
        let (Some((number, word)), Some(definition)) = (
            inner.tier_of_tool(server, name).await,
            inner.definition(server, name),
        ) else {
            continue;
        };
        out.push(BesideView {
            name: domain::tool_label(name),
            key: name.clone(),
            tier: number,
            tier_word: word,
            description: segments(definition.description.as_deref().unwrap_or_default()),
        });
    }
    out
}

/// Whether a tool must be reviewed alone: its text has hidden characters, or its name is confusable with another.
pub(crate) fn needs_a_look(inner: &Inner, definition: &ToolDefinition) -> bool {
    !oddities(inner, definition).is_empty()
}

/// Returns the unusual properties of a tool.
fn oddities(inner: &Inner, definition: &ToolDefinition) -> Vec<ReasonView> {
    let tool = &definition.tool;
    let mut out = characters::shadows(inner, tool.server, &tool.name);
    out.extend(oddities_of_tool(definition));
    out
}

/// Returns why approval is needed, the deciding reason first.
pub(crate) fn reasons(inner: &Inner, q: &ToolApproval) -> Vec<ReasonView> {
    let mut out = reasons_of(inner, &q.evaluation, q.call.tool.server);
    out.extend(oddities(inner, &q.definition));
    if let SchemaCheck::NotChecked(why) = &q.schema {
        let lead = phrases::host_reason_unchecked_lead();
        out.push(reason("schema", lead, unchecked(*why)));
    }
    out
}

/// Returns the reasons of a decision about a call, for display.
pub(crate) fn reasons_of(inner: &Inner, evaluation: &Evaluation, to: ServerId) -> Vec<ReasonView> {
    let reasons = evaluation.reasons.iter();
    reasons.map(|why| reason_of(inner, why, to)).collect()
}

fn reason_of(inner: &Inner, why: &Reason, to: ServerId) -> ReasonView {
    match why {
        Reason::Flow { from } if *from == to => reason(
            "flow",
            phrases::host_reason_own_flow_lead(),
            phrases::host_reason_own_flow(),
        ),
        Reason::Relaunched { .. } => reason(
            "flow",
            phrases::host_reason_relaunched_lead(),
            phrases::host_reason_relaunched(),
        ),
        Reason::Flow { from } => reason(
            "flow",
            phrases::host_reason_flow_lead(),
            phrases::host_reason_flow(inner.servers.named(*from)),
        ),
        Reason::FlowThrough { from, via } => reason(
            "flow",
            phrases::host_reason_flow_lead(),
            phrases::host_reason_flow_through(
                inner.servers.named(*from),
                inner.servers.named(*via),
            ),
        ),
        Reason::SentSince { from } => reason(
            "flow",
            phrases::host_reason_sent_since_lead(inner.servers.named(to)),
            phrases::host_reason_sent_since(inner.servers.named(*from)),
        ),
        Reason::Carries { from } => reason(
            "flow",
            phrases::host_reason_carries_lead(inner.servers.named(*from)),
            phrases::host_reason_carries(),
        ),
        Reason::CarriesDefinition { from } => reason(
            "flow",
            phrases::host_reason_carries_definition_lead(inner.servers.named(*from)),
            phrases::host_reason_carries_definition(),
        ),
        Reason::NoRule => reason(
            "no_rule",
            phrases::host_reason_no_rule_lead(),
            phrases::host_reason_no_rule(),
        ),
        Reason::Risk { tier } => risk(*tier),
        Reason::TrustedToRead => reason(
            "risk",
            phrases::host_reason_reads_lead(),
            phrases::host_reason_trusted(),
        ),
        Reason::HarmlessClaim => reason(
            "claim",
            phrases::host_reason_claim_lead(),
            phrases::host_reason_claim(),
        ),
        Reason::Changed => reason(
            "changed",
            phrases::host_reason_changed_lead(),
            phrases::host_reason_changed(),
        ),
        Reason::HiddenCharacters => reason(
            "hidden",
            phrases::host_reason_hidden_lead(),
            phrases::host_reason_hidden(),
        ),
        Reason::Edited => reason(
            "edited",
            phrases::host_reason_edited_lead(),
            phrases::host_reason_edited(),
        ),
        Reason::AskedByRule { .. } => reason("rule", phrases::host_reason_rule_asks(), ""),
        Reason::AllowedByRule { .. } => reason("rule", phrases::host_reason_rule_allows(), ""),
        Reason::DeniedByRule { .. } => reason("rule", phrases::host_reason_rule_denies(), ""),
        Reason::AllowedByCommandLine { .. } => {
            reason("rule", phrases::host_reason_command_line(), "")
        }
        Reason::CommandLineTooBroad { .. } => reason(
            "rule",
            phrases::host_reason_too_broad_lead(),
            phrases::host_reason_too_broad(),
        ),
        Reason::Enforced => {
            let (lead, rest) = enforced();
            reason("rule", lead, rest)
        }
        Reason::UnreadableRule { .. } => reason(
            "rule",
            phrases::host_reason_unreadable_lead(),
            phrases::host_reason_unreadable(),
        ),
        Reason::OverBudget { calls, period, .. } => {
            let lead = match period {
                Period::Turn => phrases::host_reason_budget_turn_lead(*calls),
                Period::Hour => phrases::host_reason_budget_hour_lead(*calls),
            };
            reason("rule", lead, phrases::host_reason_budget())
        }
        Reason::Suspended { .. } => reason(
            "rule",
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
    reason("risk", lead, rest)
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

/// Returns what a server can reach with a call, one sentence each.
pub(super) fn reach(inner: &Inner, server: ServerId) -> Vec<Text> {
    let snapshot = inner.servers.snapshot(server);
    let record = snapshot.as_ref().map(|snapshot| &snapshot.record);
    if let Some(url) = record.and_then(|record| record.url.as_deref()) {
        let origin = domain::visible(&origin_of(url));
        let line = match where_to(url).this_machine {
            true => phrases::host_reach_remote_here(origin),
            false => phrases::host_reach_remote(origin),
        };
        return vec![line.into()];
    }
    let program = match record {
        Some(record) => phrases::host_reach_program_named(domain::visible(&record.command)),
        None => phrases::host_reach_program(),
    };
    let sandbox = snapshot
        .as_ref()
        .and_then(|snapshot| snapshot.sandbox.as_deref());
    let reach = match sandbox.map(running) {
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
        NetworkView::Asked => {
            let hosts = inner.reach.allowed(server);
            match hosts.is_empty() {
                true => phrases::host_reach_asked().into(),
                false => {
                    let hosts = hosts.into_iter().map(|host| host.to);
                    phrases::host_reach_hosts(Value::list(hosts)).into()
                }
            }
        }
        NetworkView::None | NetworkView::Open => phrases::host_reach_online().into(),
    });
    lines
}
