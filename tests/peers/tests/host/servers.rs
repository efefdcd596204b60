//! Servers of npm and PyPI: connect, list, call, cancel, stop.

use std::time::{Duration, Instant};

use host::DirectCall;
use host_api::{CallStateView, CallView, ContentView, Event, ScopeView, ServerStateView};
use peers::Aimock;
use serde_json::{Value, json};

use crate::house::{House, LIMIT, Person, calls, until};

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
const FILESYSTEM: &str = "@modelcontextprotocol/server-filesystem";

pub(crate) fn call(server: domain::ServerId, tool: &str, arguments: &Value) -> DirectCall {
    DirectCall {
        server,
        tool: tool.into(),
        arguments: arguments.to_string(),
        allowed: true,
    }
}

pub(crate) fn words(view: &CallView) -> String {
    view.result
        .iter()
        .filter_map(|content| match content {
            ContentView::Text { text, .. } => Some(text.as_str()),
            _other => None,
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn pid(state: &ServerStateView) -> u32 {
    match state {
        ServerStateView::Ready { pid } => pid.unwrap(),
        other => panic!("not ready: {other:?}"),
    }
}

fn runs(pid: u32) -> bool {
    // A process that ended and waits for its parent has no command line.
    std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

async fn gone(pid: u32) {
    let begin = Instant::now();
    while runs(pid) {
        assert!(begin.elapsed() < LIMIT, "{pid} still runs");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_real_servers_are_listed_called_and_gone_in_the_end() {
    let house = House::open(Person::Denies("not asked here")).await;
    let folder = house.folder("notes");
    std::fs::write(folder.join("a.txt"), "lamp oil").unwrap();
    let path = folder.display().to_string();
    let (files, files_view) = house
        .server("Files", peers::node_server(FILESYSTEM).unwrap(), &[&path])
        .await;
    let (every, every_view) = house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    let (time, time_view) = house
        .server(
            "Time",
            peers::python_server("mcp_server_time").unwrap(),
            &[],
        )
        .await;
    let mut pids = Vec::new();
    for (view, tool, revision) in [
        (&files_view, "read_text_file", "2025-11-25"),
        (&every_view, "get-tiny-image", "2025-11-25"),
        (&time_view, "convert_time", "2026-07-28"),
    ] {
        assert!(
            view.tools.iter().any(|t| t.name == tool),
            "{tool} of {}",
            view.tag.name
        );
        assert!(
            view.capabilities.contains(&"tools".to_owned()),
            "{:?}",
            view.capabilities
        );
        assert_eq!(view.revision.as_deref(), Some(revision));
        pids.push(pid(&view.state));
    }

    let host = &house.host;
    let read = host
        .call_tool(call(
            files,
            "read_text_file",
            &json!({ "path": folder.join("a.txt") }),
        ))
        .await
        .unwrap();
    assert_eq!(words(&read), "lamp oil");
    let outside = host
        .call_tool(call(
            files,
            "read_text_file",
            &json!({ "path": "/etc/hostname" }),
        ))
        .await
        .unwrap();
    assert!(
        matches!(
            outside.state,
            CallStateView::Done {
                tool_error: true,
                ..
            }
        ),
        "{:?}",
        outside.state
    );
    let zones =
        json!({ "source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo" });
    let converted = host
        .call_tool(call(time, "convert_time", &zones))
        .await
        .unwrap();
    assert!(
        words(&converted).contains("T21:00"),
        "{}",
        words(&converted)
    );
    let image = host
        .call_tool(call(every, "get-tiny-image", &json!({})))
        .await
        .unwrap();
    assert!(image.result.iter().any(|c| matches!(c, ContentView::Image { mime_type, width, .. } if mime_type == "image/png" && *width > 0)));
    let sum = host
        .call_tool(call(every, "get-sum", &json!({ "a": 2, "b": 40 })))
        .await
        .unwrap();
    assert!(words(&sum).contains("42"), "{}", words(&sum));

    house.close().await;
    for pid in pids {
        gone(pid).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn long_work_reports_progress_is_stopped_and_the_server_stays() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let (every, view) = house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    let long = json!({ "duration": 600, "steps": 6000 });
    let long =
        json!({ "id": "c1", "name": "Every_trigger-long-running-operation", "arguments": long });
    let aimock = Aimock::start(&json!([
        { "match": { "toolCallId": "c1" }, "response": { "content": "Then not." } },
        { "match": { "userMessage": "Work" }, "response": { "toolCalls": [long] } },
    ]))
    .unwrap();
    let provider = house.model(&aimock).await;
    let mut events = house.host.events();
    let conversation = house.host.send(None, provider, "Work", None).await.unwrap();
    let id = until(&mut events, |event| match event {
        Event::Call { call, .. } => match &call.state {
            CallStateView::Running {
                progress: Some(p), ..
            } if p.progress > 1.0 => Some(call.id.clone()),
            _other => None,
        },
        _other => None,
    })
    .await;
    let stopped = Instant::now();
    house.host.stop_call(id.parse().unwrap()).await;
    house.end_of_turn(&mut events, conversation).await;
    let ended = calls(&house.view(conversation).await).remove(0);
    assert!(
        matches!(ended.state, CallStateView::Cancelled { .. }),
        "{:?}",
        ended.state
    );
    assert!(stopped.elapsed() < Duration::from_secs(10));
    let again = house
        .host
        .call_tool(call(every, "echo", &json!({ "message": "still here" })))
        .await
        .unwrap();
    assert!(words(&again).contains("still here"), "{}", words(&again));
    let (_, now) = house.host.server_named("Every").unwrap();
    assert_eq!(now.state, view.state, "the same process");
    house.host.remove_server(every).await.unwrap();
    gone(pid(&view.state)).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_is_said_and_started_again() {
    let house = House::open(Person::Denies("not asked here")).await;
    let (every, view) = house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    let first = pid(&view.state);
    let mut events = house.host.events();
    rustix::process::kill_process(
        rustix::process::Pid::from_raw(i32::try_from(first).unwrap()).unwrap(),
        rustix::process::Signal::KILL,
    )
    .unwrap();
    let said = until(&mut events, |event| match event {
        Event::Server { server } => match server.state {
            ServerStateView::Failed { failure } | ServerStateView::BackingOff { failure, .. } => {
                Some(failure.message)
            }
            ServerStateView::Stopped { .. }
            | ServerStateView::Asleep
            | ServerStateView::Starting { .. }
            | ServerStateView::Ready { .. }
            | ServerStateView::AwaitingReview
            | ServerStateView::NeedsSignIn { .. } => None,
        },
        _other => None,
    })
    .await;
    assert!(!said.is_empty());
    let view = house.host.start_and_wait(every, false).await.unwrap();
    assert_ne!(pid(&view.state), first);
    let echo = house
        .host
        .call_tool(call(every, "echo", &json!({ "message": "back" })))
        .await
        .unwrap();
    assert!(words(&echo).contains("back"));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_server_delays_no_other() {
    let house = House::open(Person::Denies("not asked here")).await;
    let script = json!({ "on_call": { "echo": [{ "wait_ms": 600_000 }] } }).to_string();
    let kit = (testkit::server_binary().unwrap(), vec![script]);
    let (slow, _) = house.server("Slow", kit, &[]).await;
    let (time, _) = house
        .server(
            "Time",
            peers::python_server("mcp_server_time").unwrap(),
            &[],
        )
        .await;
    let host = house.host.clone();
    let waiting = tokio::spawn(async move {
        host.call_tool(call(slow, "echo", &json!({})))
            .await
            .unwrap()
    });
    let zones = json!({ "source_timezone": "UTC", "time": "12:00", "target_timezone": "UTC" });
    for _ in 0..5 {
        let done = tokio::time::timeout(
            LIMIT,
            house.host.call_tool(call(time, "convert_time", &zones)),
        )
        .await
        .unwrap()
        .unwrap();
        assert!(matches!(done.state, CallStateView::Done { .. }));
    }
    assert!(!waiting.is_finished());
    house.host.stop_server(slow).unwrap();
    let ended = tokio::time::timeout(LIMIT, waiting).await.unwrap().unwrap();
    assert!(
        matches!(
            ended.state,
            CallStateView::Unknown { .. } | CallStateView::Cancelled { .. }
        ),
        "{:?}",
        ended.state
    );
    house.close().await;
}
