//! Opening and closing a connection.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::time::Duration;

use common::{options, pair};
use mcp::{Bounds, CallError, Client, CloseReason, ConnectError, NotSent, ServerEvent};
use serde_json::json;
use testkit::{Act, Initialize, Peer, Script, serve_duplex};

async fn connect(script: Script) -> Result<(Client, mcp::Ready), ConnectError> {
    let (reader, writer) = serve_duplex(script);
    Client::connect_here(reader, writer, options(Bounds::default())).await
}

#[tokio::test]
async fn every_known_version_is_accepted_and_claims_are_kept_as_claims() {
    for version in mcp::STATEFUL_VERSIONS {
        let (client, ready) = connect(Script {
            version: Some(version.into()),
            ..Script::default()
        })
        .await
        .unwrap();
        assert_eq!(ready.info.protocol_version, version);
        assert_eq!(ready.info.name.as_data(), "testkit");
        assert!(ready.info.capabilities.tools.unwrap().list_changed);
        client.close().await;
    }
}

#[tokio::test]
async fn an_unknown_version_is_refused_with_both_named() {
    let error = connect(Script {
        version: Some("1999-01-01".into()),
        ..Script::default()
    })
    .await
    .unwrap_err();
    assert_eq!(
        error,
        ConnectError::UnknownVersion {
            offered: "2025-11-25".into(),
            answered: "1999-01-01".into()
        }
    );
    assert!(error.to_string().contains("1999-01-01") && error.to_string().contains("2025-11-25"));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_is_given_up_in_time() {
    let began = tokio::time::Instant::now();
    let error = connect(Script {
        initialize: Initialize::Never,
        ..Script::default()
    })
    .await
    .unwrap_err();
    assert_eq!(
        error,
        ConnectError::TimedOut {
            after: mcp::bounds::CONNECT
        }
    );
    assert_eq!(began.elapsed().as_secs(), 30);
}

#[tokio::test(start_paused = true)]
async fn a_slow_start_a_batched_answer_and_noise_before_it_connect() {
    for initialize in [Initialize::AfterMs(12_000), Initialize::InBatch] {
        let at_start = vec![
            Act::Line("Server starting…".into()),
            Act::Line(r#"{"level":30,"id":1,"msg":"pino"}"#.into()),
            Act::Line(r#"{"jsonrpc":"2.0","id":"s","method":"ping"}"#.into()),
        ];
        let (client, _) = connect(Script {
            initialize,
            at_start,
            ..Script::default()
        })
        .await
        .unwrap();
        let counters = client.counters();
        assert_eq!((counters.noise_lines, counters.malformed), (1, 1));
        assert_eq!(counters.last_noise.as_deref(), Some("Server starting…"));
    }
}

#[tokio::test]
async fn refusals_and_early_ends_are_typed() {
    let refused = connect(Script {
        initialize: Initialize::Error,
        ..Script::default()
    })
    .await
    .unwrap_err();
    assert_eq!(
        refused,
        ConnectError::Refused {
            code: -32602,
            message: "Unsupported protocol version".into()
        }
    );
    let ended = connect(Script {
        at_start: vec![Act::Crash(1)],
        ..Script::default()
    })
    .await
    .unwrap_err();
    // Whether the end is seen at the reading or the writing side first is a race of the two streams.
    assert!(
        matches!(
            ended,
            ConnectError::Closed(CloseReason::ServerClosed | CloseReason::WriteFailed(_))
        ),
        "{ended:?}"
    );

    let (mut peer, reader, writer) = Peer::new();
    let far = async {
        let request = peer.expect("initialize").await.unwrap();
        peer.answer(&request, json!({"protocolVersion": 7}))
            .await
            .unwrap();
    };
    let (connected, ()) = tokio::join!(
        Client::connect_here(reader, writer, options(Bounds::default())),
        far
    );
    assert!(matches!(connected.unwrap_err(), ConnectError::BadAnswer(_)));
    assert!(peer.line().await.is_err(), "the client has closed its side");
}

#[tokio::test]
async fn what_was_not_declared_is_never_asked_for() {
    let (mut peer, reader, writer) = Peer::new();
    let far = async {
        let request = peer.expect("initialize").await.unwrap();
        let result = json!({"protocolVersion": "2025-03-26", "capabilities": {}});
        peer.answer(&request, result).await.unwrap();
        peer.expect("notifications/initialized").await.unwrap();
    };
    let (connected, ()) = tokio::join!(
        Client::connect_here(reader, writer, options(Bounds::default())),
        far
    );
    let (client, _) = connected.unwrap();
    assert_eq!(
        client.list_tools().await.unwrap_err(),
        CallError::from(NotSent::NotDeclared("tools"))
    );
    let called = common::call(&client, "echo", "{}").await.unwrap_err();
    assert!(!called.may_have_run());
    client.close().await;
    assert!(peer.line().await.is_err(), "nothing was written");
}

#[tokio::test(start_paused = true)]
async fn a_silent_server_is_pinged_and_ends_only_where_a_call_is_not_answered_either() {
    let (client, mut ready, mut peer) = pair(Bounds::default()).await;
    let ping = peer.expect("ping").await.unwrap();
    let error =
        json!({"jsonrpc": "2.0", "id": ping["id"], "error": {"code": -32601, "message": "no"}});
    peer.send(&error).await.unwrap();
    for _ in 0..5 {
        peer.expect("ping").await.unwrap();
    }
    let far = async { while peer.message().await.is_ok() {} };
    let (called, ()) = tokio::join!(common::call(&client, "echo", "{}"), far);
    assert_eq!(called.unwrap_err(), CallError::TimedOut { sent: true });
    assert!(matches!(
        ready.events.recv().await,
        Some(ServerEvent::Closed(CloseReason::PingTimedOut))
    ));
    assert!(ready.events.recv().await.is_none());
    assert_eq!(
        common::call(&client, "echo", "{}").await.unwrap_err(),
        NotSent::Closed.into()
    );
}

#[tokio::test]
async fn close_and_drop_end_the_thread_and_both_streams() {
    for close in [true, false] {
        let (mut peer, reader, writer) = Peer::new();
        let (connected, shaken) = tokio::join!(
            Client::connect(reader, writer, options(Bounds::default())),
            peer.shake_hands("2025-03-26")
        );
        shaken.unwrap();
        let (client, mut ready) = connected.unwrap();
        assert!(client.ping_answered_by(&mut peer).await < Duration::from_secs(5));
        if close {
            client.close().await;
        }
        drop(client);
        assert!(matches!(
            ready.events.recv().await,
            Some(ServerEvent::Closed(CloseReason::Requested))
        ));
        assert!(peer.line().await.is_err());
    }
}

trait PingAnsweredBy {
    async fn ping_answered_by(&self, peer: &mut Peer) -> Duration;
}

impl PingAnsweredBy for Client {
    async fn ping_answered_by(&self, peer: &mut Peer) -> Duration {
        let far = async {
            let ping = peer.expect("ping").await.unwrap();
            peer.answer(&ping, json!({})).await.unwrap();
        };
        let (took, ()) = tokio::join!(self.ping(), far);
        took.unwrap()
    }
}
