//! One sign-in, from the question to the token (2025-11-25, basic/authorization; RFC 6749, section 4.1; RFC 7636).

use std::sync::Arc;

use domain::ServerId;
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
    Account, AccountStatus, Challenge, ClientCredentials, ClientKind, OAuthError, TokenAuth,
    bounds::{CALLBACK_WAIT, DISCOVERY, DISCOVERY_REQUESTS, EXCHANGE, EXCHANGE_REQUESTS},
    callback::{self, Answer, Gate},
    client::{ClientRecord, token_auth},
    credentials::assertion,
    discovery::{Found, discover},
    error::shown,
    exchange::{Desk, Refusal, Tokens},
    guard::LookUp,
    registration::register,
    scope::{Scopes, Wish, choose},
    vault::Session,
};

/// What a person is asked before the browser opens. Names of the other side are bounded, hidden characters made visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInPlan {
    /// Which server wants it.
    pub server: ServerId,
    /// Who will be asked for the token, as it names itself.
    pub issuer: String,
    /// The origin that the browser will open, a name beyond ASCII in punycode.
    pub opens: String,
    /// What the token will be good for (RFC 8707).
    pub resource: String,
    /// The scopes asked for, sorted; empty leaves the choice to the issuer.
    pub scopes: Vec<String>,
    /// Those of them that the sign-in until now lacks; empty but for one that is to reach further.
    pub new_scopes: Vec<String>,
    /// As which client.
    pub client: ClientKind,
    /// Its id, if it has one already.
    pub client_id: Option<String>,
}

/// A sign-in that is ready to begin. Nothing listens, nothing was opened, no secret was sent; dropping it ends it.
#[derive(Debug)]
pub struct Prepared {
    account: Account,
    plan: SignInPlan,
    found: Found,
    page: Url,
    scopes: Scopes,
    client: Choice,
    steps_up: bool,
}

#[derive(Debug)]
enum Choice {
    Known(ClientRecord),
    /// Registers itself there.
    New(Url),
}

impl Account {
    /// Finds out whom to ask for a token, as which client and for which scopes. It opens nothing, registers nothing and
    /// sends no secret; every hop is checked.
    ///
    /// # Errors
    /// Whatever makes a sign-in impossible or unsafe; no browser was opened.
    pub async fn prepare(&self, challenge: Option<&Challenge>) -> Result<Prepared, OAuthError> {
        let steps_up = challenge.is_some_and(Challenge::wants_more_scopes);
        let bearing = challenge.map(Challenge::read).unwrap_or_default();
        let found = self.find(challenge).await?;
        let guard = self.0.net.guard();
        let page = found.issuer.sign_in_page(guard)?;
        for endpoint in [
            Some(&found.issuer.token),
            found.issuer.registration.as_ref(),
        ] {
            self.leads_somewhere_safe(endpoint).await?;
        }
        let before = self.0.state().session.clone();
        let scopes = choose(&Wish {
            challenged: &bearing.scopes,
            of_resource: found.scopes.as_ref(),
            of_issuer: found.issuer.scopes.as_ref(),
            kept: before.as_ref().filter(|_| steps_up).map(|s| &s.scopes),
        });
        let new_scopes = match before.filter(|_| steps_up) {
            Some(session) => session.lacks(&scopes).into_vec(),
            None => Vec::new(),
        };
        let client = self.choose_client(&found, &scopes)?;
        let (kind, client_id) = match &client {
            Choice::Known(known) => (known.kind, Some(shown(&known.id))),
            Choice::New(_) => (ClientKind::Dynamic, None),
        };
        let plan = SignInPlan {
            server: self.0.server,
            issuer: shown(&found.issuer.issuer),
            opens: page.origin().ascii_serialization(),
            resource: shown(&found.resource),
            scopes: scopes.to_vec(),
            new_scopes,
            client: kind,
            client_id,
        };
        Ok(Prepared {
            account: self.clone(),
            plan,
            found,
            page,
            scopes,
            client,
            steps_up,
        })
    }

    /// Discovery, with what is known of clients; a keychain that cannot be read leaves a sign-in that is kept in memory.
    async fn find(&self, challenge: Option<&Challenge>) -> Result<Found, OAuthError> {
        if !self.0.net.guard().server_is_private_on_the_way() {
            return Err(OAuthError::PlainServer);
        }
        if !self.0.state().loaded {
            let _ = self.load().await;
        }
        let known = |issuer: &str| {
            let state = self.0.state();
            [ClientKind::PreRegistered, ClientKind::Dynamic]
                .iter()
                .any(|kind| state.client(issuer, *kind).is_some())
        };
        let trip = self.0.net.trip(DISCOVERY_REQUESTS, DISCOVERY);
        let bearing = challenge.map(Challenge::read).unwrap_or_default();
        discover(&trip, &self.0.url, &bearing, known).await
    }

    /// What a name leads to is seen for sure only when it is connected to; a person is not sent to sign in for nothing.
    async fn leads_somewhere_safe(&self, endpoint: Option<&Url>) -> Result<(), OAuthError> {
        let guard = self.0.net.guard();
        let Some(endpoint) = endpoint else {
            return Ok(());
        };
        let Some(name) = endpoint.domain().filter(|name| *name != "localhost") else {
            return Ok(());
        };
        guard.expect(endpoint);
        match guard.addresses(name).await {
            Err(LookUp::Refused(refused)) => Err(OAuthError::Blocked {
                host: refused.host,
                kind: refused.kind,
            }),
            // Behind a proxy this machine may know no names at all.
            Ok(_) | Err(LookUp::Io(_)) => Ok(()),
        }
    }

    /// Pre-registered, else a document where it is taken, else registered by itself (2025-11-25, basic/authorization).
    fn choose_client(&self, found: &Found, scopes: &Scopes) -> Result<Choice, OAuthError> {
        let metadata = &found.issuer;
        let state = self.0.state();
        if let Some(known) = state.client(&metadata.issuer, ClientKind::PreRegistered) {
            let mut client = known.clone();
            client.auth = token_auth(metadata, client.secret.is_some(), None)?;
            return Ok(Choice::Known(client));
        }
        let document = self.0.options.client_metadata_url.as_ref();
        if let Some(url) = document.filter(|_| metadata.takes_documents) {
            return Ok(Choice::Known(ClientRecord {
                issuer: metadata.issuer.clone(),
                kind: ClientKind::MetadataDocument,
                id: url.to_string(),
                secret: None,
                auth: TokenAuth::None,
                port: None,
                scopes: Scopes::default(),
                ends_at_ms: None,
            }));
        }
        let known = state.client(&metadata.issuer, ClientKind::Dynamic);
        if let Some(known) = known.filter(|known| scopes.without(&known.scopes).is_empty()) {
            return Ok(Choice::Known(known.clone()));
        }
        match &metadata.registration {
            Some(endpoint) => Ok(Choice::New(endpoint.clone())),
            None => Err(OAuthError::NoClient {
                issuer: shown(&metadata.issuer),
            }),
        }
    }

    /// Who would be asked for a token. Nothing secret is sent.
    ///
    /// # Errors
    /// As [`Account::prepare`].
    pub async fn issuer(&self, challenge: Option<&Challenge>) -> Result<String, OAuthError> {
        Ok(self.find(challenge).await?.issuer.issuer)
    }

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
        let scopes = choose(&Wish {
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
        };
        let client = ClientRecord {
            issuer: metadata.issuer.clone(),
            kind: ClientKind::PreRegistered,
            id: credentials.id().to_owned(),
            auth: token_auth(metadata, secret.is_some(), None)?,
            secret,
            port: None,
            scopes: Scopes::default(),
            ends_at_ms: None,
        };
        let trip = self.0.net.trip(EXCHANGE_REQUESTS, EXCHANGE);
        let desk = Desk {
            trip: &trip,
            issuer: &metadata.issuer,
            endpoint: &metadata.token,
            client: &client,
            resource: &found.resource,
        };
        let tokens = desk.client_credentials(&scopes, signed.as_ref()).await;
        let tokens = tokens.map_err(Refusal::into_error)?;
        let mut session = session(&found, client, scopes, tokens);
        // Kept for the token's life only: what got it is not kept, so nothing gets another.
        session.client.secret = None;
        session.refresh = None;
        self.0.adopt(session, epoch).await?;
        Ok(self.status())
    }
}

fn session(found: &Found, client: ClientRecord, scopes: Scopes, tokens: Tokens) -> Session {
    let revocation = found.issuer.revocation.as_ref();
    let mut session = Session {
        issuer: found.issuer.issuer.clone(),
        resource: found.resource.clone(),
        access: tokens.access.clone(),
        refresh: None,
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
        let _turn = inner.vault.turn.lock().await;
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
    found: Found,
    scopes: Scopes,
    client: ClientRecord,
    listener: TcpListener,
    gate: Arc<Gate>,
    given: mpsc::Sender<Answer>,
    pasted: mpsc::Receiver<Answer>,
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
    given: mpsc::Sender<Answer>,
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
        };
        let tokens = match desk.code(&code, &self.verifier, &self.callback).await {
            Ok(tokens) => tokens,
            Err(Refusal::Client(error)) => {
                let _turn = inner.vault.turn.lock().await;
                inner.forget_client(&self.client).await;
                return Err(error);
            }
            Err(refusal) => return Err(refusal.into_error()),
        };
        let session = session(&self.found, self.client, self.scopes, tokens);
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
