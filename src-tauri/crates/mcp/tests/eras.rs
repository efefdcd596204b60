//! The order in which the ways of speaking to a server are tried, what a round says of itself, and the faults of
//! `protocol.md` in both eras.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::time::Duration;

use common::{approved, call, first_text};
use mcp::{
    BoundHit, Bounds, CallError, Client, ClientOptions, ConnectError, Era, EraOrder, MayAsk, Ready,
    ServerEvent, ServerRequest, Stopped, Why,
};
use serde_json::{Value, json};
use testkit::Peer;

fn discovery() -> Value {
    json!({
        "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
        "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} },
    })
}

fn refusal(request: &Value, code: i64) -> Value {
    json!({ "jsonrpc": "2.0", "id": request["id"], "error": { "code": code, "message": "no" } })
}

type Connecting = tokio::task::JoinHandle<Result<(Client, Ready), ConnectError>>;

fn connecting(order: EraOrder, known: Option<Era>, bounds: Bounds) -> (Peer, Connecting) {
    let (peer, reader, writer) = Peer::new();
    let options = ClientOptions {
        order,
        known,
        may_ask: MayAsk {
            sampling: true,
            elicitation: true,
        },
        ..common::options(bounds)
    };
    let connecting = tokio::spawn(Client::connect_here(reader, writer, options));
    (peer, connecting)
}

/// A connection in one era.
async fn open(era: Era, bounds: Bounds) -> (Client, Ready, Peer) {
    let (mut peer, connecting) = connecting(EraOrder::Only(era), None, bounds);
    match era {
        Era::Stateful => drop(peer.shake_hands("2025-11-25").await.unwrap()),
        Era::Stateless => {
            let probe = peer.expect("server/discover").await.unwrap();
            peer.answer(&probe, discovery()).await.unwrap();
        }
    }
    let (client, ready) = connecting.await.unwrap().unwrap();
    assert_eq!((ready.spoken.era, ready.spoken.why), (era, Why::Chosen));
    (client, ready, peer)
}

const BOTH: [Era; 2] = [Era::Stateful, Era::Stateless];

#[tokio::test(start_paused = true)]
async fn only_the_chosen_way_is_tried() {
    for (era, first) in [
        (Era::Stateful, "initialize"),
        (Era::Stateless, "server/discover"),
    ] {
        for known in [None, Some(Era::Stateful), Some(Era::Stateless)] {
            let (mut peer, task) = connecting(EraOrder::Only(era), known, Bounds::default());
            let request = peer.expect(first).await.unwrap();
            peer.send(&refusal(&request, -32601)).await.unwrap();
            let error = task.await.unwrap().unwrap_err();
            assert_eq!(error, ConnectError::OtherEra { chosen: era });
            assert!(peer.line().await.is_err(), "nothing else was sent");
            // One that hangs says nothing of what it speaks.
            let (mut peer, task) = connecting(EraOrder::Only(era), known, Bounds::default());
            let after = mcp::bounds::CONNECT;
            assert_eq!(
                task.await.unwrap().unwrap_err(),
                ConnectError::TimedOut { after }
            );
            peer.expect(first).await.unwrap();
            assert!(peer.line().await.is_err(), "nothing else was sent");
        }
    }
    // One that names older versions only, and one that names newer ones.
    for (versions, older) in [
        (json!(["2025-11-25"]), true),
        (json!(["2031-01-01"]), false),
    ] {
        let order = EraOrder::Only(Era::Stateless);
        let (mut peer, task) = connecting(order, None, Bounds::default());
        let probe = peer.expect("server/discover").await.unwrap();
        peer.answer(&probe, json!({ "supportedVersions": versions }))
            .await
            .unwrap();
        match (task.await.unwrap().unwrap_err(), older) {
            (ConnectError::OtherEra { .. }, true) | (ConnectError::OnlyNewer { .. }, false) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_session_that_is_tried_first_is_taken_and_one_that_is_refused_is_not_missed() {
    let (mut peer, task) = connecting(EraOrder::Session, None, Bounds::default());
    peer.shake_hands("2025-11-25").await.unwrap();
    let (_client, ready) = task.await.unwrap().unwrap();
    let spoken = ready.spoken;
    assert_eq!(
        (spoken.era, spoken.why, spoken.next),
        (Era::Stateful, Why::MayAsk, Era::Stateful)
    );
    // A server of the newer era alone.
    let (mut peer, task) = connecting(EraOrder::Session, None, Bounds::default());
    let request = peer.expect("initialize").await.unwrap();
    peer.send(&refusal(&request, -32022)).await.unwrap();
    let probe = peer.expect("server/discover").await.unwrap();
    peer.answer(&probe, discovery()).await.unwrap();
    let (_client, ready) = task.await.unwrap().unwrap();
    let spoken = ready.spoken;
    assert_eq!(
        (spoken.era, spoken.why, spoken.next),
        (Era::Stateless, Why::Discovered, Era::Stateless)
    );
    // It is known then, and asked only once.
    let (mut peer, task) = connecting(EraOrder::Session, Some(Era::Stateless), Bounds::default());
    let probe = peer.expect("server/discover").await.unwrap();
    peer.answer(&probe, discovery()).await.unwrap();
    task.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_session_that_is_tried_first_and_not_answered_is_waited_for_only_while_nothing_else_is() {
    // A server of the newer era alone that ignores what it does not know.
    let began = tokio::time::Instant::now();
    let (mut peer, task) = connecting(EraOrder::Session, None, Bounds::default());
    peer.expect("initialize").await.unwrap();
    let probe = peer.expect("server/discover").await.unwrap();
    peer.answer(&probe, discovery()).await.unwrap();
    let (_client, ready) = task.await.unwrap().unwrap();
    assert_eq!(ready.spoken.era, Era::Stateless);
    assert_eq!(began.elapsed(), 2 * mcp::bounds::PROBE);
    // An older one that takes twelve seconds to start.
    let (mut peer, task) = connecting(EraOrder::Session, None, Bounds::default());
    let initialize = peer.expect("initialize").await.unwrap();
    let probe = peer.expect("server/discover").await.unwrap();
    tokio::time::sleep(Duration::from_secs(9)).await;
    let opened = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
        "serverInfo": { "name": "slow", "version": "1" } });
    peer.answer(&initialize, opened).await.unwrap();
    peer.send(&refusal(&probe, -32601)).await.unwrap();
    let (_client, ready) = task.await.unwrap().unwrap();
    assert_eq!(
        (ready.spoken.era, ready.spoken.why),
        (Era::Stateful, Why::MayAsk)
    );
}

#[tokio::test(start_paused = true)]
async fn what_is_asked_in_a_round_says_of_which_call_and_which_round_it_is() {
    let (client, mut ready, mut peer) = open(Era::Stateless, Bounds::default()).await;
    let (id, approval) = approved(client.server(), "greet", "{}").await;
    let (progress, _) = tokio::sync::mpsc::channel(1);
    let handle = client.clone();
    let calling = tokio::spawn(async move { handle.call_tool(approval, progress).await });
    let needed = json!({ "resultType": "input_required", "inputRequests": { "r": { "method": "roots/list" } } });
    for number in 1..=3 {
        let request = peer.expect("tools/call").await.unwrap();
        peer.answer(&request, needed.clone()).await.unwrap();
        let Some(ServerEvent::Request(request)) = ready.events.recv().await else {
            panic!("no request");
        };
        let round = request.round().unwrap();
        assert_eq!((round.call, round.number), (Some(id), number));
        let ServerRequest::Roots(asked) = request else {
            panic!("no roots");
        };
        let named = common::roots(client.server(), asked.id()).await;
        asked.answer(named).unwrap();
    }
    let request = peer.expect("tools/call").await.unwrap();
    let done = json!({ "resultType": "complete", "content": [{ "type": "text", "text": "done" }] });
    peer.answer(&request, done).await.unwrap();
    let outcome = calling.await.unwrap().unwrap().into_data();
    assert_eq!(first_text(&outcome), "done");
    // With a session it stands alone.
    let (_client, mut ready, mut peer) = open(Era::Stateful, Bounds::default()).await;
    peer.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "roots/list" }))
        .await
        .unwrap();
    let Some(ServerEvent::Request(request)) = ready.events.recv().await else {
        panic!("no request");
    };
    assert_eq!(request.round(), None);
}

#[tokio::test(start_paused = true)]
async fn a_call_is_cancelled_at_any_round_and_nothing_of_it_is_sent_after_that() {
    for last in 0..4 {
        for asks in [true, false] {
            let (client, mut ready, mut peer) = open(Era::Stateless, Bounds::default()).await;
            let (id, approval) = approved(client.server(), "greet", "{}").await;
            let (progress, _) = tokio::sync::mpsc::channel(1);
            let handle = client.clone();
            let calling = tokio::spawn(async move { handle.call_tool(approval, progress).await });
            let mut waiting = None;
            let mut request = peer.expect("tools/call").await.unwrap();
            for round in 0..last {
                let mut needed =
                    json!({ "resultType": "input_required", "requestState": round.to_string() });
                if asks {
                    needed["inputRequests"] = json!({ "r": { "method": "roots/list" } });
                }
                peer.answer(&request, needed).await.unwrap();
                if asks {
                    let Some(ServerEvent::Request(ServerRequest::Roots(asked))) =
                        ready.events.recv().await
                    else {
                        panic!("no request");
                    };
                    if round + 1 == last {
                        waiting = Some(asked);
                        break;
                    }
                    let named = common::roots(client.server(), asked.id()).await;
                    asked.answer(named).unwrap();
                }
                request = peer.expect("tools/call").await.unwrap();
                assert_eq!(request["params"]["requestState"], round.to_string());
            }
            client.cancel(id, "no more");
            let error = calling.await.unwrap().unwrap_err();
            assert_eq!(error, CallError::Cancelled { sent: true }, "{last} {asks}");
            match waiting {
                // Nothing of it is under way: what is given too late goes nowhere.
                Some(mut asked) => {
                    asked.gone().await;
                    let named = common::roots(client.server(), asked.id()).await;
                    asked.answer(named).unwrap();
                }
                None => {
                    let notice = peer.expect("notifications/cancelled").await.unwrap();
                    assert_eq!(notice["params"]["requestId"], request["id"]);
                    let late = json!({ "resultType": "input_required", "requestState": "late" });
                    peer.answer(&request, late).await.unwrap();
                }
            }
            client.close().await;
            assert!(peer.line().await.is_err(), "nothing else was sent");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_state_of_a_round_is_sent_with_the_next_one_of_its_request_alone() {
    // Two servers, and two requests at each. Each state goes back where it came from, once.
    let mut held = Vec::new();
    for name in ["a", "b"] {
        let (client, ready, mut peer) = open(Era::Stateless, Bounds::default()).await;
        let mut calls = Vec::new();
        for n in 0..2 {
            let handle = client.clone();
            calls.push(tokio::spawn(
                async move { call(&handle, "greet", "{}").await },
            ));
            let request = peer.expect("tools/call").await.unwrap();
            assert!(request["params"].get("requestState").is_none());
            let state = format!("{name}{n}");
            let needed = json!({ "resultType": "input_required", "requestState": state });
            peer.answer(&request, needed).await.unwrap();
            let again = peer.expect("tools/call").await.unwrap();
            assert_eq!(again["params"]["requestState"], state);
            held.push((state, again));
        }
        // The same answer once more, with the state of the other request: its identifier is no longer asked with.
        let replayed = json!({ "jsonrpc": "2.0", "id": held[held.len() - 1].1["id"].as_u64().unwrap() - 1,
            "result": { "resultType": "input_required", "requestState": "swapped" } });
        peer.send(&replayed).await.unwrap();
        let done = json!({ "resultType": "complete", "content": [] });
        for (_, again) in held.iter().rev().take(2) {
            peer.answer(again, done.clone()).await.unwrap();
        }
        for ended in calls {
            ended.await.unwrap().unwrap();
        }
        let handle = client.clone();
        let control = tokio::spawn(async move { call(&handle, "greet", "{}").await });
        let request = peer.expect("tools/call").await.unwrap();
        assert!(request["params"].get("requestState").is_none(), "{request}");
        peer.answer(&request, done).await.unwrap();
        control.await.unwrap().unwrap();
        assert_eq!(client.counters().late_answers, 1);
        drop(ready);
    }
}

/// A fault in the answer to a call.
struct Fault {
    what: &'static str,
    answer: fn(&Value) -> String,
    ended: fn(Result<domain::ToolOutcome, CallError>) -> bool,
}

fn whole(request: &Value, content: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": request["id"], "result": { "resultType": "complete", "content": content } })
}

const FAULTS: [Fault; 8] = [
    Fault {
        what: "a batch",
        answer: |r| format!("[{}]", whole(r, &json!([]))),
        ended: |e| e.is_ok(),
    },
    Fault {
        what: "noise before it",
        answer: |r| format!("Listening…\n{{broken\n{}", whole(r, &json!([]))),
        ended: |e| e.is_ok(),
    },
    Fault {
        what: "a result that is null beside an error",
        answer: |r| {
            format!(
                r#"{{"jsonrpc":"2.0","id":{},"result":null,"error":{{"code":-1,"message":"no"}}}}"#,
                r["id"]
            )
        },
        ended: |e| matches!(e, Err(CallError::Rpc { code: -1, .. })),
    },
    Fault {
        what: "a malformed error",
        answer: |r| format!(r#"{{"jsonrpc":"2.0","id":{},"error":"no"}}"#, r["id"]),
        ended: |e| e.is_err(),
    },
    Fault {
        what: "two hundred levels",
        answer: |r| {
            let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
            format!(
                r#"{{"jsonrpc":"2.0","id":{},"result":{{"resultType":"complete","content":[],"x":{deep}}}}}"#,
                r["id"]
            )
        },
        ended: |e| e.is_ok_and(|o| o.rest.as_json().is_some_and(|x| x.contains("128 levels"))),
    },
    Fault {
        what: "an unknown block beside a known one",
        answer: |r| {
            whole(
                r,
                &json!([{ "type": "hologram", "x": 1 }, { "type": "text", "text": "known" }]),
            )
            .to_string()
        },
        ended: |e| e.is_ok_and(|o| o.content.len() == 2),
    },
    Fault {
        what: "a message over the cap",
        answer: |r| {
            whole(
                r,
                &json!([{ "type": "text", "text": "x".repeat(2_000_000) }]),
            )
            .to_string()
        },
        ended: |e| matches!(e, Err(CallError::Bound(BoundHit::MessageBytes))),
    },
    Fault {
        what: "five thousand notifications before it",
        answer: |r| {
            let note = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#;
            format!(
                "{}{}",
                format!("{note}\n").repeat(5_000),
                whole(r, &json!([]))
            )
        },
        ended: |e| e.is_ok(),
    },
];

#[tokio::test]
async fn faults_in_answers_end_alike_in_both_eras() {
    for era in BOTH {
        for fault in &FAULTS {
            let bounds = Bounds {
                message_bytes: 1_000_000,
                ..Bounds::default()
            };
            let (client, _ready, mut peer) = open(era, bounds).await;
            let handle = client.clone();
            let calling = tokio::spawn(async move { call(&handle, "echo", "{}").await });
            let request = peer.expect("tools/call").await.unwrap();
            let line = (fault.answer)(&request);
            peer.write(format!("{line}\n").as_bytes()).await.unwrap();
            let ended = tokio::time::timeout(Duration::from_secs(60), calling).await;
            let ended = ended.expect("it ends").unwrap();
            assert!(
                (fault.ended)(ended.clone()),
                "{era:?}, {}: {ended:?}",
                fault.what
            );
            // The control: it still works.
            let handle = client.clone();
            let control = tokio::spawn(async move { call(&handle, "echo", "{}").await });
            let request = peer.expect("tools/call").await.unwrap();
            peer.send(&whole(&request, &json!([]))).await.unwrap();
            control.await.unwrap().unwrap();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn faults_of_listings_and_of_time_end_alike_in_both_eras() {
    for era in BOTH {
        let (client, _ready, mut peer) = open(era, Bounds::default()).await;
        type Case = (&'static str, fn(usize) -> Value, Option<Stopped>);
        let pages: [Case; 3] = [
            (
                "endless",
                |n| json!(n.to_string()),
                Some(Stopped::Pages(100)),
            ),
            (
                "in a circle",
                |_| json!("same"),
                Some(Stopped::RepeatedCursor),
            ),
            ("one malformed", |_| Value::Null, None),
        ];
        for (what, next, stopped) in pages {
            let handle = client.clone();
            let listing = tokio::spawn(async move { handle.list_tools().await });
            let serving = async {
                for n in 0.. {
                    let Ok(request) = peer.expect("tools/list").await else {
                        return;
                    };
                    let page = json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "nextCursor": next(n),
                        "tools": [{ "name": format!("t{n}"), "inputSchema": {} }, { "name": 7 }] });
                    peer.answer(&request, page).await.unwrap();
                    if stopped.is_none() {
                        std::future::pending::<()>().await;
                    }
                }
            };
            let listed = tokio::select! {
                listed = listing => listed.unwrap(),
                () = serving => panic!("{what}: it was not asked any more"),
            };
            let list = listed.unwrap();
            assert_eq!(list.stopped, stopped, "{era:?}, {what}");
            if list.stopped.is_none() {
                assert_eq!((list.items.len(), list.unreadable.len()), (1, 1));
            }
        }
        // A call that is never answered, and one at a server that does not read.
        let error = call(&client, "echo", "{}").await.unwrap_err();
        assert_eq!(error, CallError::TimedOut { sent: true }, "{era:?}");
        let large = format!(r#"{{"t":"{}"}}"#, "x".repeat(testkit::DUPLEX_BYTES * 2));
        let error = call(&client, "echo", &large).await.unwrap_err();
        assert!(
            matches!(
                error,
                CallError::TimedOut { .. } | CallError::ConnectionLost { .. }
            ),
            "{era:?}: {error:?}"
        );
        client.close().await;
    }
}
