//! "Stop everything" ends servers that do not want to end, and takes back what waits.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(target_os = "linux")]

use std::time::{Duration, Instant};

use host::{GuardProgram, Host, HostConfig, NewServer, StoppedFrom};
use host_api::{AddServer, ServerStateView};

fn runs(pid: u32) -> bool {
    // A process that ended and waits for its parent has no command line.
    std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ignores_everything_is_gone_within_a_second_or_two() {
    let dir = tempfile::tempdir().unwrap();
    let host = Host::open(HostConfig {
        data_dir: dir.path().join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    })
    .await
    .unwrap();
    let script = serde_json::json!({ "process": { "ignore_eof": true, "ignore_sigterm": true } });
    let server = AddServer {
        name: "Stubborn".into(),
        command: testkit::server_binary().unwrap().display().to_string(),
        args: vec![script.to_string()],
        cwd: None,
        env_names: vec![],
    };
    let new = NewServer {
        server,
        values: vec![],
        from_host: vec![],
    };
    let id: domain::ServerId = host.add_server(new).await.unwrap().tag.id.parse().unwrap();
    let view = host.start_and_wait(id, true).await.unwrap();
    let ServerStateView::Ready { pid: Some(pid) } = view.state else {
        panic!("{:?}", view.state);
    };
    assert!(runs(pid));
    // Starts that wait when everything is stopped do not bring it back.
    let begin = Instant::now();
    for _ in 0..40 {
        host.start_server(id).unwrap();
    }
    host.stop_all(StoppedFrom::Window);
    while runs(pid) {
        assert!(begin.elapsed() < Duration::from_secs(3), "it still runs");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let begin = Instant::now();
    while !matches!(host.servers()[0].state, ServerStateView::Stopped { .. }) {
        assert!(
            begin.elapsed() < Duration::from_secs(5),
            "{:?}",
            host.servers()[0].state
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(matches!(
        host.servers()[0].state,
        ServerStateView::Stopped { .. }
    ));

    // What stays stopped is told, until it is started again. No rule allows anything, so there is nothing to confirm.
    let left = host.state().await.unwrap().stopped.unwrap();
    assert_eq!((left.servers, left.rules), (vec![id.to_string()], true));
    assert!(!host.start_again().await.unwrap());
    assert_eq!(host.state().await.unwrap().stopped, None);
    assert!(!host.rules().await.unwrap().suspended);
    let begin = Instant::now();
    while matches!(host.servers()[0].state, ServerStateView::Stopped { .. }) {
        assert!(
            begin.elapsed() < Duration::from_secs(5),
            "it is not started"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    host.close().await;
}
