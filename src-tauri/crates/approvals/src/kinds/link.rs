//! View of the approval of a link: the address in full, and whose text is in it.

use consent::{LinkApproval, LinkDetail};
use domain::host_of;
use host_api::{ApprovalKindView, LinkApprovalView, VisitView};
use messages::{Phrase, Text, phrases};
use url::Url;

use crate::{InConversation, Servers, Show, address::visit, arguments::marked};

impl Show for LinkApproval {
    type Facts = InConversation;

    fn title(&self, _: &Servers) -> Phrase {
        phrases::consent_link_title(host_of(&self.origin))
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        let servers = &facts.common.servers;
        let title = facts.conversation.as_deref().unwrap_or_default();
        let url = Url::parse(&self.url).ok();
        let unread = || VisitView {
            url: domain::visible(&self.url),
            origin: domain::visible(&self.origin),
            letters: None,
            reasons: Vec::new(),
        };
        let link = LinkApprovalView {
            host: host_of(&self.origin),
            conversation: domain::visible(title),
            encrypted: url.as_ref().is_some_and(|url| url.scheme() == "https"),
            visit: url.as_ref().map_or_else(unread, visit),
            address: marked(&self.url, &self.marks, servers),
            carries: servers.tags(&self.carries),
            holds: servers.tags(&self.holds),
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
