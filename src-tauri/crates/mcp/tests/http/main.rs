//! Servers at a URL: what is sent to them, and what no answer of theirs can do to this host.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "tests"
)]

mod account;
mod bound;
mod foreign;
mod hostile;
mod sessions;
mod stateless;
mod streams;

use crate::common;
use std::{sync::Arc, time::Duration};

use consent::{Approved, Consent, LaunchApproval, LaunchAuthority};
use domain::{HeaderEntry, HeaderSource, LaunchSpec, RemoteLaunch, ServerId};
use mcp::{Bounds, Client, ClientOptions, ConnectError, HttpOptions, Ready};
use secrets::{Keychain, Secret};
use serde_json::json;
use testkit::{Exchange, Handled, Web};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// How long anything here may take.
pub const SOON: Duration = Duration::from_secs(20);

/// The approval of a URL, by the road every launch takes.
pub async fn approved(remote: RemoteLaunch) -> Approved<LaunchSpec> {
    let question = LaunchApproval {
        spec: LaunchSpec::Remote(remote),
        server_name: "Far".into(),
        authority: LaunchAuthority {
            standing: None,
            on_command_line: true,
        },
        accepted: None,
        missing_values: vec![],
        ticked: std::collections::BTreeSet::new(),
    };
    let desk = Consent::new(Arc::new(common::Accepts));
    desk.decide(question).await.unwrap().approved
}

/// Connects to a URL within a bound.
pub async fn connect_with(
    url: &str,
    bounds: Bounds,
    headers: &[(&str, &str)],
    http: HttpOptions,
) -> Result<(Client, Ready), ConnectError> {
    let server = ServerId::new();
    let secrets = Keychain::in_memory().server(server);
    let mut entries = Vec::new();
    for (name, value) in headers {
        let entry = HeaderEntry {
            name: (*name).to_owned(),
            source: HeaderSource::Keychain,
        };
        let value = Secret::new((*value).to_owned());
        secrets.set(&entry.kept_as(), &value).await.unwrap();
        entries.push(entry);
    }
    let remote = RemoteLaunch {
        server,
        url: url.to_owned(),
        headers: entries,
    };
    let options = ClientOptions {
        server,
        ..common::options(bounds)
    };
    let approved = approved(remote).await;
    let connecting = Client::connect_http(approved, &secrets, http, options);
    tokio::time::timeout(SOON, connecting)
        .await
        .expect("it ends in time")
}

pub async fn connect(url: &str, bounds: Bounds) -> Result<(Client, Ready), ConnectError> {
    connect_with(url, bounds, &[], HttpOptions::default()).await
}

/// Connects to a URL of which it is known, or not, how it is spoken to.
pub async fn probing(url: &str, known: Option<mcp::Era>) -> Result<(Client, Ready), ConnectError> {
    let remote = RemoteLaunch {
        server: ServerId::new(),
        url: url.to_owned(),
        headers: vec![],
    };
    let options = ClientOptions {
        server: remote.server,
        known,
        ..common::options(Bounds::default())
    };
    let secrets = Keychain::in_memory().server(remote.server);
    let approved = approved(remote).await;
    let connecting = Client::connect_http(approved, &secrets, HttpOptions::default(), options);
    tokio::time::timeout(SOON, connecting)
        .await
        .expect("it ends in time")
}

/// What opens a session of the revision, with an identifier.
pub fn initialized(exchange: &Exchange, revision: &str) -> serde_json::Value {
    exchange.result(json!({
        "protocolVersion": revision,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "web", "version": "1"},
    }))
}

/// Answers as a plain server does; false where a test has its own answer: the call of a tool.
pub async fn plain(exchange: &mut Exchange, revision: &str) -> std::io::Result<bool> {
    match (exchange.seen.method.as_str(), exchange.seen.rpc().as_str()) {
        ("POST", "initialize") => {
            let body = initialized(exchange, revision).to_string();
            let headers = [
                ("Content-Type", "application/json; charset=utf-8"),
                ("Mcp-Session-Id", "session-1"),
            ];
            exchange.answer(200, &headers, &body).await?;
        }
        ("POST", "tools/call") => return Ok(false),
        ("POST", "ping") => {
            let body = exchange.result(json!({}));
            exchange.json(&body).await?;
        }
        ("POST", "tools/list") => {
            let body = exchange.result(json!({"tools": [{"name": "echo", "inputSchema": {}}]}));
            exchange.json(&body).await?;
        }
        ("POST", _) => exchange.answer(202, &[], "").await?,
        ("DELETE", _) => exchange.answer(200, &[], "").await?,
        _ => exchange.answer(405, &[("Allow", "POST")], "").await?,
    }
    Ok(true)
}

/// A plain server of 2025-06-18 whose calls of tools are answered by `call`.
pub async fn server<C>(call: C) -> Web
where
    C: Fn(Exchange) -> Handled + Send + Sync + Clone + 'static,
{
    Web::start(move |mut exchange| {
        let call = call.clone();
        Box::pin(async move {
            if !plain(&mut exchange, "2025-06-18").await? {
                call(exchange).await?;
            }
            Ok(())
        })
    })
    .await
    .unwrap()
}

/// The same, or one of 2026-07-28, which keeps no session.
pub async fn server_of<C>(newer: bool, call: C) -> Web
where
    C: Fn(Exchange) -> Handled + Send + Sync + Clone + 'static,
{
    if !newer {
        return server(call).await;
    }
    Web::start(move |mut exchange| {
        let call = call.clone();
        Box::pin(async move {
            let fresh = json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private" });
            let mut result = fresh;
            match exchange.seen.rpc().as_str() {
                "server/discover" => {
                    result["supportedVersions"] = json!(["2026-07-28"]);
                    result["capabilities"] = json!({ "tools": {} });
                }
                "tools/list" => result["tools"] = json!([{ "name": "echo", "inputSchema": {} }]),
                "tools/call" => return call(exchange).await,
                _ => return exchange.answer(405, &[], "").await,
            }
            let body = exchange.result(result);
            exchange.json(&body).await
        })
    })
    .await
    .unwrap()
}

/// A connection that ended leaves no socket.
pub async fn ends(client: Client, web: &Web) {
    tokio::time::timeout(SOON, client.close())
        .await
        .expect("closing ends");
    drop(client);
    assert!(web.all_closed().await, "a connection is left");
}

#[tokio::test]
async fn a_session_from_its_first_to_its_last_request() {
    let web = server(|mut exchange| {
        Box::pin(async move {
            let body = exchange.result(json!({"content": [{"type": "text", "text": "hi"}]}));
            exchange.json(&body).await
        })
    })
    .await;
    let (client, ready) = connect_with(
        &web.url("/mcp?tenant=a"),
        Bounds::default(),
        &[("Authorization", "Bearer canary-1 "), ("X-Other", "ü?")],
        HttpOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(ready.wire, mcp::Wire::StreamableHttp);
    assert_eq!(client.list_tools().await.unwrap().items.len(), 1);
    let outcome = common::call(&client, "echo", r#"{"n":9007199254740993}"#)
        .await
        .unwrap();
    assert_eq!(common::first_text(&outcome), "hi");
    ends(client, &web).await;
    let seen = web.seen();
    for (at, request) in seen.iter().enumerate() {
        assert_eq!(request.path, "/mcp?tenant=a");
        assert_eq!(request.header("authorization"), Some("Bearer canary-1"));
        let session = request.header("mcp-session-id");
        let version = request.header("mcp-protocol-version");
        if request.rpc() == "initialize" {
            assert_eq!((at, session, version), (0, None, None));
        } else {
            assert_eq!((session, version), (Some("session-1"), Some("2025-06-18")));
        }
        if request.method == "POST" {
            let accept = request.header("accept").unwrap();
            assert!(accept.contains("application/json") && accept.contains("text/event-stream"));
            assert!(request.header("accept-encoding") == Some("identity"));
        }
    }
    assert_eq!(
        seen[1].rpc(),
        "notifications/initialized",
        "before anything else"
    );
    assert_eq!(seen.last().unwrap().method, "DELETE");
    assert_eq!(
        web.count("GET"),
        1,
        "refused with 405 and not asked for again"
    );
    let call = seen.iter().find(|s| s.rpc() == "tools/call").unwrap();
    assert!(call.body.contains("9007199254740993"));
}

#[tokio::test]
async fn what_was_approved_is_for_one_server_and_one_kind() {
    let web = server(|_| Box::pin(async { Ok(()) })).await;
    let server = ServerId::new();
    let remote = |url: &str, headers: Vec<HeaderEntry>| RemoteLaunch {
        server,
        url: url.to_owned(),
        headers,
    };
    let header = |name: &str| HeaderEntry {
        name: name.to_owned(),
        source: HeaderSource::Keychain,
    };
    let secrets = Keychain::in_memory().server(server);
    let at = web.url("/");
    let ours = common::options(Bounds::default());
    let refused = async |launch: RemoteLaunch, options: ClientOptions| {
        let approved = approved(launch).await;
        Client::connect_http(approved, &secrets, HttpOptions::default(), options)
            .await
            .unwrap_err()
    };
    let options = || ClientOptions {
        server,
        ..ours.clone()
    };
    assert_eq!(
        refused(remote(&at, vec![]), ours.clone()).await,
        ConnectError::OtherServer
    );
    for bad in ["ftp://h/", "http://u:p@127.0.0.1/", "nonsense"] {
        let error = refused(remote(bad, vec![]), options()).await;
        assert!(matches!(error, ConnectError::Url(_)), "{error:?}");
    }
    for (url, name, wanted) in [
        (at.as_str(), "X-Key", "no value"),
        (at.as_str(), "Mcp-Session-Id", "protocol"),
        ("http://192.0.2.1/", "Authorization", "unencrypted"),
    ] {
        let error = refused(remote(url, vec![header(name)]), options()).await;
        assert!(error.to_string().contains(wanted), "{error}");
    }
    assert!(web.seen().is_empty(), "nothing was sent");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_as_what_it_is() {
    let free = tokio::net::TcpListener::bind(("127.0.0.1", 0))
        .await
        .unwrap();
    let nobody = format!("http://{}/", free.local_addr().unwrap());
    drop(free);
    let error = connect(&nobody, Bounds::default()).await.unwrap_err();
    assert_eq!(error, ConnectError::Http(mcp::HttpError::Refused));
    let error = connect("http://no-such-host.invalid/", Bounds::default())
        .await
        .unwrap_err();
    assert_eq!(error, ConnectError::Http(mcp::HttpError::Dns));
    // A server without TLS, asked for it.
    let plain = tokio::net::TcpListener::bind(("127.0.0.1", 0))
        .await
        .unwrap();
    let at = format!("https://{}/", plain.local_addr().unwrap());
    let answers = async {
        let (mut stream, _) = plain.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 X\r\n\r\n").await.unwrap();
        stream.shutdown().await.unwrap();
        let mut rest = Vec::new();
        // How the client goes does not matter.
        let _ = stream.read_to_end(&mut rest).await;
    };
    let (error, ()) = tokio::join!(connect(&at, Bounds::default()), answers);
    let error = error.unwrap_err();
    assert!(
        matches!(
            error,
            ConnectError::Http(mcp::HttpError::Link(mcp::LinkProblem::PlainPort))
        ),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_sign_in_that_is_wanted_is_told_with_its_words() {
    let long = format!("Bearer realm=\"{}\"", "x".repeat(20_000));
    for (status, header, kept) in [
        (401, None, None),
        (
            401,
            Some("Bearer resource_metadata=\"https://h/x\""),
            Some(38),
        ),
        (
            403,
            Some("Bearer error=\"insufficient_scope\", scope=\"a b\""),
            Some(46),
        ),
        (401, Some(long.as_str()), Some(8 * 1024)),
    ] {
        let named = header.map(str::to_owned);
        let web = Web::start(move |mut exchange| {
            let named = named.clone();
            Box::pin(async move {
                let headers: Vec<(&str, &str)> = named
                    .iter()
                    .map(|text| ("WWW-Authenticate", text.as_str()))
                    .collect();
                exchange.answer(status, &headers, "").await
            })
        })
        .await
        .unwrap();
        let error = connect(&web.url("/"), Bounds::default()).await.unwrap_err();
        let ConnectError::NeedsSignIn(challenge) = error else {
            panic!("{error:?}");
        };
        assert_eq!(challenge.status, status);
        assert_eq!(challenge.header.map(|h| h.into_data().len()), kept);
        assert_eq!(web.count("GET"), 0, "no other way is tried");
    }
}
