//! The plan of a sign-in: the issuer, the client and the scopes.

use domain::ServerId;
use url::Url;

use crate::{ClientKind, client::ClientRecord};

/// The facts of an approval request for a sign-in, before the browser opens. Names of the other side are bounded, hidden characters made visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInPlan {
    /// Which server wants it.
    pub server: ServerId,
    /// Who will be asked for the token, as it names itself.
    pub issuer: String,
    /// The origin that the browser will open, a name beyond ASCII in punycode.
    pub opens: String,
    /// The origin that gets the code the browser brings back. Where it is another than the one that is opened, who runs it could
    /// use what was allowed there (RFC 9700, section 4.4).
    pub redeems: String,
    /// What the token will be good for (RFC 8707).
    pub resource: String,
    /// The scopes asked for, sorted; empty leaves the choice to the issuer.
    pub scopes: Vec<String>,
    /// Those of them that the sign-in until now lacks; empty but for one that is to reach further.
    pub new_scopes: Vec<String>,
    /// Whether the token will be bound to a key of this machine (DPoP), without which nobody can use it.
    pub is_bound: bool,
    /// Who issued the tokens until now, if that is somebody else: the server trusts another authorization server than before.
    pub moved_from: Option<String>,
    /// As which client.
    pub client: ClientKind,
    /// Its id, if it has one already.
    pub client_id: Option<String>,
}

#[derive(Debug)]
pub(crate) enum Choice {
    Known(ClientRecord),
    /// Registers itself there.
    New(Url),
}
