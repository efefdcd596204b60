//! Approval of a kind of server-initiated request.

use consent::{Feature, FeatureChange, FeatureDetail};
use host_api::{ApprovalKindView, FeatureApprovalView, FeatureView};

use super::show::Show;
use crate::inner::Inner;

impl Show for FeatureChange {
    fn title(&self, _: &Inner) -> String {
        format!("Let {} ask you?", domain::visible(&self.server_name))
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        ApprovalKindView::Feature {
            feature: FeatureApprovalView {
                server: inner.servers.tag(self.server, &self.server_name),
                feature: match self.feature {
                    Feature::Sampling => FeatureView::Sampling,
                    Feature::Elicitation => FeatureView::Elicitation,
                },
            },
        }
    }

    fn logged(_: &FeatureDetail, subject: String) -> String {
        format!("Setting: {subject}")
    }
}
