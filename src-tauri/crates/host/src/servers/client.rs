//! A user-supplied OAuth client: the client identifier, and optionally a secret, that an authorization server issued manually.

use consent::{ClientApproval, DecidedBy};
use domain::{ServerId, origin_of};
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use secrets::{KeychainStatus, Secret, SecretsError};

use super::signing::Unsigned;
use crate::{
    inner::{Host, Inner},
    server::account_of,
};

/// A manually issued OAuth client.
#[derive(Clone, Debug)]
pub struct OwnClient {
    /// Its identifier; an empty one deletes the stored client.
    pub id: String,
    /// Its secret, if it has one.
    pub secret: Option<Secret>,
}

impl Host {
    /// Discovers the authorization server of a server, requests the client to use there in the consent window, and stores it for
    /// this server and that issuer only. `given` comes from a command line and replaces the input in the window. Returns the
    /// issuer.
    ///
    /// # Errors
    /// There is no such server, it can have no account, or its authorization server cannot be discovered. The approval was denied,
    /// or the input is invalid or cannot be stored. Then nothing was changed.
    pub async fn propose_client(
        &self,
        id: ServerId,
        given: Option<OwnClient>,
        on_command_line: bool,
    ) -> Result<String, ApiError> {
        let snapshot = self.inner.servers.handle(id)?.snapshot();
        let account = account_of(&snapshot)?;
        let name = snapshot.record.name.clone();
        let failed = |error: Unsigned| error.error(&name);
        let kept = self.inner.keychain_takes_more().await;
        kept.map_err(|error| failed(oauth::OAuthError::Secrets(error).into()))?;
        let challenge = account.challenge();
        let issuer = account.account.issuer(challenge.as_ref()).await;
        let issuer = issuer.map_err(|error| failed(error.into()))?;
        let question = ClientApproval {
            server: id,
            server_name: name.clone(),
            server_origin: snapshot
                .record
                .url
                .as_deref()
                .map(origin_of)
                .unwrap_or_default(),
            issuer,
            id: given.as_ref().map(|given| given.id.clone()),
        };
        let decided = self.inner.consent.decide_named(question, on_command_line);
        let allowed = decided.await.map_err(|denied| {
            let message = match denied.by {
                DecidedBy::Expiry => phrases::host_client_expired(),
                DecidedBy::LedgerFailure => phrases::host_client_not_recorded(),
                DecidedBy::Unattended => phrases::host_client_unattended(),
                DecidedBy::Person
                | DecidedBy::Terminal
                | DecidedBy::Dismissed
                | DecidedBy::Rule
                | DecidedBy::CommandLine
                | DecidedBy::Mute
                | DecidedBy::Repeat
                | DecidedBy::QueueFull
                | DecidedBy::Withdrawn
                | DecidedBy::StopAll => phrases::host_client_refused(),
            };
            ApiError::new(ErrorCode::Denied, message)
        })?;
        let issuer = allowed.approved.into_payload().issuer;
        if let Some(given) = given {
            self.set_client(id, &issuer, given.id, given.secret).await?;
        }
        Ok(issuer)
    }
}

impl Inner {
    /// Checks that secrets can be stored. A locked keychain prompts the user to unlock it now; without a keychain, secrets are kept
    /// in memory.
    pub(crate) async fn keychain_takes_more(&self) -> Result<(), SecretsError> {
        let mut status = self.keychain.status();
        if matches!(
            status,
            KeychainStatus::Locked | KeychainStatus::Denied { .. }
        ) {
            status = self.retry_keychain().await;
        }
        match status {
            KeychainStatus::Available | KeychainStatus::Missing { .. } => Ok(()),
            KeychainStatus::Locked => Err(SecretsError::Locked),
            KeychainStatus::Denied { reason } => Err(SecretsError::Failed(reason)),
        }
    }
}
