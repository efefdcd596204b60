//! What a question looks like: everything in full, as plain text.

use consent::{
    ApprovalRequest, EndpointChange, OutflowApproval, OutflowAuthority, PendingApproval,
};
use secrets::KeychainStatus;

use crate::{
    addresses::host_of,
    api::{ApprovalKindView, ApprovalView, EndpointApprovalView, OutflowApprovalView},
    approvals::{authority, calls, change, client, launch, requests, sign_in, tool},
    inner::Inner,
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

pub(super) fn outflow(inner: &Inner, q: &OutflowApproval) -> OutflowApprovalView {
    OutflowApprovalView {
        host: host_of(&q.origin),
        origin: domain::visible(&q.origin),
        model: domain::visible(&q.model),
        servers: q
            .servers
            .iter()
            .map(|(id, name)| inner.servers.tag(*id, name))
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
