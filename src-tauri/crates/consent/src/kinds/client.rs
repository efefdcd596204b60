//! Approval requests for an OAuth client that a person registered with the authorization server.

use domain::ServerId;
use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, Log, LogSection};

/// A client to be kept for one server and one issuer. Its secret is not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientApproval {
    /// The server.
    pub server: ServerId,
    /// The user's name for it.
    pub server_name: String,
    /// The server's origin.
    pub server_origin: String,
    /// The issuer it is for, in full: a claim of the server.
    pub issuer: String,
    /// Its identifier, if it stands on a command line; else it is entered with the answer.
    pub id: Option<String>,
}

/// What the log keeps of a client.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClientDetail {
    /// The issuer it is for.
    pub client: String,
    /// Its identifier, if a command line names it.
    pub id: Option<String>,
}

impl Decide for ClientApproval {
    type Action = Self;
    type Detail = ClientDetail;
    const NAMED: Option<GrantScope> = Some(GrantScope::Standing);

    fn server(&self) -> Option<ServerId> {
        Some(self.server)
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Standing
    }

    fn action(&self) -> Self {
        self.clone()
    }

    fn log(&self) -> Log {
        Log::of(LogSection::Secret, self.server_name.clone())
    }

    fn detail(&self) -> ClientDetail {
        ClientDetail {
            client: self.issuer.clone(),
            id: self.id.clone(),
        }
    }
}
