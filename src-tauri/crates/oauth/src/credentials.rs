//! Signing in as a program, not as a person: client credentials with a secret or with a key (the protocol's extension
//! `client-credentials`; RFC 6749, section 4.4; RFC 7523).

use std::{path::PathBuf, sync::Arc};

use aws_lc_rs::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair},
};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use secrets::Secret;
use serde::Serialize;
use zeroize::Zeroizing;

use crate::{
    Account, AccountStatus, Challenge, ClientKind, OAuthError,
    bounds::{EXCHANGE, EXCHANGE_REQUESTS},
    client::{ClientRecord, token_auth},
    error::shown,
    exchange::{Desk, Refusal},
    proof::ProofKey,
    scope::{ScopeSources, Scopes, choose},
    sign_in::session,
    workload,
};

/// How long a signed assertion is good for, in seconds.
const ASSERTION_LASTS: i64 = 120;

/// What a program shows to get a token for itself.
#[derive(Clone, Debug)]
pub enum ClientCredentials {
    /// A secret, sent in a header or in the body, as the issuer takes it.
    Secret {
        /// The client id.
        id: String,
        /// The secret.
        secret: Secret,
    },
    /// A private key for ES256, which never leaves this machine: an assertion signed with it does.
    Key {
        /// The client id.
        id: String,
        /// The key, PKCS #8 as PEM.
        pem: Secret,
    },
    /// A token that the platform keeps in a file for the programs on it: a workload identity.
    Workload {
        /// Where it is. The file is read for each access token.
        file: PathBuf,
    },
}

impl ClientCredentials {
    /// The client id; empty for a workload, which has none.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Secret { id, .. } | Self::Key { id, .. } => id,
            Self::Workload { .. } => "",
        }
    }
}

impl Account {
    /// Signs this program in as itself, not as a person (the protocol's extension `client-credentials`). Nothing is opened.
    /// What it shows goes to `issuer` alone, and is not kept; the token is.
    ///
    /// # Errors
    /// As [`Account::prepare`], the server names another issuer now, or the issuer refused.
    pub async fn client_credentials(
        &self,
        challenge: Option<&Challenge>,
        issuer: &str,
        credentials: &ClientCredentials,
    ) -> Result<AccountStatus, OAuthError> {
        let epoch = self.0.state().epoch;
        let found = self.find(challenge).await?;
        let metadata = &found.issuer;
        if metadata.issuer != issuer {
            return Err(OAuthError::IssuerMismatch {
                asked: shown(issuer),
                said: shown(&metadata.issuer),
            });
        }
        let bearing = challenge.map(Challenge::read).unwrap_or_default();
        let scopes = choose(&ScopeSources {
            challenged: &bearing.scopes,
            of_resource: found.scopes.as_ref(),
            of_issuer: None,
            kept: None,
        });
        let (secret, signed) = match credentials {
            ClientCredentials::Secret { secret, .. } => (Some(secret.clone()), None),
            ClientCredentials::Key { .. } if !metadata.takes_keys() => {
                return Err(OAuthError::NoTokenAuth {
                    issuer: shown(&metadata.issuer),
                });
            }
            ClientCredentials::Key { id, pem } => {
                (None, Some(assertion(id, pem, &metadata.issuer)?))
            }
            ClientCredentials::Workload { .. } if !metadata.takes_assertions() => {
                return Err(OAuthError::NoAssertions {
                    issuer: shown(&metadata.issuer),
                });
            }
            ClientCredentials::Workload { file } => {
                let endpoint = metadata.token.as_str();
                let token = workload::token(file, &metadata.issuer, endpoint);
                (None, Some(token.await?))
            }
        };
        let (kind, file) = match credentials {
            ClientCredentials::Workload { file } => (ClientKind::Workload, Some(file.clone())),
            ClientCredentials::Secret { .. } | ClientCredentials::Key { .. } => {
                (ClientKind::PreRegistered, None)
            }
        };
        let client = ClientRecord {
            issuer: metadata.issuer.clone(),
            kind,
            id: credentials.id().to_owned(),
            auth: token_auth(metadata, secret.is_some(), None)?,
            secret,
            port: None,
            scopes: Scopes::default(),
            ends_at_ms: None,
        };
        let held = self.0.state().session.clone();
        let key = match found.binds(held.is_some_and(|held| held.key.is_some()))? {
            true => Some(Arc::new(ProofKey::new()?)),
            false => None,
        };
        let trip = self.0.net.trip(EXCHANGE_REQUESTS, EXCHANGE);
        let desk = Desk {
            trip: &trip,
            issuer: &metadata.issuer,
            endpoint: &metadata.token,
            client: &client,
            resource: &found.resource,
            key: key.as_deref(),
            nonces: &self.0.nonces,
        };
        let tokens = match (&file, &signed) {
            (Some(_), Some(token)) => desk.assertion(token, &scopes).await,
            (_, signed) => desk.client_credentials(&scopes, signed.as_ref()).await,
        };
        let tokens = tokens.map_err(Refusal::into_error)?;
        let mut session = session(&found, client, scopes, key, tokens);
        // Kept for the token's life only: what got it is not kept, so nothing gets another.
        session.client.secret = None;
        session.refresh = None;
        // The file is, and so are the tokens in it that come later.
        session.workload = file;
        self.0.adopt(session, epoch).await?;
        Ok(self.status())
    }
}

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    sub: &'a str,
    aud: &'a str,
    jti: String,
    iat: i64,
    exp: i64,
}

/// What a client signs to show the issuer who it is (RFC 7523, section 3): good once, for a moment, for this issuer alone.
pub(crate) fn assertion(id: &str, pem: &Secret, issuer: &str) -> Result<Secret, OAuthError> {
    let der = pkcs8(pem).ok_or(OAuthError::BadKey("it is no PKCS #8 PEM"))?;
    let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der)
        .map_err(|_| OAuthError::BadKey("it is no private key for ES256"))?;
    let now = domain::now_ms() / 1000;
    let claims = Claims {
        iss: id,
        sub: id,
        aud: issuer,
        jti: uuid::Uuid::now_v7().to_string(),
        iat: now,
        exp: now + ASSERTION_LASTS,
    };
    let failed = |_| OAuthError::BadKey("nothing could be signed with it");
    let claims = serde_json::to_vec(&claims).map_err(failed)?;
    let text = format!(
        "{}.{}",
        URL_SAFE_NO_PAD.encode(br#"{"alg":"ES256","typ":"JWT"}"#),
        URL_SAFE_NO_PAD.encode(claims)
    );
    let signature = key
        .sign(&SystemRandom::new(), text.as_bytes())
        .map_err(|_| OAuthError::BadKey("nothing could be signed with it"))?;
    Ok(Secret::new(format!(
        "{text}.{}",
        URL_SAFE_NO_PAD.encode(signature)
    )))
}

fn pkcs8(pem: &Secret) -> Option<Zeroizing<Vec<u8>>> {
    let (_, rest) = pem.expose().split_once("-----BEGIN PRIVATE KEY-----")?;
    let (body, _) = rest.split_once("-----END PRIVATE KEY-----")?;
    let body: Zeroizing<String> = Zeroizing::new(body.split_whitespace().collect());
    STANDARD.decode(body.as_bytes()).ok().map(Zeroizing::new)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, KeyPair, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    #[test]
    fn an_assertion_holds_against_the_public_key() {
        let rng = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &rng).unwrap();
        let text = STANDARD.encode(pkcs8.as_ref());
        let pem = format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n{}\n-----END PRIVATE KEY-----\n",
            &text[..64],
            &text[64..]
        );
        let signed = assertion("me", &Secret::new(pem), "https://a.example").unwrap();
        let (text, signature) = signed.expose().rsplit_once('.').unwrap();
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref()).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, pair.public_key().as_ref())
            .verify(text.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).unwrap())
            .unwrap();
        let claims: Value = serde_json::from_slice(
            &URL_SAFE_NO_PAD
                .decode(text.split('.').nth(1).unwrap())
                .unwrap(),
        )
        .unwrap();
        assert_eq!(
            (
                claims["iss"].as_str(),
                claims["sub"].as_str(),
                claims["aud"].as_str()
            ),
            (Some("me"), Some("me"), Some("https://a.example"))
        );
        let bad = Secret::new("-----BEGIN EC PRIVATE KEY-----".into());
        assert!(matches!(
            assertion("me", &bad, "x"),
            Err(OAuthError::BadKey(_))
        ));
    }
}
