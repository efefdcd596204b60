//! Approval requests for opening a link of a conversation in the user's browser.

use domain::{ConversationId, ServerId};
use policy::matching::Match;
use serde::{Deserialize, Serialize};

use crate::{Decide, DecidedBy, GrantScope, Log, NamedServer, Settled};

/// A link that the user followed. Opening it tells its host the whole address, which a model or a server composed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkApproval {
    /// The conversation that contains it.
    pub conversation: ConversationId,
    /// Its address in full, as the browser gets it.
    pub url: String,
    /// The origin of that address.
    pub origin: String,
    /// The servers whose data the conversation contains, with the user's names.
    pub holds: Vec<(ServerId, String)>,
    /// The parts of the address that are text of servers.
    pub marks: Vec<Match<ServerId>>,
    /// The servers whose text it contains, or may contain.
    pub carries: Vec<(ServerId, String)>,
    /// Whether the user allowed links to this origin in this conversation.
    pub origin_allowed: bool,
}

/// What the log keeps of a link.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LinkDetail {
    /// The origin of its address. The whole address is the content of the row.
    pub link: String,
    /// The servers whose text the address contains, or may contain.
    pub carries: Vec<NamedServer>,
}

impl LinkApproval {
    /// Whether its origin may be allowed for the whole conversation. Once that contains data, any address could carry some of it.
    fn holds_nothing(&self) -> bool {
        self.holds.is_empty() && self.carries.is_empty()
    }
}

impl Decide for LinkApproval {
    type Action = Self;
    type Detail = LinkDetail;

    fn server(&self) -> Option<ServerId> {
        None
    }

    fn conversation(&self) -> Option<ConversationId> {
        Some(self.conversation)
    }

    fn settled(&self) -> Option<Settled> {
        let settled = Settled::Allowed(DecidedBy::Rule, GrantScope::Conversation);
        (self.origin_allowed && self.holds_nothing()).then_some(settled)
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        match scope {
            GrantScope::Once => true,
            GrantScope::Conversation => self.holds_nothing(),
            GrantScope::Run
            | GrantScope::Standing
            | GrantScope::Where(_)
            | GrantScope::Tools { .. } => false,
        }
    }

    fn action(&self) -> Self {
        self.clone()
    }

    fn log(&self) -> Log {
        Log {
            content: Some(self.url.clone()),
            ..Log::decision(self.origin.clone())
        }
    }

    fn detail(&self) -> LinkDetail {
        let named = |(id, name): &(ServerId, String)| NamedServer {
            id: *id,
            name: name.clone(),
        };
        LinkDetail {
            link: self.origin.clone(),
            carries: self.carries.iter().map(named).collect(),
        }
    }
}
