//! Approval of a model endpoint.

use consent::{EndpointChange, EndpointDetail};
use domain::Wire;
use host_api::{ApprovalKindView, EndpointApprovalView};
use messages::{Phrase, Text, phrases};

use crate::{Common, Servers, Show};

impl Show for EndpointChange {
    type Facts = Common;

    fn title(&self, _: &Servers) -> Phrase {
        phrases::consent_endpoint_title(domain::visible(&self.name))
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Endpoint {
            endpoint: endpoint(self, facts),
        }
    }

    fn logged(_: &EndpointDetail, subject: String) -> Text {
        phrases::host_logged_setting(subject).into()
    }
}

fn endpoint(change: &EndpointChange, facts: &Common) -> EndpointApprovalView {
    let origin = url::Url::parse(&change.base_url)
        .map(|u| u.origin().ascii_serialization())
        .unwrap_or_default();
    EndpointApprovalView {
        name: domain::visible(&change.name),
        wire: match change.wire {
            Wire::AnthropicMessages => phrases::host_wire_anthropic(),
            Wire::OpenAiChat => phrases::host_wire_openai(),
            Wire::OpenAiResponses => phrases::host_wire_responses(),
        }
        .into(),
        origin,
        base_url: domain::visible(&change.base_url),
        model: domain::visible(&change.model),
        models: change.models.clone(),
        on_this_machine: change.on_this_machine,
        unencrypted: !change.on_this_machine && change.base_url.starts_with("http:"),
        has_key: change.has_key,
        keychain_available: facts.keychain_available,
    }
}
