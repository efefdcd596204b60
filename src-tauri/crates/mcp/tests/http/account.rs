//! Tokens on their way to a server: with each request of it, once more where it refuses one, and nowhere else.

use std::sync::Arc;

use domain::{HeaderEntry, HeaderSource, RemoteLaunch, ServerId};
use mcp::{Bounds, CallError, Client, ClientOptions, ConnectError, HttpError, HttpOptions};
use oauth::{Account, AccountOptions, AccountStatus};
use secrets::{Keychain, ScopedSecrets, Secret};
use testkit::{Protected, browse};
use tokio::sync::mpsc;
use url::Url;

use super::{SOON, approved};
use crate::common;

/// A server behind a sign-in, and its account here.
struct House {
    far: Protected,
    server: ServerId,
    secrets: ScopedSecrets,
    account: Account,
}

impl House {
    async fn new() -> Self {
        let far = Protected::start(3600).await.unwrap();
        let server = ServerId::new();
        let secrets = Keychain::in_memory().server(server);
        let url = Url::parse(&far.url()).unwrap();
        let options = AccountOptions::default();
        let account = Account::new(server, url, secrets.clone(), options).unwrap();
        Self {
            far,
            server,
            secrets,
            account,
        }
    }

    async fn signed_in() -> Self {
        let house = Self::new().await;
        let prepared = house.account.prepare(None).await.unwrap();
        let sign_in = prepared.begin().await.unwrap();
        let url = sign_in.url().clone();
        let (status, page) = tokio::join!(sign_in.finish(), browse(url.as_str()));
        assert!(matches!(status.unwrap(), AccountStatus::SignedIn(_)));
        page.unwrap();
        house
    }

    async fn connect(&self, headers: Vec<HeaderEntry>) -> Result<Client, ConnectError> {
        let remote = RemoteLaunch {
            server: self.server,
            url: self.far.url(),
            headers,
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

    /// Each request that arrived at the server itself, with the token it carried.
    fn tokens(&self) -> Vec<(String, Option<String>)> {
        let seen = self.far.web.seen();
        let own = seen.iter().filter(|seen| seen.path.starts_with("/mcp"));
        own.map(|seen| {
            let carried = seen.header("authorization").map(str::to_owned);
            (format!("{} {}", seen.method, seen.rpc()), carried)
        })
        .collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_goes_with_every_request_and_into_no_address() {
    let house = House::signed_in().await;
    let client = house.connect(vec![]).await.unwrap();
    common::call(&client, "echo", "{}").await.unwrap();
    client.close().await;
    let tokens = house.tokens();
    assert!(tokens.iter().any(|(what, _)| what.starts_with("GET")));
    let token = format!("Bearer {}", access(&house));
    for (what, carried) in &tokens {
        assert_eq!(carried.as_deref(), Some(token.as_str()), "{what}");
    }
    for seen in house.far.web.seen() {
        assert!(!seen.path.contains("access-token"), "{}", seen.path);
    }
    assert!(house.far.wrong().is_empty(), "{:?}", house.far.wrong());
}

/// The last token that was given.
fn access(house: &House) -> String {
    let given = house.far.secrets();
    let last = given.iter().rev().find(|(what, _)| what == "access-token");
    last.unwrap().1.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_calls_that_are_refused_are_sent_once_more_after_one_renewal() {
    let house = Arc::new(House::signed_in().await);
    let client = house.connect(vec![]).await.unwrap();
    let old = access(&house);
    house.far.expire();
    let calls = (0..50).map(|n| {
        let client = client.clone();
        async move { common::call(&client, "echo", &format!("{{\"n\":{n}}}")).await }
    });
    let calls: Vec<_> = calls.map(tokio::spawn).collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    client.close().await;
    let renewals = house.far.web.seen();
    let renewals = renewals
        .iter()
        .filter(|seen| seen.path == "/token" && seen.body.contains("grant_type=refresh_token"));
    assert_eq!(renewals.count(), 1);
    for n in 0..50 {
        let body = format!("{{\"n\":{n}}}");
        let sent: Vec<_> = house
            .far
            .web
            .seen()
            .into_iter()
            .filter(|seen| seen.rpc() == "tools/call" && seen.body.contains(&body))
            .collect();
        assert!((1..=2).contains(&sent.len()), "{n}: {}", sent.len());
        assert!(sent.iter().all(|seen| seen.body == sent[0].body));
        let with = |seen: &testkit::Seen| seen.header("authorization").unwrap().to_owned();
        assert_ne!(with(sent.last().unwrap()), format!("Bearer {old}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_needs_a_sign_in_gives_its_approval_back_and_is_sent_no_third_time() {
    let house = House::signed_in().await;
    let client = house.connect(vec![]).await.unwrap();
    house.far.end();
    let (id, call) = common::approved(client.server(), "echo", "{}").await;
    let (progress, _reports) = mpsc::channel(1);
    let uncalled = client
        .call_tool_or_return(call, progress)
        .await
        .unwrap_err();
    assert!(
        matches!(
            &uncalled.error,
            CallError::Http {
                error: HttpError::SignIn(_),
                sent: false
            }
        ),
        "{:?}",
        uncalled.error
    );
    assert!(!uncalled.error.may_have_run());
    assert_eq!(uncalled.approved.unwrap().payload().id, id);
    assert!(house.far.web.count("tools/call") <= 2);
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_follows_no_redirect_and_no_sign_in_is_wanted_at_another_address() {
    let elsewhere = testkit::Web::start(|mut exchange| {
        Box::pin(async move { exchange.answer(200, &[], "").await })
    })
    .await
    .unwrap();
    for signed_in in [true, false] {
        let house = match signed_in {
            true => House::signed_in().await,
            false => House::new().await,
        };
        for to in [elsewhere.url("/mcp"), house.far.web.url("/other")] {
            house.far.redirect(&to);
            let error = house.connect(vec![]).await.unwrap_err();
            let stopped = matches!(&error, ConnectError::Http(HttpError::Redirect { .. }));
            // Without a token, one within the origin is followed as ever.
            let followed = !signed_in && to.ends_with("/other");
            assert!(stopped || followed, "{error:?}");
        }
        let arrived = house.far.web.seen();
        let other = arrived.iter().filter(|seen| seen.path == "/other");
        assert_eq!(other.clone().count() > 0, !signed_in);
        assert!(
            other
                .clone()
                .all(|seen| seen.header("authorization").is_none())
        );
    }
    assert!(elsewhere.seen().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_users_own_header_stands_before_the_account() {
    let house = House::signed_in().await;
    let own = HeaderEntry {
        name: "authorization".into(),
        source: HeaderSource::Keychain,
    };
    let mine = Secret::new("Bearer of-my-own".into());
    house.secrets.set(&own.kept_as(), &mine).await.unwrap();
    let error = house.connect(vec![own]).await.unwrap_err();
    assert!(matches!(error, ConnectError::NeedsSignIn(_)), "{error:?}");
    let tokens = house.tokens();
    assert_eq!(tokens.len(), 1, "{tokens:?}");
    assert_eq!(tokens[0].1.as_deref(), Some("Bearer of-my-own"));
}
