//! Approval requests for sending tool results to a model endpoint.

use domain::{ConversationId, ProviderId, ServerId};
use serde::{Deserialize, Serialize};

use crate::{Decide, DecidedBy, GrantScope, Log, Settled};

/// Results of tools that would go, for the first time in a conversation, to a model that is not on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutflowApproval {
    /// The conversation they are in.
    pub conversation: ConversationId,
    /// The endpoint they would go to.
    pub provider: ProviderId,
    /// Its origin.
    pub origin: String,
    /// Its model.
    pub model: String,
    /// The servers they came from, with the user's names.
    pub servers: Vec<(ServerId, String)>,
    /// What already speaks for it.
    pub authority: OutflowAuthority,
}

/// What speaks for sending results of tools to an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutflowAuthority {
    /// Nothing, and only this conversation can be answered: the endpoint is of this run.
    Conversation,
    /// Nothing yet; an answer may stand for the endpoint.
    Endpoint,
    /// It was said for the endpoint, as long as it is at this origin.
    Standing,
    /// The command line names the action.
    CommandLine,
}

/// What the log keeps of an egress of tool results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OutflowDetail {
    /// The origin that gets them.
    pub outflow: String,
    /// Its model.
    pub model: String,
    /// The endpoint.
    pub endpoint: ProviderId,
    /// The servers they came from.
    pub servers: Vec<NamedServer>,
}

/// A server with the user's name for it at the time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NamedServer {
    /// The server.
    pub id: ServerId,
    /// Its name.
    pub name: String,
}

impl Decide for OutflowApproval {
    type Action = Self;
    type Detail = OutflowDetail;

    fn server(&self) -> Option<ServerId> {
        None
    }

    fn conversation(&self) -> Option<ConversationId> {
        Some(self.conversation)
    }

    fn settled(&self) -> Option<Settled> {
        match self.authority {
            OutflowAuthority::Standing => {
                Some(Settled::Allowed(DecidedBy::Rule, GrantScope::Standing))
            }
            OutflowAuthority::CommandLine => Some(Settled::Allowed(
                DecidedBy::CommandLine,
                GrantScope::Conversation,
            )),
            OutflowAuthority::Conversation | OutflowAuthority::Endpoint => None,
        }
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        match scope {
            GrantScope::Conversation => true,
            GrantScope::Standing => self.authority != OutflowAuthority::Conversation,
            GrantScope::Once
            | GrantScope::Run
            | GrantScope::Where(_)
            | GrantScope::Tools { .. } => false,
        }
    }

    fn action(&self) -> Self {
        self.clone()
    }

    fn log(&self) -> Log {
        Log::decision(self.origin.clone())
    }

    fn detail(&self) -> OutflowDetail {
        let named = |(id, name): &(ServerId, String)| NamedServer {
            id: *id,
            name: name.clone(),
        };
        OutflowDetail {
            outflow: self.origin.clone(),
            model: self.model.clone(),
            endpoint: self.provider,
            servers: self.servers.iter().map(named).collect(),
        }
    }
}
