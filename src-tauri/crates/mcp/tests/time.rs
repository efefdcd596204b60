//! Time limits, progress, cancellation, and peers that do not read.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::time::Duration;

use common::{approved, call, pair};
use mcp::{Bounds, CallError, CloseReason, NotSent, ServerEvent};
use serde_json::{Value, json};
use testkit::Peer;
use tokio::time::{Instant, sleep};

async fn progress(peer: &mut Peer, request: &Value, value: f64) {
    let params = json!({"progressToken": request["params"]["_meta"]["progressToken"], "progress": value, "total": 9});
    peer.send(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}))
        .await
        .unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_call_ends_in_time_is_cancelled_and_its_late_answer_ignored() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    let began = Instant::now();
    let far = async {
        let request = peer.expect("tools/call").await.unwrap();
        let cancelled = peer.expect("notifications/cancelled").await.unwrap();
        assert_eq!(
            cancelled["params"],
            json!({"requestId": request["id"], "reason": "timed out"})
        );
        peer.answer(&request, json!({"content": []})).await.unwrap();
    };
    let (outcome, ()) = tokio::join!(call(&client, "echo", "{}"), far);
    assert_eq!(outcome.unwrap_err(), CallError::TimedOut { sent: true });
    assert_eq!(began.elapsed().as_secs(), 60);
    while client.counters().late_answers == 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn progress_extends_a_call_whatever_its_value_but_not_for_ever() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    let (_, approved) = approved(client.server(), "echo", "{}").await;
    let (sender, mut seen) = tokio::sync::mpsc::channel(16);
    let began = Instant::now();
    let far = async {
        let request = peer.expect("tools/call").await.unwrap();
        for step in 1..=11 {
            sleep(Duration::from_secs(50)).await;
            progress(&mut peer, &request, f64::from(step)).await;
        }
        sleep(Duration::from_secs(40)).await;
        progress(&mut peer, &request, 99.0).await;
        peer.expect("notifications/cancelled").await.unwrap();
    };
    let (outcome, ()) = tokio::join!(client.call_tool(approved, sender), far);
    assert_eq!(outcome.unwrap_err(), CallError::TimedOut { sent: true });
    assert_eq!(began.elapsed().as_secs(), 600, "the hard limit");
    let mut values = Vec::new();
    while let Some(update) = seen.recv().await {
        assert_eq!(update.total, Some(9.0));
        values.push(update.progress);
    }
    assert_eq!((values.len(), values[11]), (12, 99.0));

    let began = Instant::now();
    let far = async {
        let request = peer.expect("tools/call").await.unwrap();
        progress(&mut peer, &request, 5.0).await;
        for value in [5.0, 4.0] {
            sleep(Duration::from_secs(25)).await;
            progress(&mut peer, &request, value).await;
        }
        peer.expect("notifications/cancelled").await.unwrap();
    };
    let (outcome, ()) = tokio::join!(call(&client, "echo", "{}"), far);
    assert_eq!(outcome.unwrap_err(), CallError::TimedOut { sent: true });
    assert_eq!(
        (
            began.elapsed().as_secs(),
            client.counters().dropped_progress
        ),
        (110, 2)
    );
}

#[tokio::test(start_paused = true)]
async fn clocks_stand_still_while_a_person_is_asked() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    let (id, approved) = approved(client.server(), "echo", "{}").await;
    let (sender, _seen) = tokio::sync::mpsc::channel(16);
    let began = Instant::now();
    let far = async {
        peer.expect("tools/call").await.unwrap();
        sleep(Duration::from_secs(50)).await;
        let pause = client.pause_clock(id);
        sleep(Duration::from_secs(3_600)).await;
        drop(pause);
        peer.expect("notifications/cancelled").await.unwrap();
    };
    let (outcome, ()) = tokio::join!(client.call_tool(approved, sender), far);
    assert_eq!(outcome.unwrap_err(), CallError::TimedOut { sent: true });
    assert_eq!(began.elapsed().as_secs(), 3_660);
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_does_not_read_stops_neither_time_limits_nor_close() {
    let bounds = Bounds {
        request: Duration::from_secs(10),
        ..Bounds::default()
    };
    let (client, mut ready, _peer) = pair(bounds).await;
    let large = format!(r#"{{"t":"{}"}}"#, "x".repeat(testkit::DUPLEX_BYTES * 2));
    let (stuck, queued) = tokio::join!(call(&client, "echo", &large), async {
        tokio::task::yield_now().await;
        call(&client, "echo", "{}").await
    });
    assert_eq!(
        stuck.unwrap_err(),
        CallError::TimedOut { sent: true },
        "part of it was written"
    );
    let queued = queued.unwrap_err();
    assert_eq!(
        queued,
        CallError::TimedOut { sent: false },
        "nothing of it was written"
    );
    assert!(!queued.may_have_run());
    client.close().await;
    assert!(matches!(
        ready.events.recv().await,
        Some(ServerEvent::Closed(CloseReason::Requested))
    ));
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_never_reads_again_is_given_up() {
    let bounds = Bounds {
        ping_interval: Duration::from_secs(100_000),
        ..Bounds::default()
    };
    let (client, mut ready, _peer) = pair(bounds).await;
    let began = Instant::now();
    let large = format!(r#"{{"t":"{}"}}"#, "x".repeat(testkit::DUPLEX_BYTES * 2));
    call(&client, "echo", &large).await.unwrap_err();
    assert!(matches!(
        ready.events.recv().await,
        Some(ServerEvent::Closed(CloseReason::WriteStalled))
    ));
    assert_eq!(began.elapsed().as_secs(), 120);
}

#[tokio::test(start_paused = true)]
async fn what_waits_to_be_written_is_bounded() {
    let bounds = Bounds {
        outgoing_bytes: 100_000,
        in_flight: 3,
        ..Bounds::default()
    };
    let (client, _ready, _peer) = pair(bounds).await;
    let large = format!(r#"{{"t":"{}"}}"#, "x".repeat(90_000));
    let calls = async {
        tokio::join!(
            call(&client, "echo", &large),
            call(&client, "echo", &large),
            call(&client, "echo", "{}"),
            call(&client, "echo", "{}"),
            call(&client, "echo", "{}"),
        )
    };
    let (first, second, _, _, fifth) = calls.await;
    assert_eq!(first.unwrap_err(), CallError::TimedOut { sent: true });
    assert_eq!(
        second.unwrap_err(),
        NotSent::QueueFull.into(),
        "too many bytes"
    );
    assert_eq!(
        fifth.unwrap_err(),
        NotSent::QueueFull.into(),
        "too many in flight"
    );
}

#[tokio::test]
async fn a_dropped_call_is_cancelled() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    {
        let running = call(&client, "echo", "{}");
        tokio::pin!(running);
        tokio::select! {
            _ = &mut running => panic!("nobody answered"),
            request = peer.expect("tools/call") => drop(request.unwrap()),
        }
    }
    assert_eq!(
        peer.expect("notifications/cancelled").await.unwrap()["params"]["requestId"],
        2
    );
}

#[tokio::test]
async fn calls_run_side_by_side_and_a_slow_one_delays_none() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    let far = async {
        let first = peer.expect("tools/call").await.unwrap();
        let second = peer.expect("tools/call").await.unwrap();
        for request in [&second, &first] {
            let text = request["params"]["name"].clone();
            peer.answer(
                request,
                json!({"content": [{"type": "text", "text": text}]}),
            )
            .await
            .unwrap();
        }
    };
    let (a, b, ()) = tokio::join!(call(&client, "a", "{}"), call(&client, "b", "{}"), far);
    assert_eq!(
        (
            common::first_text(&a.unwrap()),
            common::first_text(&b.unwrap())
        ),
        ("a", "b")
    );
}
