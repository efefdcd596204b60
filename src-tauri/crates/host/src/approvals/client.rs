//! View of the approval for a user-supplied OAuth client.

use consent::{ClientApproval, ClientDetail};
use host_api::{ApprovalKindView, ClientApprovalView};
use messages::{Phrase, Text, phrases};
use secrets::KeychainStatus;

use super::show::Show;
use crate::{addresses::origin_of, inner::Inner, wording::segments};

impl Show for ClientApproval {
    fn title(&self, _: &Inner) -> Phrase {
        phrases::consent_client_title(domain::visible(&self.server_name))
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        client(inner, self)
    }

    fn logged(_: &ClientDetail, subject: String) -> Text {
        phrases::host_logged_secret(subject).into()
    }
}

/// Returns the view of a client to be entered.
fn client(inner: &Inner, q: &ClientApproval) -> ApprovalKindView {
    let place = origin_of(&q.issuer);
    ApprovalKindView::Client {
        client: ClientApprovalView {
            server: inner.servers.tag(q.server, &q.server_name),
            elsewhere: place != q.server_origin,
            server_origin: domain::visible(&q.server_origin),
            place: domain::visible(&place),
            issuer: segments(&q.issuer),
            id: q.id.as_deref().map(segments),
            keychain_available: inner.keychain.status() == KeychainStatus::Available,
        },
    }
}
