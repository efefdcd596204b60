//! What is kept for a server: the tokens of one sign-in in one secret, its clients in another. Each is split by `secrets`
//! where a keychain holds only small ones, and neither is written anywhere else.

use std::{path::PathBuf, sync::Arc};

use secrets::{ScopedSecrets, Secret, SecretsError};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use tokio::sync::{Semaphore, SemaphorePermit};
use url::Url;
use zeroize::Zeroizing;

use crate::{
    ClientKind, TokenAuth, bounds::CLIENTS, client::ClientRecord, metadata::speaks_for,
    proof::ProofKey, scope::Scopes,
};

const TOKENS: &str = "oauth:tokens";
const CLIENT_LIST: &str = "oauth:clients";

/// The names under which an account keeps its secrets, for whoever forgets a server.
pub const SECRET_NAMES: [&str; 2] = [TOKENS, CLIENT_LIST];

/// A sign-in: its tokens, and all that is needed to renew and to revoke them.
#[derive(Clone)]
pub(crate) struct Session {
    pub(crate) issuer: String,
    pub(crate) resource: String,
    pub(crate) access: Secret,
    pub(crate) refresh: Option<Secret>,
    /// What both tokens are bound to, if they are.
    pub(crate) key: Option<Arc<ProofKey>>,
    /// The file with the token of the workload that the others were issued for.
    pub(crate) workload: Option<PathBuf>,
    pub(crate) scopes: Scopes,
    pub(crate) expires_at_ms: Option<i64>,
    /// How long the token lasts from its issue, in milliseconds.
    pub(crate) lasts_ms: Option<i64>,
    pub(crate) since_ms: i64,
    pub(crate) token_endpoint: String,
    pub(crate) revocation_endpoint: Option<String>,
    pub(crate) client: ClientRecord,
}

/// The keychain entries of one account. Whoever changes what is kept takes a [`Vault::turn`] from the decision to the end.
pub(crate) struct Vault {
    secrets: ScopedSecrets,
    server: Url,
    turns: Semaphore,
}

#[derive(Serialize, Deserialize)]
struct KeptSession {
    /// The origin of the server's URL: for another one the tokens are not.
    server: String,
    issuer: String,
    resource: String,
    access: Text,
    refresh: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    workload: Option<PathBuf>,
    scopes: Scopes,
    expires_at_ms: Option<i64>,
    lasts_ms: Option<i64>,
    since_ms: i64,
    token_endpoint: String,
    revocation_endpoint: Option<String>,
    client: KeptClient,
}

#[derive(Serialize, Deserialize)]
struct KeptClient {
    issuer: String,
    kind: ClientKind,
    id: String,
    secret: Option<Text>,
    auth: TokenAuth,
    port: Option<u16>,
    #[serde(default)]
    scopes: Scopes,
    ends_at_ms: Option<i64>,
}

impl Vault {
    pub(crate) fn new(secrets: ScopedSecrets, server: Url) -> Self {
        Self {
            secrets,
            server,
            turns: Semaphore::new(1),
        }
    }

    /// Waits until nobody else changes what is kept; it is the caller's turn until the permit is dropped. None is never returned
    /// while the vault exists, since the semaphore is not closed.
    pub(crate) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        self.turns.acquire().await.ok()
    }

    fn origin(&self) -> String {
        self.server.origin().ascii_serialization()
    }

    /// The sign-in that is kept, if it is one for this server as it is now.
    pub(crate) async fn session(&self) -> Result<Option<Session>, SecretsError> {
        let Some(kept) = self.read::<KeptSession>(TOKENS).await? else {
            return Ok(None);
        };
        let ours = kept.server == self.origin() && speaks_for(&kept.resource, &self.server);
        // Tokens whose key is damaged are good for nothing.
        Ok(kept.session().filter(|_| ours))
    }

    pub(crate) async fn keep_session(&self, session: &Session) -> Result<(), SecretsError> {
        let kept = KeptSession::new(session, self.origin());
        self.secrets.set(TOKENS, &json(&kept)?).await
    }

    pub(crate) async fn forget_session(&self) -> Result<(), SecretsError> {
        self.secrets.delete(TOKENS).await
    }

    pub(crate) async fn clients(&self) -> Result<Vec<ClientRecord>, SecretsError> {
        let kept: Option<Vec<KeptClient>> = self.read(CLIENT_LIST).await?;
        let kept = kept.unwrap_or_default();
        Ok(kept
            .into_iter()
            .take(CLIENTS)
            .map(ClientRecord::from)
            .collect())
    }

    /// What is kept under a name. What is damaged helps nobody: it counts as nothing, and the next sign-in replaces it.
    async fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, SecretsError> {
        let kept = match self.secrets.get(name).await {
            Err(SecretsError::Damaged) => None,
            other => other?,
        };
        Ok(kept.and_then(|kept| serde_json::from_str(kept.expose()).ok()))
    }

    pub(crate) async fn keep_clients(&self, clients: &[ClientRecord]) -> Result<(), SecretsError> {
        if clients.is_empty() {
            return self.secrets.delete(CLIENT_LIST).await;
        }
        let kept: Vec<KeptClient> = clients.iter().map(KeptClient::from).collect();
        self.secrets.set(CLIENT_LIST, &json(&kept)?).await
    }
}

fn json(value: &impl Serialize) -> Result<Secret, SecretsError> {
    // Written once into a buffer of its size: growing would leave copies behind.
    let mut counted = Counted(0);
    serde_json::to_writer(&mut counted, value).map_err(|_| SecretsError::Damaged)?;
    let mut bytes = Zeroizing::new(Vec::with_capacity(counted.0));
    serde_json::to_writer(&mut *bytes, value).map_err(|_| SecretsError::Damaged)?;
    let text = String::from_utf8(std::mem::take(&mut *bytes)).map_err(|_| SecretsError::Damaged)?;
    Ok(Secret::new(text))
}

struct Counted(usize);

impl std::io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A secret on its way into or out of the one JSON document that the keychain holds.
struct Text(Secret);

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.expose())
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(Secret::new(text)))
    }
}

impl KeptSession {
    fn new(session: &Session, server: String) -> Self {
        let session = session.clone();
        Self {
            server,
            issuer: session.issuer,
            resource: session.resource,
            access: Text(session.access),
            refresh: session.refresh.map(Text),
            key: session.key.map(|key| Text(key.to_keep())),
            workload: session.workload,
            scopes: session.scopes,
            expires_at_ms: session.expires_at_ms,
            lasts_ms: session.lasts_ms,
            since_ms: session.since_ms,
            token_endpoint: session.token_endpoint,
            revocation_endpoint: session.revocation_endpoint,
            client: KeptClient::from(&session.client),
        }
    }

    fn session(self) -> Option<Session> {
        let key = match self.key {
            Some(kept) => Some(Arc::new(ProofKey::kept(kept.0).ok()?)),
            None => None,
        };
        Some(Session {
            issuer: self.issuer,
            resource: self.resource,
            access: self.access.0,
            refresh: self.refresh.map(|text| text.0),
            key,
            workload: self.workload,
            scopes: self.scopes,
            expires_at_ms: self.expires_at_ms,
            lasts_ms: self.lasts_ms,
            since_ms: self.since_ms,
            token_endpoint: self.token_endpoint,
            revocation_endpoint: self.revocation_endpoint,
            client: self.client.into(),
        })
    }
}

impl From<&ClientRecord> for KeptClient {
    fn from(client: &ClientRecord) -> Self {
        let client = client.clone();
        Self {
            issuer: client.issuer,
            kind: client.kind,
            id: client.id,
            secret: client.secret.map(Text),
            auth: client.auth,
            port: client.port,
            scopes: client.scopes,
            ends_at_ms: client.ends_at_ms,
        }
    }
}

impl From<KeptClient> for ClientRecord {
    fn from(kept: KeptClient) -> Self {
        Self {
            issuer: kept.issuer,
            kind: kept.kind,
            id: kept.id,
            secret: kept.secret.map(|text| text.0),
            auth: kept.auth,
            port: kept.port,
            scopes: kept.scopes,
            ends_at_ms: kept.ends_at_ms,
        }
    }
}
