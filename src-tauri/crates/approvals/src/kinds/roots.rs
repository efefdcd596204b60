//! Replies that list the granted folders. They need no approval of their own: the grant was the approval.

use consent::{RequestApproval, RootsDetail};
use domain::RootsReply;
use host_api::{ApprovalKindView, ElicitationApprovalView};
use messages::{Phrase, Text, phrases};

use crate::{Common, Servers, Show, rounds};

impl Show for RequestApproval<RootsReply> {
    type Facts = Common;

    fn title(&self, _: &Servers) -> Phrase {
        phrases::host_title_roots(domain::visible(&self.server_name))
    }

    /// Never shown: an empty form that can only be declined.
    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Elicitation {
            elicitation: ElicitationApprovalView {
                server: facts.servers.tag(self.server, &self.server_name),
                message: Vec::new(),
                speaks_of_secret: false,
                fields: Vec::new(),
                visit: None,
            },
        }
    }

    fn logged(detail: &RootsDetail, subject: String) -> Text {
        let said = phrases::host_logged_roots(subject);
        rounds::logged(said, detail.round.as_ref()).into()
    }
}
