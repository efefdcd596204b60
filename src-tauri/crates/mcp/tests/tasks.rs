//! Calls that a server answers with a task: they are followed to their end, given what they need, cancelled; and a server that
//! breaks the rules of tasks is found out.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::{collections::BTreeSet, time::Duration};

use common::{approved, call, filled, first_text};
use domain::{ToolOutcome, Untrusted};
use mcp::{
    Bounds, CallError, Called, Client, ClientOptions, Era, Following, InputProblem, MayAsk, Ready,
    ServerEvent, ServerRequest, TaskProblem, TaskReport, TaskStatus, bounds,
};
use serde_json::{Value, json};
use testkit::Peer;
use tokio::{sync::mpsc, time::Instant};

const TASKS: &str = "io.modelcontextprotocol/tasks";

async fn connected(extensions: Value) -> (Client, Ready, Peer) {
    let (mut peer, reader, writer) = Peer::new();
    let options = ClientOptions {
        known: Some(Era::Stateless),
        may_ask: MayAsk {
            sampling: true,
            elicitation: true,
        },
        ..common::options(Bounds::default())
    };
    let connecting = tokio::spawn(Client::connect_here(reader, writer, options));
    let probe = peer.expect("server/discover").await.unwrap();
    let discovery = json!({
        "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
        "supportedVersions": ["2026-07-28"],
        "capabilities": { "tools": {}, "extensions": extensions },
    });
    peer.answer(&probe, discovery).await.unwrap();
    let (client, ready) = connecting.await.unwrap().unwrap();
    (client, ready, peer)
}

async fn with_tasks() -> (Client, Ready, Peer) {
    connected(json!({ TASKS: {} })).await
}

fn task(kind: &str, status: &str, more: &Value) -> Value {
    let mut task = json!({ "resultType": kind, "taskId": "t-1", "status": status,
        "createdAt": "2026-07-28T10:00:00Z", "lastUpdatedAt": "2026-07-28T10:00:00Z",
        "ttlMs": null, "pollIntervalMs": 1000 });
    for (key, value) in more.as_object().unwrap() {
        task[key] = value.clone();
    }
    task
}

fn created(more: &Value) -> Value {
    task("task", "working", more)
}

fn now(status: &str, more: &Value) -> Value {
    task("complete", status, more)
}

fn done(words: &str) -> Value {
    now(
        "completed",
        &json!({ "result": { "content": [{ "type": "text", "text": words }] } }),
    )
}

fn form() -> Value {
    json!({ "method": "elicitation/create", "params": {
        "message": "Who?",
        "requestedSchema": { "type": "object", "properties": { "name": { "type": "string" } } } } })
}

type Calling = tokio::task::JoinHandle<Result<ToolOutcome, CallError>>;

/// Calls a tool that becomes a task described so.
async fn begun(client: &Client, peer: &mut Peer, more: &Value) -> Calling {
    let client = client.clone();
    let calling = tokio::spawn(async move { call(&client, "long", "{}").await });
    let request = peer.expect("tools/call").await.unwrap();
    peer.answer(&request, created(more)).await.unwrap();
    calling
}

/// The next request for the task, where streams of changes are opened or given up on the way.
async fn polled(peer: &mut Peer) -> Value {
    loop {
        let message = peer.message().await.unwrap();
        match message["method"].as_str().unwrap() {
            "tasks/get" => return message,
            "subscriptions/listen" | "notifications/cancelled" => {}
            other => panic!("{other}"),
        }
    }
}

async fn answered_with(answer: Value) -> CallError {
    let (client, _ready, mut peer) = with_tasks().await;
    let calling = begun(&client, &mut peer, &json!({})).await;
    let get = polled(&mut peer).await;
    assert_eq!(get["params"]["taskId"], "t-1");
    peer.answer(&get, answer).await.unwrap();
    calling.await.unwrap().unwrap_err()
}

#[tokio::test(start_paused = true)]
async fn a_task_is_asked_for_at_the_servers_pace_until_it_has_a_result() {
    let (client, _ready, mut peer) = with_tasks().await;
    let began = Instant::now();
    let calling = begun(&client, &mut peer, &json!({})).await;
    for _ in 0..3 {
        let get = polled(&mut peer).await;
        let declared = &get["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
        assert_eq!(declared["extensions"], json!({ TASKS: {} }));
        peer.answer(&get, now("working", &json!({}))).await.unwrap();
    }
    let get = polled(&mut peer).await;
    assert!(
        began.elapsed() >= Duration::from_secs(4),
        "{:?}",
        began.elapsed()
    );
    assert!(
        began.elapsed() < Duration::from_secs(6),
        "{:?}",
        began.elapsed()
    );
    peer.answer(&get, done("late")).await.unwrap();
    assert_eq!(first_text(&calling.await.unwrap().unwrap()), "late");
}

#[tokio::test(start_paused = true)]
async fn an_interval_beyond_its_bounds_is_brought_within_them() {
    for (proposed, waits) in [(0, bounds::TASK_POLL.0), (u64::MAX, bounds::TASK_POLL.1)] {
        let (client, _ready, mut peer) = with_tasks().await;
        let began = Instant::now();
        let calling = begun(&client, &mut peer, &json!({ "pollIntervalMs": proposed })).await;
        let get = polled(&mut peer).await;
        let waited = began.elapsed();
        assert!(
            waited >= waits && waited < waits + Duration::from_secs(1),
            "{waited:?}"
        );
        peer.answer(&get, done("x")).await.unwrap();
        calling.await.unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_that_the_server_tells_of_is_asked_for_at_once() {
    let (client, _ready, mut peer) = with_tasks().await;
    let began = Instant::now();
    let calling = begun(&client, &mut peer, &json!({ "pollIntervalMs": 60_000 })).await;
    let listen = peer.expect("subscriptions/listen").await.unwrap();
    assert_eq!(
        listen["params"]["notifications"],
        json!({ "taskIds": ["t-1"] })
    );
    let told = json!({ "jsonrpc": "2.0", "method": "notifications/tasks", "params": done("told") });
    for _ in 0..100 {
        peer.send(&told).await.unwrap();
    }
    // Its words are not taken for the answer: the task is asked for, and not a hundred times.
    let get = polled(&mut peer).await;
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    peer.answer(&get, done("asked")).await.unwrap();
    assert_eq!(first_text(&calling.await.unwrap().unwrap()), "asked");
}

#[tokio::test(start_paused = true)]
async fn what_a_task_needs_is_approved_and_given_once() {
    let (client, mut ready, mut peer) = with_tasks().await;
    let calling = begun(&client, &mut peer, &json!({})).await;
    let needs = json!({ "inputRequests": { "who": form() } });
    let get = polled(&mut peer).await;
    peer.answer(&get, now("input_required", &needs))
        .await
        .unwrap();
    let Some(ServerEvent::Request(ServerRequest::Elicitation(asked))) = ready.events.recv().await
    else {
        panic!("no elicitation");
    };
    let reply = filled(asked.request().as_data(), r#"{"name":"Ada"}"#).await;
    asked.accept(reply).unwrap();
    // It may be asked for on the way.
    let update = loop {
        let message = peer.message().await.unwrap();
        match message["method"].as_str().unwrap() {
            "tasks/update" => break message,
            "tasks/get" => {
                peer.answer(&message, now("input_required", &needs))
                    .await
                    .unwrap();
            }
            _ => {}
        }
    };
    assert_eq!(update["params"]["taskId"], "t-1");
    assert_eq!(
        update["params"]["inputResponses"],
        json!({ "who": { "action": "accept", "content": { "name": "Ada" } } })
    );
    peer.answer(&update, json!({ "resultType": "complete" }))
        .await
        .unwrap();
    // The server has not looked at it yet, and lists the same once more.
    for _ in 0..2 {
        let get = polled(&mut peer).await;
        peer.answer(&get, now("input_required", &needs))
            .await
            .unwrap();
    }
    let get = polled(&mut peer).await;
    peer.answer(&get, done("Ada")).await.unwrap();
    assert_eq!(first_text(&calling.await.unwrap().unwrap()), "Ada");
}

#[tokio::test(start_paused = true)]
async fn what_a_task_needs_no_more_is_withdrawn() {
    let (client, mut ready, mut peer) = with_tasks().await;
    let calling = begun(&client, &mut peer, &json!({})).await;
    let get = polled(&mut peer).await;
    let needs = json!({ "inputRequests": { "who": form() } });
    peer.answer(&get, now("input_required", &needs))
        .await
        .unwrap();
    let Some(ServerEvent::Request(ServerRequest::Elicitation(mut asked))) =
        ready.events.recv().await
    else {
        panic!("no elicitation");
    };
    let get = polled(&mut peer).await;
    peer.answer(&get, now("working", &json!({}))).await.unwrap();
    asked.gone().await;
    let get = polled(&mut peer).await;
    peer.answer(&get, done("without")).await.unwrap();
    calling.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_server_that_breaks_the_rules_is_found_out() {
    let result = json!({ "result": { "content": [] } });
    for (answer, problem) in [
        (
            now("working", &json!({ "taskId": "t-2" })),
            TaskProblem::Other,
        ),
        (now("working", &result), TaskProblem::Early),
        (now("cancelled", &json!({})), TaskProblem::Cancelled),
    ] {
        assert_eq!(answered_with(answer).await, CallError::Task(problem));
    }
    let failure = json!({ "error": { "code": -32603, "message": "no" } });
    let failed = answered_with(now("failed", &failure)).await;
    let CallError::Task(TaskProblem::Failed(error)) = failed else {
        panic!("{failed}");
    };
    assert!(
        matches!(*error, CallError::Rpc { code: -32603, .. }),
        "{error}"
    );
    for unreadable in [
        now("completed", &json!({})),
        now("paused", &json!({})),
        now("input_required", &json!({})),
        json!({ "resultType": "complete" }),
    ] {
        let error = answered_with(unreadable).await;
        assert!(matches!(error, CallError::BadResult(_)), "{error}");
    }
    let needs = json!({ "inputRequests": { "a": { "method": "files/delete" } } });
    assert_eq!(
        answered_with(now("input_required", &needs)).await,
        CallError::Input(InputProblem::NotOffered)
    );
}

#[tokio::test(start_paused = true)]
async fn a_task_that_had_ended_cannot_go_on() {
    let (client, _ready, mut peer) = with_tasks().await;
    let calling = begun(&client, &mut peer, &json!({ "status": "completed" })).await;
    let get = polled(&mut peer).await;
    peer.answer(&get, now("working", &json!({}))).await.unwrap();
    assert_eq!(
        calling.await.unwrap().unwrap_err(),
        CallError::Task(TaskProblem::Backwards)
    );
}

#[tokio::test(start_paused = true)]
async fn a_task_that_nobody_announced_or_wanted_is_refused() {
    let (client, _ready, mut peer) = connected(json!({})).await;
    let calling = begun(&client, &mut peer, &json!({})).await;
    let error = calling.await.unwrap().unwrap_err();
    assert_eq!(error, CallError::Task(TaskProblem::NotDeclared));
    assert!(error.may_have_run());

    let (client, _ready, mut peer) = with_tasks().await;
    let listing = tokio::spawn(async move { client.list_tools().await });
    let request = peer.expect("tools/list").await.unwrap();
    peer.answer(&request, created(&json!({}))).await.unwrap();
    let error = listing.await.unwrap().unwrap_err();
    assert!(error.to_string().contains("cannot become one"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn one_task_for_two_calls_is_refused() {
    let (client, _ready, mut peer) = with_tasks().await;
    let first = begun(&client, &mut peer, &json!({})).await;
    polled(&mut peer).await;
    let second = begun(&client, &mut peer, &json!({})).await;
    assert_eq!(
        second.await.unwrap().unwrap_err(),
        CallError::Task(TaskProblem::Taken)
    );
    first.abort();
}

#[tokio::test(start_paused = true)]
async fn a_task_that_never_ends_is_given_up() {
    let (minute, kept) = (Duration::from_secs(60), Duration::from_secs(10));
    for (kept, age, left) in [
        (Some(kept), Duration::ZERO, kept + bounds::TASK_GRACE),
        (None, bounds::TASK_MAX - 5 * minute, 5 * minute),
        (Some(Duration::MAX), bounds::TASK_MAX - minute, minute),
    ] {
        let (client, _ready, mut peer) = with_tasks().await;
        let began = Instant::now();
        let kept = kept.map(|kept| u64::try_from(kept.as_millis()).unwrap_or(u64::MAX));
        let more = json!({ "ttlMs": kept, "pollIntervalMs": 60_000 });
        let following = Following {
            id: "t-1".into(),
            age,
            answered: BTreeSet::new(),
            last: None,
        };
        let (reports, _) = mpsc::channel(1);
        let follower = client.clone();
        let mut followed =
            tokio::spawn(async move { follower.follow_task(&following, reports).await });
        let error = loop {
            tokio::select! {
                ended = &mut followed => break ended.unwrap().unwrap_err(),
                message = peer.message() => {
                    let message = message.unwrap();
                    if message["method"] == "tasks/get" {
                        peer.answer(&message, now("working", &more)).await.unwrap();
                    }
                }
            }
        };
        assert_eq!(error, CallError::Task(TaskProblem::Expired));
        let took = began.elapsed();
        assert!(took >= left && took < left + minute / 2, "{took:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_asks_again_and_again_is_given_up() {
    let (client, mut ready, mut peer) = with_tasks().await;
    let mut calling = begun(&client, &mut peer, &json!({})).await;
    let mut round = 0;
    let error = loop {
        tokio::select! {
            ended = &mut calling => break ended.unwrap().unwrap_err(),
            event = ready.events.recv() => {
                if let Some(ServerEvent::Request(ServerRequest::Elicitation(asked))) = event {
                    asked.decline();
                }
            }
            message = peer.message() => {
                let message = message.unwrap();
                match message["method"].as_str().unwrap() {
                    "tasks/get" => {
                        round += 1;
                        let needs = json!({ "inputRequests": { format!("k{round}"): form() } });
                        peer.answer(&message, now("input_required", &needs)).await.unwrap();
                    }
                    "tasks/update" => {
                        peer.answer(&message, json!({ "resultType": "complete" })).await.unwrap();
                    }
                    _ => {}
                }
            }
        }
    };
    assert_eq!(error, CallError::Input(InputProblem::Rounds));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_know_the_task_ends_it_and_one_that_stumbles_does_not() {
    let (client, _ready, mut peer) = with_tasks().await;
    let calling = begun(&client, &mut peer, &json!({})).await;
    for _ in 0..bounds::TASK_FAILURES - 1 {
        let get = polled(&mut peer).await;
        let error = json!({ "jsonrpc": "2.0", "id": get["id"],
            "error": { "code": -32603, "message": "busy" } });
        peer.send(&error).await.unwrap();
    }
    let get = polled(&mut peer).await;
    let error = json!({ "jsonrpc": "2.0", "id": get["id"],
        "error": { "code": -32602, "message": "Task not found" } });
    peer.send(&error).await.unwrap();
    assert_eq!(
        calling.await.unwrap().unwrap_err(),
        CallError::Task(TaskProblem::Unknown("Task not found".into()))
    );
}

#[tokio::test(start_paused = true)]
async fn a_task_is_followed_over_another_connection_and_not_asked_twice() {
    let (client, mut ready, mut peer) = with_tasks().await;
    let (_, approval) = approved(client.server(), "long", "{}").await;
    let (progress, _) = mpsc::channel(1);
    let calling = {
        let client = client.clone();
        tokio::spawn(async move { client.call_tool_or_return(approval, progress).await })
    };
    let request = peer.expect("tools/call").await.unwrap();
    peer.answer(&request, created(&json!({ "ttlMs": 60_000 })))
        .await
        .unwrap();
    let Ok(Called::Task(given)) = calling.await.unwrap() else {
        panic!("no task");
    };
    assert_eq!(given.kept, Some(Duration::from_secs(60)));
    drop(client);

    let (client, _ready, mut peer) = with_tasks().await;
    let following = Following {
        id: given.id,
        age: Duration::from_secs(30),
        answered: BTreeSet::from(["who".to_owned()]),
        last: None,
    };
    let (reports, mut told) = mpsc::channel(4);
    let followed: tokio::task::JoinHandle<Result<Untrusted<ToolOutcome>, CallError>> =
        tokio::spawn(async move { client.follow_task(&following, reports).await });
    let get = polled(&mut peer).await;
    let more = json!({ "inputRequests": { "who": form() }, "statusMessage": "half" });
    peer.answer(&get, now("input_required", &more))
        .await
        .unwrap();
    let Some(TaskReport::Is(task)) = told.recv().await else {
        panic!("no report");
    };
    assert_eq!(task.status, TaskStatus::InputRequired);
    assert_eq!(task.message.unwrap().as_data(), "half");
    let get = polled(&mut peer).await;
    peer.answer(&get, done("there")).await.unwrap();
    assert_eq!(
        first_text(followed.await.unwrap().unwrap().as_data()),
        "there"
    );
    // The first connection asked for nothing.
    assert!(ready.events.recv().await.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_is_told_as_such() {
    let (client, _ready, mut peer) = with_tasks().await;
    let cancelling = {
        let client = client.clone();
        tokio::spawn(async move { client.cancel_task("t-1").await })
    };
    let cancel = peer.expect("tasks/cancel").await.unwrap();
    assert_eq!(cancel["params"]["taskId"], "t-1");
    peer.answer(&cancel, json!({ "resultType": "complete" }))
        .await
        .unwrap();
    assert_eq!(cancelling.await.unwrap(), Ok(()));
}
