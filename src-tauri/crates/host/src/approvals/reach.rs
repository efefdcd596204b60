//! Approval of a host that a confined server wants to reach.

use consent::{ReachApproval, ReachDetail};
use egress::Destination;
use host_api::{ApprovalKindView, ReachApprovalView, ReachCallView};
use messages::{Phrase, Text, phrases};

use super::show::Show;
use crate::{inner::Inner, reach::kind_of};

impl Show for ReachApproval {
    fn title(&self, _: &Inner) -> Phrase {
        let server = domain::visible(&self.server_name);
        phrases::host_title_reach(self.grant.to_string(), server)
    }

    async fn view(&self, inner: &Inner) -> ApprovalKindView {
        let server = self.grant.server;
        let mut calls = Vec::new();
        for call in inner.calls.running(server) {
            let title = match call.conversation {
                Some(id) => inner.conversation(id).await.ok(),
                None => None,
            };
            calls.push(ReachCallView {
                tool: domain::tool_label(&call.tool),
                conversation: title.map(|record| domain::visible(&record.title)),
            });
        }
        let to = Destination::parse(&self.grant.host, self.grant.port);
        let labels = self.grant.host.split('.');
        let holds = self.holds.iter();
        let reach = ReachApprovalView {
            server: inner.servers.tag(server, &self.server_name),
            host: domain::visible(&self.grant.host),
            port: u32::from(self.grant.port),
            punycode: labels.clone().any(|label| label.starts_with("xn--")),
            address: to.ok().and_then(|to| kind_of(&to)),
            by_user: self.by_user,
            calls,
            holds: holds
                .map(|(id, name)| inner.servers.tag(*id, name))
                .collect(),
            first: inner.reach.allowed(server).is_empty() && inner.reach.opened(server).is_none(),
        };
        ApprovalKindView::Reach {
            reach: Box::new(reach),
        }
    }

    fn logged(_: &ReachDetail, subject: String) -> Text {
        phrases::host_logged_rule(subject).into()
    }
}
