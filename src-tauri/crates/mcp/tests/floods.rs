//! Servers that send too much of their own accord.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::time::Duration;

use common::{call, options, pair};
use mcp::{Bounds, CallError, Client, Dropped, ServerEvent};
use serde_json::json;
use testkit::{Act, Peer, Script, serve_duplex};

/// What is not taken for so long is not taken: far longer than a pause of a server that is read from.
const FULL: Duration = Duration::from_millis(500);
/// No wait takes longer.
const LIMIT: Duration = Duration::from_secs(30);

fn log(data: &str) -> String {
    json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": data}}).to_string()
}

#[tokio::test]
async fn two_hundred_thousand_notifications_are_bounded_in_order_and_counted() {
    let flood = vec![
        Act::Flood {
            line: log("one"),
            times: 200_000,
        },
        Act::Answer(json!({"content": [{"type": "text", "text": "after"}]})),
    ];
    let script = Script {
        on_call: [("echo".to_owned(), flood)].into(),
        ..Script::default()
    };
    let (reader, writer) = serve_duplex(script);
    let bounds = Bounds {
        unasked_part: 1,
        ..Bounds::default()
    };
    let (client, mut ready) = Client::connect(reader, writer, options(bounds))
        .await
        .unwrap();
    assert_eq!(
        common::first_text(&call(&client, "echo", "{}").await.unwrap()),
        "after"
    );
    assert_eq!(client.counters().dropped_notifications, 200_000 - 1_024);
    for _ in 0..1_024 {
        assert!(matches!(
            ready.events.recv().await,
            Some(ServerEvent::Log { .. })
        ));
    }
    let Some(ServerEvent::Dropped(dropped)) = ready.events.recv().await else {
        panic!("drops are told")
    };
    assert_eq!(
        dropped,
        Dropped {
            logs: 200_000 - 1_024,
            requests: 0,
            updates: 0
        }
    );
}

/// Writes lines until they are not taken any more.
async fn write_until_full(peer: &mut Peer) {
    let line = format!("{}\n", log(&"x".repeat(1_000)));
    let full = async {
        loop {
            let written = tokio::time::timeout(FULL, peer.write(line.as_bytes()));
            let Ok(written) = written.await else { return };
            written.unwrap();
        }
    };
    tokio::time::timeout(LIMIT, full).await.unwrap();
}

#[tokio::test]
async fn server_that_floods_is_not_read_from_once_its_share_is_used_up() {
    let bounds = |unasked_part| Bounds {
        unasked_part,
        request: Duration::from_millis(100),
        ..Bounds::default()
    };
    // A burst, and nothing more for an hour: calls and the end do not wait for it.
    let (client, _ready, mut peer) = pair(bounds(1 << 20)).await;
    write_until_full(&mut peer).await;
    let late = tokio::time::timeout(LIMIT, call(&client, "echo", "{}")).await;
    assert!(
        matches!(late, Ok(Err(CallError::TimedOut { .. }))),
        "{late:?}"
    );
    tokio::time::timeout(LIMIT, client.close()).await.unwrap();
    // A pause is no end: what is written after it is read.
    let (_client, _ready, mut peer) = pair(bounds(8)).await;
    let flood = async {
        for _ in 0..100_000 {
            peer.write(format!("{}\n", log("y")).as_bytes())
                .await
                .unwrap();
        }
        peer.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}))
            .await
            .unwrap();
        peer.line().await.unwrap()
    };
    tokio::time::timeout(LIMIT, flood).await.unwrap();
}

#[tokio::test]
async fn events_are_bounded_in_bytes_and_changes_become_one() {
    let bounds = Bounds {
        event_bytes: 10_000,
        ..Bounds::default()
    };
    let (client, mut ready, mut peer) = pair(bounds).await;
    for _ in 0..3 {
        peer.write(format!("{}\n", log(&"x".repeat(4_000))).as_bytes())
            .await
            .unwrap();
        peer.send(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}))
            .await
            .unwrap();
    }
    for method in ["notifications/unknown", "notifications/progress"] {
        peer.send(&json!({"jsonrpc": "2.0", "method": method, "params": {}}))
            .await
            .unwrap();
    }
    peer.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}))
        .await
        .unwrap();
    peer.line().await.unwrap();
    let c = client.counters();
    assert_eq!(
        (
            c.coalesced_notifications,
            c.dropped_notifications,
            c.ignored_notifications,
            c.malformed
        ),
        (2, 1, 1, 1),
        "{c:?}"
    );
    let mut kinds = Vec::new();
    for _ in 0..4 {
        kinds.push(match ready.events.recv().await.unwrap() {
            ServerEvent::ToolsChanged => "changed",
            ServerEvent::Log { .. } => "log",
            ServerEvent::ResourcesChanged
            | ServerEvent::PromptsChanged
            | ServerEvent::ResourceUpdated { .. } => "other",
            ServerEvent::VisitComplete { .. } => "visit",
            ServerEvent::Request(_) => "request",
            ServerEvent::SessionRenewed => "renewed",
            ServerEvent::Dropped(_) => "dropped",
            ServerEvent::Closed(_) => "closed",
            ServerEvent::ChangesNotTold => "not told",
        });
    }
    assert_eq!(kinds, ["log", "changed", "log", "dropped"]);
}

#[tokio::test]
async fn a_server_that_asks_too_often_is_answered_with_errors() {
    let (client, ready, mut peer) = pair(Bounds {
        server_requests: 2,
        ..Bounds::default()
    })
    .await;
    for id in 0..4 {
        peer.send(&json!({"jsonrpc": "2.0", "id": id, "method": "roots/list"}))
            .await
            .unwrap();
    }
    for id in 2..4 {
        let refused = peer.message().await.unwrap();
        assert_eq!(
            (&refused["id"], &refused["error"]["code"]),
            (&json!(id), &json!(-32603))
        );
    }
    drop(ready);
    for id in 0..2 {
        assert_eq!(
            peer.message().await.unwrap()["id"],
            id,
            "what the host drops unread is answered"
        );
    }
    assert_eq!(client.counters().refused_requests, 2);
}

#[tokio::test(start_paused = true)]
async fn a_ping_storm_without_reading_the_answers_is_bounded() {
    let bounds = Bounds {
        outgoing_messages: 10,
        ..Bounds::default()
    };
    let (client, _ready, mut peer) = pair(bounds).await;
    let ping = format!(
        "{}\n",
        json!({"jsonrpc": "2.0", "id": "x".repeat(200), "method": "ping"})
    );
    let storm = ping.repeat(10_000);
    peer.write(storm.as_bytes()).await.unwrap();
    while client.counters().dropped_outgoing == 0 {
        tokio::task::yield_now().await;
    }
    client.close().await;
}
