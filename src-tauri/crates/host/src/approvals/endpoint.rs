//! Approval of a model endpoint.

use consent::{EndpointChange, EndpointDetail};
use host_api::{ApprovalKindView, EndpointApprovalView};
use messages::{Phrase, Text, phrases};
use secrets::KeychainStatus;

use super::show::Show;
use crate::inner::Inner;

impl Show for EndpointChange {
    fn title(&self, _: &Inner) -> Phrase {
        phrases::consent_endpoint_title(domain::visible(&self.name))
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        ApprovalKindView::Endpoint {
            endpoint: endpoint(inner, self),
        }
    }

    fn logged(_: &EndpointDetail, subject: String) -> Text {
        phrases::host_logged_setting(subject).into()
    }
}

fn endpoint(inner: &Inner, change: &EndpointChange) -> EndpointApprovalView {
    let origin = url::Url::parse(&change.base_url)
        .map(|u| u.origin().ascii_serialization())
        .unwrap_or_default();
    EndpointApprovalView {
        name: domain::visible(&change.name),
        wire: if change.wire == "anthropic_messages" {
            phrases::host_wire_anthropic()
        } else {
            phrases::host_wire_openai()
        }
        .into(),
        origin,
        base_url: domain::visible(&change.base_url),
        model: domain::visible(&change.model),
        models: change.models.clone(),
        on_this_machine: change.on_this_machine,
        has_key: change.has_key,
        keychain_available: inner.keychain.status() == KeychainStatus::Available,
    }
}
