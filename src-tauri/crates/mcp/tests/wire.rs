//! The messages this client writes, byte for byte.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use common::{approved, options, pair};
use mcp::{Bounds, CallError, Client};
use serde_json::json;
use testkit::Peer;

#[tokio::test]
async fn the_handshake() {
    let (mut peer, reader, writer) = Peer::new();
    let far = async {
        let line = peer.line().await.unwrap();
        peer.write(
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-03-26\"}}\n",
        )
        .await
        .unwrap();
        (line, peer.line().await.unwrap())
    };
    let (connected, (initialize, initialized)) = tokio::join!(
        Client::connect_here(reader, writer, options(Bounds::default())),
        far
    );
    connected.unwrap();
    insta::assert_snapshot!(initialize, @r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"innkeeper","version":"0.0.0-test"}}}"#);
    insta::assert_snapshot!(initialized, @r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
}

#[tokio::test]
async fn a_listing_of_two_pages() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    let far = async {
        let first = peer.line().await.unwrap();
        let id = serde_json::from_str::<serde_json::Value>(&first).unwrap();
        peer.answer(&id, json!({"tools": [], "nextCursor": "p\u{20}2\""}))
            .await
            .unwrap();
        let second = peer.line().await.unwrap();
        let id = serde_json::from_str::<serde_json::Value>(&second).unwrap();
        peer.answer(&id, json!({"tools": [], "nextCursor": ""}))
            .await
            .unwrap();
        (first, second)
    };
    let (listed, (first, second)) = tokio::join!(client.list_tools(), far);
    listed.unwrap();
    insta::assert_snapshot!(first, @r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    insta::assert_snapshot!(second, @r#"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"p 2\""}}"#);
}

#[tokio::test]
async fn a_call_and_its_cancellation() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    // Order, a number above 2^53, an escape: the approved bytes are the bytes sent.
    let (id, approved) = approved(
        client.server(),
        "write",
        r#"{ "b":9007199254740993, "a":"\u0041 é" }"#,
    )
    .await;
    let (progress, _seen) = tokio::sync::mpsc::channel(16);
    let far = async {
        let call = peer.line().await.unwrap();
        client.cancel(id, "the user pressed stop");
        client.cancel(id, "twice");
        (call, peer.line().await.unwrap())
    };
    let (outcome, (call, cancelled)) = tokio::join!(client.call_tool(approved, progress), far);
    assert_eq!(outcome.unwrap_err(), CallError::Cancelled { sent: true });
    insta::assert_snapshot!(call, @r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"_meta":{"progressToken":2},"name":"write","arguments":{"b":9007199254740993,"a":"\u0041 é"}}}"#);
    insta::assert_snapshot!(cancelled, @r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"the user pressed stop"}}"#);
}

#[tokio::test]
async fn answers_to_a_server_that_asks() {
    let (client, mut ready, mut peer) = pair(Bounds::default()).await;
    let batch = json!([
        {"jsonrpc": "2.0", "id": "a-1", "method": "ping"},
        {"jsonrpc": "2.0", "id": 7, "method": "sampling/createMessage", "params": {}},
        {"jsonrpc": "2.0", "id": 8, "method": "roots/list"},
    ]);
    peer.send(&batch).await.unwrap();
    insta::assert_snapshot!(peer.line().await.unwrap(), @r#"{"jsonrpc":"2.0","id":"a-1","result":{}}"#);
    insta::assert_snapshot!(peer.line().await.unwrap(), @r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"this client does not offer that method"}}"#);
    let Some(mcp::ServerEvent::Request(mcp::ServerRequest::Roots(roots))) =
        ready.events.recv().await
    else {
        panic!("no request for roots");
    };
    let approved = common::roots(client.server(), roots.id()).await;
    roots.answer(approved).unwrap();
    insta::assert_snapshot!(peer.line().await.unwrap(), @r#"{"jsonrpc":"2.0","id":8,"result":{"roots":[]}}"#);
    // A request the host drops is answered too.
    peer.send(&json!({"jsonrpc": "2.0", "id": 9, "method": "roots/list"}))
        .await
        .unwrap();
    drop(ready.events.recv().await);
    insta::assert_snapshot!(peer.line().await.unwrap(), @r#"{"jsonrpc":"2.0","id":9,"error":{"code":-32603,"message":"the host did not answer"}}"#);
    // One the server takes back is not.
    peer.send(&json!({"jsonrpc": "2.0", "id": 10, "method": "roots/list"}))
        .await
        .unwrap();
    let request = ready.events.recv().await;
    peer.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 10}})).await.unwrap();
    peer.send(&json!({"jsonrpc": "2.0", "id": 11, "method": "ping"}))
        .await
        .unwrap();
    assert_eq!(peer.message().await.unwrap()["id"], 11);
    drop(request);
    peer.send(&json!({"jsonrpc": "2.0", "id": 12, "method": "ping"}))
        .await
        .unwrap();
    assert_eq!(peer.message().await.unwrap()["id"], 12);
}
