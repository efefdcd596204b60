//! What a question looks like: everything in full, as plain text.

use consent::{
    ApprovalRequest, EndpointChange, OutflowApproval, OutflowAuthority, PendingApproval,
};
use domain::ServerId;
use secrets::KeychainStatus;

use crate::{
    Inner,
    api::{
        ApprovalKindView, ApprovalView, EndpointApprovalView, OutflowApprovalView, ReasonView,
        ServerTag,
    },
    approvals::{authority, calls, change, client, launch, requests, sign_in, tool},
    servers::tag,
};

/// The view of a question.
pub(crate) async fn prompt_view(inner: &Inner, prompt: &PendingApproval) -> ApprovalView {
    let kind = match &prompt.question {
        ApprovalRequest::Tool(q) => ApprovalKindView::Tool {
            tool: Box::new(tool::tool(inner, q).await),
        },
        ApprovalRequest::Calls(group) => ApprovalKindView::Calls {
            calls: Box::new(calls::calls(inner, group).await),
        },
        ApprovalRequest::Launch(q) => ApprovalKindView::Launch {
            launch: launch::launch(inner, q),
        },
        ApprovalRequest::Outflow(q) => ApprovalKindView::Outflow {
            outflow: outflow(inner, q),
        },
        ApprovalRequest::Change(q) => ApprovalKindView::Change {
            change: change::change(inner, q).await,
        },
        ApprovalRequest::Endpoint(change) => ApprovalKindView::Endpoint {
            endpoint: endpoint(inner, change),
        },
        ApprovalRequest::Request(q) => requests::request(inner, q).await,
        ApprovalRequest::Root(q) => ApprovalKindView::Root {
            root: Box::new(inner.root_prompt(q)),
        },
        ApprovalRequest::Feature(change) => requests::feature(inner, change),
        ApprovalRequest::SignIn(q) => sign_in::sign_in(inner, q),
        ApprovalRequest::Authority(change) => ApprovalKindView::Authority {
            authority: authority::authority(inner, change).await,
        },
        ApprovalRequest::Client(q) => client::client(inner, q),
    };
    ApprovalView {
        id: prompt.id.to_string(),
        revision: prompt.revision,
        expires_at_ms: prompt.expires_at_ms as f64,
        times: u32::try_from(prompt.times).unwrap_or(u32::MAX),
        arm_ms: u32::try_from(consent::ARM_TIME.as_millis()).unwrap_or(u32::MAX),
        kind,
    }
}

/// The user's name for a server.
pub(crate) fn server_name(inner: &Inner, id: ServerId) -> String {
    server_tag(inner, id, "a removed server").name
}

pub(crate) fn server_tag(inner: &Inner, id: ServerId, otherwise: &str) -> ServerTag {
    inner.servers.snapshot(id).map_or_else(
        || ServerTag {
            id: id.to_string(),
            name: otherwise.to_owned(),
            fob: 6,
        },
        |server| tag(&server.record),
    )
}

pub(super) fn reason(kind: &str, lead: impl Into<String>, rest: impl Into<String>) -> ReasonView {
    ReasonView {
        kind: kind.into(),
        lead: lead.into(),
        rest: rest.into(),
    }
}

pub(crate) fn count(n: usize, word: &str) -> String {
    format!("{} {word}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// A number with its thousands apart.
pub(crate) fn grouped(n: impl ToString) -> String {
    let mut digits = n.to_string();
    let mut at = digits.len();
    while at > 3 {
        at -= 3;
        digits.insert(at, ',');
    }
    digits
}

pub(super) fn outflow(inner: &Inner, q: &OutflowApproval) -> OutflowApprovalView {
    OutflowApprovalView {
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

fn endpoint(inner: &Inner, change: &EndpointChange) -> EndpointApprovalView {
    let origin = url::Url::parse(&change.base_url)
        .map(|u| u.origin().ascii_serialization())
        .unwrap_or_default();
    EndpointApprovalView {
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
        models: change.models.clone(),
        on_this_machine: change.on_this_machine,
        has_key: change.has_key,
        keychain_available: inner.keychain.status() == KeychainStatus::Available,
    }
}
