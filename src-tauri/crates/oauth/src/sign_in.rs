//! One sign-in, from the approval request to the token (2025-11-25, basic/authorization; RFC 6749, section 4.1; RFC 7636).

use std::sync::Arc;

use oauth2::{
    AuthUrl, ClientId, CsrfToken, PkceCodeChallenge, RedirectUrl, Scope, basic::BasicClient,
};
use secrets::Secret;
use tokio::{
    net::TcpListener,
    sync::mpsc,
    time::{Instant, timeout_at},
};
use url::Url;

use crate::{
    Account, AccountStatus, OAuthError, SignInPlan,
    bounds::{CALLBACK_WAIT, EXCHANGE, EXCHANGE_REQUESTS},
    callback::{self, CallbackResult, Gate},
    client::ClientRecord,
    discovery::Discovered,
    error::shown,
    exchange::{Desk, Refusal, Tokens},
    plan::Choice,
    proof::ProofKey,
    registration::register,
    scope::Scopes,
    vault::Session,
};

/// A sign-in that is ready to begin. Nothing listens, nothing was opened, no secret was sent; dropping it ends it.
#[derive(Debug)]
pub struct Prepared {
    pub(crate) account: Account,
    pub(crate) plan: SignInPlan,
    pub(crate) found: Discovered,
    pub(crate) page: Url,
    pub(crate) scopes: Scopes,
    pub(crate) client: Choice,
    pub(crate) steps_up: bool,
}

pub(crate) fn session(
    found: &Discovered,
    client: ClientRecord,
    scopes: Scopes,
    key: Option<Arc<ProofKey>>,
    tokens: Tokens,
) -> Session {
    let revocation = found.issuer.revocation.as_ref();
    let mut session = Session {
        issuer: found.issuer.issuer.clone(),
        resource: found.resource.clone(),
        access: tokens.access.clone(),
        refresh: None,
        key,
        workload: None,
        scopes,
        expires_at_ms: None,
        lasts_ms: None,
        since_ms: domain::now_ms(),
        token_endpoint: found.issuer.token.to_string(),
        revocation_endpoint: revocation.map(Url::to_string),
        client,
    };
    session.take(tokens);
    session
}

impl Prepared {
    /// What it is about, for the person who is asked.
    #[must_use]
    pub fn plan(&self) -> &SignInPlan {
        &self.plan
    }

    /// Listens on a port of this machine from now on, registers this program if it has to, and gives the URL to open.
    ///
    /// # Errors
    /// No port, or the registration was refused. Nothing was opened.
    pub async fn begin(self) -> Result<SignIn, OAuthError> {
        let inner = &self.account.0;
        let (listener, port, client) = self.seat().await?;
        if self.steps_up {
            inner.state().stepped_up();
        }
        let callback = callback_url(port)?;
        let client = match client {
            Some(client) => client,
            None => self.register(&callback).await?,
        };
        // Another key with each sign-in: what an earlier one was bound to is of no use for this one.
        let key = match self.plan.is_bound {
            true => Some(Arc::new(ProofKey::new()?)),
            false => None,
        };
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let state = CsrfToken::new_random_len(32);
        let gate = Gate::new(
            Secret::new(state.secret().clone()),
            self.found.issuer.issuer.clone(),
            self.found.issuer.promises_iss,
            port,
        );
        let oauth = BasicClient::new(ClientId::new(client.id.clone()))
            .set_auth_uri(AuthUrl::from_url(self.page.clone()))
            .set_redirect_uri(RedirectUrl::from_url(callback.clone()));
        let mut request = oauth
            .authorize_url(|| state)
            .set_pkce_challenge(challenge)
            .add_scopes(self.scopes.iter().map(|scope| Scope::new(scope.to_owned())))
            .add_extra_param("resource", self.found.resource.clone());
        // Else a sign-in that is remembered gives no refresh token (OpenID Connect Core, section 11).
        if self.scopes.has("offline_access") {
            request = request.add_extra_param("prompt", "consent");
        }
        // The code is bound to the key, too (RFC 9449, section 10).
        if let Some(key) = &key {
            request = request.add_extra_param("dpop_jkt", key.thumbprint()?);
        }
        let (url, _) = request.url();
        let (given, pasted) = mpsc::channel(1);
        let epoch = inner.state().epoch;
        Ok(SignIn {
            listener,
            gate: Arc::new(gate),
            given,
            pasted,
            until: Instant::now() + CALLBACK_WAIT,
            verifier: Secret::new(verifier.secret().clone()),
            url,
            callback,
            client,
            key,
            epoch,
            account: self.account,
            found: self.found,
            scopes: self.scopes,
        })
    }

    /// The port, and the client if it can be used with it: one that registered itself did so with its port.
    async fn seat(&self) -> Result<(TcpListener, u16, Option<ClientRecord>), OAuthError> {
        let wished = self.account.0.options.callback_port;
        let Choice::Known(client) = &self.client else {
            let (listener, port) = callback::open(wished).await?;
            return Ok((listener, port, None));
        };
        let Some(registered) = client.port.filter(|_| wished.is_none()) else {
            let (listener, port) = callback::open(wished).await?;
            return Ok((listener, port, Some(client.clone())));
        };
        if let Ok((listener, port)) = callback::open(Some(registered)).await {
            return Ok((listener, port, Some(client.clone())));
        }
        // Another program took the port: issuers that compare callbacks to the letter want a new registration.
        let (listener, port) = callback::open(None).await?;
        let known = self.found.issuer.registration.is_none();
        Ok((listener, port, known.then(|| client.clone())))
    }

    async fn register(&self, callback: &Url) -> Result<ClientRecord, OAuthError> {
        let issuer = &self.found.issuer;
        let endpoint = match (&self.client, &issuer.registration) {
            (Choice::New(endpoint), _) | (Choice::Known(_), Some(endpoint)) => endpoint,
            (Choice::Known(_), None) => {
                return Err(OAuthError::NoClient {
                    issuer: shown(&issuer.issuer),
                });
            }
        };
        let inner = &self.account.0;
        let trip = inner.net.trip(EXCHANGE_REQUESTS, EXCHANGE);
        let client = register(&trip, issuer, endpoint, callback, &self.scopes).await?;
        let _turn = inner.vault.turn().await;
        let clients = {
            let mut state = inner.state();
            state.remember(client.clone());
            state.clients.clone()
        };
        // A registration that is not kept is made again the next time.
        let _ = inner.vault.keep_clients(&clients).await;
        Ok(client)
    }
}

fn callback_url(port: u16) -> Result<Url, OAuthError> {
    let text = Gate::callback(port);
    Url::parse(&text).map_err(|error| OAuthError::NoPort(error.to_string()))
}

/// A sign-in that waits for the browser. Dropping it ends it: the port is closed, its `state` is forgotten.
pub struct SignIn {
    account: Account,
    found: Discovered,
    scopes: Scopes,
    client: ClientRecord,
    key: Option<Arc<ProofKey>>,
    listener: TcpListener,
    gate: Arc<Gate>,
    given: mpsc::Sender<CallbackResult>,
    pasted: mpsc::Receiver<CallbackResult>,
    until: Instant,
    verifier: Secret,
    url: Url,
    callback: Url,
    epoch: u64,
}

impl std::fmt::Debug for SignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignIn")
            .field("account", &self.account)
            .finish_non_exhaustive()
    }
}

/// Takes the address that a browser on another machine ended on.
#[derive(Clone)]
pub struct Paste {
    gate: Arc<Gate>,
    given: mpsc::Sender<CallbackResult>,
}

impl std::fmt::Debug for Paste {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Paste(..)")
    }
}

impl Paste {
    /// Gives the whole address, as `http://127.0.0.1:49152/callback?code=…&state=…`. One that is not of this sign-in changes
    /// nothing: it is still waited for.
    ///
    /// # Errors
    /// It is not the answer of this sign-in, or the sign-in is over.
    pub fn give(&self, address: &str) -> Result<(), OAuthError> {
        let answer = self.gate.pasted(address)?;
        self.given
            .try_send(answer)
            .map_err(|_| OAuthError::SignInOver)
    }
}

impl SignIn {
    /// The URL to open; it carries no secret of this machine, and is good for this sign-in only.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The other way back.
    #[must_use]
    pub fn paste(&self) -> Paste {
        Paste {
            gate: Arc::clone(&self.gate),
            given: self.given.clone(),
        }
    }

    /// Waits for the browser, at most [`CALLBACK_WAIT`] from the beginning, gets the token and keeps it.
    ///
    /// # Errors
    /// Nobody came, somebody else answered, or the issuer refused. The sign-in is over; the one before it, if any, holds.
    pub async fn finish(mut self) -> Result<AccountStatus, OAuthError> {
        let gate = Arc::clone(&self.gate);
        // Whatever ends this, its `state` is good for nothing after it.
        let _closed = Closed(&gate);
        let (listener, pasted) = (self.listener, &mut self.pasted);
        let answer = async {
            tokio::select! {
                answer = callback::wait(listener, &gate) => answer,
                Some(answer) = pasted.recv() => answer,
            }
        };
        let answer = timeout_at(self.until, answer).await;
        let code = answer.unwrap_or(Err(OAuthError::CallbackTimedOut))?;
        let inner = &self.account.0;
        let trip = inner.net.trip(EXCHANGE_REQUESTS, EXCHANGE);
        let desk = Desk {
            trip: &trip,
            issuer: &self.found.issuer.issuer,
            endpoint: &self.found.issuer.token,
            client: &self.client,
            resource: &self.found.resource,
            key: self.key.as_deref(),
            nonces: &inner.nonces,
        };
        let tokens = match desk.code(&code, &self.verifier, &self.callback).await {
            Ok(tokens) => tokens,
            Err(Refusal::Client(error)) => {
                let _turn = inner.vault.turn().await;
                inner.forget_client(&self.client).await;
                return Err(error);
            }
            Err(refusal) => return Err(refusal.into_error()),
        };
        let session = session(&self.found, self.client, self.scopes, self.key, tokens);
        inner.adopt(session, self.epoch).await?;
        tracing::info!(server = %inner.server, "signed in");
        Ok(self.account.status())
    }
}

/// Ends a gate when it is dropped.
struct Closed<'a>(&'a Gate);

impl Drop for Closed<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
