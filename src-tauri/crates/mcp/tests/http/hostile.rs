//! Answers that would hang, fill or lead astray a client that believes them. Each ends in a typed error, in time, and
//! leaves no connection, with a session and without.

use std::time::{Duration, Instant};

use mcp::{BoundHit, Bounds, CallError, ConnectError, HttpError};
use serde_json::json;
use testkit::{Exchange, Web};

use super::{connect, ends, plain, server, server_of};
use crate::common::call;

/// The error of a call, how long it took, and that nothing is left of it.
async fn fails(web: &Web, bounds: Bounds) -> (CallError, Duration) {
    let (client, _ready) = connect(&web.url("/"), bounds).await.unwrap();
    let began = Instant::now();
    let error = call(&client, "echo", "{}").await.unwrap_err();
    let took = began.elapsed();
    client.ping().await.expect("the connection still works");
    ends(client, web).await;
    (error, took)
}

/// Each case with a session, and without.
fn both<T: Clone, const N: usize>(cases: [T; N]) -> impl Iterator<Item = (bool, T)> {
    let again = cases.clone().map(|case| (true, case));
    cases.map(|case| (false, case)).into_iter().chain(again)
}

fn short() -> Bounds {
    Bounds {
        request: Duration::from_millis(600),
        request_max: Duration::from_millis(900),
        message_bytes: 64 * 1024,
        ..Bounds::default()
    }
}

/// Bytes until the client goes.
async fn endless(exchange: &mut Exchange, piece: &[u8]) -> std::io::Result<()> {
    loop {
        exchange.raw(piece).await?;
    }
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn bodies_and_events_without_end_stop_at_the_bound() {
    let kinds = ["json", "announced", "event", "line", "comment"];
    for (newer, kind) in both(kinds) {
        let web = server_of(newer, move |mut exchange| {
            Box::pin(async move {
                let json = ("Content-Type", "application/json");
                let piece = [b'x'; 32 * 1024];
                match kind {
                    "json" => exchange.head(200, &[json]).await?,
                    "announced" => {
                        let headers = [json, ("Content-Length", "3000000000")];
                        exchange.head(200, &headers).await?;
                    }
                    _ => exchange.events().await?,
                }
                match kind {
                    "event" => {
                        endless(&mut exchange, b"data: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n").await
                    }
                    "comment" => {
                        exchange.raw(b":").await?;
                        endless(&mut exchange, &piece).await
                    }
                    _ => endless(&mut exchange, &piece).await,
                }
            })
        })
        .await;
        let (error, _) = fails(
            &web,
            Bounds {
                message_bytes: 64 * 1024,
                ..Bounds::default()
            },
        )
        .await;
        assert_eq!(error, BoundHit::MessageBytes.into(), "{kind}");
    }
}

#[tokio::test]
async fn three_gigabytes_cost_less_than_64_mib() {
    let web = server(move |mut exchange| {
        Box::pin(async move {
            exchange
                .head(200, &[("Content-Type", "application/json")])
                .await?;
            exchange.raw(b"{\"jsonrpc\":\"2.0\",\"id\":").await?;
            let piece = vec![b'1'; 64 * 1024];
            for _ in 0..48_000 {
                exchange.raw(&piece).await?;
            }
            Ok(())
        })
    })
    .await;
    let (client, _ready) = connect(&web.url("/"), Bounds::default()).await.unwrap();
    let before = resident_kib();
    // Eight at once: large ones are received one at a time.
    let calls = (0..8).map(|_| call(&client, "echo", "{}"));
    let watched = async {
        let mut most = 0;
        loop {
            most = most.max(resident_kib());
            if tokio::time::timeout(Duration::from_millis(2), std::future::pending::<()>())
                .await
                .is_err()
                && client.counters().over_long >= 8
            {
                return most;
            }
        }
    };
    let calls = async {
        let mut set = Vec::new();
        for call in calls {
            set.push(Box::pin(call));
        }
        let mut errors = Vec::new();
        for outcome in join_all(set).await {
            errors.push(outcome.unwrap_err());
        }
        errors
    };
    let (errors, most) = tokio::time::timeout(super::SOON, async { tokio::join!(calls, watched) })
        .await
        .expect("it ends in time");
    assert!(
        errors.iter().all(|e| *e == BoundHit::MessageBytes.into()),
        "{errors:?}"
    );
    let grown = most.saturating_sub(before) / 1024;
    assert!(grown < 64, "{grown} MiB");
    ends(client, &web).await;
}

/// Polls all of them together.
async fn join_all<F: Future + Unpin>(mut all: Vec<F>) -> Vec<F::Output> {
    let mut done: Vec<Option<F::Output>> = all.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, slot) in all.iter_mut().zip(&mut done) {
            if slot.is_none()
                && let std::task::Poll::Ready(output) = std::pin::Pin::new(future).poll(context)
            {
                *slot = Some(output);
            }
        }
        if done.iter().all(Option::is_some) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    done.into_iter().flatten().collect()
}

#[tokio::test]
async fn silence_ends_with_the_time_of_the_request() {
    let kinds = [
        "no headers",
        "no body",
        "half a body",
        "an open stream",
        "a stream of comments",
    ];
    for (newer, kind) in both(kinds) {
        let web = server_of(newer, move |mut exchange| {
            Box::pin(async move {
                match kind {
                    "no headers" => {}
                    "no body" => {
                        let headers = [
                            ("Content-Type", "application/json"),
                            ("Content-Length", "10"),
                        ];
                        exchange.head(200, &headers).await?;
                    }
                    "half a body" => {
                        exchange
                            .head(200, &[("Content-Type", "application/json")])
                            .await?;
                        exchange.raw(b"{\"jsonrpc\"").await?;
                    }
                    "an open stream" => exchange.events().await?,
                    _ => {
                        exchange.events().await?;
                        return endless(&mut exchange, b": still here\n\n").await;
                    }
                }
                exchange.until_closed().await;
                Ok(())
            })
        })
        .await;
        let (error, took) = fails(&web, short()).await;
        assert_eq!(error, CallError::TimedOut { sent: true }, "{kind}");
        assert!(took < Duration::from_secs(5), "{kind}: {took:?}");
        // Without a session the end of the exchange says it.
        let told = usize::from(!newer);
        assert_eq!(web.count("notifications/cancelled"), told, "{kind}");
    }
}

#[tokio::test]
async fn answers_that_are_none_are_told_apart() {
    type Wanted = fn(&CallError) -> bool;
    let cases: [(&str, Wanted); 9] = [
        (
            "packed",
            |e| matches!(e, CallError::Http { error: HttpError::Packed(p), .. } if p == "gzip"),
        ),
        (
            "html",
            |e| matches!(e, CallError::Http { error: HttpError::ContentType(t), .. } if t == "text/html"),
        ),
        ("accepted", |e| {
            matches!(
                e,
                CallError::Http {
                    error: HttpError::Empty,
                    ..
                }
            )
        }),
        ("other id", |e| matches!(e, CallError::BadResult(_))),
        ("half closed", |e| {
            matches!(
                e,
                CallError::Http {
                    error: HttpError::CutOff,
                    sent: true
                }
            )
        }),
        ("stream without it", |e| {
            matches!(
                e,
                CallError::Http {
                    error: HttpError::CutOff,
                    sent: true
                }
            )
        }),
        ("not http", |e| {
            matches!(
                e,
                CallError::Http {
                    error: HttpError::CutOff,
                    sent: true
                }
            )
        }),
        (
            "500",
            |e| matches!(e, CallError::Http { error: HttpError::Status { status: 500, message: Some(m), .. }, sent: true } if m == "oops"),
        ),
        ("rpc in 400", |e| {
            matches!(e, CallError::Rpc { code: -32602, .. })
        }),
    ];
    for (newer, (kind, wanted)) in both(cases) {
        let web = server_of(newer, move |mut exchange| {
            Box::pin(async move {
                let json = ("Content-Type", "application/json");
                match kind {
                    // A kilobyte that would unpack to a gigabyte is not unpacked at all.
                    "packed" => {
                        let headers = [json, ("Content-Encoding", "gzip")];
                        exchange.answer(200, &headers, "\u{1f}\u{8b}…").await
                    }
                    "html" => {
                        exchange
                            .answer(200, &[("Content-Type", "text/html")], "<p>")
                            .await
                    }
                    "accepted" => exchange.answer(202, &[], "").await,
                    "other id" => {
                        let body = json!({"jsonrpc": "2.0", "id": 99_999, "result": {}});
                        exchange.json(&body).await
                    }
                    "half closed" => {
                        exchange
                            .head(200, &[json, ("Content-Length", "100")])
                            .await?;
                        exchange.raw(b"{").await
                    }
                    "stream without it" => exchange.events().await,
                    "not http" => exchange.raw(b"SSH-2.0-OpenSSH\r\n\r\n").await,
                    "500" => exchange.answer(500, &[], "oops").await,
                    _ => {
                        let error = json!({"code": -32602, "message": "no"});
                        let id = exchange.seen.json()["id"].clone();
                        let body = json!({"jsonrpc": "2.0", "id": id, "error": error});
                        exchange.answer(400, &[json], &body.to_string()).await
                    }
                }
            })
        })
        .await;
        let (error, _) = fails(&web, short()).await;
        assert!(wanted(&error), "{kind}, newer {newer}: {error:?}");
    }
}

#[tokio::test]
async fn redirects_stay_within_their_origin_and_keep_the_request() {
    let other =
        Web::start(|mut exchange| Box::pin(async move { exchange.answer(200, &[], "").await }))
            .await
            .unwrap();
    let elsewhere = other.url("/mcp");
    let web = Web::start(move |mut exchange| {
        let elsewhere = elsewhere.clone();
        Box::pin(async move {
            let to = |place: &'static str| [("Location", place)];
            match exchange.seen.path.as_str() {
                "/mcp" => exchange.answer(307, &to("/mcp/"), "").await,
                "/get" => exchange.answer(302, &to("/mcp/"), "").await,
                "/loop" => exchange.answer(308, &to("/loop"), "").await,
                "/out" => exchange.answer(307, &[("Location", &elsewhere)], "").await,
                "/downgrade" => exchange.answer(307, &to("ftp://127.0.0.1/"), "").await,
                _ => plain(&mut exchange, "2025-06-18").await.map(drop),
            }
        })
    })
    .await
    .unwrap();
    let (client, _ready) = connect(&web.url("/mcp"), Bounds::default()).await.unwrap();
    ends(client, &web).await;
    for path in ["/get", "/loop", "/out", "/downgrade"] {
        let error = connect(&web.url(path), Bounds::default())
            .await
            .unwrap_err();
        assert!(
            matches!(error, ConnectError::Http(HttpError::Redirect { .. })),
            "{path}: {error:?}"
        );
    }
    assert!(other.seen().is_empty(), "nothing of ours went there");
}

#[tokio::test]
async fn an_opening_that_is_never_answered_is_given_up() {
    for kind in ["no headers", "a stream", "a stream of 2024"] {
        let web = Web::start(move |mut exchange| {
            Box::pin(async move {
                match kind {
                    "a stream" => exchange.events().await?,
                    "a stream of 2024" if exchange.seen.method == "POST" => {
                        return exchange.answer(404, &[], "").await;
                    }
                    "a stream of 2024" => exchange.events().await?,
                    _ => {}
                }
                exchange.until_closed().await;
                Ok(())
            })
        })
        .await
        .unwrap();
        let after = Duration::from_millis(700);
        let bounds = Bounds {
            connect: after,
            ..Bounds::default()
        };
        let began = Instant::now();
        let error = connect(&web.url("/"), bounds).await.unwrap_err();
        assert_eq!(error, ConnectError::TimedOut { after }, "{kind}");
        assert!(began.elapsed() < Duration::from_secs(5), "{kind}");
        assert!(web.all_closed().await, "{kind}: a connection is left");
    }
}

#[tokio::test]
async fn a_session_identifier_that_is_none_is_refused() {
    let long = "x".repeat(9_000);
    for id in ["a b", "ü", long.as_str()] {
        let id = id.to_owned();
        let web = Web::start(move |mut exchange| {
            let id = id.clone();
            Box::pin(async move {
                let body = super::initialized(&exchange, "2025-06-18").to_string();
                let headers = [
                    ("Content-Type", "application/json"),
                    ("Mcp-Session-Id", id.as_str()),
                ];
                exchange.answer(200, &headers, &body).await
            })
        })
        .await
        .unwrap();
        let error = connect(&web.url("/"), Bounds::default()).await.unwrap_err();
        assert_eq!(error, ConnectError::Http(HttpError::BadSession));
    }
}
