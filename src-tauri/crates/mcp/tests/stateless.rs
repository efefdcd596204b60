//! Servers that are spoken to without a session (2026-07-28): how that is found out, what each request says, and requests that
//! need something of this host first.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::time::Duration;

use common::{approved, call, filled, first_text};
use domain::ToolOutcome;
use mcp::{
    Bounds, CallError, Client, ClientOptions, CloseReason, ConnectError, ElicitationAsked, Era,
    InputProblem, LogLevel, MayAsk, Ready, ServerEvent, ServerRequest, Why,
};
use serde_json::{Value, json};
use testkit::Peer;

const META: &str = "io.modelcontextprotocol/";

fn discovery(capabilities: &Value) -> Value {
    json!({
        "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
        "supportedVersions": ["2026-07-28"], "capabilities": capabilities,
        "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "peer", "version": "1" } },
    })
}

fn text(text: &str) -> Value {
    json!({ "resultType": "complete", "content": [{ "type": "text", "text": text }] })
}

fn form(message: &str) -> Value {
    json!({ "method": "elicitation/create", "params": {
        "message": message,
        "requestedSchema": { "type": "object", "properties": { "name": { "type": "string" } } } } })
}

fn error(request: &Value, code: i64, data: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": request["id"],
        "error": { "code": code, "message": "no", "data": data } })
}

fn options(known: Option<Era>) -> ClientOptions {
    ClientOptions {
        known,
        may_ask: MayAsk {
            sampling: true,
            elicitation: true,
        },
        ..common::options(Bounds::default())
    }
}

type Connecting = tokio::task::JoinHandle<Result<(Client, Ready), ConnectError>>;

fn connecting(known: Option<Era>) -> (Peer, Connecting) {
    let (peer, reader, writer) = Peer::new();
    let options = options(known);
    let connecting = tokio::spawn(Client::connect_here(reader, writer, options));
    (peer, connecting)
}

async fn connected(capabilities: Value) -> (Client, Ready, Peer) {
    let (mut peer, connecting) = connecting(None);
    let probe = peer.expect("server/discover").await.unwrap();
    peer.answer(&probe, discovery(&capabilities)).await.unwrap();
    let (client, ready) = connecting.await.unwrap().unwrap();
    (client, ready, peer)
}

async fn tools() -> (Client, Ready, Peer) {
    connected(json!({ "tools": {}, "logging": {} })).await
}

type Calling = tokio::task::JoinHandle<Result<ToolOutcome, CallError>>;

fn calling(client: &Client) -> Calling {
    let client = client.clone();
    tokio::spawn(async move { call(&client, "greet", r#"{"n":9007199254740993,"x":1.0}"#).await })
}

async fn asked(ready: &mut Ready) -> ElicitationAsked {
    match ready.events.recv().await {
        Some(ServerEvent::Request(ServerRequest::Elicitation(asked))) => *asked,
        other => panic!("no elicitation: {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_probe_that_is_answered_opens_and_each_request_says_what_it_needs() {
    let (client, ready, mut peer) = tools().await;
    assert_eq!(ready.info.protocol_version, "2026-07-28");
    assert_eq!(ready.info.name.as_data(), "peer");
    assert_eq!(
        (ready.spoken.era, ready.spoken.why, ready.spoken.next),
        (Era::Stateless, Why::Discovered, Era::Stateless)
    );
    client.set_log_level(LogLevel::Warning).await.unwrap();
    client.roots_changed();
    let calling = calling(&client);
    let sent = peer.line().await.unwrap();
    assert!(
        sent.contains(r#""arguments":{"n":9007199254740993,"x":1.0}"#),
        "as approved: {sent}"
    );
    let request: Value = serde_json::from_str(&sent).unwrap();
    let meta = &request["params"]["_meta"];
    assert_eq!(meta[format!("{META}protocolVersion")], "2026-07-28");
    assert_eq!(
        meta[format!("{META}clientInfo")],
        json!({ "name": "innkeeper", "version": "0.0.0-test" })
    );
    assert_eq!(
        meta[format!("{META}clientCapabilities")],
        json!({ "roots": {}, "sampling": { "tools": {} }, "elicitation": { "form": {}, "url": {} },
            "extensions": { "io.modelcontextprotocol/tasks": {} } })
    );
    assert_eq!(meta[format!("{META}logLevel")], "warning");
    assert_eq!(meta["progressToken"], request["id"]);
    peer.answer(&request, text("hi")).await.unwrap();
    assert_eq!(first_text(&calling.await.unwrap().unwrap()), "hi");
}

#[tokio::test(start_paused = true)]
async fn what_is_no_answer_of_the_newer_era_leads_to_the_older_one() {
    let answers: [fn(&Value) -> Value; 6] = [
        |probe| error(probe, -32601, &Value::Null),
        |probe| error(probe, -32602, &Value::Null),
        |probe| {
            error(
                probe,
                -32022,
                &json!({ "supported": ["2025-11-25"], "requested": "x" }),
            )
        },
        |probe| json!({ "jsonrpc": "2.0", "id": probe["id"], "result": {} }),
        |probe| json!({ "jsonrpc": "2.0", "id": probe["id"], "result": { "supportedVersions": 7 } }),
        |probe| {
            let versions = json!({ "supportedVersions": ["2025-06-18"] });
            json!({ "jsonrpc": "2.0", "id": probe["id"], "result": versions })
        },
    ];
    for answer in answers {
        let (mut peer, connecting) = connecting(None);
        let probe = peer.expect("server/discover").await.unwrap();
        peer.send(&answer(&probe)).await.unwrap();
        peer.shake_hands("2025-06-18").await.unwrap();
        let (client, ready) = connecting.await.unwrap().unwrap();
        assert_eq!(ready.spoken.era, Era::Stateful);
        assert!(matches!(ready.spoken.why, Why::NotKnown | Why::OlderOnly));
        assert_eq!(ready.info.protocol_version, "2025-06-18");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_probe_falls_back_after_three_seconds_and_its_late_answer_is_remembered() {
    for late in [false, true] {
        let (mut peer, connecting) = connecting(None);
        let began = tokio::time::Instant::now();
        let probe = peer.expect("server/discover").await.unwrap();
        let initialize = peer.expect("initialize").await.unwrap();
        assert_eq!(began.elapsed().as_secs(), 3);
        if late {
            peer.answer(&probe, discovery(&json!({}))).await.unwrap();
        }
        let opened = json!({ "protocolVersion": "2025-11-25", "capabilities": {},
            "serverInfo": { "name": "slow", "version": "1" } });
        peer.answer(&initialize, opened).await.unwrap();
        peer.expect("notifications/initialized").await.unwrap();
        let (_client, ready) = connecting.await.unwrap().unwrap();
        let next = [Era::Stateful, Era::Stateless][usize::from(late)];
        assert_eq!(
            (ready.spoken.era, ready.spoken.why, ready.spoken.next),
            (Era::Stateful, Why::Silent, next)
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_server_of_the_newer_era_alone_is_not_lost() {
    let (mut peer, connecting) = connecting(None);
    let probe = peer.expect("server/discover").await.unwrap();
    let initialize = peer.expect("initialize").await.unwrap();
    peer.answer(&probe, discovery(&json!({}))).await.unwrap();
    peer.send(&error(&initialize, -32601, &Value::Null))
        .await
        .unwrap();
    let (_client, ready) = connecting.await.unwrap().unwrap();
    assert_eq!(ready.spoken.era, Era::Stateless);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_answers_neither_way_is_given_up_in_time() {
    let began = tokio::time::Instant::now();
    let (_peer, connecting_both) = connecting(None);
    let error = connecting_both.await.unwrap().unwrap_err();
    let after = mcp::bounds::CONNECT;
    assert_eq!(error, ConnectError::TimedOut { after });
    assert_eq!(began.elapsed(), after + mcp::bounds::PROBE);
    // One that is known is not held for an older one because it hangs.
    let (mut peer, connecting) = connecting(Some(Era::Stateless));
    let error = connecting.await.unwrap().unwrap_err();
    assert_eq!(error, ConnectError::TimedOut { after });
    peer.expect("server/discover").await.unwrap();
    assert!(peer.line().await.is_err(), "nothing else was sent");
}

#[tokio::test(start_paused = true)]
async fn what_is_remembered_is_tried_first_and_found_out_anew_when_it_fails() {
    // It was updated: it knows `initialize` no more.
    let (mut peer, task) = connecting(Some(Era::Stateful));
    let initialize = peer.expect("initialize").await.unwrap();
    peer.send(&error(&initialize, -32601, &Value::Null))
        .await
        .unwrap();
    let probe = peer.expect("server/discover").await.unwrap();
    peer.answer(&probe, discovery(&json!({}))).await.unwrap();
    let (_client, ready) = task.await.unwrap().unwrap();
    assert_eq!(ready.spoken.era, Era::Stateless);
    // An older release was restored.
    let (mut peer, task) = connecting(Some(Era::Stateless));
    let probe = peer.expect("server/discover").await.unwrap();
    peer.send(&error(&probe, -32601, &Value::Null))
        .await
        .unwrap();
    peer.shake_hands("2025-11-25").await.unwrap();
    let (_client, ready) = task.await.unwrap().unwrap();
    assert_eq!(ready.spoken.next, Era::Stateful);
}

#[tokio::test(start_paused = true)]
async fn a_refused_version_is_asked_for_once_more_if_it_is_named_and_otherwise_named_in_the_error()
{
    let (mut peer, task) = connecting(None);
    let both = json!({ "supported": ["2026-07-28"], "requested": "2026-07-28" });
    for _ in 0..2 {
        let probe = peer.expect("server/discover").await.unwrap();
        peer.send(&error(&probe, -32022, &both)).await.unwrap();
    }
    let refused = task.await.unwrap().unwrap_err();
    assert!(matches!(
        refused,
        ConnectError::Refused { code: -32022, .. }
    ));
    for newer in [
        json!({ "error": { "code": -32022, "message": "no",
            "data": { "supported": ["2031-01-01"], "requested": "x" } } }),
        json!({ "result": { "supportedVersions": ["2031-01-01"] } }),
    ] {
        let (mut peer, task) = connecting(None);
        let probe = peer.expect("server/discover").await.unwrap();
        let mut answer = newer;
        answer["jsonrpc"] = "2.0".into();
        answer["id"] = probe["id"].clone();
        peer.send(&answer).await.unwrap();
        let error = task.await.unwrap().unwrap_err();
        let supported = vec!["2031-01-01".to_owned()];
        assert_eq!(error, ConnectError::OnlyNewer { supported });
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_needs_input_is_sent_again_with_it_as_one_call() {
    let (client, mut ready, mut peer) = tools().await;
    let calling = calling(&client);
    let first = peer.expect("tools/call").await.unwrap();
    assert!(first["params"].get("requestState").is_none());
    let state = "opaque \u{e9} \"kept\"";
    let needed = json!({ "resultType": "input_required", "requestState": state,
        "inputRequests": { "who": form("Who?"), "where": { "method": "roots/list" } } });
    peer.answer(&first, needed).await.unwrap();
    let (mut roots, mut who) = (None, None);
    for _ in 0..2 {
        match ready.events.recv().await {
            Some(ServerEvent::Request(ServerRequest::Roots(asked))) => roots = Some(asked),
            Some(ServerEvent::Request(ServerRequest::Elicitation(asked))) => who = Some(asked),
            other => panic!("{other:?}"),
        }
    }
    let (roots, who) = (roots.unwrap(), who.unwrap());
    // A person may take longer than a request may.
    tokio::time::sleep(Duration::from_secs(3_600)).await;
    // The server cannot have two answers.
    peer.answer(&first, text("too late")).await.unwrap();
    let named = common::roots(client.server(), roots.id()).await;
    roots.answer(named).unwrap();
    let request = who.request().as_data().clone();
    who.accept(filled(&request, r#"{"name":"Ada"}"#).await)
        .unwrap();
    let second = peer.expect("tools/call").await.unwrap();
    assert_ne!(second["id"], first["id"]);
    let params = &second["params"];
    assert_eq!(params["requestState"], state);
    assert_eq!(
        params["inputResponses"],
        json!({ "who": { "action": "accept", "content": { "name": "Ada" } }, "where": { "roots": [] } })
    );
    assert_eq!(params["arguments"], first["params"]["arguments"]);
    assert_eq!(params["_meta"]["progressToken"], second["id"]);
    // The next round has neither state nor answers of this one.
    let again = json!({ "resultType": "input_required", "requestState": "2" });
    peer.answer(&second, again).await.unwrap();
    let third = peer.expect("tools/call").await.unwrap();
    assert_eq!(third["params"]["requestState"], "2");
    assert!(third["params"].get("inputResponses").is_none());
    peer.answer(&third, text("hi Ada")).await.unwrap();
    assert_eq!(first_text(&calling.await.unwrap().unwrap()), "hi Ada");
    assert_eq!(client.counters().late_answers, 1);
    // Nothing of it is in another request.
    let other = self::calling(&client);
    let fourth = peer.expect("tools/call").await.unwrap();
    assert!(fourth["params"].get("requestState").is_none());
    peer.answer(&fourth, text("x")).await.unwrap();
    other.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn what_a_server_must_not_ask_for_ends_its_call() {
    let large = "x".repeat(10 * 1024 * 1024);
    let crowd: serde_json::Map<_, _> = (0..17)
        .map(|n| (n.to_string(), json!({ "method": "roots/list" })))
        .collect();
    let persons: serde_json::Map<_, _> = (0..5).map(|n| (n.to_string(), form("?"))).collect();
    let cases = [
        (json!({ "requestState": large }), Some(InputProblem::State)),
        (
            json!({ "inputRequests": crowd }),
            Some(InputProblem::TooMany),
        ),
        (
            json!({ "inputRequests": persons }),
            Some(InputProblem::TooMany),
        ),
        (
            json!({ "inputRequests": { "a": { "method": "tools/call", "params": {} } } }),
            Some(InputProblem::NotOffered),
        ),
        (
            json!({ "inputRequests": { "a": { "method": "elicitation/create" } } }),
            Some(InputProblem::Unreadable("parameters are missing".into())),
        ),
        (json!({ "requestState": 7 }), None),
        (json!({ "inputRequests": { "a": 7 } }), None),
        (json!({}), None),
    ];
    for (mut needed, problem) in cases {
        let (client, _ready, mut peer) = tools().await;
        let calling = calling(&client);
        let request = peer.expect("tools/call").await.unwrap();
        needed["resultType"] = "input_required".into();
        peer.answer(&request, needed).await.unwrap();
        let error = calling.await.unwrap().unwrap_err();
        match problem {
            Some(problem) => assert_eq!(error, CallError::Input(problem)),
            None => assert!(matches!(error, CallError::BadResult(_)), "{error:?}"),
        }
        assert!(client.is_idle());
    }
}

#[tokio::test(start_paused = true)]
async fn other_results_than_the_known_ones_are_none_and_only_three_requests_take_input() {
    let (client, _ready, mut peer) = tools().await;
    let calling = calling(&client);
    let request = peer.expect("tools/call").await.unwrap();
    let unknown = json!({ "resultType": "hologram", "content": [] });
    peer.answer(&request, unknown).await.unwrap();
    let error = calling.await.unwrap().unwrap_err();
    assert!(matches!(error, CallError::BadResult(_)), "{error:?}");
    let listing = client.clone();
    let listing = tokio::spawn(async move { listing.list_tools().await });
    let request = peer.expect("tools/list").await.unwrap();
    let needed = json!({ "resultType": "input_required", "requestState": "s", "tools": [] });
    peer.answer(&request, needed).await.unwrap();
    listing.await.unwrap().unwrap_err();
}

#[tokio::test(start_paused = true)]
async fn endless_rounds_end() {
    let (client, _ready, mut peer) = tools().await;
    let calling = calling(&client);
    let mut rounds = 0;
    while let Ok(request) = peer.message().await {
        rounds += 1;
        let needed = json!({ "resultType": "input_required", "requestState": "more" });
        peer.answer(&request, needed).await.unwrap();
        if rounds > mcp::bounds::INPUT_ROUNDS {
            break;
        }
    }
    let error = calling.await.unwrap().unwrap_err();
    assert_eq!(error, CallError::Input(InputProblem::Rounds));
    assert!(error.may_have_run());
    assert_eq!(rounds, mcp::bounds::INPUT_ROUNDS + 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_is_cancelled_between_rounds_and_what_is_not_given_ends_it() {
    let (client, mut ready, mut peer) = tools().await;
    let (id, approval) = approved(client.server(), "greet", "{}").await;
    let (progress, _) = tokio::sync::mpsc::channel(1);
    let handle = client.clone();
    let calling = tokio::spawn(async move { handle.call_tool(approval, progress).await });
    let request = peer.expect("tools/call").await.unwrap();
    let needed =
        json!({ "resultType": "input_required", "inputRequests": { "who": form("Who?") } });
    peer.answer(&request, needed.clone()).await.unwrap();
    let mut who = asked(&mut ready).await;
    client.cancel(id, "no more");
    who.gone().await;
    let error = calling.await.unwrap().unwrap_err();
    assert_eq!(error, CallError::Cancelled { sent: true });
    let kept = who.request().as_data().clone();
    who.accept(filled(&kept, r#"{"name":"Ada"}"#).await)
        .unwrap();

    let next = self::calling(&client);
    let request = peer.message().await.unwrap();
    assert_eq!(
        request["method"], "tools/call",
        "nothing of the cancelled call was sent"
    );
    peer.answer(&request, needed).await.unwrap();
    drop(asked(&mut ready).await);
    let error = next.await.unwrap().unwrap_err();
    let given = InputProblem::NotGiven("the host did not answer".into());
    assert_eq!(error, CallError::Input(given));
}

#[tokio::test(start_paused = true)]
async fn a_request_under_way_is_cancelled_by_a_notice_and_requests_of_the_server_are_not_answered()
{
    let (client, _ready, mut peer) = tools().await;
    let (id, approval) = approved(client.server(), "greet", "{}").await;
    let (progress, _) = tokio::sync::mpsc::channel(1);
    let handle = client.clone();
    let calling = tokio::spawn(async move { handle.call_tool(approval, progress).await });
    let request = peer.expect("tools/call").await.unwrap();
    for method in ["ping", "roots/list", "sampling/createMessage"] {
        let message = json!({ "jsonrpc": "2.0", "id": method, "method": method });
        peer.send(&message).await.unwrap();
    }
    client.cancel(id, "no more");
    let notice = peer.expect("notifications/cancelled").await.unwrap();
    assert_eq!(notice["params"]["requestId"], request["id"]);
    calling.await.unwrap().unwrap_err();
    let counted = async {
        while client.counters().refused_requests < 3 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(9), counted)
        .await
        .unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_server_that_speaks_the_version_no_more_is_left() {
    let (client, mut ready, mut peer) = tools().await;
    let calling = calling(&client);
    let request = peer.expect("tools/call").await.unwrap();
    let older = json!({ "supported": ["2025-11-25"], "requested": "2026-07-28" });
    peer.send(&error(&request, -32022, &older)).await.unwrap();
    calling.await.unwrap().unwrap_err();
    let event = ready.events.recv().await;
    assert!(
        matches!(event, Some(ServerEvent::Closed(CloseReason::VersionGone))),
        "{event:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn changes_are_listened_for_and_a_stream_that_keeps_ending_is_replaced_by_looking() {
    let offered = json!({ "tools": { "listChanged": true }, "resources": { "subscribe": true } });
    let (client, mut ready, mut peer) = connected(offered).await;
    let listen = peer.expect("subscriptions/listen").await.unwrap();
    assert_eq!(
        listen["params"]["notifications"],
        json!({ "toolsListChanged": true })
    );
    let told = |method: &str, listen: &Value| {
        json!({ "jsonrpc": "2.0", "method": method,
        "params": { "_meta": { "io.modelcontextprotocol/subscriptionId": listen["id"] }, "notifications": {} } })
    };
    let acknowledged = "notifications/subscriptions/acknowledged";
    peer.send(&told(acknowledged, &listen)).await.unwrap();
    let changed = told("notifications/tools/list_changed", &listen);
    peer.send(&changed).await.unwrap();
    assert!(matches!(
        ready.events.recv().await,
        Some(ServerEvent::ToolsChanged)
    ));

    client.subscribe("a:b").await.unwrap();
    client.subscribe("a:c").await.unwrap();
    let notice = peer.expect("notifications/cancelled").await.unwrap();
    assert_eq!(notice["params"]["requestId"], listen["id"]);
    let mut listen = peer.expect("subscriptions/listen").await.unwrap();
    assert_eq!(
        listen["params"]["notifications"]["resourceSubscriptions"],
        json!(["a:b", "a:c"])
    );

    let began = tokio::time::Instant::now();
    for round in 1..=mcp::bounds::LISTEN_TRIES {
        // A proxy that ends every answer after a while.
        tokio::time::sleep(Duration::from_secs(60)).await;
        let ended = match round % 2 {
            0 => json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
                "params": { "requestId": listen["id"] } }),
            _ => {
                json!({ "jsonrpc": "2.0", "id": listen["id"], "result": { "resultType": "complete" } })
            }
        };
        peer.send(&ended).await.unwrap();
        if round < mcp::bounds::LISTEN_TRIES {
            listen = peer.expect("subscriptions/listen").await.unwrap();
        }
    }
    assert!(matches!(
        ready.events.recv().await,
        Some(ServerEvent::ChangesNotTold)
    ));
    assert!(began.elapsed() > Duration::from_secs(6 * 60 + 1 + 2 + 4 + 8));
    assert!(matches!(
        ready.events.recv().await,
        Some(ServerEvent::ToolsChanged)
    ));
    assert!(began.elapsed() > mcp::bounds::LISTEN_POLL);
    client.close().await;
    assert!(peer.line().await.is_err(), "it was not opened again");
}

#[tokio::test(start_paused = true)]
async fn calls_at_once_keep_their_states_and_answers_apart() {
    let (client, mut ready, mut peer) = tools().await;
    let ended = [calling(&client), calling(&client)];
    let mut first = Vec::new();
    for name in ["a", "b"] {
        let request = peer.expect("tools/call").await.unwrap();
        let needed = json!({ "resultType": "input_required", "requestState": name,
            "inputRequests": { "who": form(name) } });
        peer.answer(&request, needed).await.unwrap();
        first.push(request["id"].clone());
    }
    let (a, b) = (asked(&mut ready).await, asked(&mut ready).await);
    // Answers to identifiers that were not asked with yet, and a second answer of each round.
    for id in [first[0].as_u64().unwrap(), first[1].as_u64().unwrap() + 1] {
        let early = json!({ "jsonrpc": "2.0", "id": id, "result": text("early") });
        peer.send(&early).await.unwrap();
    }
    for asked in [b, a] {
        let request = asked.request().as_data().clone();
        let content = json!({ "name": request.message }).to_string();
        asked.accept(filled(&request, &content).await).unwrap();
        let again = peer.expect("tools/call").await.unwrap();
        assert_eq!(again["params"]["requestState"], request.message);
        let given = &again["params"]["inputResponses"]["who"]["content"]["name"];
        assert_eq!(given, &Value::from(request.message.clone()));
        peer.answer(&again, text(&request.message)).await.unwrap();
    }
    let mut said = Vec::new();
    for call in ended {
        said.push(first_text(&call.await.unwrap().unwrap()).to_owned());
    }
    assert_eq!(said, ["a", "b"]);
}
