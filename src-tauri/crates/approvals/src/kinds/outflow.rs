//! Approval of sending tool results to a model endpoint.

use consent::{OutflowApproval, OutflowAuthority, OutflowDetail};
use domain::host_of;
use host_api::{ApprovalKindView, OutflowApprovalView};
use messages::{Phrase, Text, phrases};

use crate::{Common, Servers, Show};

impl Show for OutflowApproval {
    type Facts = Common;

    fn title(&self, _: &Servers) -> Phrase {
        phrases::consent_outflow_title(host_of(&self.origin))
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Outflow {
            outflow: outflow(self, &facts.servers),
        }
    }

    fn logged(_: &OutflowDetail, subject: String) -> Text {
        phrases::host_logged_outflow(subject).into()
    }
}

/// Returns the view, which the main window may know too.
pub(crate) fn outflow(q: &OutflowApproval, servers: &Servers) -> OutflowApprovalView {
    OutflowApprovalView {
        host: host_of(&q.origin),
        origin: domain::visible(&q.origin),
        model: domain::visible(&q.model),
        servers: servers.tags(&q.servers),
        can_stand: q.authority != OutflowAuthority::Conversation,
    }
}
