//! An MCP server at a URL behind a sign-in, with its authorization server, both on one port of this machine. It does what the
//! specifications say and checks what it is sent; who asks at its door is let in. Hostile ones are written with [`Web`].

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{Exchange, Seen, Web};

/// Most redirects that [`browse`] follows.
const REDIRECTS: usize = 5;

/// A protected server. It ends when it is dropped.
#[derive(Debug)]
pub struct Protected {
    /// What answers, and what arrived there.
    pub web: Web,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    origin: String,
    /// How long a token holds, in seconds.
    lasts: u64,
    made: usize,
    /// Everything secret that was given or received, by what it is.
    secrets: Vec<(String, String)>,
    clients: BTreeMap<String, String>,
    /// The challenge, the callback and the scopes that a code was given for.
    codes: BTreeMap<String, (String, String, String)>,
    refresh: Vec<String>,
    access: Vec<String>,
    /// What the last sign-in was for.
    granted: String,
    /// The scope that a call of a tool needs beside.
    needs: Option<String>,
    /// Where the server sends its clients on to.
    redirects: Option<String>,
    /// What was sent that a server of its kind refuses, a line each.
    wrong: Vec<String>,
}

impl Protected {
    /// Starts one whose tokens hold so many seconds.
    ///
    /// # Errors
    /// No port is free.
    pub async fn start(lasts: u64) -> io::Result<Self> {
        let state = Arc::new(Mutex::new(State {
            lasts,
            ..State::default()
        }));
        let inside = Arc::clone(&state);
        let web =
            Web::start(move |exchange| Box::pin(answer(Arc::clone(&inside), exchange))).await?;
        lock(&state).origin = web.url("");
        Ok(Self { web, state })
    }

    /// The server's URL.
    #[must_use]
    pub fn url(&self) -> String {
        self.web.url("/mcp")
    }

    /// Every token, code, verifier and client secret so far, with what it is.
    #[must_use]
    pub fn secrets(&self) -> Vec<(String, String)> {
        lock(&self.state).secrets.clone()
    }

    /// A client that somebody registered by hand: its id and its secret.
    pub fn register(&self) -> (String, String) {
        lock(&self.state).client()
    }

    /// From now on no token given so far is taken; another one can be got.
    pub fn expire(&self) {
        lock(&self.state).access.clear();
    }

    /// From now on nobody is signed in.
    pub fn end(&self) {
        let mut state = lock(&self.state);
        state.access.clear();
        state.refresh.clear();
    }

    /// From now on a call of a tool needs this scope, too.
    pub fn need(&self, scope: &str) {
        lock(&self.state).needs = Some(scope.to_owned());
    }

    /// From now on the server answers each request with a redirect.
    pub fn redirect(&self, to: &str) {
        lock(&self.state).redirects = Some(to.to_owned());
    }

    /// Whether somebody is signed in.
    #[must_use]
    pub fn signed_in(&self) -> bool {
        !lock(&self.state).refresh.is_empty()
    }

    /// What was sent that should not have been, a line each.
    #[must_use]
    pub fn wrong(&self) -> Vec<String> {
        lock(&self.state).wrong.clone()
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// A new secret, long enough not to stand anywhere by chance, with letters that are written otherwise in a URL.
    fn secret(&mut self, what: &str) -> String {
        self.made += 1;
        let seed = format!("{what} {} {}", self.made, self.origin);
        let value = format!("c4n/ry+{}.{what}", hash(seed.as_bytes()));
        self.secrets.push((what.to_owned(), value.clone()));
        value
    }

    fn client(&mut self) -> (String, String) {
        let (id, secret) = (
            format!("client-{}", self.made),
            self.secret("client-secret"),
        );
        self.clients.insert(id.clone(), secret.clone());
        (id, secret)
    }

    fn tokens(&mut self) -> Value {
        let (access, refresh) = (self.secret("access-token"), self.secret("refresh-token"));
        self.access.push(access.clone());
        self.refresh.push(refresh.clone());
        json!({
            "access_token": access,
            "refresh_token": refresh,
            "token_type": "Bearer",
            "expires_in": self.lasts,
            "scope": self.granted,
        })
    }

    fn refuse(&mut self, what: &str) -> (u16, Value) {
        self.wrong.push(what.to_owned());
        (400, json!({ "error": "invalid_grant" }))
    }

    fn token(&mut self, seen: &Seen) -> (u16, Value) {
        let form = fields(&seen.body);
        let field = |name: &str| form.get(name).cloned().unwrap_or_default();
        let (id, secret) = match basic(seen.header("authorization")) {
            Some(both) => both,
            None => (field("client_id"), field("client_secret")),
        };
        if self.clients.get(&id) != Some(&secret) {
            return self.refuse("a wrong client");
        }
        if field("resource") != format!("{}/mcp", self.origin) {
            return self.refuse("a wrong resource");
        }
        match field("grant_type").as_str() {
            "authorization_code" => {
                let verifier = field("code_verifier");
                self.secrets
                    .push(("code-verifier".into(), verifier.clone()));
                let Some((challenge, callback, scope)) = self.codes.remove(&field("code")) else {
                    return self.refuse("a wrong code");
                };
                self.granted = scope;
                if hash(verifier.as_bytes()) != challenge || callback != field("redirect_uri") {
                    return self.refuse("a wrong verifier or callback");
                }
                (200, self.tokens())
            }
            "refresh_token" => {
                let given = field("refresh_token");
                let known = self.refresh.len();
                self.refresh.retain(|token| *token != given);
                if self.refresh.len() == known {
                    return (400, json!({ "error": "invalid_grant" }));
                }
                (200, self.tokens())
            }
            _ => self.refuse("a wrong grant"),
        }
    }

    fn revoke(&mut self, token: &str) {
        self.refresh.retain(|known| known != token);
        self.access.retain(|known| known != token);
    }

    /// Where the browser is sent; whoever asks is signed in at once.
    fn authorize(&mut self, query: &str) -> Option<String> {
        let query = fields(query);
        let callback = query.get("redirect_uri")?;
        let code = self.secret("code");
        let challenge = query.get("code_challenge")?.clone();
        let scope = query.get("scope").cloned().unwrap_or_default();
        self.codes
            .insert(code.clone(), (challenge, callback.clone(), scope));
        let known = self.clients.contains_key(query.get("client_id")?);
        if !known || query.get("code_challenge_method")? != "S256" {
            self.wrong.push("a wrong request to sign in".into());
            return None;
        }
        Some(format!(
            "{callback}?code={}&state={}&iss={}",
            escaped(&code),
            escaped(query.get("state")?),
            escaped(&self.origin)
        ))
    }
}

async fn answer(state: Arc<Mutex<State>>, mut exchange: Exchange) -> io::Result<()> {
    let seen = exchange.seen.clone();
    let (path, query) = seen.path.split_once('?').unwrap_or((&seen.path, ""));
    let origin = lock(&state).origin.clone();
    let endpoint = |name: &str| format!("{origin}{name}");
    match path {
        "/mcp" => serve(&state, exchange).await,
        "/.well-known/oauth-protected-resource/mcp" => {
            exchange
                .json(&json!({
                    "resource": endpoint("/mcp"),
                    "authorization_servers": [origin],
                    "scopes_supported": ["read"],
                }))
                .await
        }
        "/.well-known/oauth-authorization-server" => {
            exchange
                .json(&json!({
                    "issuer": origin,
                    "authorization_endpoint": endpoint("/authorize"),
                    "token_endpoint": endpoint("/token"),
                    "registration_endpoint": endpoint("/register"),
                    "revocation_endpoint": endpoint("/revoke"),
                    "response_types_supported": ["code"],
                    "grant_types_supported": ["authorization_code", "refresh_token"],
                    "code_challenge_methods_supported": ["S256"],
                    "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
                    "authorization_response_iss_parameter_supported": true,
                }))
                .await
        }
        "/register" => {
            let (id, secret) = lock(&state).client();
            let mut given = seen.json();
            given["client_id"] = id.into();
            given["client_secret"] = secret.into();
            given["client_secret_expires_at"] = 0.into();
            given["token_endpoint_auth_method"] = "client_secret_basic".into();
            let json = [("Content-Type", "application/json")];
            exchange.answer(201, &json, &given.to_string()).await
        }
        "/authorize" => {
            let to = lock(&state).authorize(query);
            match to {
                Some(to) => exchange.answer(302, &[("Location", &to)], "").await,
                None => exchange.answer(400, &[], "").await,
            }
        }
        "/token" => {
            let (status, body) = lock(&state).token(&seen);
            let json = [("Content-Type", "application/json"), ("Cache-Control", "no-store")];
            exchange.answer(status, &json, &body.to_string()).await
        }
        "/revoke" => {
            let token = fields(&seen.body).remove("token").unwrap_or_default();
            lock(&state).revoke(&token);
            exchange.answer(200, &[], "").await
        }
        _ => exchange.answer(404, &[], "").await,
    }
}

/// The MCP server: one tool, which says what it was told; and a ping that says the token it came with.
async fn serve(state: &Mutex<State>, mut exchange: Exchange) -> io::Result<()> {
    let given = exchange
        .seen
        .header("authorization")
        .unwrap_or_default()
        .to_owned();
    let token = given.strip_prefix("Bearer ").unwrap_or_default().to_owned();
    let (known, origin, redirects, lacks) = {
        let state = lock(state);
        let has = |scope: &&String| state.granted.split(' ').any(|granted| granted == *scope);
        let lacks = state.needs.clone().filter(|scope| !has(&scope));
        let known = state.access.contains(&token);
        (known, state.origin.clone(), state.redirects.clone(), lacks)
    };
    if let Some(to) = redirects {
        return exchange.answer(307, &[("Location", &to)], "").await;
    }
    if !known {
        let wants = format!(
            "Bearer resource_metadata=\"{origin}/.well-known/oauth-protected-resource/mcp\", scope=\"read\""
        );
        return exchange
            .answer(401, &[("WWW-Authenticate", &wants)], "")
            .await;
    }
    if exchange.seen.method != "POST" {
        return exchange.answer(405, &[], "").await;
    }
    if let (Some(scope), "tools/call") = (lacks, exchange.seen.rpc().as_str()) {
        let wants = format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"");
        return exchange
            .answer(403, &[("WWW-Authenticate", &wants)], "")
            .await;
    }
    let result = match exchange.seen.rpc().as_str() {
        "initialize" => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "protected", "version": "1" },
        }),
        "tools/list" => {
            json!({ "tools": [{ "name": "echo", "inputSchema": { "type": "object" } }] })
        }
        "tools/call" => json!({
            "content": [{ "type": "text", "text": exchange.seen.json()["params"]["arguments"].to_string() }],
        }),
        // It says what it should not.
        "ping" => json!({ "_meta": { "example.com/you": given } }),
        _ => return exchange.answer(202, &[], "").await,
    };
    let body = exchange.result(result);
    exchange.json(&body).await
}

/// What a person with a browser does: opens a URL of this machine and goes where it leads. Gives the last page.
///
/// # Errors
/// Somebody on the way does not answer, or it leads elsewhere.
pub async fn browse(url: &str) -> io::Result<String> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let mut url = url.to_owned();
    for _ in 0..=REDIRECTS {
        let rest = url.strip_prefix("http://").unwrap_or_default();
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let mut stream = tokio::net::TcpStream::connect(host).await?;
        let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let to = answer
            .lines()
            .take_while(|line| !line.is_empty())
            .find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("location")
                    .then(|| value.trim().to_owned())
            });
        match to {
            Some(to) => url = to,
            None => return Ok(answer),
        }
    }
    Err(io::Error::other("too many redirects"))
}

fn hash(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(bytes))
}

/// The fields of a form or a query.
fn fields(text: &str) -> BTreeMap<String, String> {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(name, value)| (plain(name), plain(value)))
        .collect()
}

fn plain(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        rest = after;
        match (first, byte) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            (b'+', _) => bytes.push(b' '),
            _ => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte.is_ascii_alphanumeric() {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

fn basic(header: Option<&str>) -> Option<(String, String)> {
    let encoded = header?.strip_prefix("Basic ")?;
    let both = base64::engine::general_purpose::STANDARD
        .decode(encoded)
        .ok()?;
    let both = String::from_utf8(both).ok()?;
    let (id, secret) = both.split_once(':')?;
    Some((plain(id), plain(secret)))
}
