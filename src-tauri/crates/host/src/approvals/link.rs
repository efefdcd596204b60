//! View of the approval of a link: the address in full, and whose text is in it.

use consent::{LinkApproval, LinkDetail};
use domain::ServerId;
use host_api::{ApprovalKindView, LinkApprovalView, ServerTag, VisitView};
use messages::{Phrase, Text, phrases};
use url::Url;

use super::{address::visit, arguments::marked, show::Show};
use crate::{addresses::host_of, inner::Inner};

impl Show for LinkApproval {
    fn title(&self, _: &Inner) -> Phrase {
        phrases::consent_link_title(host_of(&self.origin))
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        let record = inner.conversation(self.conversation).await.ok();
        let url = Url::parse(&self.url).ok();
        let tags = |servers: &[(ServerId, String)]| -> Vec<ServerTag> {
            let servers = servers.iter();
            servers
                .map(|(id, name)| inner.servers.tag(*id, name))
                .collect()
        };
        let unread = || VisitView {
            url: domain::visible(&self.url),
            origin: domain::visible(&self.origin),
            letters: None,
            reasons: Vec::new(),
        };
        let link = LinkApprovalView {
            host: host_of(&self.origin),
            conversation: record.map_or_else(String::new, |c| domain::visible(&c.title)),
            encrypted: url.as_ref().is_some_and(|url| url.scheme() == "https"),
            visit: url.as_ref().map_or_else(unread, visit),
            address: marked(inner, &self.url, &self.marks),
            carries: tags(&self.carries),
            holds: tags(&self.holds),
            can_conversation: consent::Decide::offers(self, &consent::GrantScope::Conversation),
        };
        ApprovalKindView::Link {
            link: Box::new(link),
        }
    }

    fn logged(_: &LinkDetail, subject: String) -> Text {
        phrases::host_logged_link(subject).into()
    }
}
