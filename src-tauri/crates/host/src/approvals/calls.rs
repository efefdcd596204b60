//! Approval of a group of calls from one step: shared facts are shown once, all others with their call.

use consent::{CallGroup, CallsDetail, GroupedCall, ToolApproval};
use host_api::{ApprovalKindView, CallsApprovalView, GroupedCallView, GroupedToolView, ReasonView};

use messages::{Phrase, Text, phrases};

use super::{
    arguments::arguments,
    show::Show,
    tool::{asked_by, reach, reasons},
};
use crate::{
    inner::Inner,
    pretty::pretty,
    wording::{segments, tier},
};

impl Show for CallGroup {
    fn title(&self, inner: &Inner) -> Phrase {
        let server = inner.servers.named(self.common.server);
        phrases::consent_calls_title(self.calls.len(), server)
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        ApprovalKindView::Calls {
            calls: Box::new(calls(inner, self).await),
        }
    }

    fn logged(_: &CallsDetail, subject: String) -> Text {
        subject.into()
    }
}

async fn calls(inner: &Inner, group: &CallGroup) -> CallsApprovalView {
    let questions: Vec<&ToolApproval> = group.calls.iter().map(|c| &c.question).collect();
    let of_each: Vec<Vec<ReasonView>> = questions.iter().map(|q| reasons(inner, q)).collect();
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
            of_call(inner, call, own.collect())
        })
        .collect();
    let bytes = calls
        .iter()
        .fold(0u32, |sum, call| sum.saturating_add(call.bytes));
    let common = &group.common;
    let (tier, tier_word) = tier(common.tier);
    let conversation = match common.conversation {
        Some(id) => inner.conversation(id).await.ok().map(|c| c.title),
        None => None,
    };
    CallsApprovalView {
        server: inner.servers.tag(common.server, "a removed server"),
        conversation,
        asked_by: asked_by(&common.asked_by),
        tier,
        tier_word,
        reasons: shared,
        reach: reach(inner, common.server),
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

fn of_call(inner: &Inner, call: &GroupedCall, reasons: Vec<ReasonView>) -> GroupedCallView {
    let sent = &call.question.call;
    GroupedCallView {
        id: sent.id.to_string(),
        tool: domain::tool_label(&sent.tool.name),
        times: u32::try_from(call.times).unwrap_or(u32::MAX),
        arguments: arguments(inner, sent),
        json: pretty(sent.arguments.as_str()),
        bytes: u32::try_from(sent.arguments.as_str().len()).unwrap_or(u32::MAX),
        reasons,
    }
}
