//! Approval of a folder grant.

use consent::{RootApproval, RootDetail};
use host_api::ApprovalKindView;
use messages::{Phrase, Text, phrases};

use super::show::Show;
use crate::inner::Inner;

impl Show for RootApproval {
    fn title(&self, _: &Inner) -> Phrase {
        phrases::host_title_root(domain::visible(&self.server_name))
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        ApprovalKindView::Root {
            root: Box::new(inner.root_prompt(self)),
        }
    }

    fn logged(_: &RootDetail, subject: String) -> Text {
        phrases::host_logged_rule(subject).into()
    }
}
