//! View of a tool call approval: the call, the reasons, and the scopes of an allow.

use consent::{SchemaCheck, ToolApproval, ToolDetail};
use domain::{ServerId, ToolDefinition};
use host_api::{ApprovalKindView, BesideView, ReasonView, ScopeView, ToolApprovalView};
use policy::{Evaluation, Reason, Tier};

use super::{arguments::arguments, characters, show::Show};
use crate::{
    inner::Inner,
    oddities::oddities_of_tool,
    pretty::pretty,
    wording::{SCHEMA_BYTES, condition, reason, segments, tier},
};

impl Show for ToolApproval {
    fn title(&self, inner: &Inner) -> String {
        let server = inner.servers.name(self.call.tool.server);
        format!(
            "Run “{}” through {server}?",
            domain::tool_label(&self.call.tool.name)
        )
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        ApprovalKindView::Tool {
            tool: Box::new(tool(inner, self).await),
        }
    }

    fn logged(_: &ToolDetail, subject: String) -> String {
        subject
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
        asked_by: domain::visible(&q.asked_by),
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
            SchemaCheck::NotChecked(why) => Some(why.clone()),
            SchemaCheck::Fits | SchemaCheck::Broken(_) => None,
        },
        digest: q.call.definition.short(),
        scopes: scopes(q),
        narrowed: narrowed(q),
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
fn narrowed(q: &ToolApproval) -> Option<String> {
    if q.offers.always {
        return None;
    }
    let reasons = &q.evaluation.reasons;
    let any = |which: fn(&Reason) -> bool| reasons.iter().any(which);
    let why = if q.edited() {
        "an edited call is allowed once; later calls ask again"
    } else if q.call.conversation.is_none() {
        "it belongs to no conversation"
    } else if any(|reason| matches!(reason, Reason::AskedByRule { .. })) {
        "a rule of yours asks each time"
    } else if any(|reason| matches!(reason, Reason::Relaunched { .. })) {
        "not always, where the server was started differently before"
    } else if q
        .evaluation
        .flows_from()
        .any(|from| from != q.call.tool.server)
    {
        "not always, where data crosses servers"
    } else if q.offers.conversation {
        "not always, for a destructive tool"
    } else {
        "a destructive tool asks each time"
    };
    Some(why.to_owned())
}

/// Whether a command line that names exactly this call could allow it: no guard and no user rule would be bypassed.
fn nameable(q: &ToolApproval) -> bool {
    let own = q.call.tool.server;
    q.evaluation.reasons.iter().all(|why| match why {
        Reason::Flow { from } => *from == own,
        Reason::Carries { .. }
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
        | Reason::NoRule
        | Reason::Risk { .. }
        | Reason::HarmlessClaim
        | Reason::TrustedToRead => true,
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
        let Some((number, word)) = inner.tier_of_tool(q.call.tool.server, name).await else {
            continue;
        };
        out.push(BesideView {
            name: domain::tool_label(name),
            key: name.clone(),
            tier: number,
            tier_word: word,
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
        out.push(reason(
            "schema",
            "The arguments were not checked:",
            why.clone(),
        ));
    }
    out
}

/// Returns the reasons of a decision about a call, for display.
pub(crate) fn reasons_of(inner: &Inner, evaluation: &Evaluation, to: ServerId) -> Vec<ReasonView> {
    evaluation
        .reasons
        .iter()
        .map(|why| match why {
            Reason::Flow { from } if *from == to => reason(
                "flow",
                "A destructive tool asks each time.",
                "This conversation holds data of this server. Text in it may have led the model to this call.",
            ),
            Reason::Relaunched { .. } => reason(
                "flow",
                "This server was started differently before.",
                "This conversation holds data of it from then, which counts as data of another server.",
            ),
            Reason::Flow { from } => reason(
                "flow",
                "Data may cross servers.",
                format!("This conversation holds data of {}. It asks even where you allowed the tool.", inner.servers.name(*from)),
            ),
            Reason::Carries { from } => reason(
                "flow",
                format!("Text of {} stands in it.", inner.servers.name(*from)),
                "It is marked. It asks each time, whatever you allowed.",
            ),
            Reason::NoRule => reason("no_rule", "No rule covers it.", "You have not allowed this tool here."),
            Reason::Risk { tier: Tier::T4 } => {
                reason("risk", "It may destroy, run something or spend.", "You or the server itself say so.")
            }
            Reason::Risk { tier: Tier::T3 } => reason(
                "risk",
                "It could send data out.",
                "Innkeeper cannot verify that this tool only reads, so it treats it as one that can send data.",
            ),
            Reason::Risk { tier: Tier::T2 } => reason("risk", "It writes,", "as you said of this tool."),
            Reason::Risk { tier: Tier::T1 } => reason("risk", "It reads,", "as you said of this tool."),
            Reason::TrustedToRead => {
                reason("risk", "It reads.", "The server says so, and you trust this server's reading.")
            }
            Reason::HarmlessClaim => {
                reason("claim", "The server calls this tool harmless.", "Innkeeper does not rely on that.")
            }
            Reason::Changed => reason(
                "changed",
                "The server changed what this tool is.",
                "What you allowed it does not hold before you accepted the change.",
            ),
            Reason::HiddenCharacters => reason(
                "hidden",
                "The arguments have characters that cannot be seen.",
                "They are written out below. It asks each time, whatever you allowed.",
            ),
            Reason::Edited => reason("edited", "You changed the arguments.", "An edited call is allowed once."),
            Reason::AskedByRule { .. } => reason("rule", "A rule of yours asks.", ""),
            Reason::AllowedByCommandLine { .. } => {
                reason("rule", "The command line allows it.", "")
            }
            Reason::CommandLineTooBroad { .. } => reason(
                "rule",
                "The command line does not name one call.",
                "A destructive tool needs that: --approve-tool SERVER/TOOL:1.",
            ),
            Reason::AllowedByRule { .. } => reason("rule", "A rule of yours allows it.", ""),
            Reason::DeniedByRule { .. } => reason("rule", "A rule of yours denies it.", ""),
            Reason::UnreadableRule { .. } => reason("rule", "A stored rule cannot be read.", "It denies to be safe."),
            Reason::Suspended { .. } => reason(
                "rule",
                "You stopped everything.",
                "A rule of yours would allow it. Rules allow again once you say so on the page of rules.",
            ),
        })
        .collect()
}

pub(super) fn reach(inner: &Inner, server: ServerId) -> Vec<String> {
    let snapshot = inner.servers.snapshot(server);
    let command = snapshot.map(|s| s.record.command.clone());
    let program = command.map_or_else(String::new, |command| {
        format!(" ({})", domain::visible(&command))
    });
    vec![
        format!("A program on this machine{program}"),
        "Your files, your network and other programs, as far as you can: it is not confined"
            .to_owned(),
    ]
}
