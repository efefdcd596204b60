//! Storms of everything a server may say of its own accord: bounded, in order, counted to the last one.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]

use crate::common;

use common::{approved, options, pair};
use mcp::{Bounds, Client, ServerEvent};
use serde_json::{Value, json};
use testkit::{Act, Peer, Script, serve_duplex};

fn notice(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

fn updated(uri: &str) -> Value {
    notice("notifications/resources/updated", json!({"uri": uri}))
}

fn changed(what: &str) -> Value {
    notice(&format!("notifications/{what}/list_changed"), json!({}))
}

/// All that was written before is handled.
async fn settle(peer: &mut Peer) {
    peer.send(&json!({"jsonrpc": "2.0", "id": "s", "method": "ping"}))
        .await
        .unwrap();
    peer.line().await.unwrap();
}

#[tokio::test]
async fn changes_of_one_resource_are_one_and_changes_of_lists_always_have_a_place() {
    let bounds = Bounds {
        events: 3,
        ..Bounds::default()
    };
    let (client, mut ready, mut peer) = pair(bounds).await;
    for round in 0..100 {
        for uri in ["a:1", "a:2", "a:1"] {
            peer.send(&updated(uri)).await.unwrap();
        }
        let log = notice(
            "notifications/message",
            json!({"level": "info", "data": round}),
        );
        peer.send(&log).await.unwrap();
        for what in ["tools", "resources", "prompts"] {
            peer.send(&changed(what)).await.unwrap();
        }
    }
    peer.send(&updated(&"x".repeat(8_193))).await.unwrap();
    peer.send(&notice(
        "notifications/resources/updated",
        json!({"uri": 7}),
    ))
    .await
    .unwrap();
    settle(&mut peer).await;
    let c = client.counters();
    assert_eq!(c.dropped_notifications, 99, "the logs after the first");
    // 298 of the two resources, 99 of each list.
    assert_eq!(c.coalesced_notifications, 298 + 297);
    assert_eq!(c.malformed, 2);
    let mut kinds = Vec::new();
    for _ in 0..7 {
        kinds.push(match ready.events.recv().await.unwrap() {
            ServerEvent::ResourceUpdated { uri } => uri.into_data(),
            ServerEvent::Log { data, .. } => data.into_data(),
            ServerEvent::ToolsChanged => "tools".into(),
            ServerEvent::ResourcesChanged => "resources".into(),
            ServerEvent::PromptsChanged => "prompts".into(),
            ServerEvent::Dropped(dropped) => format!("{} {}", dropped.logs, dropped.updates),
            other => panic!("{other:?}"),
        });
    }
    assert_eq!(
        kinds,
        ["a:1", "a:2", "0", "tools", "resources", "prompts", "99 0"]
    );
    // One that was read is news again.
    peer.send(&updated("a:1")).await.unwrap();
    let Some(ServerEvent::ResourceUpdated { uri }) = ready.events.recv().await else {
        panic!("no update");
    };
    assert_eq!(uri.as_data(), "a:1");
}

#[tokio::test]
async fn updates_of_ever_new_resources_are_bounded_in_number_and_bytes() {
    let bounds = Bounds {
        events: 100,
        event_bytes: 20_000,
        ..Bounds::default()
    };
    let (client, mut ready, mut peer) = pair(bounds).await;
    for n in 0..1_000 {
        let uri = format!("a:{n}{}", "x".repeat(if n < 10 { 4_000 } else { 0 }));
        peer.send(&updated(&uri)).await.unwrap();
    }
    settle(&mut peer).await;
    // Four long ones fill the bytes; the short ones behind them take what is left of the number.
    let mut seen = 0;
    let dropped = loop {
        match ready.events.recv().await.unwrap() {
            ServerEvent::ResourceUpdated { .. } => seen += 1,
            ServerEvent::Dropped(dropped) => break dropped.updates,
            other => panic!("{other:?}"),
        }
    };
    assert!(seen <= 100, "{seen}");
    assert_eq!(seen + dropped, 1_000);
    assert_eq!(client.counters().dropped_notifications, dropped);
}

#[tokio::test]
async fn everything_at_full_speed_is_bounded_in_order_and_counted() {
    const TIMES: u64 = 20_000;
    let mut flood = Vec::new();
    for round in 0..4 {
        for line in [
            notice(
                "notifications/message",
                json!({"level": "debug", "data": round}),
            ),
            updated("a:1"),
            changed("resources"),
            notice(
                "notifications/progress",
                json!({"progressToken": 2, "progress": 1}),
            ),
        ] {
            flood.push(Act::Flood {
                line: line.to_string(),
                times: usize::try_from(TIMES).unwrap() / 4,
            });
        }
    }
    flood.push(Act::Answer(
        json!({"content": [{"type": "text", "text": "after"}]}),
    ));
    let script = Script {
        on_call: [("echo".to_owned(), flood)].into(),
        ..Script::default()
    };
    let (reader, writer) = serve_duplex(script);
    let (client, mut ready) = Client::connect(reader, writer, options(Bounds::default()))
        .await
        .unwrap();
    let (_, approved) = approved(client.server(), "echo", "{}").await;
    let (progress, mut reports) = tokio::sync::mpsc::channel(1_000);
    let outcome = client.call_tool(approved, progress).await.unwrap();
    assert_eq!(common::first_text(outcome.as_data()), "after");
    let mut rises = 0;
    while reports.try_recv().is_ok() {
        rises += 1;
    }
    let c = client.counters();
    assert_eq!((rises, c.dropped_progress), (1, TIMES - 1));
    client.close().await;
    let (mut logs, mut updates, mut lists, mut last) = (0, 0, 0, 0);
    let mut dropped = mcp::Dropped::default();
    while let Some(event) = ready.events.recv().await {
        match event {
            ServerEvent::Log { data, .. } => {
                let round: u64 = data.as_data().parse().unwrap();
                assert!(round >= last, "in order");
                (logs, last) = (logs + 1, round);
            }
            ServerEvent::ResourceUpdated { .. } => updates += 1,
            ServerEvent::ResourcesChanged => lists += 1,
            ServerEvent::Dropped(more) => dropped = more,
            ServerEvent::Closed(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(logs + dropped.logs, TIMES);
    assert_eq!(lists, 1);
    // The first storm of logs filled the queue.
    assert_eq!((logs, updates, dropped.updates), (1_024, 0, TIMES));
    assert_eq!(c.coalesced_notifications, TIMES - 1);
    assert_eq!(c.dropped_notifications, dropped.logs + dropped.updates);
}
