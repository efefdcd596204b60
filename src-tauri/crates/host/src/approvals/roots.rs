//! Replies that list the granted folders. They need no approval of their own: the grant was the approval.

use consent::{RequestApproval, RootsDetail};
use domain::RootsReply;
use host_api::{ApprovalKindView, ElicitationApprovalView};
use messages::{Phrase, Text, phrases};

use super::show::Show;
use crate::inner::Inner;

impl Show for RequestApproval<RootsReply> {
    fn title(&self, _: &Inner) -> Phrase {
        phrases::host_title_roots(domain::visible(&self.server_name))
    }

    /// Never shown: an empty form that can only be declined.
    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        ApprovalKindView::Elicitation {
            elicitation: ElicitationApprovalView {
                server: inner.servers.tag(self.server, &self.server_name),
                message: Vec::new(),
                speaks_of_secret: false,
                fields: Vec::new(),
                visit: None,
            },
        }
    }

    fn logged(_: &RootsDetail, subject: String) -> Text {
        phrases::host_logged_roots(subject).into()
    }
}
