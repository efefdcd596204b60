//! Sessions that are lost, and servers of 2024-11-05.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use mcp::{
    Bounds, CallError, CloseReason, ConnectError, HttpError, HttpOptions, ServerEvent, Wire,
};
use serde_json::json;
use testkit::{Exchange, Web};

use super::{connect, connect_with, ends, initialized, plain};
use crate::common::{call, first_text};

/// A server whose sessions have numbers. One named in `gone` is known no more.
async fn numbered(gone: impl Fn(usize) -> bool + Send + Sync + 'static) -> Web {
    let (next, gone) = (Arc::new(AtomicUsize::new(1)), Arc::new(gone));
    Web::start(move |mut exchange: Exchange| {
        let (next, gone) = (Arc::clone(&next), Arc::clone(&gone));
        Box::pin(async move {
            if exchange.seen.rpc() == "initialize" {
                let id = next.fetch_add(1, Ordering::SeqCst).to_string();
                let body = initialized(&exchange, "2025-06-18").to_string();
                let headers = [
                    ("Content-Type", "application/json"),
                    ("Mcp-Session-Id", &id),
                ];
                return exchange.answer(200, &headers, &body).await;
            }
            let named = exchange.seen.header("mcp-session-id").unwrap();
            let number: usize = named.parse().unwrap();
            if exchange.seen.rpc() == "tools/call" && gone(number) {
                return exchange.answer(404, &[], "").await;
            }
            if !plain(&mut exchange, "").await? {
                let text = json!({"content": [{"type": "text", "text": number.to_string()}]});
                let body = exchange.result(text);
                exchange.json(&body).await?;
            }
            Ok(())
        })
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn a_lost_session_is_opened_anew_and_what_was_refused_for_it_is_sent_again() {
    let web = numbered(|number| number == 1).await;
    let (client, mut ready) = connect(&web.url("/"), Bounds::default()).await.unwrap();
    // Several at once: one new session for all.
    let (a, b, c) = tokio::join!(
        call(&client, "echo", r#"{"n":1}"#),
        call(&client, "echo", r#"{"n":2}"#),
        call(&client, "echo", r#"{"n":3}"#)
    );
    for outcome in [a, b, c] {
        assert_eq!(first_text(&outcome.unwrap()), "2");
    }
    assert!(matches!(
        ready.events.recv().await,
        Some(ServerEvent::SessionRenewed)
    ));
    assert_eq!(client.counters().renewed_sessions, 1);
    assert_eq!(web.count("initialize"), 2);
    let bodies: Vec<String> = web
        .seen()
        .into_iter()
        .filter(|s| s.rpc() == "tools/call")
        .map(|s| s.body)
        .collect();
    for n in 1..=3 {
        let same: Vec<_> = bodies
            .iter()
            .filter(|b| b.contains(&format!("\"n\":{n}")))
            .collect();
        assert!(
            same.len() <= 2 && same.windows(2).all(|w| w[0] == w[1]),
            "{same:?}"
        );
    }
    ends(client, &web).await;
}

#[tokio::test]
async fn a_server_that_forgets_every_session_costs_one_attempt() {
    let web = numbered(|_| true).await;
    let (client, _ready) = connect(&web.url("/"), Bounds::default()).await.unwrap();
    let error = call(&client, "echo", "{}").await.unwrap_err();
    let lost = CallError::Http {
        error: HttpError::SessionLost,
        sent: false,
    };
    assert_eq!(error, lost);
    assert!(!error.may_have_run());
    assert_eq!((web.count("initialize"), web.count("tools/call")), (2, 2));
    ends(client, &web).await;
}

#[tokio::test]
async fn a_server_that_comes_back_as_another_one_is_left() {
    let times = Arc::new(AtomicUsize::new(0));
    let web = Web::start(move |mut exchange| {
        let times = Arc::clone(&times);
        Box::pin(async move {
            if exchange.seen.rpc() == "initialize" && times.fetch_add(1, Ordering::SeqCst) > 0 {
                let other = json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}, "logging": {}}});
                let body = exchange.result(other);
                return exchange.json(&body).await;
            }
            if !plain(&mut exchange, "2025-06-18").await? {
                exchange.answer(404, &[], "").await?;
            }
            Ok(())
        })
    })
    .await
    .unwrap();
    let (client, mut ready) = connect(&web.url("/"), Bounds::default()).await.unwrap();
    let error = call(&client, "echo", "{}").await.unwrap_err();
    assert!(!error.may_have_run(), "{error:?}");
    assert!(matches!(
        ready.events.recv().await,
        Some(ServerEvent::Closed(CloseReason::SessionLost))
    ));
    ends(client, &web).await;
}

/// A server of 2024-11-05. `endpoint` is what it names to send to.
async fn of_2024(endpoint: &'static str) -> Web {
    let (send, receive) = tokio::sync::mpsc::unbounded_channel::<serde_json::Value>();
    let receive = Arc::new(tokio::sync::Mutex::new(receive));
    Web::start(move |mut exchange| {
        let (send, receive) = (send.clone(), Arc::clone(&receive));
        Box::pin(async move {
            match (exchange.seen.method.as_str(), exchange.seen.path.as_str()) {
                ("GET", "/sse") => {
                    exchange.events().await?;
                    exchange
                        .raw(format!("event: endpoint\r\ndata: {endpoint}\r\n\r\n").as_bytes())
                        .await?;
                    let mut receive = receive.lock().await;
                    loop {
                        tokio::select! {
                            Some(message) = receive.recv() => exchange.event(None, &message).await?,
                            () = exchange.until_closed() => return Ok(()),
                        }
                    }
                }
                ("POST", "/messages?s=1") => {
                    let answer = match exchange.seen.rpc().as_str() {
                        "initialize" => Some(initialized(&exchange, "2024-11-05")),
                        "tools/call" => {
                            let text = json!({"content": [{"type": "text", "text": "old"}]});
                            Some(exchange.result(text))
                        }
                        _ => None,
                    };
                    exchange.answer(202, &[], "Accepted").await?;
                    // If the stream is gone, so is the test.
                    answer.map(|answer| send.send(answer));
                    Ok(())
                }
                _ => exchange.answer(405, &[], "").await,
            }
        })
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn a_server_of_2024_is_found_and_the_next_time_at_once() {
    let web = of_2024("/messages?s=1").await;
    for (last, posts) in [(None, 1), (Some(Wire::HttpSse), 0)] {
        let before = web.seen().len();
        let (client, ready) = connect_with(
            &web.url("/sse"),
            Bounds::default(),
            &[("X-Key", "k")],
            HttpOptions {
                last,
                ..HttpOptions::default()
            },
        )
        .await
        .unwrap();
        assert_eq!(ready.wire, Wire::HttpSse);
        assert_eq!(ready.info.protocol_version, "2024-11-05");
        let outcome = call(&client, "echo", "{}").await.unwrap();
        assert_eq!(first_text(&outcome), "old");
        ends(client, &web).await;
        let seen = &web.seen()[before..];
        let tried = seen
            .iter()
            .filter(|s| s.method == "POST" && s.path == "/sse");
        assert_eq!(tried.count(), posts);
        assert!(seen.iter().all(|s| s.header("x-key") == Some("k")));
        assert!(
            seen.iter()
                .all(|s| s.header("mcp-protocol-version").is_none())
        );
    }
}

#[tokio::test]
async fn an_endpoint_of_another_origin_is_not_sent_to() {
    let other =
        Web::start(|mut exchange| Box::pin(async move { exchange.answer(202, &[], "").await }))
            .await
            .unwrap();
    let named: &'static str = Box::leak(other.url("/messages").into_boxed_str());
    let web = of_2024(named).await;
    let error = connect(&web.url("/sse"), Bounds::default())
        .await
        .unwrap_err();
    assert!(
        matches!(error, ConnectError::Http(HttpError::Endpoint(_))),
        "{error:?}"
    );
    assert!(other.seen().is_empty());
    assert!(web.all_closed().await);
}

#[tokio::test]
async fn the_end_of_the_one_stream_is_the_end() {
    let web = Web::start(|mut exchange| {
        Box::pin(async move {
            if exchange.seen.method == "POST" {
                return exchange.answer(404, &[], "").await;
            }
            exchange.events().await?;
            exchange.raw(b"event: endpoint\ndata: /m\n\n").await
        })
    })
    .await
    .unwrap();
    let error = connect(&web.url("/"), Bounds::default()).await.unwrap_err();
    assert!(
        matches!(
            error,
            ConnectError::Closed(CloseReason::ServerClosed)
                | ConnectError::Http(HttpError::Status { status: 404, .. })
        ),
        "{error:?}"
    );
    assert!(web.all_closed().await);
}
