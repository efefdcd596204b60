//! Hints of a server without a session about how long a result may be used again (2026-07-28, server/utilities/caching).
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::time::Duration;

use domain::Content;
use mcp::{Bounds, Client, ClientOptions, Ready, ServerEvent, bounds::FRESH_MAX};
use serde_json::{Value, json};
use testkit::Peer;

async fn connected() -> (Client, Ready, Peer) {
    let (mut peer, reader, writer) = Peer::new();
    let options = ClientOptions {
        known: None,
        ..common::options(Bounds::default())
    };
    let connecting = tokio::spawn(Client::connect_here(reader, writer, options));
    let probe = peer.expect("server/discover").await.unwrap();
    let discovered = json!({
        "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "supportedVersions": ["2026-07-28"],
        "capabilities": { "tools": {}, "prompts": {}, "resources": {} },
    });
    peer.answer(&probe, discovered).await.unwrap();
    let (client, ready) = connecting.await.unwrap().unwrap();
    (client, ready, peer)
}

fn contents(text: &str, hints: &Value) -> Value {
    let mut result =
        json!({ "resultType": "complete", "contents": [{ "uri": "a:b", "text": text }] });
    for (key, value) in hints.as_object().unwrap() {
        result[key] = value.clone();
    }
    result
}

fn fresh(ms: u64) -> Value {
    json!({ "ttlMs": ms, "cacheScope": "private" })
}

type Reading = tokio::task::JoinHandle<String>;

fn reading(client: &Client, uri: &'static str) -> Reading {
    let client = client.clone();
    tokio::spawn(async move {
        let read = client.read_resource(uri).await.unwrap().into_data();
        let [Content::Resource { raw, .. }] = read.as_slice() else {
            panic!("{read:?}");
        };
        let raw: Value = serde_json::from_str(raw).unwrap();
        let resource = raw.get("resource").unwrap_or(&raw);
        resource["text"].as_str().unwrap().to_owned()
    })
}

/// Reads, where the server has to be asked.
async fn asked(client: &Client, peer: &mut Peer, text: &str, hints: &Value) {
    let read = reading(client, "a:b");
    let request = peer.expect("resources/read").await.unwrap();
    peer.answer(&request, contents(text, hints)).await.unwrap();
    assert_eq!(read.await.unwrap(), text);
}

async fn notify(peer: &mut Peer, ready: &mut Ready, method: &str, params: Value) {
    let notice = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    peer.send(&notice).await.unwrap();
    let event = ready.events.recv().await.unwrap();
    assert!(matches!(
        event,
        ServerEvent::ResourcesChanged | ServerEvent::ResourceUpdated { .. }
    ));
}

#[tokio::test(start_paused = true)]
async fn a_fresh_result_is_used_again_for_its_time_and_its_uri_alone() {
    let (client, _ready, mut peer) = connected().await;
    asked(&client, &mut peer, "one", &fresh(10_000)).await;
    tokio::time::sleep(Duration::from_millis(9_900)).await;
    assert_eq!(
        reading(&client, "a:b").await.unwrap(),
        "one",
        "nobody answers"
    );
    let other = reading(&client, "a:c");
    let request = peer.expect("resources/read").await.unwrap();
    assert_eq!(request["params"]["uri"], "a:c");
    peer.answer(&request, contents("other", &fresh(0)))
        .await
        .unwrap();
    assert_eq!(other.await.unwrap(), "other");
    tokio::time::sleep(Duration::from_millis(200)).await;
    asked(&client, &mut peer, "two", &fresh(10_000)).await;
}

#[tokio::test(start_paused = true)]
async fn a_reported_change_ends_the_use_of_a_result_and_of_one_under_way() {
    let (client, mut ready, mut peer) = connected().await;
    let updated = ("notifications/resources/updated", json!({ "uri": "a:b" }));
    let changed = ("notifications/resources/list_changed", json!({}));
    for (method, params) in [updated, changed] {
        asked(&client, &mut peer, "kept", &fresh(60_000)).await;
        notify(&mut peer, &mut ready, method, params.clone()).await;
        let read = reading(&client, "a:b");
        let request = peer.expect("resources/read").await.unwrap();
        // It changes while it is read.
        notify(&mut peer, &mut ready, method, params).await;
        peer.answer(&request, contents("old", &fresh(60_000)))
            .await
            .unwrap();
        assert_eq!(read.await.unwrap(), "old");
        asked(&client, &mut peer, "new", &fresh(0)).await;
    }
    // Another resource changed: this one stays.
    asked(&client, &mut peer, "kept", &fresh(60_000)).await;
    notify(
        &mut peer,
        &mut ready,
        "notifications/resources/updated",
        json!({ "uri": "a:c" }),
    )
    .await;
    assert_eq!(reading(&client, "a:b").await.unwrap(), "kept");
}

#[tokio::test(start_paused = true)]
async fn no_result_of_one_user_is_used_for_another_whatever_its_scope() {
    for scope in ["private", "public"] {
        let (client, _ready, mut peer) = connected().await;
        let hints = json!({ "ttlMs": 600_000, "cacheScope": scope });
        asked(&client, &mut peer, "Ada's", &hints).await;
        assert_eq!(reading(&client, "a:b").await.unwrap(), "Ada's");
        client.forget_cached();
        asked(&client, &mut peer, "Grace's", &hints).await;
        client.forget_cached();
        // What was asked for Ada comes after Grace signed in.
        let read = reading(&client, "a:b");
        let request = peer.expect("resources/read").await.unwrap();
        client.forget_cached();
        peer.answer(&request, contents("Ada's", &hints))
            .await
            .unwrap();
        assert_eq!(read.await.unwrap(), "Ada's");
        asked(&client, &mut peer, "Grace's", &hints).await;
    }
}

#[tokio::test(start_paused = true)]
async fn hints_that_are_none_keep_nothing_and_no_time_is_longer_than_the_bound() {
    let hostile = [
        json!({}),
        json!({ "ttlMs": 60_000 }),
        json!({ "ttlMs": 60_000, "cacheScope": "shared" }),
        json!({ "ttlMs": 60_000, "cacheScope": 7 }),
        json!({ "ttlMs": -1, "cacheScope": "private" }),
        json!({ "ttlMs": 60_000.5, "cacheScope": "private" }),
        json!({ "ttlMs": 1e300, "cacheScope": "private" }),
        json!({ "ttlMs": "60000", "cacheScope": "private" }),
        json!({ "ttlMs": null, "cacheScope": "private" }),
        json!({ "ttlMs": [60_000], "cacheScope": "private" }),
        fresh(0),
    ];
    let (client, _ready, mut peer) = connected().await;
    for hints in &hostile {
        asked(&client, &mut peer, "asked for each time", hints).await;
    }
    asked(&client, &mut peer, "kept", &fresh(u64::MAX)).await;
    tokio::time::sleep(FRESH_MAX - Duration::from_secs(1)).await;
    assert_eq!(reading(&client, "a:b").await.unwrap(), "kept");
    tokio::time::sleep(Duration::from_secs(2)).await;
    asked(&client, &mut peer, "asked for again", &fresh(0)).await;
    // More than is kept of one, and more of them than are kept.
    let large = "x".repeat(mcp::bounds::CACHED_BYTES / 4);
    asked(&client, &mut peer, &large, &fresh(60_000)).await;
    asked(&client, &mut peer, "small", &fresh(60_000)).await;
    let read = client.clone();
    let many = tokio::spawn(async move {
        for n in 0..mcp::bounds::CACHED_RESOURCES {
            read.read_resource(&format!("n:{n}")).await.unwrap();
        }
    });
    for _ in 0..mcp::bounds::CACHED_RESOURCES {
        let request = peer.expect("resources/read").await.unwrap();
        peer.answer(&request, contents("n", &fresh(60_000)))
            .await
            .unwrap();
    }
    many.await.unwrap();
    asked(&client, &mut peer, "pushed out", &fresh(60_000)).await;
}

#[tokio::test(start_paused = true)]
async fn a_result_that_took_rounds_is_asked_for_each_time() {
    let (client, _ready, mut peer) = connected().await;
    for _ in 0..2 {
        let read = reading(&client, "a:b");
        let request = peer.expect("resources/read").await.unwrap();
        let needed = json!({ "resultType": "input_required", "requestState": "s", "ttlMs": 60_000, "cacheScope": "public" });
        peer.answer(&request, needed).await.unwrap();
        let request = peer.expect("resources/read").await.unwrap();
        assert_eq!(request["params"]["requestState"], "s");
        peer.answer(&request, contents("in rounds", &fresh(60_000)))
            .await
            .unwrap();
        assert_eq!(read.await.unwrap(), "in rounds");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_is_sent_each_time_and_lists_say_how_fresh_their_first_page_to_age_is() {
    let (client, _ready, mut peer) = connected().await;
    for _ in 0..2 {
        let handle = client.clone();
        let calling = tokio::spawn(async move { common::call(&handle, "echo", "{}").await });
        let request = peer.expect("tools/call").await.unwrap();
        let result = json!({ "resultType": "complete", "content": [], "ttlMs": 60_000, "cacheScope": "public" });
        peer.answer(&request, result).await.unwrap();
        calling.await.unwrap().unwrap();
    }
    let handle = client.clone();
    let listing = tokio::spawn(async move { handle.list_prompts().await });
    for (next, ttl) in [(Some("2"), 9_000), (None, 4_000)] {
        let request = peer.expect("prompts/list").await.unwrap();
        let mut page = json!({ "resultType": "complete", "prompts": [], "ttlMs": ttl, "cacheScope": "private" });
        if let Some(next) = next {
            page["nextCursor"] = next.into();
        }
        peer.answer(&request, page).await.unwrap();
    }
    let listed = listing.await.unwrap().unwrap();
    assert_eq!(listed.fresh_for, Some(Duration::from_secs(4)));
    assert!(!client.tells_of_prompts());
}

#[tokio::test(start_paused = true)]
async fn a_server_with_a_session_is_asked_each_time() {
    let (client, _ready, mut peer) = {
        let (mut peer, reader, writer) = Peer::new();
        let options = common::options(Bounds::default());
        let connecting = tokio::spawn(Client::connect_here(reader, writer, options));
        let request = peer.expect("initialize").await.unwrap();
        let opened = json!({ "protocolVersion": "2025-11-25", "capabilities": { "resources": {} },
            "serverInfo": { "name": "old", "version": "1" } });
        peer.answer(&request, opened).await.unwrap();
        peer.expect("notifications/initialized").await.unwrap();
        let (client, ready) = connecting.await.unwrap().unwrap();
        (client, ready, peer)
    };
    for _ in 0..2 {
        asked(&client, &mut peer, "asked for", &fresh(60_000)).await;
    }
}
