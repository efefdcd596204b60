//! The other side: one web server that is protected, one that issues tokens, and what both do when a test does not say.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use aws_lc_rs::digest::{SHA256, digest};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{ServerId, Untrusted};
use oauth::{Account, AccountOptions, AccountStatus, Challenge, OAuthError, Prepared, SignIn};
use secrets::{Keychain, ScopedSecrets};
use serde_json::{Value, json};
use testkit::{Exchange, Seen, Web};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use url::{Url, form_urlencoded};

/// What a path answers.
#[derive(Clone, Debug)]
pub enum Reply {
    Json(u16, Value),
    To(u16, String),
    /// JSON without an end; the bytes written are counted.
    Flood,
    /// The connection stays open, and nothing comes.
    Silence,
    Text(u16, &'static str),
    /// A proof is wanted with this nonce.
    Nonce(String),
}

#[derive(Default)]
pub struct World {
    pub server: String,
    pub issuer: String,
    /// What the documents say beside or instead of what they usually do; null leaves a field out.
    pub resource: Value,
    pub metadata: Value,
    pub registered: Value,
    pub tokens: Value,
    /// Paths that answer otherwise.
    pub special: HashMap<String, Reply>,
    /// The nonce that the token endpoint wants in proofs, if it wants one.
    pub nonce: Option<String>,
    /// It wants another one each time.
    pub nonces: bool,
    /// The assertion of a workload that is good now.
    pub assertion: String,
    /// The refresh token that is good now.
    pub refresh: String,
    pub flooded: usize,
    challenges: HashMap<String, String>,
    issued: usize,
}

pub struct Lab {
    pub server: Web,
    pub issuer: Web,
    pub world: Arc<Mutex<World>>,
    pub keychain: Keychain,
    pub id: ServerId,
    pub account: Account,
}

impl Lab {
    pub async fn new(change: impl FnOnce(&mut World)) -> Self {
        Self::with(change, AccountOptions::default()).await
    }

    pub async fn with(change: impl FnOnce(&mut World), options: AccountOptions) -> Self {
        let world = Arc::new(Mutex::new(World::default()));
        let start = || async {
            let world = Arc::clone(&world);
            Web::start(move |exchange| Box::pin(answer(exchange, Arc::clone(&world))))
                .await
                .unwrap()
        };
        let (server, issuer) = (start().await, start().await);
        {
            let mut world = world.lock().unwrap();
            world.server = server.url("");
            world.issuer = issuer.url("");
            change(&mut world);
        }
        let keychain = Keychain::in_memory();
        let id = ServerId::new();
        let url = server.url("/mcp").parse().unwrap();
        let account = Account::new(id, url, keychain.server(id), options).unwrap();
        Self {
            server,
            issuer,
            world,
            keychain,
            id,
            account,
        }
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    pub fn secrets(&self) -> ScopedSecrets {
        self.keychain.server(self.id)
    }

    /// The account as it is after the program was started again.
    pub fn restarted(&self) -> Account {
        let url = self.server.url("/mcp").parse().unwrap();
        Account::new(self.id, url, self.secrets(), AccountOptions::default()).unwrap()
    }

    pub async fn begin(&self, challenge: Option<&Challenge>) -> Result<SignIn, OAuthError> {
        self.account.prepare(challenge).await?.begin().await
    }

    /// A whole sign-in; the browser allows everything.
    pub async fn sign_in(
        &self,
        challenge: Option<&Challenge>,
    ) -> Result<AccountStatus, OAuthError> {
        let prepared = self.account.prepare(challenge).await?;
        self.go_through(prepared).await
    }

    pub async fn go_through(&self, prepared: Prepared) -> Result<AccountStatus, OAuthError> {
        let sign_in = prepared.begin().await?;
        let back = self.allow(sign_in.url());
        let browser = tokio::spawn(open(back));
        let result = sign_in.finish().await;
        assert!(browser.await.unwrap().contains("You can close this page."));
        result
    }

    /// What a browser ends on when the person allows: the code is good for the verifier of this request alone.
    pub fn allow(&self, url: &Url) -> Url {
        let asked: HashMap<_, _> = url.query_pairs().into_owned().collect();
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["code_challenge_method"], "S256");
        assert!(
            url.as_str()
                .starts_with(&format!("{}/", self.world().issuer)),
            "{url}"
        );
        let code = format!("c0de-{}", uuid::Uuid::now_v7());
        self.world()
            .challenges
            .insert(code.clone(), asked["code_challenge"].clone());
        let mut back: Url = asked["redirect_uri"].parse().unwrap();
        back.query_pairs_mut()
            .append_pair("code", &code)
            .append_pair("state", &asked["state"]);
        back
    }

    /// The forms that arrived at a path of the issuer.
    pub fn forms(&self, path: &str) -> Vec<HashMap<String, String>> {
        let seen = self
            .issuer
            .seen()
            .into_iter()
            .filter(|seen| seen.path == path);
        seen.map(|seen| form(&seen.body)).collect()
    }

    pub fn bodies(&self, path: &str) -> Vec<Value> {
        let seen = self
            .issuer
            .seen()
            .into_iter()
            .filter(|seen| seen.path == path);
        seen.map(|seen| seen.json()).collect()
    }

    /// Nothing but questions for public documents arrived anywhere.
    pub fn only_documents(&self) {
        for seen in self.server.seen().into_iter().chain(self.issuer.seen()) {
            assert_eq!(seen.method, "GET", "{seen:?}");
            assert!(
                seen.path.contains("/.well-known/") && seen.body.is_empty(),
                "{seen:?}"
            );
            assert_eq!(seen.header("authorization"), None, "{seen:?}");
        }
    }
}

pub fn form(body: &str) -> HashMap<String, String> {
    form_urlencoded::parse(body.as_bytes())
        .into_owned()
        .collect()
}

pub fn challenge(status: u16, header: &str) -> Challenge {
    let header = (!header.is_empty()).then(|| Untrusted::new(header.to_owned()));
    Challenge {
        status,
        header,
        said: None,
    }
}

/// Opens an address of this machine as a browser does; gives the page.
pub async fn open(url: Url) -> String {
    let port = url.port().unwrap();
    let request = format!(
        "GET {}?{} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/html\r\n\r\n",
        url.path(),
        url.query().unwrap_or_default()
    );
    send(port, &request).await.unwrap_or_default()
}

/// Sends bytes to a port of this machine; what came back, if anything listens.
pub async fn send(port: u16, request: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut page = String::new();
    stream.read_to_string(&mut page).await?;
    Ok(page)
}

pub async fn listens(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).await.is_ok()
}

/// Another issuer, which answers like the first one.
pub async fn another_issuer(lab: &Lab) -> Web {
    let world = Arc::clone(&lab.world);
    Web::start(move |exchange| Box::pin(answer(exchange, Arc::clone(&world))))
        .await
        .unwrap()
}

async fn answer(mut exchange: Exchange, world: Arc<Mutex<World>>) -> std::io::Result<()> {
    let reply = reply(&exchange.seen, &mut world.lock().unwrap());
    match reply {
        Reply::Json(status, body) => {
            let json = [("Content-Type", "application/json")];
            exchange.answer(status, &json, &body.to_string()).await
        }
        Reply::To(status, to) => exchange.answer(status, &[("Location", &to)], "").await,
        Reply::Text(status, text) => exchange.answer(status, &[], text).await,
        Reply::Nonce(nonce) => {
            let headers = [
                ("Content-Type", "application/json"),
                ("DPoP-Nonce", nonce.as_str()),
            ];
            let body = json!({ "error": "use_dpop_nonce" }).to_string();
            exchange.answer(400, &headers, &body).await
        }
        Reply::Silence => {
            exchange.until_closed().await;
            Ok(())
        }
        Reply::Flood => {
            exchange
                .head(200, &[("Content-Type", "application/json")])
                .await?;
            exchange.raw(b"{\"issuer\":\"").await?;
            let part = [b'x'; 64 * 1024];
            loop {
                exchange.raw(&part).await?;
                world.lock().unwrap().flooded += part.len();
            }
        }
    }
}

fn reply(seen: &Seen, world: &mut World) -> Reply {
    let path = seen.path.split('?').next().unwrap_or_default();
    if let Some(reply) = world.special.get(path) {
        return reply.clone();
    }
    let (server, issuer) = (world.server.clone(), world.issuer.clone());
    let at_server = seen
        .header("host")
        .is_some_and(|host| server.ends_with(host));
    match (at_server, path) {
        (true, "/.well-known/oauth-protected-resource/mcp") => {
            let usual =
                json!({ "resource": format!("{server}/mcp"), "authorization_servers": [issuer] });
            Reply::Json(200, merged(usual, &world.resource))
        }
        (false, "/.well-known/oauth-authorization-server") => {
            let usual = json!({
                "issuer": issuer,
                "authorization_endpoint": format!("{issuer}/authorize"),
                "token_endpoint": format!("{issuer}/token"),
                "registration_endpoint": format!("{issuer}/register"),
                "revocation_endpoint": format!("{issuer}/revoke"),
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none"],
            });
            Reply::Json(200, merged(usual, &world.metadata))
        }
        (_, "/register") => {
            world.issued += 1;
            let usual = json!({ "client_id": format!("client-{}", world.issued), "token_endpoint_auth_method": "none" });
            Reply::Json(201, merged(usual, &world.registered))
        }
        (_, "/token") => match wanted_nonce(seen, world) {
            Some(nonce) => Reply::Nonce(nonce),
            None => token(&form(&seen.body), world),
        },
        (_, "/revoke") => Reply::Text(200, ""),
        _ => Reply::Text(404, "nothing here"),
    }
}

fn wanted_nonce(seen: &Seen, world: &mut World) -> Option<String> {
    let wanted = world.nonce.clone()?;
    let proof = testkit::proof_of(seen);
    if world.nonces {
        world.issued += 1;
        return Some(format!("nonce-{}", world.issued));
    }
    let has = proof.is_some_and(|proof| proof.claim("nonce") == wanted);
    (!has).then_some(wanted)
}

fn token(form: &HashMap<String, String>, world: &mut World) -> Reply {
    let good = match form.get("grant_type").map(String::as_str) {
        Some("authorization_code") => {
            let verifier = form["code_verifier"].as_bytes();
            let expected = URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier));
            world.challenges.remove(&form["code"]) == Some(expected)
        }
        Some("refresh_token") => form["refresh_token"] == world.refresh,
        Some("client_credentials") => true,
        Some("urn:ietf:params:oauth:grant-type:jwt-bearer") => form["assertion"] == world.assertion,
        _ => false,
    };
    if !good {
        return Reply::Json(400, json!({ "error": "invalid_grant" }));
    }
    world.issued += 1;
    world.refresh = format!("refresh-{}", world.issued);
    let usual = json!({
        "access_token": format!("access-{}", world.issued),
        "token_type": "Bearer",
        "expires_in": 3600,
        "refresh_token": world.refresh,
    });
    Reply::Json(200, merged(usual, &world.tokens))
}

fn merged(mut usual: Value, other: &Value) -> Value {
    for (name, value) in other.as_object().into_iter().flatten() {
        match value {
            Value::Null => {
                usual.as_object_mut().unwrap().remove(name);
            }
            value => usual[name] = value.clone(),
        }
    }
    usual
}
