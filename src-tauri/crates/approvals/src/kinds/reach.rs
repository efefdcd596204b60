//! Approval of a host that a confined server wants to reach.

use consent::{ReachApproval, ReachDetail};
use domain::AddressKind;
use host_api::{ApprovalKindView, ReachApprovalView, ReachCallView};
use messages::{Phrase, Text, phrases};

use crate::{Common, Servers, Show};

/// What is known of a host that a server wants to reach.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The facts of every kind.
    pub common: Common,
    /// The server's running calls.
    pub calls: Vec<RunningCall>,
    /// What kind of address the host is; none for a name.
    pub address: Option<AddressKind>,
    /// Whether the server reaches no other host yet.
    pub first: bool,
}

/// A call that a server works on.
#[derive(Clone, Debug)]
pub struct RunningCall {
    /// The tool's name.
    pub tool: String,
    /// The title of its conversation, if it has one.
    pub conversation: Option<String>,
}

impl Show for ReachApproval {
    type Facts = Facts;

    fn title(&self, _: &Servers) -> Phrase {
        let server = domain::visible(&self.server_name);
        phrases::host_title_reach(self.grant.to_string(), server)
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        let servers = &facts.common.servers;
        let calls = facts.calls.iter().map(|call| ReachCallView {
            tool: domain::tool_label(&call.tool),
            conversation: call.conversation.as_deref().map(domain::visible),
        });
        let labels = self.grant.host.split('.');
        let reach = ReachApprovalView {
            server: servers.tag(self.grant.server, &self.server_name),
            host: domain::visible(&self.grant.host),
            port: u32::from(self.grant.port),
            punycode: labels.clone().any(|label| label.starts_with("xn--")),
            address: facts.address.and_then(address),
            by_user: self.by_user,
            calls: calls.collect(),
            holds: servers.tags(&self.holds),
            first: facts.first,
        };
        ApprovalKindView::Reach {
            reach: Box::new(reach),
        }
    }

    fn logged(_: &ReachDetail, subject: String) -> Text {
        phrases::host_logged_rule(subject).into()
    }
}

/// Returns what kind of address a host is, for display; none for a public one.
fn address(kind: AddressKind) -> Option<Text> {
    Some(match kind {
        AddressKind::Public => return None,
        AddressKind::Loopback => phrases::host_hosts_this_machine().into(),
        AddressKind::Metadata => phrases::host_hosts_metadata().into(),
        AddressKind::Private | AddressKind::LinkLocal | AddressKind::Never(_) => {
            phrases::host_hosts_private().into()
        }
    })
}
