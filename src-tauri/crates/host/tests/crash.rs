//! A host that is killed in the middle of its work leaves nothing untrue behind.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(unix)]

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};
use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer};
use host_api::{AddServer, CallStateView};

const DIR: &str = "INNKEEPER_TEST_CRASH_DIR";
const CALLS: usize = 1_000;
/// How many of them are on their way together. All at once would wait for each other's turn at the database until, on a busy machine,
/// the wait for a connection ends.
const AT_ONCE: usize = 32;
/// How many calls the server has got when the host is killed: early, in the middle, late.
const KILLED_AFTER: [usize; 3] = [40, 300, 600];

async fn open(dir: &Path) -> Host {
    let config = HostConfig {
        data_dir: dir.join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
    Host::open(config).await.unwrap()
}

fn marker(dir: &Path) -> PathBuf {
    dir.join("marker")
}

fn lines(dir: &Path) -> Vec<String> {
    std::fs::read_to_string(marker(dir))
        .unwrap_or_default()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// The host that will be killed: 1,000 calls, many at once, each allowed by the command line, each writing a line.
async fn work(dir: &Path) {
    let host = open(dir).await;
    let script = serde_json::json!({ "marker": marker(dir) }).to_string();
    let new = NewServer {
        server: AddServer {
            name: "Marks".into(),
            command: testkit::server_binary().unwrap().display().to_string(),
            args: vec![script],
            cwd: None,
            env_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    };
    let view = host.add_server(new).await.unwrap();
    let server = view.tag.id.parse().unwrap();
    // It writes a file for this test.
    host.run_unconfined(server, true).await.unwrap();
    host.start_and_wait(server, true).await.unwrap();
    let host = &host;
    let call = |n| async move {
        let arguments = serde_json::json!({ "text": format!("call {n}") }).to_string();
        let call = DirectCall {
            server,
            tool: "write_marker".into(),
            arguments,
            allowed: true,
        };
        let state = host.call_tool(call).await.unwrap().state;
        assert!(matches!(state, CallStateView::Done { .. }), "{state:?}");
    };
    stream::iter(0..CALLS)
        .for_each_concurrent(AT_ONCE, call)
        .await;
    // Killed before this, or the test below says so.
    std::future::pending::<()>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_the_middle_of_1000_calls() {
    if let Some(dir) = std::env::var_os(DIR) {
        return work(Path::new(&dir)).await;
    }
    for after in KILLED_AFTER {
        killed(after).await;
    }
}

/// Kills a host with `kill -9` once its server has got so many calls. What the server wrote down is held against the log.
async fn killed(after: usize) {
    let dir = tempfile::tempdir().unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "crash::killed_in_the_middle_of_1000_calls",
            "--nocapture",
        ])
        .env(DIR, dir.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while lines(dir.path()).len() < after {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "the calls never began"
        );
        assert!(
            child.try_wait().unwrap().is_none(),
            "the host ended by itself"
        );
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let host = open(dir.path()).await;
    // With what was still on its way when the host died.
    let got = lines(dir.path());
    let sent: BTreeSet<&String> = got.iter().collect();
    assert_eq!(sent.len(), got.len(), "sent twice");
    let verdict = host.audit_verify().await.unwrap();
    assert!(verdict.intact, "{}", verdict.message);
    let rows = host.audit_list(None, u32::MAX).await.unwrap();
    let allowed: BTreeSet<String> = rows
        .iter()
        .filter(|row| row.kind == "decision" && row.decision.as_deref() == Some("allowed"))
        .filter_map(|row| serde_json::from_str::<serde_json::Value>(row.content.as_deref()?).ok())
        .filter_map(|arguments| arguments["text"].as_str().map(str::to_owned))
        .collect();
    let unrecorded: Vec<&&String> = sent
        .iter()
        .filter(|text| !allowed.contains(**text))
        .collect();
    assert!(
        unrecorded.is_empty(),
        "sent without a durable row: {unrecorded:?}"
    );
    println!(
        "killed after {after}: the server got {} of {CALLS} calls, {} were decided, {} rows",
        sent.len(),
        allowed.len(),
        verdict.rows
    );
    assert!(sent.len() < CALLS, "killed too late to show anything");
    let state = host.state().await.unwrap();
    assert!(state.repaired.unwrap().to_string().contains("may have run"));
    host.close().await;
}
