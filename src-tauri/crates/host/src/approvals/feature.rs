//! Approval of a kind of server-initiated request.

use consent::{Feature, FeatureChange, FeatureDetail};
use host_api::{ApprovalKindView, FeatureApprovalView, FeatureView};
use messages::{Phrase, Text, phrases};

use super::show::Show;
use crate::inner::Inner;

impl Show for FeatureChange {
    fn title(&self, _: &Inner) -> Phrase {
        let server = domain::visible(&self.server_name);
        match self.feature {
            Feature::Sampling => phrases::consent_feature_model_title(server),
            Feature::Elicitation => phrases::consent_feature_form_title(server),
        }
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

    fn logged(_: &FeatureDetail, subject: String) -> Text {
        phrases::host_logged_setting(subject).into()
    }
}
