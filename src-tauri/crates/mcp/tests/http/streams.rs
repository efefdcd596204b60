//! Answers as streams of events: batches, progress, breaks that are resumed, and the stream of the server's own messages.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use mcp::{Bounds, CallError, HttpError, ServerEvent};
use serde_json::json;
use testkit::{Seen, Web};

use super::{connect, ends, plain, server};
use crate::common::{approved, call, first_text};

#[tokio::test]
async fn an_answer_inside_a_stream_with_progress_and_a_question_of_the_server() {
    let web = server(|mut exchange| {
        Box::pin(async move {
            let token = exchange.seen.json()["params"]["_meta"]["progressToken"].clone();
            exchange.events().await?;
            let ping = json!({"jsonrpc": "2.0", "id": "q", "method": "ping"});
            exchange.event(None, &ping).await?;
            let progress = json!({"jsonrpc": "2.0", "method": "notifications/progress",
                "params": {"progressToken": token, "progress": 1, "total": 2}});
            exchange.event(Some("1"), &progress).await?;
            let result = json!({"content": [{"type": "text", "text": "streamed"}]});
            let answer = exchange.result(result);
            exchange.event(Some("2"), &answer).await?;
            // Not closed: the client reads no further than it must.
            exchange.until_closed().await;
            Ok(())
        })
    })
    .await;
    let (client, _ready) = connect(&web.url("/"), Bounds::default()).await.unwrap();
    let (_, approved) = approved(client.server(), "echo", "{}").await;
    let (progress, mut seen) = tokio::sync::mpsc::channel(4);
    let outcome = client.call_tool(approved, progress).await.unwrap();
    assert_eq!(first_text(outcome.as_data()), "streamed");
    assert_eq!(seen.recv().await.unwrap().total, Some(2.0));
    let pong = |s: &Seen| s.body.contains("\"id\":\"q\"") && s.body.contains("\"result\":{}");
    assert!(
        web.until(|all| all.iter().any(pong)).await,
        "the ping is answered"
    );
    ends(client, &web).await;
    assert_eq!(
        web.count("GET"),
        1,
        "a stream that gave its answer is not resumed"
    );
}

#[tokio::test]
async fn batches_are_read_in_documents_and_in_streams() {
    let turn = Arc::new(AtomicUsize::new(0));
    let web = server(move |mut exchange| {
        let turn = turn.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move {
            let log = json!({"jsonrpc": "2.0", "method": "notifications/message",
                "params": {"level": "info", "data": 1}});
            let batch = json!([log, exchange.result(json!({"content": []}))]);
            if turn == 0 {
                return exchange.json(&batch).await;
            }
            exchange.events().await?;
            exchange.event(None, &batch).await
        })
    })
    .await;
    let (client, mut ready) = connect(&web.url("/"), Bounds::default()).await.unwrap();
    for _ in 0..2 {
        call(&client, "echo", "{}").await.unwrap();
        assert!(matches!(
            ready.events.recv().await,
            Some(ServerEvent::Log { .. })
        ));
    }
    ends(client, &web).await;
}

/// Answers a call by a stream that ends after its first event, and the rest of it by GET.
async fn breaking(retry: u64, rest: &'static [&'static str]) -> (Web, Arc<AtomicUsize>) {
    let resumed = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&resumed);
    let web = Web::start(move |mut exchange| {
        let counter = Arc::clone(&counter);
        Box::pin(async move {
            if exchange.seen.rpc() == "tools/call" {
                let id = exchange.seen.json()["id"].to_string();
                exchange.events().await?;
                let first = format!("id: {id}/0\nretry: {retry}\ndata: \n\n");
                return exchange.raw(first.as_bytes()).await;
            }
            let last = exchange.seen.header("last-event-id").map(str::to_owned);
            let Some(last) = last else {
                return plain(&mut exchange, "2025-11-25").await.map(drop);
            };
            let turn = counter.fetch_add(1, Ordering::SeqCst);
            let id = last.split('/').next().unwrap_or_default().to_owned();
            match rest.get(turn).copied().unwrap_or("nothing") {
                "event" => {
                    exchange.events().await?;
                    let event = format!("id: {id}/{}\ndata:\n\n", turn + 1);
                    exchange.raw(event.as_bytes()).await
                }
                "answer" => {
                    exchange.events().await?;
                    let answer = json!({"jsonrpc": "2.0", "id": id.parse::<u64>().unwrap(),
                        "result": {"content": [{"type": "text", "text": "resumed"}]}});
                    exchange.event(None, &answer).await
                }
                "busy" => exchange.answer(503, &[], "").await,
                "no" => exchange.answer(405, &[], "").await,
                _ => exchange.events().await,
            }
        })
    })
    .await
    .unwrap();
    (web, resumed)
}

#[tokio::test]
async fn a_broken_stream_is_resumed_from_its_last_event_when_the_server_asks() {
    let (web, resumed) = breaking(400, &["busy", "event", "answer"]).await;
    let (client, _ready) = connect(&web.url("/"), Bounds::default()).await.unwrap();
    let began = Instant::now();
    let outcome = call(&client, "echo", "{}").await.unwrap();
    assert_eq!(first_text(&outcome), "resumed");
    assert!(
        began.elapsed() >= Duration::from_millis(1_200),
        "three waits of 400 ms at least"
    );
    assert_eq!(resumed.load(Ordering::SeqCst), 3);
    let seen = web.seen();
    let lasts: Vec<_> = seen
        .iter()
        .filter_map(|s| s.header("last-event-id"))
        .collect();
    let id = lasts[0].split('/').next().unwrap();
    assert_eq!(
        lasts,
        [format!("{id}/0"), format!("{id}/0"), format!("{id}/2")]
    );
    assert_eq!(web.count("tools/call"), 1, "never sent again");
    ends(client, &web).await;
}

#[tokio::test]
async fn a_stream_that_cannot_be_resumed_may_have_run() {
    let (web, _) = breaking(0, &["no"]).await;
    let (client, _ready) = connect(&web.url("/"), Bounds::default()).await.unwrap();
    let error = call(&client, "echo", "{}").await.unwrap_err();
    assert_eq!(
        error,
        CallError::Http {
            error: HttpError::CutOff,
            sent: true
        }
    );
    assert!(error.may_have_run());
    ends(client, &web).await;
}

#[tokio::test]
async fn the_servers_own_messages_come_and_their_stream_is_opened_again() {
    let opened = Arc::new(AtomicUsize::new(0));
    let web = Web::start(move |mut exchange| {
        let opened = Arc::clone(&opened);
        Box::pin(async move {
            if exchange.seen.method != "GET" {
                return plain(&mut exchange, "2025-03-26").await.map(drop);
            }
            let turn = opened.fetch_add(1, Ordering::SeqCst);
            exchange.events().await?;
            exchange.raw(b": hello\n\nretry: 200\n\n").await?;
            let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
            exchange.event(Some(&turn.to_string()), &changed).await?;
            if turn > 0 {
                exchange.until_closed().await;
            }
            Ok(())
        })
    })
    .await
    .unwrap();
    let (client, mut ready) = connect(&web.url("/"), Bounds::default()).await.unwrap();
    for _ in 0..2 {
        assert!(matches!(
            ready.events.recv().await,
            Some(ServerEvent::ToolsChanged)
        ));
    }
    ends(client, &web).await;
    let seen = web.seen();
    let asked: Vec<_> = seen.iter().filter(|s| s.method == "GET").collect();
    assert_eq!(asked[0].header("last-event-id"), None);
    assert_eq!(asked[1].header("last-event-id"), Some("0"));
    assert!(
        asked
            .iter()
            .all(|s| s.header("mcp-session-id") == Some("session-1"))
    );
    assert!(
        asked
            .iter()
            .all(|s| s.header("mcp-protocol-version").is_none()),
        "2025-03-26 has no such header"
    );
}
