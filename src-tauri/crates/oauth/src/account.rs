//! The account of one server: its token for every request, and how it comes and goes.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::ServerId;
use futures_util::FutureExt;
use secrets::{ScopedSecrets, Secret};
use tokio::{runtime::Handle, sync::watch, time::Instant};
use url::Url;

use crate::{
    AccountStatus, Challenge, ClientKind, Kept, Names, OAuthError, Revocation, SignedOut,
    SystemNames, TokenAuth, WhyOut,
    bounds::{EXCHANGE, EXCHANGE_REQUESTS, LOAD_PAUSE},
    client::ClientRecord,
    exchange::{Desk, Refusal},
    guard::Guard,
    net::Net,
    registration::is_credential,
    revocation::revoke,
    scope::Scopes,
    state::{Ready, Refreshing, State},
    vault::{Session, Vault},
};

/// What an account may use beside what servers say.
#[derive(Clone)]
pub struct AccountOptions {
    /// The URL of a public document about this program, for issuers that take one as client id; none by default.
    pub client_metadata_url: Option<Url>,
    /// The port the browser comes back to, for a client that was registered with one; else a free one.
    pub callback_port: Option<u16>,
    /// Where names are looked up.
    pub names: Arc<dyn Names>,
}

impl Default for AccountOptions {
    fn default() -> Self {
        Self {
            client_metadata_url: None,
            callback_port: None,
            names: Arc::new(SystemNames),
        }
    }
}

impl fmt::Debug for AccountOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccountOptions")
            .field("client_metadata_url", &self.client_metadata_url)
            .field("callback_port", &self.callback_port)
            .finish_non_exhaustive()
    }
}

/// A token as a request carries it: to its own server, in `Authorization`, and nowhere else.
#[derive(Clone)]
pub struct Bearer {
    token: Secret,
    generation: u64,
}

impl Bearer {
    pub(crate) fn new(token: Secret, generation: u64) -> Self {
        Self { token, generation }
    }

    /// The token: visible ASCII.
    #[must_use]
    pub fn token(&self) -> &Secret {
        &self.token
    }

    /// Which token of its account it is; a later one has a higher number.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bearer")
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

/// What to do after a server refused a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Send the same once more: there is another token.
    Again,
    /// A person has to sign in.
    SignIn(Challenge),
    /// Neither helps.
    GiveUp(OAuthError),
}

/// The account of one server. Clones are the same account.
#[derive(Clone)]
pub struct Account(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) server: ServerId,
    pub(crate) url: Url,
    pub(crate) net: Net,
    pub(crate) vault: Vault,
    pub(crate) options: AccountOptions,
    runtime: Handle,
    state: Mutex<State>,
    status: watch::Sender<AccountStatus>,
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("server", &self.0.server)
            .finish_non_exhaustive()
    }
}

impl Account {
    /// The account of the server at `url`. Nothing is read or sent yet. What an account does for all who wait for it, it does
    /// in the runtime it is made in, which has to outlive the connections to its server.
    ///
    /// # Errors
    /// The secrets of another server, or no runtime.
    pub fn new(
        server: ServerId,
        url: Url,
        secrets: ScopedSecrets,
        options: AccountOptions,
    ) -> Result<Self, OAuthError> {
        if !secrets.belongs_to(server) {
            return Err(OAuthError::ForeignSecrets);
        }
        let runtime = Handle::try_current().map_err(|_| OAuthError::NoRuntime)?;
        let guard = Arc::new(Guard::new(url.clone(), Arc::clone(&options.names)));
        Ok(Self(Arc::new(Inner {
            server,
            net: Net::new(guard),
            vault: Vault::new(secrets, url.clone()),
            url,
            options,
            runtime,
            state: Mutex::default(),
            status: watch::Sender::new(AccountStatus::Unknown),
        })))
    }

    /// Whose account it is.
    #[must_use]
    pub fn server(&self) -> ServerId {
        self.0.server
    }

    /// How it stands.
    #[must_use]
    pub fn status(&self) -> AccountStatus {
        self.0.status.borrow().clone()
    }

    /// How it stands, from now on.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<AccountStatus> {
        self.0.status.subscribe()
    }

    /// Reads what the keychain keeps, again if need be: for a start, and after it was unlocked. A sign-in of this process stays.
    ///
    /// # Errors
    /// The keychain.
    pub async fn load(&self) -> Result<(), OAuthError> {
        let _turn = self.0.vault.turn.lock().await;
        let read = async {
            let clients = self.0.vault.clients().await?;
            Ok::<_, secrets::SecretsError>((clients, self.0.vault.session().await?))
        };
        let read = read.await.map_err(OAuthError::from);
        let result = {
            let mut state = self.0.state();
            match read {
                Ok((clients, session)) => {
                    for client in clients {
                        if state.client(&client.issuer, client.kind).is_none() {
                            state.remember(client);
                        }
                    }
                    if let (None, None, Some(session)) = (&state.session, &state.out, session) {
                        state.renewed_from_keychain(session);
                    }
                    state.loaded = true;
                    state.load_failed = None;
                    Ok(())
                }
                Err(error) => {
                    state.load_failed = Some((Instant::now(), error.clone()));
                    Err(error)
                }
            }
        };
        self.0.publish();
        result
    }

    /// The keychain is asked once, and after a failure not by every request anew.
    async fn loaded(&self) -> Result<(), OAuthError> {
        {
            let state = self.0.state();
            if state.loaded {
                return Ok(());
            }
            if let Some((at, error)) = &state.load_failed
                && at.elapsed() < LOAD_PAUSE
            {
                return Err(error.clone());
            }
        }
        self.load().await
    }

    /// The token for a request of that server now; `None` to send it without. It is renewed before it ends: one request for
    /// all who wait.
    ///
    /// # Errors
    /// The keychain, or the token ended and none could be got; it is tried again with the next request.
    pub async fn bearer(&self) -> Result<Option<Bearer>, OAuthError> {
        if !self.0.net.guard().server_is_private_on_the_way() {
            return Ok(None);
        }
        self.loaded().await?;
        let ready = self.0.state().ready();
        match ready {
            Ready::With(bearer) => Ok(Some(bearer)),
            Ready::Without => {
                self.0.publish();
                Ok(None)
            }
            Ready::Due(still) => {
                let renewed = self.renew_all(None).await;
                let current = self.0.state().current();
                match (renewed, current) {
                    (Ok(()), current) => Ok(current),
                    // The sign-in is over: the server will say what it wants.
                    (Err(_), None) => Ok(None),
                    (Err(_), Some(_)) if still.is_some() => Ok(still),
                    (Err(error), Some(_)) => Err(error),
                }
            }
        }
    }

    /// The server refused a request that carried `used` with 401, or with a 403 that asks for more scopes.
    pub async fn refused(&self, used: Option<&Bearer>, challenge: &Challenge) -> Refused {
        let sign_in = || Refused::SignIn(challenge.clone());
        let used = used.map(Bearer::generation);
        if challenge.status == 403 && !challenge.wants_more_scopes() {
            return Refused::GiveUp(OAuthError::Status {
                host: crate::guard::place(&self.0.url),
                status: 403,
            });
        }
        let renewable = {
            let mut state = self.0.state();
            let current = state.current().map(|bearer| bearer.generation());
            if current.is_some() && current > used {
                return Refused::Again;
            }
            if challenge.wants_more_scopes() {
                return match state.may_step_up() {
                    true => sign_in(),
                    false => Refused::GiveUp(OAuthError::StepUpLimit),
                };
            }
            if current.is_none() {
                return sign_in();
            }
            state.may_renew()
        };
        let error = match renewable {
            true => match self.renew_all(used).await {
                Ok(()) => return Refused::Again,
                Err(error) => error,
            },
            false => {
                self.0.state().refuse();
                self.0.publish();
                return sign_in();
            }
        };
        let over = self.0.state().current().is_none();
        match over || !error.is_passing() {
            true => sign_in(),
            false => Refused::GiveUp(error),
        }
    }

    /// Renews the token, or waits for who does. `used`: the token that is no good; a later one is as good as a renewed one.
    async fn renew_all(&self, used: Option<u64>) -> Result<(), OAuthError> {
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
                        inner.state().refreshing = None;
                        inner.publish();
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

    /// Signs out: what is kept is forgotten first, then the issuer is told where it offers that.
    ///
    /// # Errors
    /// None: what could not be done is said in the answer.
    pub async fn sign_out(&self) -> Result<SignedOut, OAuthError> {
        // Without what the keychain holds there is nothing to revoke, but there may be something to forget.
        let _ = self.loaded().await;
        let (session, not_forgotten) = {
            let _turn = self.0.vault.turn.lock().await;
            let session = self.0.state().signed_out(WhyOut::Asked);
            (session, self.0.vault.forget_session().await.err())
        };
        self.0.publish();
        let revocation = match &session {
            Some(session) => revoke(&self.0.net, session).await,
            None => Revocation::Nothing,
        };
        Ok(SignedOut {
            not_forgotten,
            revocation,
        })
    }

    /// Keeps the client that the user registered at an issuer; it is used there before any other, and nowhere else.
    /// An empty `id` forgets it.
    ///
    /// # Errors
    /// An id or a secret that is none, or the keychain: then it is known to this process only.
    pub async fn set_client(
        &self,
        issuer: &str,
        id: String,
        secret: Option<Secret>,
    ) -> Result<(), OAuthError> {
        let bad = |why| OAuthError::BadKey(why);
        if !id.is_empty() && !is_credential(&id) {
            return Err(bad("a client ID is at most 2,048 visible ASCII characters"));
        }
        if secret
            .as_ref()
            .is_some_and(|secret| !is_credential(secret.expose()))
        {
            return Err(bad(
                "a client secret is at most 2,048 visible ASCII characters",
            ));
        }
        self.0.net.guard().url("the authorization server", issuer)?;
        self.loaded().await?;
        let _turn = self.0.vault.turn.lock().await;
        let clients = {
            let mut state = self.0.state();
            match id.is_empty() {
                true => state.forget_client(issuer, ClientKind::PreRegistered),
                false => state.remember(ClientRecord {
                    issuer: issuer.to_owned(),
                    kind: ClientKind::PreRegistered,
                    id,
                    secret,
                    auth: TokenAuth::None,
                    port: None,
                    scopes: Scopes::default(),
                    ends_at_ms: None,
                }),
            }
            state.clients.clone()
        };
        Ok(self.0.vault.keep_clients(&clients).await?)
    }
}

impl Inner {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells how the account stands, if that changed.
    pub(crate) fn publish(&self) {
        let status = self.state().status();
        self.status.send_if_modified(|old| {
            let changed = *old != status;
            *old = status;
            changed
        });
    }

    /// Takes a sign-in over that began in `epoch`, and keeps it.
    pub(crate) async fn adopt(&self, session: Session, epoch: u64) -> Result<(), OAuthError> {
        let turn = self.vault.turn.lock().await;
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

    async fn keep(&self, session: &Session) {
        let kept = match self.vault.keep_session(session).await {
            Ok(()) => Kept::Keychain,
            Err(error) => Kept::MemoryOnly(error),
        };
        self.state().kept = Some(kept);
    }

    /// One refresh. The tokens are replaced only if nobody signed in or out meanwhile.
    async fn renew(&self, session: &Arc<Session>, epoch: u64) -> Result<(), OAuthError> {
        let trip = self.net.trip(EXCHANGE_REQUESTS, EXCHANGE);
        let answer = async {
            let Some(token) = &session.refresh else {
                return Err(Refusal::Other(OAuthError::Overtaken));
            };
            let endpoint = trip
                .guard()
                .url("the address that gives tokens", &session.token_endpoint);
            let desk = Desk {
                trip: &trip,
                issuer: &session.issuer,
                endpoint: &endpoint.map_err(Refusal::Other)?,
                client: &session.client,
                resource: &session.resource,
            };
            desk.refresh(token).await
        };
        let answer = answer.await;
        let turn = self.vault.turn.lock().await;
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
