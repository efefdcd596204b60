//! What a question looks like: everything in full, as plain text.

use consent::{
    EndpointChange, OutflowAuthority, OutflowQuestion, Prompt, Question, SchemaCheck, ToolQuestion,
};
use domain::ServerId;
use policy::{Evaluation, Reason, Tier};
use secrets::KeychainStatus;

use crate::{
    Inner,
    api::{
        EndpointPromptView, OutflowPromptView, PromptKindView, PromptView, ReasonView, ScopeView,
        ServerTag, ToolPromptView,
    },
    lock,
    pretty::pretty,
    prompts::{
        arguments::arguments, change, characters, client, launch, requests, segments, sign_in,
    },
    servers::tag,
};

/// The view of a question.
pub(crate) async fn prompt_view(inner: &Inner, prompt: &Prompt) -> PromptView {
    let kind = match &prompt.question {
        Question::Tool(q) => PromptKindView::Tool {
            tool: tool(inner, q).await,
        },
        Question::Launch(q) => PromptKindView::Launch {
            launch: launch::launch(inner, q),
        },
        Question::Outflow(q) => PromptKindView::Outflow {
            outflow: outflow(inner, q),
        },
        Question::Change(q) => PromptKindView::Change {
            change: change::change(inner, q).await,
        },
        Question::Endpoint(change) => PromptKindView::Endpoint {
            endpoint: endpoint(inner, change),
        },
        Question::Request(q) => requests::request(inner, q),
        Question::Feature(change) => requests::feature(inner, change),
        Question::SignIn(q) => sign_in::sign_in(inner, q),
        Question::Client(q) => client::client(inner, q),
    };
    PromptView {
        id: prompt.id.to_string(),
        revision: prompt.revision,
        expires_at_ms: prompt.expires_at_ms as f64,
        arm_ms: u32::try_from(consent::ARM_TIME.as_millis()).unwrap_or(u32::MAX),
        kind,
    }
}

/// The user's name for a server.
pub(crate) fn server_name(inner: &Inner, id: ServerId) -> String {
    server_tag(inner, id, "a removed server").name
}

pub(crate) fn server_tag(inner: &Inner, id: ServerId, otherwise: &str) -> ServerTag {
    lock(&inner.servers).get(&id).map_or_else(
        || ServerTag {
            id: id.to_string(),
            name: otherwise.to_owned(),
            fob: 6,
        },
        |handle| tag(&handle.snapshot().record),
    )
}

async fn tool(inner: &Inner, q: &ToolQuestion) -> ToolPromptView {
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
    let mut scopes = vec![ScopeView::Once];
    if q.call.conversation.is_some() && !q.edited() {
        scopes.push(ScopeView::Conversation);
    }
    ToolPromptView {
        server: server_tag(inner, q.call.tool.server, "a removed server"),
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
        edited: q.edited(),
        bytes: u32::try_from(q.call.arguments.as_str().len()).unwrap_or(u32::MAX),
        not_checked: match &q.schema {
            SchemaCheck::NotChecked(why) => Some(why.clone()),
            SchemaCheck::Fits | SchemaCheck::Broken(_) => None,
        },
        digest: q.call.definition.short(),
        scopes,
    }
}

/// The tier's number and word.
pub(crate) fn tier(tier: Tier) -> (u32, String) {
    let (number, word) = match tier {
        Tier::T1 => (1, "reads"),
        Tier::T2 => (2, "writes"),
        Tier::T3 => (3, "may send outward"),
        Tier::T4 => (4, "destroys, runs or spends"),
    };
    (number, word.to_owned())
}

pub(super) fn reason(kind: &str, lead: impl Into<String>, rest: impl Into<String>) -> ReasonView {
    ReasonView {
        kind: kind.into(),
        lead: lead.into(),
        rest: rest.into(),
    }
}

/// Why it is asked, the deciding reason first.
pub(crate) fn reasons(inner: &Inner, q: &ToolQuestion) -> Vec<ReasonView> {
    let mut out = reasons_of(inner, &q.evaluation, q.call.tool.server);
    let definition = &q.definition;
    let places = [
        ("the title", definition.title.as_deref().unwrap_or_default()),
        (
            "the description",
            definition.description.as_deref().unwrap_or_default(),
        ),
        ("what it takes", definition.input_schema.as_str()),
    ];
    let tool = &q.call.tool;
    out.extend(characters::shadows(inner, tool.server, &tool.name));
    out.extend(characters::oddities(Some(&tool.name), &places));
    if let SchemaCheck::NotChecked(why) = &q.schema {
        out.push(reason(
            "schema",
            "The arguments were not checked:",
            why.clone(),
        ));
    }
    out
}

/// Reasons of a decision about a call to a server, in words.
pub(crate) fn reasons_of(inner: &Inner, evaluation: &Evaluation, to: ServerId) -> Vec<ReasonView> {
    evaluation
        .reasons
        .iter()
        .map(|why| match why {
            Reason::Flow { from } if *from == to => reason(
                "flow",
                "This conversation holds data of this server.",
                "Text in it may have led the model to this call. It asks even where you allowed the tool.",
            ),
            Reason::Flow { from } => reason(
                "flow",
                "Data may cross servers.",
                format!("This conversation holds data of {}. It asks even where you allowed the tool.", server_name(inner, *from)),
            ),
            Reason::Carries { from } => reason(
                "flow",
                format!("Text of {} stands in it.", server_name(inner, *from)),
                "It is marked. It asks each time, whatever you allowed.",
            ),
            Reason::NoRule => reason("no_rule", "No rule covers it.", "You have not allowed this tool here."),
            Reason::Risk { tier: Tier::T4 } => {
                reason("risk", "It may destroy, run something or spend.", "The server itself says so.")
            }
            Reason::Risk { tier: Tier::T3 } => reason(
                "risk",
                "It may send or change things.",
                "Nothing shows that it only reads, so it is treated as if it did.",
            ),
            Reason::Risk { tier: Tier::T2 } => reason("risk", "It writes.", ""),
            Reason::Risk { tier: Tier::T1 } => reason("risk", "It reads.", ""),
            Reason::HarmlessClaim => {
                reason("claim", "That does not count:", "the server calls this tool harmless.")
            }
            Reason::Changed => reason(
                "changed",
                "The server changed what this tool is.",
                "What you allowed it does not hold before you accepted the change.",
            ),
            Reason::Edited => reason("edited", "You changed the arguments.", "An edited call is allowed once."),
            Reason::AskedByRule { .. } => reason("rule", "A rule of yours asks.", ""),
            Reason::AllowedByRule { .. } => reason("rule", "A rule of yours allows it.", ""),
            Reason::DeniedByRule { .. } => reason("rule", "A rule of yours denies it.", ""),
            Reason::UnreadableRule { .. } => reason("rule", "A stored rule cannot be read.", "It denies to be safe."),
        })
        .collect()
}

fn reach(inner: &Inner, server: ServerId) -> Vec<String> {
    let command = lock(&inner.servers)
        .get(&server)
        .map(|h| h.snapshot().record.command.clone());
    let program = command.map_or_else(String::new, |command| {
        format!(" ({})", domain::visible(&command))
    });
    vec![
        format!("A program on this machine{program}"),
        "Your files, your network and other programs, as far as you can: it is not confined"
            .to_owned(),
    ]
}

pub(super) fn count(n: usize, word: &str) -> String {
    let mut digits = n.to_string();
    let mut at = digits.len();
    while at > 3 {
        at -= 3;
        digits.insert(at, ',');
    }
    format!("{digits} {word}{}", if n == 1 { "" } else { "s" })
}

pub(super) fn outflow(inner: &Inner, q: &OutflowQuestion) -> OutflowPromptView {
    OutflowPromptView {
        host: crate::outflow::host_of(&q.origin),
        origin: domain::visible(&q.origin),
        model: domain::visible(&q.model),
        servers: q
            .servers
            .iter()
            .map(|(id, name)| server_tag(inner, *id, name))
            .collect(),
        can_stand: q.authority != OutflowAuthority::Conversation,
    }
}

fn endpoint(inner: &Inner, change: &EndpointChange) -> EndpointPromptView {
    let origin = url::Url::parse(&change.base_url)
        .map(|u| u.origin().ascii_serialization())
        .unwrap_or_default();
    EndpointPromptView {
        name: domain::visible(&change.name),
        wire: if change.wire == "anthropic_messages" {
            "Anthropic Messages"
        } else {
            "OpenAI-compatible chat"
        }
        .to_owned(),
        origin,
        base_url: domain::visible(&change.base_url),
        model: domain::visible(&change.model),
        on_this_machine: change.on_this_machine,
        has_key: change.has_key,
        keychain_available: inner.keychain.status() == KeychainStatus::Available,
    }
}
