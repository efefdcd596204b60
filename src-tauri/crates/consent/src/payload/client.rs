//! Approval requests for an OAuth client that a person registered with the authorization server.

use domain::ServerId;

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
