//! Tokens that are bound to a key, on their way to a server: a proof with each request, for that request alone.

use domain::{RemoteLaunch, ServerId};
use mcp::{Bounds, CallError, Client, ClientOptions, ConnectError, HttpError, HttpOptions};
use oauth::{Account, AccountOptions, OAuthError};
use secrets::{Keychain, ScopedSecrets};
use testkit::{Bound, Wants, browse, proof_of};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use url::Url;

use super::{SOON, approved};
use crate::common;

struct House {
    far: Bound,
    server: ServerId,
    secrets: ScopedSecrets,
    account: Account,
}

impl House {
    async fn signed_in() -> Self {
        let far = Bound::start().await.unwrap();
        let server = ServerId::new();
        let secrets = Keychain::in_memory().server(server);
        let url = Url::parse(&far.web.url("/mcp")).unwrap();
        let options = AccountOptions::default();
        let account = Account::new(server, url, secrets.clone(), options).unwrap();
        let sign_in = account.prepare(None).await.unwrap().begin().await.unwrap();
        let page = sign_in.url().clone();
        let (status, page) = tokio::join!(sign_in.finish(), browse(page.as_str()));
        status.unwrap();
        page.unwrap();
        Self {
            far,
            server,
            secrets,
            account,
        }
    }

    async fn connect(&self) -> Result<Client, ConnectError> {
        let remote = RemoteLaunch {
            server: self.server,
            url: self.far.web.url("/mcp"),
            headers: vec![],
        };
        let options = ClientOptions {
            server: self.server,
            ..common::options(Bounds::default())
        };
        let http = HttpOptions {
            account: Some(self.account.clone()),
            ..HttpOptions::default()
        };
        let approved = approved(remote).await;
        let connecting = Client::connect_http(approved, &self.secrets, http, options);
        let (client, ready) = tokio::time::timeout(SOON, connecting)
            .await
            .expect("it ends in time")?;
        drop(ready);
        Ok(client)
    }

    /// The requests to the server itself.
    fn seen(&self) -> Vec<testkit::Seen> {
        let all = self.far.web.seen().into_iter();
        all.filter(|seen| seen.path == "/mcp").collect()
    }

    fn calls(&self) -> usize {
        self.seen()
            .iter()
            .filter(|seen| seen.rpc() == "tools/call")
            .count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_request_has_a_proof_of_its_own() {
    let house = House::signed_in().await;
    let client = house.connect().await.unwrap();
    common::call(&client, "echo", "{}").await.unwrap();
    client.close().await;
    assert_eq!(house.far.called(), 1);
    let seen = house.seen();
    assert!(seen.iter().any(|seen| seen.method == "GET"));
    let mut used = Vec::new();
    for seen in &seen {
        let token = seen.header("authorization").unwrap().strip_prefix("DPoP ");
        let proof = proof_of(seen).unwrap();
        assert!(
            proof.fits(seen, &house.far.web.url(""), Some(token.unwrap())),
            "{seen:?}"
        );
        used.push(proof.claim("jti").to_owned());
    }
    used.sort();
    used.dedup();
    assert_eq!(used.len(), seen.len(), "no proof is used twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn nonce_of_the_server_is_sent_once_more_and_then_at_once() {
    let house = House::signed_in().await;
    let client = house.connect().await.unwrap();
    let listens = |seen: &[testkit::Seen]| {
        seen.iter()
            .any(|seen| seen.method == "GET" && seen.path == "/mcp")
    };
    assert!(house.far.web.until(listens).await);
    house.far.want(Wants::Nonce("n-1".into()));
    for _ in 0..3 {
        common::call(&client, "echo", "{}").await.unwrap();
    }
    // The stream for messages of the server may have been told the nonce first.
    let before = house.calls();
    assert!(house.far.called() == 3 && before <= 4, "{before}");
    house.far.want(Wants::Nonce("n-2".into()));
    common::call(&client, "echo", "{}").await.unwrap();
    assert_eq!((house.far.called(), house.calls()), (4, before + 2));
    common::call(&client, "echo", "{}").await.unwrap();
    client.close().await;
    assert_eq!((house.far.called(), house.calls()), (5, before + 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn server_that_wants_one_nonce_after_the_other_is_asked_twice() {
    for (wants, expected, sent) in [
        (Wants::Nonces, OAuthError::NonceLoop, 2),
        (Wants::Refuses, OAuthError::ProofRefused, 1),
    ] {
        let house = House::signed_in().await;
        let client = house.connect().await.unwrap();
        house.far.want(wants);
        let error = common::call(&client, "echo", "{}").await.unwrap_err();
        // Refused unread: it did not run.
        let CallError::Http { error, sent: false } = error else {
            panic!("{error:?}");
        };
        assert_eq!(error, HttpError::Account(expected));
        assert_eq!((house.calls(), house.far.called()), (sent, 0));
        // It is a state of the server, not of the sign-in.
        house.far.want(Wants::Nothing);
        common::call(&client, "echo", "{}").await.unwrap();
        client.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bound_token_is_never_sent_as_a_plain_one() {
    let house = House::signed_in().await;
    let client = house.connect().await.unwrap();
    house.far.want(Wants::Bearer);
    let error = common::call(&client, "echo", "{}").await.unwrap_err();
    assert!(
        matches!(
            error,
            CallError::Http {
                error: HttpError::SignIn(_),
                ..
            }
        ),
        "{error:?}"
    );
    client.close().await;
    for seen in house.seen() {
        let sent = seen.header("authorization").unwrap_or("DPoP ");
        assert!(sent.starts_with("DPoP "), "{sent}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stolen_proof_is_good_for_no_other_request() {
    let house = House::signed_in().await;
    let client = house.connect().await.unwrap();
    common::call(&client, "echo", "{}").await.unwrap();
    let seen = house.seen();
    let get = seen.iter().find(|seen| seen.method == "GET").unwrap();
    let call = seen.iter().find(|seen| seen.rpc() == "tools/call").unwrap();
    let host = house.far.web.url("").replace("http://", "");
    // Once more as it stands, and that of another method: refused. One made for the request: taken.
    for (host, proof) in [
        (host.as_str(), call.header("dpop").unwrap()),
        (host.as_str(), get.header("dpop").unwrap()),
    ] {
        let body = &call.body;
        let request = format!(
            "POST /mcp HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nAuthorization: {}\r\nDPoP: {proof}\r\nContent-Length: {}\r\n\r\n{body}",
            call.header("authorization").unwrap(),
            body.len(),
        );
        let mut stream = tokio::net::TcpStream::connect(host).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    }
    assert_eq!(house.far.called(), 1);
    common::call(&client, "echo", "{}").await.unwrap();
    assert_eq!(house.far.called(), 2);
    client.close().await;
}
