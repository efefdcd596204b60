//! Approval requests for a host that a confined server wants to reach.

use domain::{ReachGrant, ServerId};
use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, Log, LogSection, Mute, NamedServer};

/// A host that a server would reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachApproval {
    /// The grant as it would be.
    pub grant: ReachGrant,
    /// The user's name for the server.
    pub server_name: String,
    /// Whether the user named the host. Otherwise the server wants to connect now.
    pub by_user: bool,
    /// The servers whose data was sent to this one before, with the user's names.
    pub holds: Vec<(ServerId, String)>,
}

/// What the log keeps of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReachDetail {
    /// The host.
    pub host: String,
    /// The port.
    pub port: u16,
    /// Whether the user named it.
    pub by_user: bool,
    /// The servers whose data was sent to this one before.
    pub holds: Vec<NamedServer>,
}

impl Decide for ReachApproval {
    type Action = ReachGrant;
    type Detail = ReachDetail;
    const NAMED: Option<GrantScope> = Some(GrantScope::Standing);

    fn server(&self) -> Option<ServerId> {
        Some(self.grant.server)
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        match scope {
            GrantScope::Once | GrantScope::Run => !self.by_user,
            GrantScope::Standing => true,
            GrantScope::Conversation | GrantScope::Where(_) | GrantScope::Tools { .. } => false,
        }
    }

    /// A server cannot ask for one host after the other for ever.
    fn mute(&self) -> Option<Mute> {
        (!self.by_user).then_some(Mute::Requests(self.grant.server))
    }

    fn is_same(&self, other: &Self) -> bool {
        (&self.grant, self.by_user) == (&other.grant, other.by_user)
    }

    fn action(&self) -> ReachGrant {
        self.grant.clone()
    }

    fn log(&self) -> Log {
        Log::of(LogSection::Rule, format!("host {}", self.grant))
    }

    fn detail(&self) -> ReachDetail {
        let named = |(id, name): &(ServerId, String)| NamedServer {
            id: *id,
            name: name.clone(),
        };
        ReachDetail {
            host: self.grant.host.clone(),
            port: self.grant.port,
            by_user: self.by_user,
            holds: self.holds.iter().map(named).collect(),
        }
    }
}
