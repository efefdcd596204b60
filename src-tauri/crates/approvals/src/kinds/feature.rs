//! Approval of a kind of server-initiated request.

use consent::{Feature, FeatureChange, FeatureDetail};
use host_api::{ApprovalKindView, FeatureApprovalView, FeatureView};
use messages::{Phrase, Text, phrases};

use crate::{Common, Servers, Show};

impl Show for FeatureChange {
    type Facts = Common;

    fn title(&self, _: &Servers) -> Phrase {
        let server = domain::visible(&self.server_name);
        match self.feature {
            Feature::Sampling => phrases::consent_feature_model_title(server),
            Feature::Elicitation => phrases::consent_feature_form_title(server),
        }
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Feature {
            feature: FeatureApprovalView {
                server: facts.servers.tag(self.server, &self.server_name),
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
