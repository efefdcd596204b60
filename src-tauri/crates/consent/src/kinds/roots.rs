//! Replies that name the granted folders to a server. The grant was the decision, so nobody is asked again.

use domain::{RequestId, RootsReply, ServerId};
use serde::{Deserialize, Serialize};

use crate::{Decide, DecidedBy, GrantScope, InRound, Log, RequestApproval, Settled};

/// What the log keeps of such a reply.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RootsDetail {
    /// The kind of the server's request: `roots`.
    pub request: String,
    /// The request.
    pub id: RequestId,
    /// The URIs that were named.
    pub roots: Vec<String>,
    /// The request of this host that it is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<InRound>,
}

impl Decide for RequestApproval<RootsReply> {
    type Action = RootsReply;
    type Detail = RootsDetail;
    const IS_REQUEST: bool = true;

    fn server(&self) -> Option<ServerId> {
        Some(self.server)
    }

    fn request(&self) -> Option<RequestId> {
        Some(self.id)
    }

    fn settled(&self) -> Option<Settled> {
        Some(Settled::Allowed(DecidedBy::Rule, GrantScope::Once))
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Once
    }

    fn action(&self) -> RootsReply {
        self.ask.clone()
    }

    fn log(&self) -> Log {
        self.logged(None)
    }

    fn detail(&self) -> RootsDetail {
        RootsDetail {
            request: "roots".to_owned(),
            id: self.id,
            roots: self.ask.roots.iter().map(|root| root.uri.clone()).collect(),
            round: self.round.clone(),
        }
    }
}
