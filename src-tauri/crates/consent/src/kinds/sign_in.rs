//! Approval requests for a sign-in to a server.

use domain::ServerId;
use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, Log};

/// How this program is known to the authorization server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignInClient {
    /// By an identifier that the user entered.
    Entered,
    /// By the address of a document that describes it.
    Document,
    /// It registers itself there, or did before.
    Registered,
    /// It signs in as itself, with a secret or a key that the user entered. Nothing is opened.
    Program,
}

/// A sign-in to be decided. Every text is a claim of the server or of the authorization server it named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInApproval {
    /// The server.
    pub server: ServerId,
    /// The user's name for it.
    pub server_name: String,
    /// The server's origin.
    pub server_origin: String,
    /// The origin that would be opened, as it is on the wire.
    pub opens: String,
    /// The origin that gets what the browser brings back.
    pub redeems: String,
    /// The authorization server's issuer, in full.
    pub issuer: String,
    /// What the tokens would be for.
    pub resource: String,
    /// The scopes that are asked for.
    pub scopes: Vec<String>,
    /// Those of them that are not there yet, if somebody is signed in.
    pub new_scopes: Vec<String>,
    /// Whether the tokens will be bound to a key of this machine.
    pub bound: bool,
    /// The issuer of the tokens until now, if it is another one.
    pub moved_from: Option<String>,
    /// The file whose token is sent there, if the program signs in as a workload.
    pub workload: Option<String>,
    /// How this program is known there.
    pub client: SignInClient,
}

/// What the log keeps of a sign-in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SignInDetail {
    /// The origin that is opened.
    pub sign_in: String,
    /// The origin that gets what the browser brings back.
    pub redeems: String,
    /// The issuer.
    pub issuer: String,
    /// What the tokens are for.
    pub resource: String,
    /// The scopes that are asked for.
    pub scopes: Vec<String>,
    /// Those of them that are new.
    pub new_scopes: Vec<String>,
    /// Whether the tokens will be bound to a key of this machine.
    #[serde(default)]
    pub bound: bool,
    /// The issuer of the tokens until then, if it was another one.
    #[serde(default)]
    pub moved_from: Option<String>,
    /// The file whose token was sent there, if the program signed in as a workload.
    #[serde(default)]
    pub workload: Option<String>,
    /// How this program is known there.
    pub client: SignInClient,
}

impl Decide for SignInApproval {
    type Action = Self;
    type Detail = SignInDetail;
    const NAMED: Option<GrantScope> = Some(GrantScope::Once);

    fn server(&self) -> Option<ServerId> {
        Some(self.server)
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Once
    }

    fn action(&self) -> Self {
        self.clone()
    }

    fn log(&self) -> Log {
        Log::decision(self.server_name.clone())
    }

    fn detail(&self) -> SignInDetail {
        SignInDetail {
            sign_in: self.opens.clone(),
            redeems: self.redeems.clone(),
            issuer: self.issuer.clone(),
            resource: self.resource.clone(),
            scopes: self.scopes.clone(),
            new_scopes: self.new_scopes.clone(),
            bound: self.bound,
            moved_from: self.moved_from.clone(),
            workload: self.workload.clone(),
            client: self.client,
        }
    }
}
