//! The status of an account, for people and shells. It contains no secret.

use crate::{ClientKind, OAuthError};

/// The status of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountStatus {
    /// The keychain was not asked yet.
    Unknown,
    /// Nobody signed in to this server yet.
    Never,
    /// Somebody was signed in, and is not now.
    SignedOut(WhyOut),
    /// Signed in.
    SignedIn(Box<SignedIn>),
}

/// Why nobody is signed in any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyOut {
    /// The user signed out.
    Asked,
    /// The token ran out, and there is none to get another with.
    Expired,
    /// The authorization server ended the sign-in: it gives no further token for it.
    Ended,
    /// The server refuses the token.
    Refused,
}

/// A sign-in that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// Who issued the token, as its metadata say.
    pub issuer: String,
    /// The server it was issued for (RFC 8707).
    pub resource: String,
    /// The scopes granted, sorted; empty if the issuer names none.
    pub scopes: Vec<String>,
    /// When the token ends, in milliseconds since the Unix epoch, if that is known.
    pub expires_at_ms: Option<i64>,
    /// When the user signed in, in milliseconds since the Unix epoch; a refresh does not change it.
    pub since_ms: i64,
    /// As which client.
    pub client: ClientKind,
    /// Whether the token is bound to a key of this machine (DPoP), without which nobody can use it.
    pub is_bound: bool,
    /// Whether another token can be got without the user.
    pub can_refresh: bool,
    /// Where the token is kept.
    pub kept: TokenStorage,
    /// Why the last try to get another token failed, while this one still holds.
    pub refresh_failed: Option<OAuthError>,
}

/// Where a token is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenStorage {
    /// Where the keychain keeps it: with a keychain that is missing that is this process's memory, as its status says.
    Keychain,
    /// In this process's memory only, because the keychain took it not: it is forgotten when the program ends.
    MemoryOnly(secrets::SecretsError),
}
