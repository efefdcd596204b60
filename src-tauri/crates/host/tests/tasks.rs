//! Calls that a server goes on with as tasks outlive the host: their results are fetched by the next run, from the same server
//! started in the same way, and from no other.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(unix)]

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use domain::{CallId, ServerId};
use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer};
use host_api::{AddServer, CallStateView, Event, TaskView};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(60);
const TASK: &str = "a9b1";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.task_is("working", &json!({ "statusMessage": "half \u{202e}done" }));
        place
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What the server says of the task from now on.
    fn task_is(&self, status: &str, more: &Value) {
        let mut task = json!({ "resultType": "complete", "taskId": TASK, "status": status,
            "createdAt": "2026-07-28T10:00:00Z", "lastUpdatedAt": "2026-07-28T10:00:00Z",
            "ttlMs": null, "pollIntervalMs": 1 });
        for (key, value) in more.as_object().unwrap() {
            task[key] = value.clone();
        }
        // Whole at once: the server may be reading.
        let new = self.file("task.new");
        std::fs::write(&new, task.to_string()).unwrap();
        std::fs::rename(new, self.file("task.json")).unwrap();
    }

    fn done(&self, words: &str) {
        let result = json!({ "content": [{ "type": "text", "text": words }] });
        self.task_is("completed", &json!({ "result": result }));
    }

    fn marks(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.file("marks")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    async fn host(&self) -> Host {
        open(&self.file("data")).await
    }

    async fn server(&self, host: &Host) -> ServerId {
        let created = json!({ "resultType": "task", "taskId": TASK, "status": "working",
            "createdAt": "2026-07-28T10:00:00Z", "lastUpdatedAt": "2026-07-28T10:00:00Z",
            "ttlMs": null, "pollIntervalMs": 1 });
        let discovery = json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
            "supportedVersions": ["2026-07-28"],
            "capabilities": { "tools": {}, "extensions": { "io.modelcontextprotocol/tasks": {} } } });
        let taken = json!({ "answer": { "resultType": "complete" } });
        let script = json!({
            // A probe that is answered late counts only if the older way fails.
            "initialize": "error",
            "marker": self.file("marks"),
            "on_request": {
                "server/discover": [{ "answer": discovery }],
                "tasks/get": [{ "answer_file": self.file("task.json") }],
                "tasks/cancel": [{ "mark": "cancelled" }, taken],
            },
            "on_call": { "slow": [{ "mark": "called" }, { "answer": created }] },
        });
        let new = NewServer {
            server: AddServer {
                name: "Kit".into(),
                command: testkit::server_binary().unwrap().display().to_string(),
                args: vec![script.to_string()],
                cwd: None,
                env_names: vec![],
            },
            values: vec![],
            from_host: vec![],
        };
        let view = host.add_server(new).await.unwrap();
        let server = view.tag.id.parse().unwrap();
        // It reads and writes files of this test.
        host.run_unconfined(server, true).await.unwrap();
        host.start_and_wait(server, true).await.unwrap();
        server
    }
}

async fn open(data: &Path) -> Host {
    let config = HostConfig {
        data_dir: data.to_owned(),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
    Host::open(config).await.unwrap()
}

/// Calls the tool that becomes a task, and waits until the host says what the server says of it.
async fn begin(host: &Host, server: ServerId) -> TaskView {
    let mut events = host.events();
    let call = DirectCall {
        server,
        tool: "slow".into(),
        arguments: "{}".into(),
        allowed: true,
    };
    let calling = host.clone();
    tokio::spawn(async move { calling.call_tool(call).await });
    let is_task = async {
        loop {
            if let Ok(Event::Tried { .. }) = events.recv().await
                && let Some(task) = host.tasks().await.unwrap().pop()
                && task.message.is_some()
            {
                return task;
            }
        }
    };
    tokio::time::timeout(PATIENCE, is_task).await.unwrap()
}

/// Waits until the one task has ended.
async fn ended(host: &Host) -> TaskView {
    let mut events = host.events();
    let ends = async {
        loop {
            let task = host.tasks().await.unwrap().pop().unwrap();
            if !matches!(task.call.state, CallStateView::Running { .. }) {
                return task;
            }
            while !matches!(events.recv().await.unwrap(), Event::Tried { .. }) {}
        }
    };
    tokio::time::timeout(PATIENCE, ends).await.unwrap()
}

/// How many outcomes of calls the log has.
async fn outcomes(host: &Host) -> usize {
    let rows = host.audit_list(None, u32::MAX).await.unwrap();
    rows.iter().filter(|row| row.kind == "outcome").count()
}

fn id(task: &TaskView) -> CallId {
    task.call.id.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn task_that_outlives_the_host_is_fetched_by_the_next_one() {
    let place = Place::new();
    let host = place.host().await;
    let server = place.server(&host).await;
    let begun = begin(&host, server).await;
    assert!(matches!(begun.call.state, CallStateView::Running { .. }));
    let said = begun.message.as_deref().unwrap();
    assert!(
        said.contains("half") && !said.contains('\u{202e}'),
        "{said}"
    );
    host.close().await;
    assert_eq!(place.marks(), ["called"], "closing cancels no task");

    place.done("the result");
    let host = place.host().await;
    let waits = host.tasks().await.unwrap().pop().unwrap();
    assert_eq!(waits.call.id, begun.call.id);
    assert!(matches!(waits.call.state, CallStateView::Running { .. }));
    assert_eq!(outcomes(&host).await, 0);
    host.start_and_wait(server, true).await.unwrap();
    let done = ended(&host).await;
    assert!(
        matches!(
            done.call.state,
            CallStateView::Done {
                tool_error: false,
                ..
            }
        ),
        "{:?}",
        done.call.state
    );
    assert!(format!("{:?}", done.call.result).contains("the result"));
    assert_eq!(outcomes(&host).await, 1);
    assert!(host.audit_verify().await.unwrap().intact);
    assert_eq!(place.marks(), ["called"], "the call is not made again");
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn task_that_is_stopped_is_cancelled_at_its_server() {
    let place = Place::new();
    let host = place.host().await;
    let server = place.server(&host).await;
    let begun = begin(&host, server).await;
    host.stop_call(id(&begun)).await;
    let end = ended(&host).await;
    assert!(
        matches!(end.call.state, CallStateView::Cancelled { .. }),
        "{:?}",
        end.call.state
    );
    assert_eq!(place.marks(), ["called", "cancelled"]);
    assert_eq!(outcomes(&host).await, 1);
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn task_of_a_removed_server_may_have_run() {
    let place = Place::new();
    let host = place.host().await;
    let server = place.server(&host).await;
    begin(&host, server).await;
    host.close().await;
    let host = place.host().await;
    host.remove_server(server).await.unwrap();
    let end = ended(&host).await;
    let CallStateView::Unknown { reason } = end.call.state else {
        panic!("{:?}", end.call.state);
    };
    assert!(reason.to_string().contains("removed"), "{reason}");
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn task_that_its_server_denies_may_have_run() {
    let place = Place::new();
    let host = place.host().await;
    let server = place.server(&host).await;
    begin(&host, server).await;
    host.close().await;
    // It speaks of another task.
    place.task_is("working", &json!({ "taskId": "another" }));
    let host = place.host().await;
    host.start_and_wait(server, true).await.unwrap();
    let end = ended(&host).await;
    assert!(
        matches!(end.call.state, CallStateView::Unknown { .. }),
        "{:?}",
        end.call.state
    );
    host.close().await;
}
