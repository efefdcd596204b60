//! Servers are copied, removed, brought back and restarted, and say why they failed.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]
#![cfg(target_os = "linux")]

use std::{path::Path, time::Duration};

use domain::ServerId;
use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer, Secret};
use host_api::{
    AddServer, AnswerView, ApprovalKindView, AuditQuery, Event, FailureKind, FeatureView,
    KeychainView, LaunchApprovalView, ScopeView, ServerStateView, ServerView,
};
use serde_json::json;

/// No wait of these tests takes longer.
const LIMIT: Duration = Duration::from_secs(30);

async fn open(dir: &Path) -> Host {
    let config = HostConfig {
        data_dir: dir.join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: true,
    };
    // The last of a host that closed lets the folder go a moment later.
    let opened = async {
        loop {
            match Host::open(config.clone()).await {
                Err(host::OpenError::Store(store::StoreError::HeldBy { .. })) => {
                    tokio::task::yield_now().await;
                }
                opened => return opened.unwrap(),
            }
        }
    };
    tokio::time::timeout(LIMIT, opened).await.unwrap()
}

/// The servers that wait to be forgotten.
async fn aside(dir: &Path) -> usize {
    let opened = async {
        loop {
            match store::Store::open(&dir.join("data")).await {
                Err(store::StoreError::HeldBy { .. }) => tokio::task::yield_now().await,
                opened => return opened.unwrap(),
            }
        }
    };
    let store = tokio::time::timeout(LIMIT, opened).await.unwrap();
    let left = store.servers().set_aside().await.unwrap().len();
    store.close().await;
    left
}

fn kit(name: &str, script: &serde_json::Value, env: &[&str]) -> NewServer {
    let server = AddServer {
        name: name.into(),
        command: testkit::server_binary().unwrap().display().to_string(),
        args: vec![script.to_string()],
        cwd: None,
        env_names: env.iter().map(|&name| name.to_owned()).collect(),
    };
    NewServer {
        server,
        values: vec![],
        from_host: vec![],
    }
}

async fn add(host: &Host, new: NewServer) -> ServerId {
    host.add_server(new).await.unwrap().tag.id.parse().unwrap()
}

fn named(host: &Host, name: &str) -> ServerView {
    host.server_named(name).unwrap().1
}

/// The server once it is in a state that `wanted` picks.
async fn until(host: &Host, id: ServerId, wanted: impl Fn(&ServerStateView) -> bool) -> ServerView {
    let mut events = host.events();
    let now = host
        .servers()
        .into_iter()
        .find(|s| s.tag.id == id.to_string());
    if let Some(server) = now.filter(|s| wanted(&s.state)) {
        return server;
    }
    let follow = async {
        loop {
            if let Event::Server { server } = events.recv().await.unwrap()
                && server.tag.id == id.to_string()
                && wanted(&server.state)
            {
                return *server;
            }
        }
    };
    tokio::time::timeout(LIMIT, follow).await.expect("in time")
}

fn ready(state: &ServerStateView) -> bool {
    matches!(state, ServerStateView::Ready { .. })
}

fn pid(view: &ServerView) -> u32 {
    match view.state {
        ServerStateView::Ready { pid } => pid.unwrap(),
        _ => panic!("{:?}", view.state),
    }
}

fn runs(pid: u32) -> bool {
    std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

/// Accepts the next launch that is asked about, with these values; what was asked.
async fn accept(host: &Host, values: &[(&str, &str)]) -> LaunchApprovalView {
    let mut queue = host.prompts();
    let asked = async {
        loop {
            if let Some(prompt) = queue.recv().await.unwrap().pop() {
                return prompt;
            }
        }
    };
    let asked = tokio::time::timeout(LIMIT, asked).await.unwrap();
    let id = asked.id.parse().unwrap();
    host.prompt_shown(id, asked.revision).unwrap();
    tokio::time::sleep(Duration::from_millis(u64::from(asked.arm_ms) + 20)).await;
    let answer = AnswerView::Allow {
        scope: ScopeView::Standing,
        values: values
            .iter()
            .map(|(n, v)| ((*n).into(), (*v).into()))
            .collect(),
        key: None,
    };
    host.answer_prompt(id, asked.revision, answer)
        .await
        .unwrap();
    match asked.kind {
        ApprovalKindView::Launch { launch } => *launch,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_has_its_own_values_and_nothing_that_was_allowed() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let id = add(&host, kit("Kit", &json!({}), &["TOKEN"])).await;
    host.set_tool_enabled(id, "echo", false).await.unwrap();
    host.start_server(id).unwrap();
    let asked = accept(&host, &[("TOKEN", "canary-copy")]).await;
    assert!(asked.env.iter().any(|e| e.name == "TOKEN" && e.missing));
    until(&host, id, ready).await;

    let copy = host.duplicate_server(id).await.unwrap();
    assert_eq!(copy.tag.name, "Kit 2");
    assert_ne!(copy.tag.fob, named(&host, "Kit").tag.fob);
    assert!(matches!(copy.state, ServerStateView::Stopped { .. }));
    let copy_id: ServerId = copy.tag.id.parse().unwrap();
    host.start_server(copy_id).unwrap();
    let asked = accept(&host, &[]).await;
    assert!(!asked.changed, "it was never accepted");
    assert!(asked.env.iter().any(|e| e.name == "TOKEN" && !e.missing));
    let copy = until(&host, copy_id, ready).await;
    assert!(copy.tools.iter().any(|t| t.key == "echo" && !t.enabled));

    // What belongs to one goes with it; the other keeps its own.
    host.remove_server(id).await.unwrap();
    host.restart_server(copy_id).unwrap();
    let before = pid(&copy);
    let again = until(
        &host,
        copy_id,
        |s| matches!(s, ServerStateView::Ready { pid: Some(pid) } if *pid != before),
    )
    .await;
    assert!(runs(pid(&again)) && !runs(before));
    assert_eq!(
        host.duplicate_server(copy_id).await.unwrap().tag.name,
        "Kit 2 2"
    );
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_server_comes_back_as_it_was_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let id = add(&host, kit("Kit", &json!({}), &["TOKEN"])).await;
    host.start_server(id).unwrap();
    accept(&host, &[("TOKEN", "canary-undo")]).await;
    let before = until(&host, id, ready).await;

    host.put_server_aside(id).await.unwrap();
    assert!(host.servers().is_empty() && host.start_server(id).is_err());
    let back = host.restore_server(id).await.unwrap();
    assert!(!runs(pid(&before)), "two never run side by side");
    assert_eq!(back.tag, before.tag);
    // Its launch stands and its value is there: nothing is asked.
    until(&host, id, ready).await;

    // Another one of the same name is no obstacle, and inherits nothing.
    host.put_server_aside(id).await.unwrap();
    let other = add(&host, kit("Kit", &json!({}), &["TOKEN"])).await;
    assert_eq!(host.restore_server(id).await.unwrap().tag.name, "Kit 2");
    until(&host, id, ready).await;
    host.put_server_aside(id).await.unwrap();
    host.forget_server(id).await.unwrap();
    assert!(host.restore_server(id).await.is_err());
    host.start_server(other).unwrap();
    let asked = accept(&host, &[("TOKEN", "x")]).await;
    assert!(asked.env.iter().any(|e| e.name == "TOKEN" && e.missing));
    until(&host, other, ready).await;

    // What was not brought back when the program ended is forgotten by the next one; what it cannot reach now, later.
    let plain = add(&host, kit("Plain", &json!({}), &[])).await;
    host.put_server_aside(plain).await.unwrap();
    host.put_server_aside(other).await.unwrap();
    let reachable = host.state().await.unwrap().keychain == KeychainView::Available;
    let wanted = usize::from(!reachable);
    host.close().await;
    drop(host);
    let host = open(dir.path()).await;
    assert!(host.servers().is_empty());
    assert!(host.restore_server(plain).await.is_err());
    host.close().await;
    drop(host);
    assert_eq!(aside(dir.path()).await, wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_crashes_again_and_again_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let script = json!({ "on_call": { "echo": [{ "crash": 3 }] }, "process": { "stderr": ["no lamp oil"] } });
    let id = add(&host, kit("Kit", &script, &[])).await;
    host.review_launch(id, true).await.unwrap();
    host.start_server(id).unwrap();
    let crash = || async {
        let before = pid(&until(&host, id, ready).await);
        let call = DirectCall {
            server: id,
            tool: "echo".into(),
            arguments: "{}".into(),
            allowed: true,
        };
        host.call_tool(call).await.unwrap();
        let other = |s: &ServerStateView| !matches!(s, ServerStateView::Ready { pid: Some(pid) } if *pid == before);
        until(&host, id, other).await
    };
    let mut waits = Vec::new();
    for _ in 0..3 {
        let view = crash().await;
        let ServerStateView::BackingOff { until_ms, failure } = view.state else {
            panic!("{:?}", view.state);
        };
        waits.push(((until_ms - domain::now_ms() as f64) / 1000.0).round());
        assert_eq!(failure.message, "It exited with code 3");
        assert!(failure.stderr.contains("no lamp oil"));
    }
    assert_eq!(waits, [1.0, 2.0, 4.0]);
    let view = crash().await;
    let ServerStateView::Failed { failure } = view.state else {
        panic!("{:?}", view.state);
    };
    assert!(
        failure.message.to_string().contains("4 times in a row"),
        "{failure:?}"
    );
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_says_what_happened_and_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let mut missing = kit("Missing", &json!({}), &[]);
    missing.server.command = "no-such-program-here".into();
    let mut exits = kit("Exits", &json!({}), &[]);
    exits.server.command = "/bin/sh".into();
    exits.server.args = ["-c", "echo no lamp oil >&2; exit 3"]
        .map(str::to_owned)
        .to_vec();
    let mut killed = kit("Killed", &json!({}), &[]);
    killed.server.command = "/bin/sh".into();
    killed.server.args = ["-c", "kill -9 $$"].map(str::to_owned).to_vec();
    let other = kit("Other", &json!({ "version": "1999-01-01" }), &[]);
    let broken = kit("Broken", &json!({ "initialize": "error" }), &[]);
    let mut failures = Vec::new();
    for new in [missing, exits, killed, other, broken] {
        let name = new.server.name.clone();
        let id = add(&host, new).await;
        assert!(host.start_and_wait(id, true).await.is_err());
        match named(&host, &name).state {
            ServerStateView::Failed { failure } => failures.push(failure),
            state => panic!("{name}: {state:?}"),
        }
    }
    let [missing, exits, killed, other, broken] = failures.try_into().unwrap();
    assert_eq!(missing.kind, FailureKind::NotFound);
    assert!(
        missing.searched.iter().any(|folder| folder == "/usr/bin"),
        "{missing:?}"
    );
    assert_eq!(exits.kind, FailureKind::Exited);
    assert!(exits.message.to_string().contains("code 3") && exits.stderr.contains("no lamp oil"));
    assert!(
        killed.message.to_string().contains("signal 9"),
        "{killed:?}"
    );
    assert_eq!(
        (other.kind, broken.kind),
        (FailureKind::Protocol, FailureKind::Protocol)
    );
    assert!(
        other.message.to_string().contains("1999-01-01"),
        "{other:?}"
    );
    host.close().await;
}

/// A value can be kept in memory where there is no keychain.
#[tokio::test]
async fn a_copy_of_a_server_whose_value_was_never_entered_asks_for_it() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let mut new = kit("A".repeat(80).as_str(), &json!({}), &["TOKEN"]);
    new.values = Vec::<(String, Secret)>::new();
    let id = add(&host, new).await;
    let copy = host.duplicate_server(id).await.unwrap();
    assert_eq!(copy.tag.name, format!("{} 2", "A".repeat(78)));
    assert_eq!(copy.env_names, ["TOKEN"]);
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_server_is_not_heard_again_by_crashing() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    let ask = |n: u32| {
        let params = json!({ "message": "Who are you?", "requestedSchema": schema });
        let ask = json!({ "jsonrpc": "2.0", "id": format!("q{n}"), "method": "elicitation/create", "params": params });
        json!({ "line": ask.to_string() })
    };
    let asks: Vec<_> = (0..3).map(ask).collect();
    let script = json!({ "on_initialized": asks, "on_call": { "echo": [{ "crash": 3 }] } });
    let id = add(&host, kit("Kit", &script, &[])).await;
    host.review_launch(id, true).await.unwrap();
    host.set_server_feature(id, FeatureView::Elicitation, true, true)
        .await
        .unwrap();
    let mut queue = host.prompts();
    host.start_server(id).unwrap();
    let deny_all = async {
        let mut denied = std::collections::BTreeSet::new();
        while denied.len() < 3 {
            let prompts = queue.recv().await.unwrap();
            let Some(next) = prompts.into_iter().find(|p| !denied.contains(&p.id)) else {
                continue;
            };
            let prompt = next.id.parse().unwrap();
            host.prompt_shown(prompt, next.revision).unwrap();
            let answer = AnswerView::Deny { note: None };
            host.answer_prompt(prompt, next.revision, answer)
                .await
                .unwrap();
            denied.insert(next.id);
        }
    };
    tokio::time::timeout(LIMIT, deny_all).await.expect("asked");
    let before = pid(&until(&host, id, ready).await);
    let call = DirectCall {
        server: id,
        tool: "echo".into(),
        arguments: "{}".into(),
        allowed: true,
    };
    host.call_tool(call).await.unwrap();
    let again = |s: &ServerStateView| matches!(s, ServerStateView::Ready { pid: Some(pid) } if *pid != before);
    until(&host, id, again).await;
    // Started again by itself, it asks as before; nobody sees it.
    let muted = async {
        loop {
            let rows = host.audit_page(AuditQuery::default()).await.unwrap().rows;
            if rows
                .iter()
                .filter(|row| row.verdict == "denied, muted")
                .count()
                == 3
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(LIMIT, muted).await.expect("muted");
    host.close().await;
}
