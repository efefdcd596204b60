//! Tokens that replace tokens: one refresh for all who wait (RFC 6749, section 6), and what is kept of it.
//!
//! Whoever changes what the keychain holds has the turn of the vault from the decision to the end, and a sign-in or sign-out
//! that came first wins: tokens that nobody wants any more are revoked, not kept.

use std::sync::Arc;

use futures_util::FutureExt;
use tokio::time::Instant;

use crate::{
    Account, ClientKind, OAuthError, TokenStorage, WhyOut,
    account::Inner,
    bounds::{EXCHANGE, EXCHANGE_REQUESTS},
    client::ClientRecord,
    exchange::{Desk, Refusal},
    revocation::revoke,
    state::Refreshing,
    vault::Session,
    workload,
};

impl Account {
    /// Renews the token, or waits for who does. `used`: the token that is no good; a later one is as good as a renewed one.
    pub(crate) async fn renew_all(&self, used: Option<u64>) -> Result<(), OAuthError> {
        let waiting: Refreshing = {
            let mut state = self.0.state();
            if used.is_some_and(|used| state.generation > used) {
                return Ok(());
            }
            match &state.refreshing {
                Some(waiting) => waiting.clone(),
                None => {
                    let Some(session) = state.session.clone() else {
                        return Err(OAuthError::Overtaken);
                    };
                    let epoch = state.epoch;
                    // In a task of its own: whoever waits may go away, but a token that was renewed must be kept.
                    let inner = Arc::clone(&self.0);
                    let task = self.0.runtime.spawn(async move {
                        let result = inner.renew(&session, epoch).await;
                        inner.renewed(epoch);
                        result
                    });
                    let waiting = task.map(|ended| ended.unwrap_or(Err(OAuthError::NoRuntime)));
                    let waiting = waiting.boxed().shared();
                    state.refreshing = Some(waiting.clone());
                    waiting
                }
            }
        };
        waiting.await
    }
}

impl Inner {
    /// Takes a sign-in over that began in `epoch`, and keeps it.
    pub(crate) async fn adopt(&self, session: Session, epoch: u64) -> Result<(), OAuthError> {
        let turn = self.vault.turn().await;
        let adopted = {
            let mut state = self.state();
            (state.epoch == epoch).then(|| state.signed_in(session.clone()))
        };
        let Some(session) = adopted else {
            drop(turn);
            // Nobody wants these tokens any more: they are ended, as far as that goes.
            let _ = revoke(&self.net, &session).await;
            return Err(OAuthError::Overtaken);
        };
        self.keep(&session).await;
        drop(turn);
        self.publish();
        Ok(())
    }

    /// A refresh that began in `epoch` is over; one of a later sign-in is not.
    fn renewed(&self, epoch: u64) {
        {
            let mut state = self.state();
            if state.epoch == epoch {
                state.refreshing = None;
            }
        }
        self.publish();
    }

    pub(crate) async fn keep(&self, session: &Session) {
        let kept = match self.vault.keep_session(session).await {
            Ok(()) => TokenStorage::Keychain,
            Err(error) => TokenStorage::MemoryOnly(error),
        };
        self.state().kept = Some(kept);
    }

    /// One refresh. The tokens are replaced only if nobody signed in or out meanwhile.
    async fn renew(&self, session: &Arc<Session>, epoch: u64) -> Result<(), OAuthError> {
        let trip = self.net.trip(EXCHANGE_REQUESTS, EXCHANGE);
        let answer = async {
            let endpoint = trip
                .guard()
                .url("the address that gives tokens", &session.token_endpoint);
            let desk = Desk {
                trip: &trip,
                issuer: &session.issuer,
                endpoint: &endpoint.map_err(Refusal::Other)?,
                client: &session.client,
                resource: &session.resource,
                key: session.key.as_deref(),
                nonces: &self.nonces,
            };
            match (&session.refresh, &session.workload) {
                (Some(token), _) => desk.refresh(token).await,
                (None, Some(file)) => {
                    let token =
                        workload::token(file, &session.issuer, &session.token_endpoint).await;
                    let token = token.map_err(Refusal::Other)?;
                    desk.assertion(&token, &session.scopes).await
                }
                (None, None) => Err(Refusal::Other(OAuthError::Overtaken)),
            }
        };
        let answer = answer.await;
        let turn = self.vault.turn().await;
        let overtaken = self.state().epoch != epoch;
        match answer {
            Ok(tokens) if overtaken => {
                drop(turn);
                let _ = revoke(&self.net, &session.renewed(tokens)).await;
                Err(OAuthError::Overtaken)
            }
            Ok(tokens) => {
                let session = self.state().renewed(session.renewed(tokens));
                self.keep(&session).await;
                tracing::debug!(server = %self.server, "a token was renewed");
                Ok(())
            }
            Err(refusal) if overtaken => Err(refusal.into_error()),
            Err(Refusal::Other(error)) => {
                self.state().refresh_failed = Some((Instant::now(), error.clone()));
                Err(error)
            }
            Err(refusal) => {
                if matches!(refusal, Refusal::Client(_)) {
                    self.forget_client(&session.client).await;
                }
                self.state().signed_out(WhyOut::Ended);
                // What stays in a keychain that cannot be reached is refused by the issuer once more.
                let _ = self.vault.forget_session().await;
                Err(refusal.into_error())
            }
        }
    }

    /// Forgets a client that registered itself and that its issuer knows no more. The caller holds the turn.
    pub(crate) async fn forget_client(&self, client: &ClientRecord) {
        if client.kind != ClientKind::Dynamic {
            return;
        }
        let clients = {
            let mut state = self.state();
            state.forget_client(&client.issuer, client.kind);
            state.clients.clone()
        };
        // A client that stays in the keychain is forgotten the same way the next time.
        let _ = self.vault.keep_clients(&clients).await;
    }
}
