//! As which client this program signs in at an issuer.

use secrets::Secret;
use serde::{Deserialize, Serialize};

use crate::{OAuthError, TokenAuth, metadata::IssuerMetadata, scope::Scopes};

/// How the client came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientKind {
    /// The user entered its id, and maybe a secret.
    PreRegistered,
    /// Its id is the URL of a public document about this program.
    MetadataDocument,
    /// This program registers itself, for this server alone (RFC 7591).
    Dynamic,
    /// None: a token of the platform that this program runs on says what it is.
    Workload,
}

/// A client at one issuer, for one server. It is never used with another issuer.
#[derive(Clone)]
pub(crate) struct ClientRecord {
    pub(crate) issuer: String,
    pub(crate) kind: ClientKind,
    pub(crate) id: String,
    pub(crate) secret: Option<Secret>,
    pub(crate) auth: TokenAuth,
    /// The port its registered callback names; only of a dynamic one.
    pub(crate) port: Option<u16>,
    /// The scopes it was registered for; only of a dynamic one.
    pub(crate) scopes: Scopes,
    /// When its secret ends, in milliseconds since the Unix epoch.
    pub(crate) ends_at_ms: Option<i64>,
}

/// What was registered is no secret, but the registration as a whole may carry one.
impl std::fmt::Debug for ClientRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientRecord")
            .field("issuer", &self.issuer)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl ClientRecord {
    /// Whether it may still be used.
    pub(crate) fn holds(&self) -> bool {
        self.ends_at_ms.is_none_or(|end| end > domain::now_ms())
    }
}

/// How a client authenticates at an issuer: as its registration says, else by what the issuer takes.
pub(crate) fn token_auth(
    metadata: &IssuerMetadata,
    has_secret: bool,
    registered: Option<&str>,
) -> Result<TokenAuth, OAuthError> {
    let unknown = || OAuthError::NoTokenAuth {
        issuer: metadata.issuer.clone(),
    };
    if let Some(name) = registered {
        let auth = TokenAuth::named(name).ok_or_else(unknown)?;
        // Registered as confidential, without the secret for it.
        return match auth == TokenAuth::None || has_secret {
            true => Ok(auth),
            false => Err(unknown()),
        };
    }
    if !has_secret {
        return Ok(TokenAuth::None);
    }
    [TokenAuth::Basic, TokenAuth::Post, TokenAuth::None]
        .into_iter()
        .find(|auth| metadata.takes(*auth))
        .ok_or_else(unknown)
}
