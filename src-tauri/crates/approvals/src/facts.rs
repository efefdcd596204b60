//! Facts that several kinds show: plain data, taken by the host at one moment.

use std::collections::BTreeMap;

use domain::ServerId;
use host_api::ServerTag;
use messages::{Text, phrases};

/// The fob of a server that is no longer there.
const NO_FOB: u32 = 6;

/// The servers by identifier, as the user named them.
#[derive(Clone, Debug, Default)]
pub struct Servers(BTreeMap<ServerId, ServerTag>);

impl Servers {
    /// Returns a server's tag; `otherwise` names one that is not there.
    #[must_use]
    pub fn tag(&self, id: ServerId, otherwise: &str) -> ServerTag {
        let known = self.0.get(&id).cloned();
        known.unwrap_or_else(|| unknown_server(id, otherwise))
    }

    /// Returns the tags of servers whose names at the time of the request are known.
    #[must_use]
    pub fn tags(&self, servers: &[(ServerId, String)]) -> Vec<ServerTag> {
        let tag = |(id, name): &(ServerId, String)| self.tag(*id, name);
        servers.iter().map(tag).collect()
    }

    /// Names a server in a sentence for display.
    #[must_use]
    pub fn named(&self, id: ServerId) -> Text {
        self.0.get(&id).map_or_else(
            || phrases::host_server_removed().into(),
            |server| server.name.clone().into(),
        )
    }
}

impl FromIterator<(ServerId, ServerTag)> for Servers {
    fn from_iter<T: IntoIterator<Item = (ServerId, ServerTag)>>(servers: T) -> Self {
        Self(servers.into_iter().collect())
    }
}

/// Returns the tag of a server that is not there.
#[must_use]
pub fn unknown_server(id: ServerId, name: &str) -> ServerTag {
    ServerTag {
        id: id.to_string(),
        name: name.to_owned(),
        fob: NO_FOB,
    }
}

/// The facts that every kind may show.
#[derive(Clone, Debug, Default)]
pub struct Common {
    /// The servers.
    pub servers: Servers,
    /// Whether values can be kept in the system keychain.
    pub keychain_available: bool,
}

/// The facts of a request that belongs to a conversation.
#[derive(Clone, Debug, Default)]
pub struct InConversation {
    /// The facts of every kind.
    pub common: Common,
    /// The conversation's title; none without a conversation, or if it is not there.
    pub conversation: Option<String>,
}
