//! An MCP server at a URL that takes only tokens bound to a key (RFC 9449), with its authorization server on the same port.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};

use crate::{Exchange, Seen, SeenProof, Web, proof_of};

/// What the server does with a request whose proof is right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Wants {
    /// It answers.
    #[default]
    Nothing,
    /// It wants this nonce in the proof, and says so.
    Nonce(String),
    /// It wants another nonce each time.
    Nonces,
    /// It says that the proof is wrong.
    Refuses,
    /// It wants a token alone.
    Bearer,
}

/// A server of that kind. It ends when it is dropped.
#[derive(Debug)]
pub struct Bound {
    /// What answers, and what arrived there.
    pub web: Web,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    origin: String,
    wants: Wants,
    issued: usize,
    /// The token that is good, and the key that it is bound to.
    token: Option<(String, String)>,
    used: Vec<String>,
    called: usize,
}

impl Bound {
    /// Starts one.
    ///
    /// # Errors
    /// No port is free.
    pub async fn start() -> io::Result<Self> {
        let state = Arc::new(Mutex::new(State::default()));
        let inside = Arc::clone(&state);
        let web =
            Web::start(move |exchange| Box::pin(answer(Arc::clone(&inside), exchange))).await?;
        lock(&state).origin = web.url("");
        Ok(Self { web, state })
    }

    /// From now on the server wants this.
    pub fn want(&self, wants: Wants) {
        lock(&self.state).wants = wants;
    }

    /// How many calls of a tool it answered.
    #[must_use]
    pub fn called(&self) -> usize {
        lock(&self.state).called
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(state: Arc<Mutex<State>>, mut exchange: Exchange) -> io::Result<()> {
    let seen = exchange.seen.clone();
    let (path, query) = seen.path.split_once('?').unwrap_or((&seen.path, ""));
    let origin = lock(&state).origin.clone();
    let at = |name: &str| format!("{origin}{name}");
    let body = match path {
        "/mcp" => return serve(&state, exchange).await,
        "/.well-known/oauth-protected-resource/mcp" => json!({
            "resource": at("/mcp"),
            "authorization_servers": [origin],
            "dpop_signing_alg_values_supported": ["ES256"],
        }),
        "/.well-known/oauth-authorization-server" => json!({
            "issuer": origin,
            "authorization_endpoint": at("/authorize"),
            "token_endpoint": at("/token"),
            "registration_endpoint": at("/register"),
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "dpop_signing_alg_values_supported": ["ES256"],
        }),
        "/register" => json!({ "client_id": "somebody", "token_endpoint_auth_method": "none" }),
        "/authorize" => {
            let field = |name: &str| {
                let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
                let value = pairs.find(|(key, _)| *key == name).map(|(_, value)| value);
                value
                    .unwrap_or_default()
                    .replace("%3A", ":")
                    .replace("%2F", "/")
            };
            let to = format!(
                "{}?code=c0de&state={}",
                field("redirect_uri"),
                field("state")
            );
            return exchange.answer(302, &[("Location", &to)], "").await;
        }
        "/token" => lock(&state).token(&seen),
        _ => return exchange.answer(404, &[], "").await,
    };
    exchange.json(&body).await
}

impl State {
    fn token(&mut self, seen: &Seen) -> Value {
        let Some(proof) = proof_of(seen).filter(|proof| proof.fits(seen, &self.origin, None))
        else {
            return json!({ "error": "invalid_dpop_proof" });
        };
        self.issued += 1;
        let token = format!("b0und-t0ken-{}", self.issued);
        self.token = Some((token.clone(), proof.key));
        json!({ "access_token": token, "token_type": "DPoP", "expires_in": 3600 })
    }

    /// What a request is refused for: the challenge, and a nonce.
    fn refuses(&mut self, seen: &Seen) -> Option<(String, Option<String>)> {
        let Some((token, key)) = self.token.clone() else {
            return Some(("DPoP algs=\"ES256\"".into(), None));
        };
        let right = |proof: &SeenProof| {
            seen.header("authorization") == Some(&format!("DPoP {token}"))
                && proof.key == key
                && proof.fits(seen, &self.origin, Some(&token))
                && !self.used.contains(&proof.claim("jti").to_owned())
        };
        let Some(proof) = proof_of(seen).filter(right) else {
            return Some(("DPoP error=\"invalid_token\"".into(), None));
        };
        self.used.push(proof.claim("jti").to_owned());
        let challenge = |error: &str| format!("DPoP error=\"{error}\"");
        match self.wants.clone() {
            Wants::Nothing => None,
            Wants::Nonce(nonce) if proof.claim("nonce") == nonce => None,
            Wants::Nonce(nonce) => Some((challenge("use_dpop_nonce"), Some(nonce))),
            Wants::Nonces => {
                let nonce = format!("nonce-{}", self.used.len());
                Some((challenge("use_dpop_nonce"), Some(nonce)))
            }
            Wants::Refuses => Some((challenge("invalid_dpop_proof"), None)),
            Wants::Bearer => Some(("Bearer".into(), None)),
        }
    }
}

async fn serve(state: &Mutex<State>, mut exchange: Exchange) -> io::Result<()> {
    let refused = lock(state).refuses(&exchange.seen);
    if let Some((challenge, nonce)) = refused {
        let mut headers = vec![("WWW-Authenticate", challenge.as_str())];
        headers.extend(nonce.as_deref().map(|nonce| ("DPoP-Nonce", nonce)));
        return exchange.answer(401, &headers, "").await;
    }
    if exchange.seen.method != "POST" {
        return exchange.answer(405, &[], "").await;
    }
    let result = match exchange.seen.rpc().as_str() {
        "initialize" => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "bound", "version": "1" },
        }),
        "tools/list" => {
            json!({ "tools": [{ "name": "echo", "inputSchema": { "type": "object" } }] })
        }
        "tools/call" => {
            lock(state).called += 1;
            json!({ "content": [{ "type": "text", "text": "done" }] })
        }
        _ => return exchange.answer(202, &[], "").await,
    };
    let body = exchange.result(result);
    exchange.json(&body).await
}
