//! What questions of servers look like: everything in full, as plain text.

use consent::{Feature, FeatureChange, RequestApproval, RequestAsk};

use super::{elicitation::elicitation, sampling::sampling};
use crate::{
    api::{ApprovalKindView, ElicitationApprovalView, FeatureApprovalView, FeatureView},
    inner::Inner,
};

/// One line for the bar of waiting questions.
pub(super) fn title(q: &RequestApproval) -> String {
    let name = domain::visible(&q.server_name);
    match &q.ask {
        RequestAsk::Roots(_) => format!("Name folders to {name}?"),
        RequestAsk::Sampling(_) => format!("Ask your model for {name}?"),
        RequestAsk::SamplingReply(_) => format!("Give your model's answer to {name}?"),
        RequestAsk::Elicitation { .. } => format!("{name} asks you"),
    }
}

/// The view of a server's request.
pub(super) async fn request(inner: &Inner, q: &RequestApproval) -> ApprovalKindView {
    let from = (q.server, q.server_name.as_str());
    match &q.ask {
        RequestAsk::Sampling(question) => ApprovalKindView::Sampling {
            sampling: Box::new(sampling(inner, from, question, None).await),
        },
        RequestAsk::SamplingReply(reply) => ApprovalKindView::Sampling {
            sampling: Box::new(sampling(inner, from, &reply.prompt, Some(reply)).await),
        },
        RequestAsk::Elicitation { request, .. } => ApprovalKindView::Elicitation {
            elicitation: ElicitationApprovalView {
                server: inner.servers.tag(q.server, &q.server_name),
                ..elicitation(request)
            },
        },
        // Never asked: the grant was the decision.
        RequestAsk::Roots(_) => ApprovalKindView::Elicitation {
            elicitation: ElicitationApprovalView {
                server: inner.servers.tag(q.server, &q.server_name),
                message: Vec::new(),
                speaks_of_secret: false,
                fields: Vec::new(),
                visit: None,
            },
        },
    }
}

/// The view of a switch that is to be turned on.
pub(super) fn feature(inner: &Inner, change: &FeatureChange) -> ApprovalKindView {
    ApprovalKindView::Feature {
        feature: FeatureApprovalView {
            server: inner.servers.tag(change.server, &change.server_name),
            feature: match change.feature {
                Feature::Sampling => FeatureView::Sampling,
                Feature::Elicitation => FeatureView::Elicitation,
            },
        },
    }
}
