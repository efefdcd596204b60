//! View of the approval for a user-supplied OAuth client.

use consent::{ClientApproval, ClientDetail};
use domain::origin_of;
use host_api::{ApprovalKindView, ClientApprovalView};
use messages::{Phrase, Text, phrases};

use crate::{Common, Servers, Show, wording::segments};

impl Show for ClientApproval {
    type Facts = Common;

    fn title(&self, _: &Servers) -> Phrase {
        phrases::consent_client_title(domain::visible(&self.server_name))
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        client(self, facts)
    }

    fn logged(_: &ClientDetail, subject: String) -> Text {
        phrases::host_logged_secret(subject).into()
    }
}

/// Returns the view of a client to be entered.
fn client(q: &ClientApproval, facts: &Common) -> ApprovalKindView {
    let place = origin_of(&q.issuer);
    ApprovalKindView::Client {
        client: ClientApprovalView {
            server: facts.servers.tag(q.server, &q.server_name),
            elsewhere: place != q.server_origin,
            server_origin: domain::visible(&q.server_origin),
            place: domain::visible(&place),
            issuer: segments(&q.issuer),
            id: q.id.as_deref().map(segments),
            keychain_available: facts.keychain_available,
        },
    }
}
