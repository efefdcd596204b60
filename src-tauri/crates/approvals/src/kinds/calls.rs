//! Approval of a group of calls from one step: shared facts are shown once, all others with their call.

use std::collections::BTreeMap;

use consent::{CallGroup, CallsDetail, GroupedCall, ToolApproval};
use domain::{CallId, pretty};
use host_api::{ApprovalKindView, CallsApprovalView, GroupedCallView, GroupedToolView, ReasonView};
use messages::{Phrase, Text, phrases};

use super::tool::{CallFacts, ServerReach, asked_by, reach, reasons};
use crate::{
    Common, Servers, Show,
    arguments::arguments,
    wording::{segments, tier},
};

/// What is known of a group of calls besides the request.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The facts of every kind.
    pub common: Common,
    /// The title of their conversation, if they have one.
    pub conversation: Option<String>,
    /// What their server can reach.
    pub reach: ServerReach,
    /// What is known of each call.
    pub calls: BTreeMap<CallId, CallFacts>,
}

impl Facts {
    fn of(&self, question: &ToolApproval) -> CallFacts {
        let known = self.calls.get(&question.call.id);
        known.cloned().unwrap_or_default()
    }
}

impl Show for CallGroup {
    type Facts = Facts;

    fn title(&self, servers: &Servers) -> Phrase {
        let server = servers.named(self.common.server);
        phrases::consent_calls_title(self.calls.len(), server)
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Calls {
            calls: Box::new(calls(self, facts)),
        }
    }

    fn logged(_: &CallsDetail, subject: String) -> Text {
        subject.into()
    }
}

fn calls(group: &CallGroup, facts: &Facts) -> CallsApprovalView {
    let questions: Vec<&ToolApproval> = group.calls.iter().map(|c| &c.question).collect();
    let servers = &facts.common.servers;
    let of_each: Vec<Vec<ReasonView>> = questions
        .iter()
        .map(|q| reasons(q, servers, &facts.of(q).alike))
        .collect();
    let (first, others) = of_each
        .split_first()
        .map_or((&[][..], &[][..]), |(a, b)| (a, b));
    let shared = first
        .iter()
        .filter(|r| others.iter().all(|list| list.contains(r)));
    let shared: Vec<ReasonView> = shared.cloned().collect();
    let calls: Vec<GroupedCallView> = group
        .calls
        .iter()
        .zip(&of_each)
        .map(|(call, all)| {
            let own = all.iter().filter(|r| !shared.contains(r)).cloned();
            of_call(call, facts, own.collect())
        })
        .collect();
    let bytes = calls
        .iter()
        .fold(0u32, |sum, call| sum.saturating_add(call.bytes));
    let common = &group.common;
    let (tier, tier_word) = tier(common.tier);
    CallsApprovalView {
        server: servers.tag(common.server, "a removed server"),
        conversation: facts.conversation.clone(),
        asked_by: asked_by(&common.asked_by),
        tier,
        tier_word,
        reasons: shared,
        reach: reach(&facts.reach),
        tools: tools(&questions),
        calls,
        bytes,
    }
}

/// Returns the tools, in the order of their first calls.
fn tools(questions: &[&ToolApproval]) -> Vec<GroupedToolView> {
    let mut out: Vec<(&ToolApproval, u32)> = Vec::new();
    for question in questions {
        let tool = &question.call.tool;
        match out.iter_mut().find(|(known, _)| known.call.tool == *tool) {
            Some((_, calls)) => *calls += 1,
            None => out.push((question, 1)),
        }
    }
    out.into_iter()
        .map(|(q, calls)| GroupedToolView {
            name: domain::tool_label(&q.call.tool.name),
            calls,
            title: segments(q.definition.title.as_deref().unwrap_or_default()),
            description: segments(q.definition.description.as_deref().unwrap_or_default()),
            digest: q.call.definition.short(),
        })
        .collect()
}

fn of_call(call: &GroupedCall, facts: &Facts, reasons: Vec<ReasonView>) -> GroupedCallView {
    let sent = &call.question.call;
    let marks = facts.of(&call.question).marks;
    GroupedCallView {
        id: sent.id.to_string(),
        tool: domain::tool_label(&sent.tool.name),
        times: u32::try_from(call.times).unwrap_or(u32::MAX),
        arguments: arguments(sent, &marks, &facts.common.servers),
        json: pretty(sent.arguments.as_str()),
        bytes: u32::try_from(sent.arguments.as_str().len()).unwrap_or(u32::MAX),
        reasons,
    }
}
