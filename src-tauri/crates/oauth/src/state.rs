//! What an account knows at a moment, and what follows from it. No I/O.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use futures_util::future::{BoxFuture, Shared};
use tokio::time::Instant;

use crate::{
    AccountStatus, Bearer, ClientKind, OAuthError, SignedIn, TokenStorage, WhyOut,
    bounds::{CLIENTS, REFRESH_AHEAD, REFRESH_PAUSE, STEP_UP_WINDOW, STEP_UPS},
    client::ClientRecord,
    exchange::Tokens,
    metadata::same_issuer,
    scope::Scopes,
    vault::Session,
};

/// A refresh under way, for all who wait for it.
pub(crate) type Refreshing = Shared<BoxFuture<'static, Result<(), OAuthError>>>;

#[derive(Default)]
pub(crate) struct State {
    pub(crate) loaded: bool,
    /// The host knows that there is nothing to load.
    pub(crate) nothing_kept: bool,
    /// When the keychain could not be read, and why.
    pub(crate) load_failed: Option<(Instant, OAuthError)>,
    /// Counts tokens: a later one has a higher number.
    pub(crate) generation: u64,
    /// Counts sign-ins and sign-outs: what began before one must not undo it.
    pub(crate) epoch: u64,
    pub(crate) session: Option<Arc<Session>>,
    pub(crate) clients: Vec<ClientRecord>,
    pub(crate) out: Option<WhyOut>,
    /// The token that the server refuses.
    refused: Option<u64>,
    pub(crate) kept: Option<TokenStorage>,
    pub(crate) refresh_failed: Option<(Instant, OAuthError)>,
    refreshed: Option<Instant>,
    pub(crate) refreshing: Option<Refreshing>,
    step_ups: VecDeque<Instant>,
}

/// What a request can do now.
pub(crate) enum Ready {
    /// Go without a token.
    Without,
    /// Go with this one.
    With(Bearer),
    /// Another one is due. The one there still holds, or does not.
    Due(Option<Bearer>),
}

impl State {
    /// The token, as far as it goes.
    pub(crate) fn ready(&mut self) -> Ready {
        let Some(session) = self.session.clone() else {
            return Ready::Without;
        };
        if self.refused == Some(self.generation) {
            return Ready::Without;
        }
        let bearer = session.bearer(self.generation);
        let Some(ends) = session.expires_at_ms else {
            return Ready::With(bearer);
        };
        let now = domain::now_ms();
        let holds = ends > now;
        let ahead = i64::try_from(REFRESH_AHEAD.as_millis()).unwrap_or(i64::MAX);
        let ahead = session
            .lasts_ms
            .map_or(ahead, |lasts| ahead.min(lasts / 10));
        if ends.saturating_sub(ahead) > now {
            return Ready::With(bearer);
        }
        match (session.renews(), holds) {
            (true, true) if self.refresh_failed_lately() => Ready::With(bearer),
            (true, _) => Ready::Due(holds.then_some(bearer)),
            (false, true) => Ready::With(bearer),
            (false, false) => {
                self.out = Some(WhyOut::Expired);
                Ready::Without
            }
        }
    }

    /// The token that is there, unless it is refused or has ended for good.
    pub(crate) fn current(&self) -> Option<Bearer> {
        let session = self.session.as_ref()?;
        let ended = session
            .expires_at_ms
            .is_some_and(|end| end <= domain::now_ms());
        if self.refused == Some(self.generation) || (ended && !session.renews()) {
            return None;
        }
        Some(session.bearer(self.generation))
    }

    fn refresh_failed_lately(&self) -> bool {
        let failed = self.refresh_failed.as_ref();
        failed.is_some_and(|(at, _)| at.elapsed() < REFRESH_PAUSE)
    }

    /// Whether a token that the server refuses is worth another try: it can be renewed, and is not fresh from that.
    pub(crate) fn may_renew(&self) -> bool {
        let fresh = self
            .refreshed
            .is_some_and(|at| at.elapsed() < REFRESH_PAUSE);
        let renewable = self.session.as_ref().is_some_and(|s| s.renews());
        renewable && !fresh
    }

    /// The server refuses the token that is there.
    pub(crate) fn refuse(&mut self) {
        self.refused = Some(self.generation);
        self.out = Some(WhyOut::Refused);
    }

    /// A sign-in holds from now on.
    pub(crate) fn signed_in(&mut self, session: Session) -> Arc<Session> {
        self.epoch += 1;
        self.refreshing = None;
        self.loaded = true;
        self.load_failed = None;
        self.replace(session)
    }

    /// Other tokens of the same sign-in.
    pub(crate) fn renewed(&mut self, session: Session) -> Arc<Session> {
        self.refreshed = Some(Instant::now());
        self.replace(session)
    }

    /// A sign-in that the keychain did not take.
    pub(crate) fn unkept(&self) -> Option<Arc<Session>> {
        let unkept = matches!(self.kept, Some(TokenStorage::MemoryOnly(_)));
        self.session.clone().filter(|_| unkept)
    }

    /// The sign-in that the keychain kept.
    pub(crate) fn renewed_from_keychain(&mut self, session: Session) {
        self.kept = Some(TokenStorage::Keychain);
        self.replace(session);
    }

    fn replace(&mut self, session: Session) -> Arc<Session> {
        let session = Arc::new(session);
        self.generation += 1;
        self.session = Some(Arc::clone(&session));
        self.out = None;
        self.refused = None;
        self.refresh_failed = None;
        session
    }

    /// Nobody is signed in any more. What it was, for those who end it elsewhere.
    pub(crate) fn signed_out(&mut self, why: WhyOut) -> Option<Arc<Session>> {
        self.epoch += 1;
        self.refreshing = None;
        self.refused = None;
        self.refresh_failed = None;
        self.kept = None;
        let session = self.session.take();
        if session.is_some() {
            self.out = Some(why);
        }
        session
    }

    /// Whether the server may still ask for a sign-in that reaches further.
    pub(crate) fn may_step_up(&mut self) -> bool {
        let within = |at: &Instant| at.elapsed() < STEP_UP_WINDOW;
        self.step_ups.retain(within);
        self.step_ups.len() < STEP_UPS
    }

    pub(crate) fn stepped_up(&mut self) {
        self.step_ups.push_back(Instant::now());
        self.step_ups.truncate(STEP_UPS * 2);
    }

    /// The client for an issuer, of one kind.
    pub(crate) fn client(&self, issuer: &str, kind: ClientKind) -> Option<&ClientRecord> {
        let mut all = self.clients.iter();
        all.find(|c| same_issuer(&c.issuer, issuer) && c.kind == kind && c.holds())
    }

    /// Remembers a client in the place of the one of its issuer and kind; the oldest that registered itself goes first.
    pub(crate) fn remember(&mut self, client: ClientRecord) {
        self.forget_client(&client.issuer, client.kind);
        if self.clients.len() >= CLIENTS {
            let oldest = self
                .clients
                .iter()
                .position(|c| c.kind == ClientKind::Dynamic);
            self.clients.remove(oldest.unwrap_or(0));
        }
        self.clients.push(client);
    }

    pub(crate) fn forget_client(&mut self, issuer: &str, kind: ClientKind) {
        self.clients
            .retain(|c| !same_issuer(&c.issuer, issuer) || c.kind != kind);
    }

    pub(crate) fn status(&self) -> AccountStatus {
        match (&self.session, &self.out) {
            (_, Some(why)) => AccountStatus::SignedOut(why.clone()),
            (None, None) if self.loaded || self.nothing_kept => AccountStatus::Never,
            (None, None) => AccountStatus::Unknown,
            (Some(session), None) => AccountStatus::SignedIn(Box::new(SignedIn {
                issuer: session.issuer.clone(),
                resource: session.resource.clone(),
                scopes: session.scopes.to_vec(),
                expires_at_ms: session.expires_at_ms,
                since_ms: session.since_ms,
                client: session.client.kind,
                is_bound: session.key.is_some(),
                can_refresh: session.renews(),
                kept: self.kept.clone().unwrap_or(TokenStorage::Keychain),
                refresh_failed: self.refresh_failed.as_ref().map(|(_, error)| error.clone()),
            })),
        }
    }
}

impl Session {
    /// The same sign-in with other tokens; a token or scopes that were not given anew stay (RFC 6749, section 6).
    pub(crate) fn renewed(&self, tokens: Tokens) -> Self {
        let mut session = self.clone();
        session.take(tokens);
        session
    }

    /// Takes tokens over.
    pub(crate) fn take(&mut self, tokens: Tokens) {
        self.access = tokens.access;
        self.refresh = tokens.refresh.or(self.refresh.take());
        if let Some(scopes) = tokens.scopes {
            self.scopes = scopes;
        }
        self.lasts_ms = tokens.lasts.map(as_ms);
        self.expires_at_ms = self.lasts_ms.map(|ms| domain::now_ms().saturating_add(ms));
    }

    /// Whether another token can be got without the user.
    fn renews(&self) -> bool {
        self.refresh.is_some() || self.workload.is_some()
    }

    /// Its token as requests carry it.
    fn bearer(&self, generation: u64) -> Bearer {
        Bearer::new(self.access.clone(), generation, self.key.clone())
    }

    /// The scopes that are not among those of this sign-in.
    pub(crate) fn lacks(&self, scopes: &Scopes) -> Scopes {
        scopes.without(&self.scopes)
    }
}

/// Ten years are for ever.
fn as_ms(lasts: Duration) -> i64 {
    let most = Duration::from_secs(10 * 365 * 24 * 3600);
    i64::try_from(lasts.min(most).as_millis()).unwrap_or(i64::MAX)
}
