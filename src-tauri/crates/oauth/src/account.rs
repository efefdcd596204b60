//! The account of one server: its token for every request, and how it comes and goes.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::ServerId;
use secrets::{ScopedSecrets, Secret};
use tokio::{runtime::Handle, sync::watch, time::Instant};
use url::Url;

use crate::{
    AccountStatus, Bearer, Challenge, ClientKind, Names, OAuthError, Revocation, SignedOut,
    SystemNames, TokenAuth, WhyOut,
    bounds::LOAD_PAUSE,
    client::ClientRecord,
    guard::Guard,
    net::Net,
    proof::Nonces,
    registration::is_credential,
    revocation::revoke,
    scope::Scopes,
    state::{Ready, State},
    vault::Vault,
};

/// What an account may use beside what servers say.
#[derive(Clone)]
pub struct AccountOptions {
    /// The URL of a public document about this program, for issuers that take one as client id; none by default.
    pub client_metadata_url: Option<Url>,
    /// The port the browser comes back to, for a client that was registered with one; else a free one.
    pub callback_port: Option<u16>,
    /// Nobody ever signed in to this server, as the host knows: requests do not ask the keychain for a token.
    pub nothing_kept: bool,
    /// Where names are looked up.
    pub names: Arc<dyn Names>,
}

impl Default for AccountOptions {
    fn default() -> Self {
        Self {
            client_metadata_url: None,
            callback_port: None,
            nothing_kept: false,
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
    pub(crate) nonces: Nonces,
    pub(crate) options: AccountOptions,
    pub(crate) runtime: Handle,
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
        let mut state = State::default();
        state.nothing_kept = options.nothing_kept;
        let guard = Arc::new(Guard::new(url.clone(), Arc::clone(&options.names)));
        Ok(Self(Arc::new(Inner {
            server,
            net: Net::new(guard),
            vault: Vault::new(secrets, url.clone()),
            nonces: Nonces::default(),
            url,
            options,
            runtime,
            status: watch::Sender::new(state.status()),
            state: Mutex::new(state),
        })))
    }

    /// Whose account it is.
    #[must_use]
    pub fn server(&self) -> ServerId {
        self.0.server
    }

    /// Whether it is the account of this server at this URL: its token is for nothing else.
    #[must_use]
    pub fn is_for(&self, server: ServerId, url: &Url) -> bool {
        self.0.server == server && self.0.url == *url
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
        let _turn = self.0.vault.turn().await;
        let read = async {
            let clients = self.0.vault.clients().await?;
            Ok::<_, secrets::SecretsError>((clients, self.0.vault.session().await?))
        };
        let read = read.await.map_err(OAuthError::from);
        let (result, unkept) = {
            let mut state = self.0.state();
            let unkept = state.unkept();
            let result = match read {
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
            };
            (result, unkept)
        };
        // What came while the keychain was locked is kept now that it is not.
        if let (Ok(()), Some(session)) = (&result, unkept) {
            self.0.keep(&session).await;
        }
        self.0.publish();
        result
    }

    /// What is kept is read once. A keychain that does not answer is not asked by every request anew: most servers want no
    /// token, and one that does says so.
    async fn read_once(&self) {
        let unread = {
            let state = self.0.state();
            !state.loaded && state.load_failed.is_none()
        };
        if unread && !self.0.options.nothing_kept {
            // The failure is remembered for the server that wants a token.
            let _ = self.load().await;
        }
    }

    pub(crate) async fn read_all(&self) -> Result<(), OAuthError> {
        let loaded = self.0.state().loaded;
        match loaded {
            true => Ok(()),
            false => self.load().await,
        }
    }

    /// Asks the keychain again, if what is kept was not read and the last try is some time ago.
    async fn read_again(&self) -> Result<(), OAuthError> {
        let before = {
            let state = self.0.state();
            if state.loaded || state.session.is_some() || self.0.options.nothing_kept {
                return Ok(());
            }
            state.load_failed.clone()
        };
        match before {
            Some((at, error)) if at.elapsed() < LOAD_PAUSE => Err(error),
            Some(_) | None => self.load().await,
        }
    }

    /// The token for a request of that server now; `None` to send it without. It is renewed before it ends: one request for
    /// all who wait. With a keychain that does not answer there is none: [`Account::refused`] says so when it matters.
    ///
    /// # Errors
    /// The token ended and no other could be got for a reason that may pass; it is tried again with the next request.
    pub async fn bearer(&self) -> Result<Option<Bearer>, OAuthError> {
        if !self.0.net.guard().server_is_private_on_the_way() {
            return Ok(None);
        }
        self.read_once().await;
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
        let proven = used.is_some_and(|used| used.key().is_some());
        if let Some(error) = challenge.refuses_proof().filter(|_| proven) {
            return Refused::GiveUp(error);
        }
        let used = used.map(Bearer::generation);
        if challenge.status == 403 && !challenge.wants_more_scopes() {
            return Refused::GiveUp(OAuthError::Status {
                host: crate::guard::place(&self.0.url),
                status: 403,
            });
        }
        if let Err(error) = self.read_again().await {
            return Refused::GiveUp(error);
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
        let now = self.0.state().current().map(|bearer| bearer.generation());
        if now.is_some() && now > used {
            return Refused::Again;
        }
        match now.is_none() || !error.is_passing() {
            true => sign_in(),
            false => Refused::GiveUp(error),
        }
    }

    /// Signs out: what is kept is forgotten first, then the issuer is told where it offers that.
    ///
    /// # Errors
    /// None: what could not be done is said in the answer.
    pub async fn sign_out(&self) -> Result<SignedOut, OAuthError> {
        // Without what the keychain holds there is nothing to revoke, but there may be something to forget.
        let _ = self.read_all().await;
        let (session, not_forgotten) = {
            let _turn = self.0.vault.turn().await;
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
        let bad = OAuthError::BadClient;
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
        self.read_all().await?;
        let _turn = self.0.vault.turn().await;
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
        self.status.send_if_modified(|old| {
            let status = self.state().status();
            let changed = *old != status;
            *old = status;
            changed
        });
    }
}
