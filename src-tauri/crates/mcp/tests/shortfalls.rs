//! The table "Where the SDK falls short", as far as it is about standard streams, in its order. Each row is a server that
//! does this, and ends as it should; most stand where their feature is tested:
//!
//! | Server does | Test |
//! |---|---|
//! | answers in a batch | `handshake::a_slow_start_…`, `tools::odd_answers_still_arrive` |
//! | answers with version "1999-01-01" | `handshake::an_unknown_version_…` |
//! | takes 12 s to start | `handshake::a_slow_start_…` |
//! | never answers `initialize` | `handshake::a_server_that_never_answers_…` |
//! | stops reading | `time::a_peer_that_does_not_read_…`, `time::a_peer_that_never_reads_again_…` |
//! | `"result": null` beside `error`, a malformed error, 200 levels | `tools::bad_answers_end_their_call_at_once` |
//! | one malformed tool, an unknown block | `tools::a_malformed_tool_…`, unit tests of `features::content` |
//! | `{content: [], foo: 1}` | unit tests of `features::tools`: a result keeps its other fields |
//! | endless `nextCursor` | `tools::a_listing_never_goes_on_for_ever` |
//! | ignores EOF and SIGTERM, forks | `launcher::a_stubborn_family_…` |
//!
//! Here are the two that are about memory, against a real process: what it costs, and that nothing is left.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests; the launcher has its own"
)]

use crate::common;

use std::{
    process::Stdio,
    time::{Duration, Instant},
};

use common::{call, first_text, options};
use mcp::{BoundHit, Bounds, CallError, Client, Ready};
use tokio::process::{Child, Command};

/// What a server may cost this process, in bytes.
const GROWTH: u64 = 64 * 1024 * 1024;

async fn start(script: String) -> (Child, Client, Ready) {
    let program = tokio::task::spawn_blocking(testkit::server_binary)
        .await
        .unwrap()
        .unwrap();
    let mut child = Command::new(program)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let (reader, writer) = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
    // A busy machine takes its time for a flood.
    let bounds = Bounds {
        request: Duration::from_secs(300),
        ..Bounds::default()
    };
    let (client, ready) = Client::connect(reader, writer, options(bounds))
        .await
        .unwrap();
    (child, client, ready)
}

/// A field of this process's status, in bytes.
fn status(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with(field)).unwrap();
    let number: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    number * 1024
}

/// From now on the peak is that of what follows.
fn forget_peak() -> u64 {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    status("VmRSS:")
}

/// One at a time: both look at what this whole process holds.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

fn threads_of_connections() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    tasks
        .filter_map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")).ok())
        .filter(|name| name.starts_with("server-"))
        .count()
}

/// Closes, and looks that neither process nor thread is left.
async fn nothing_left(mut child: Child, client: Client) {
    client.close().await;
    drop(client);
    assert!(child.wait().await.unwrap().success());
    // A thread is listed until the kernel is through with it.
    let begun = Instant::now();
    while threads_of_connections() > 0 {
        assert!(begun.elapsed() < Duration::from_secs(5), "a thread is left");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_gigabyte_is_refused_at_the_cap() {
    let _alone = ALONE.lock().await;
    let script = r#"{"on_call":{"echo":[{"huge_answer":1073741824}]}}"#;
    let (child, client, _ready) = start(script.to_owned()).await;
    assert_eq!(
        threads_of_connections(),
        1,
        "the thread is found by its name"
    );
    let before = forget_peak();
    let begun = Instant::now();
    let ended = call(&client, "echo", "{}").await;
    assert_eq!(ended.unwrap_err(), CallError::Bound(BoundHit::MessageBytes));
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "at the cap, not at the end"
    );
    // The rest of it still comes; the server answers again when it is through.
    let again = call(&client, "fail", "{}").await.unwrap();
    assert!(again.is_error, "{}", first_text(&again));
    let growth = status("VmHWM:").saturating_sub(before);
    assert!(growth < GROWTH, "grew by {growth} bytes");
    nothing_left(child, client).await;
}

#[tokio::test]
async fn two_hundred_thousand_notifications_cost_little() {
    let _alone = ALONE.lock().await;
    let note = r#"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"a line of some length that is logged\"}}"#;
    let script = format!(
        r#"{{"on_call":{{"echo":[{{"flood":{{"line":"{note}","times":200000}}}},{{"answer":{{"content":[]}}}}]}}}}"#
    );
    let (child, client, ready) = start(script).await;
    let before = forget_peak();
    // Nobody reads the events.
    call(&client, "echo", "{}").await.unwrap();
    let growth = status("VmHWM:").saturating_sub(before);
    assert!(growth < GROWTH, "grew by {growth} bytes");
    let counted = client.counters().dropped_notifications + mcp::bounds::EVENTS as u64;
    assert_eq!(counted, 200_000);
    drop(ready);
    nothing_left(child, client).await;
}
