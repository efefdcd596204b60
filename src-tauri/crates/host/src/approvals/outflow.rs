//! Approval of sending tool results to a model endpoint.

use consent::{OutflowApproval, OutflowAuthority, OutflowDetail};
use host_api::{ApprovalKindView, OutflowApprovalView};
use messages::{Phrase, Text, phrases};

use super::show::Show;
use crate::{addresses::host_of, inner::Inner};

impl Show for OutflowApproval {
    fn title(&self, _: &Inner) -> Phrase {
        phrases::consent_outflow_title(host_of(&self.origin))
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        ApprovalKindView::Outflow {
            outflow: outflow(inner, self),
        }
    }

    fn logged(_: &OutflowDetail, subject: String) -> Text {
        phrases::host_logged_outflow(subject).into()
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
