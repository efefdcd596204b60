//! User actions on an account: sign in, cancel, sign out, inspect.

use domain::ServerId;
use host_api::{AccountView, ApiError, ErrorCode, ServerStateView};
use messages::phrases;
use oauth::{ClientCredentials, Revocation, SignedOut};
use secrets::Secret;
use std::{path::PathBuf, sync::Arc, time::Duration};

use super::{commands::wait_for_end_of_start, signing::Unsigned};
use crate::{
    inner::Host,
    ledger,
    problems::{not_signed_in, sign_in_hint},
    server::{ServerHandle, StartBy, Workload, account_of},
    servers::sign_in_request::SignInRequest,
};

/// Timeout of token revocation at a sign-out.
const REVOCATION: Duration = Duration::from_secs(10);

impl Host {
    /// Signs in to a server, or joins the sign-in in progress: requests approval in the consent window, opens the browser, waits
    /// for the callback, and reconnects. It continues if the caller stops waiting; [`Host::cancel_sign_in`] cancels it.
    ///
    /// # Errors
    /// There is no such server, it can have no account, or the sign-in was denied, was cancelled or failed. The account's view
    /// shows the failure until the next sign-in begins.
    pub async fn sign_in(&self, id: ServerId, wish: SignInRequest) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        let account = account_of(&handle.snapshot())?;
        if account.challenge().is_none() && !account.under_way() {
            let alone = account.has_workload();
            self.hear(&handle, wish.on_command_line).await;
            // A start that signs in without a person did so.
            if alone && !account.has_workload() {
                return match account.view().problem {
                    Some(problem) => {
                        Err(ApiError::new(ErrorCode::Server, problem.message).hint(problem.hint))
                    }
                    None => Ok(()),
                };
            }
        }
        self.inner.sign_in(&handle, wish).await
    }

    /// Connects to a stopped server in order to receive its authorization challenge.
    async fn hear(&self, handle: &ServerHandle, on_command_line: bool) {
        let snapshot = handle.snapshot();
        let rests = matches!(
            snapshot.state,
            ServerStateView::Stopped { .. }
                | ServerStateView::Asleep
                | ServerStateView::Failed { .. }
                | ServerStateView::NeedsSignIn { .. }
        );
        if !rests || !snapshot.record.enabled {
            return;
        }
        let by = if on_command_line {
            StartBy::CommandLine
        } else {
            StartBy::SignIn
        };
        let mut watch = handle.watch();
        let before = Arc::clone(&watch.borrow_and_update());
        handle.start(by);
        tokio::select! {
            () = wait_for_end_of_start(&mut watch, &before) => {}
            () = handle.ended() => {}
        }
    }

    /// Signs this program in as itself, not as a person (the protocol's extension `client-credentials`): with a secret, or with a
    /// private key for ES256 as PKCS #8 PEM. Neither is stored. The approval shows the issuer that receives it.
    ///
    /// # Errors
    /// As for [`Host::sign_in`].
    pub async fn sign_in_as_program(
        &self,
        id: ServerId,
        client: String,
        secret: Secret,
        is_key: bool,
    ) -> Result<(), ApiError> {
        let program = Some(if is_key {
            ClientCredentials::Key {
                id: client,
                pem: secret,
            }
        } else {
            ClientCredentials::Secret { id: client, secret }
        });
        let wish = SignInRequest {
            program,
            ..SignInRequest::default()
        };
        self.sign_in(id, wish).await
    }

    /// Signs in to a server as the workload that this program is, with the token that the platform keeps in `file` (the protocol's
    /// extension for workload identity). This happens when the server next requires a sign-in, once. `on_command_line` is set if the
    /// command line names the file and approves the sign-in. The path is kept with the tokens, so that they can be renewed.
    ///
    /// # Errors
    /// There is no such server, or it can have no account.
    pub fn use_workload_token(
        &self,
        id: ServerId,
        file: PathBuf,
        on_command_line: bool,
    ) -> Result<(), ApiError> {
        let account = account_of(&self.inner.servers.handle(id)?.snapshot())?;
        account.use_workload(Workload {
            file,
            on_command_line,
        });
        Ok(())
    }

    /// Sets the URL of this program's public client metadata document. Authorization servers that accept one need no registration
    /// (Client ID Metadata Documents). It applies to servers added afterwards; without it this program registers itself.
    pub fn set_client_document(&self, url: url::Url) {
        self.inner.client_document.put(url);
    }

    /// Cancels the sign-in in progress, at any step: the approval is withdrawn, and the port is closed.
    ///
    /// # Errors
    /// There is no such server, or no sign-in is in progress.
    pub fn cancel_sign_in(&self, id: ServerId) -> Result<(), ApiError> {
        let account = account_of(&self.inner.servers.handle(id)?.snapshot())?;
        if account.cancel() {
            return Ok(());
        }
        Err(ApiError::new(
            ErrorCode::Stale,
            phrases::host_no_sign_in_running(),
        ))
    }

    /// Accepts the callback URL of a browser on another machine.
    ///
    /// # Errors
    /// No sign-in waits for a browser, or it is not the callback URL of this sign-in; then the sign-in still waits.
    pub fn paste_callback(&self, id: ServerId, url: &str) -> Result<(), ApiError> {
        let account = account_of(&self.inner.servers.handle(id)?.snapshot())?;
        let stale = || ApiError::new(ErrorCode::Stale, phrases::host_no_sign_in_browser());
        let paste = account.paste().ok_or_else(stale)?;
        paste.give(url.trim()).map_err(|error| {
            let message = phrases::host_sentence(not_signed_in(&error));
            ApiError::new(ErrorCode::Invalid, message).hint(sign_in_hint(&error))
        })
    }

    /// Signs out: connections that use the sign-in are stopped, and its tokens are deleted. They are revoked at the authorization
    /// server where that is supported. Returns whether they were revoked.
    ///
    /// # Errors
    /// There is no such server, it can have no account, or the keychain does not delete the tokens.
    pub async fn sign_out(&self, id: ServerId) -> Result<bool, ApiError> {
        let inner = &self.inner;
        let handle = inner.servers.handle(id)?;
        let snapshot = handle.snapshot();
        let account = account_of(&snapshot)?;
        account.cancel();
        if let Some(connection) = &snapshot.connection {
            connection.client.forget_cached();
            connection.lists.forget();
        }
        if matches!(
            snapshot.state,
            ServerStateView::Ready { .. }
                | ServerStateView::Starting { .. }
                | ServerStateView::BackingOff { .. }
        ) {
            handle.stop(phrases::host_signed_out());
        }
        let out = account.account.sign_out();
        // Stored tokens are deleted first, so that the timeout affects the revocation only.
        let out = tokio::time::timeout(REVOCATION, out).await;
        let out = out.map_err(|_| ()).and_then(|out| out.map_err(|_| ()));
        let told = matches!(&out, Ok(out) if out.revocation == Revocation::Done);
        inner
            .record_account(id, ledger::AccountChange::SignedOut { told })
            .await;
        inner.tell_server(&handle);
        if let Ok(SignedOut {
            not_forgotten: Some(error),
            ..
        }) = out
        {
            let message = phrases::host_tokens_left(error.to_string());
            let hint = phrases::host_hint_sign_out_again();
            return Err(ApiError::new(ErrorCode::Keychain, message).hint(hint));
        }
        Ok(told)
    }

    /// Returns the account of a server.
    ///
    /// # Errors
    /// There is no such server, or it can have no account.
    pub fn account(&self, id: ServerId) -> Result<AccountView, ApiError> {
        Ok(account_of(&self.inner.servers.handle(id)?.snapshot())?.view())
    }

    /// Returns the account of a server, after reading the keychain.
    ///
    /// # Errors
    /// As for [`Host::account`], or the keychain does not return it.
    pub async fn read_account(&self, id: ServerId) -> Result<AccountView, ApiError> {
        let snapshot = self.inner.servers.handle(id)?.snapshot();
        let account = account_of(&snapshot)?;
        let loaded = account.account.load().await;
        loaded.map_err(|error| Unsigned::from(error).error(&snapshot.record.name))?;
        Ok(account.view())
    }

    /// Stores a manually issued client identifier, and its secret if there is one, for this server and that issuer only.
    ///
    /// # Errors
    /// There is no such server, it can have no account, or the keychain refuses.
    pub async fn set_client(
        &self,
        id: ServerId,
        issuer: &str,
        client: String,
        secret: Option<Secret>,
    ) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        let account = account_of(&handle.snapshot())?;
        self.inner.keeps_account(&handle).await?;
        account
            .account
            .set_client(issuer, client, secret)
            .await
            .map_err(|error| Unsigned::from(error).error(&handle.snapshot().record.name))?;
        let issuer = issuer.to_owned();
        self.inner
            .record_account(id, ledger::AccountChange::ClientEntered { issuer })
            .await;
        self.inner.tell_server(&handle);
        Ok(())
    }
}
