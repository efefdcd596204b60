//! The page of one server: its log, what passes, its bounds, its lists, what it was before.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]
#![cfg(target_os = "linux")]

use std::{path::Path, time::Duration};

use domain::ServerId;
use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer};
use host_api::{
    AddServer, AnswerView, ErrorCode, Event, LogLevelView, LogSourceView, ScopeView,
    ServerBoundKey, ServerListKind,
};
use serde_json::{Value, json};

/// No wait of these tests takes longer.
const LIMIT: Duration = Duration::from_secs(30);

async fn open(dir: &Path) -> Host {
    let config = HostConfig {
        data_dir: dir.join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
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

fn kit(script: &Value, env: &[&str]) -> AddServer {
    AddServer {
        name: "Kit".into(),
        command: testkit::server_binary().unwrap().display().to_string(),
        args: vec![script.to_string()],
        cwd: None,
        env_names: env.iter().map(|&name| name.to_owned()).collect(),
    }
}

async fn add(host: &Host, server: AddServer) -> ServerId {
    let new = NewServer {
        server,
        values: vec![],
        from_host: vec![],
    };
    host.add_server(new).await.unwrap().tag.id.parse().unwrap()
}

async fn echo(host: &Host, server: ServerId, arguments: &Value) {
    let call = DirectCall {
        server,
        tool: "echo".into(),
        arguments: arguments.to_string(),
        allowed: true,
    };
    host.call_tool(call).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_is_kept_secret_is_in_no_log_and_in_no_traffic() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let script = json!({ "process": { "stderr": ["started with canary-1\"x"] } });
    let id = add(&host, kit(&script, &["TOKEN"])).await;
    let mut feed = host.watch_traffic(id).unwrap();
    let answer = async {
        let mut queue = host.prompts();
        loop {
            let Some(asked) = queue.recv().await.unwrap().pop() else {
                continue;
            };
            let prompt = asked.id.parse().unwrap();
            host.prompt_shown(prompt, asked.revision).unwrap();
            tokio::time::sleep(Duration::from_millis(u64::from(asked.arm_ms) + 20)).await;
            let allow = AnswerView::Allow {
                scope: ScopeView::Standing,
                values: vec![("TOKEN".into(), "canary-1\"x".into())],
                key: None,
            };
            return host
                .answer_prompt(prompt, asked.revision, allow)
                .await
                .unwrap();
        }
    };
    let (started, ()) = tokio::join!(host.start_and_wait(id, false), answer);
    started.unwrap();
    echo(&host, id, &json!({ "text": "canary-1\"x" })).await;

    let mut rows = Vec::new();
    while !rows.iter().any(|r: &host_api::TrafficRowView| {
        r.method.as_deref() == Some("tools/call") && r.answers_seq.is_some()
    }) {
        let batch = tokio::time::timeout(LIMIT, feed.next()).await.unwrap();
        rows.extend(batch.unwrap().rows);
    }
    assert_eq!(
        rows[0].method.as_deref(),
        Some("server/discover"),
        "from the first on"
    );
    let mut hidden = 0;
    for row in &rows {
        let whole = host.traffic_message(id, row.seq).unwrap();
        assert!(
            !whole.json.contains("canary") && !row.summary.contains("canary"),
            "{whole:?}"
        );
        hidden += whole.hidden;
    }
    assert!(
        hidden >= 2,
        "in the call and in its answer, which is JSON in JSON"
    );
    let mut events = host.events();
    let log = loop {
        let page = host.server_log(id, 0.0).unwrap();
        if page.rows.iter().any(|r| r.source == LogSourceView::Stderr) {
            break page;
        }
        let told =
            async { while !matches!(events.recv().await.unwrap(), Event::ServerLogged { .. }) {} };
        tokio::time::timeout(LIMIT, told).await.unwrap();
    };
    assert!(
        log.rows
            .iter()
            .all(|r| !r.text.to_string().contains("canary")),
        "{log:?}"
    );
    assert!(
        log.rows.iter().any(|r| r.text == "started with (redacted)"),
        "{log:?}"
    );

    // Nobody looks any more: nothing is kept from now on.
    drop(feed);
    let last = rows.last().unwrap().seq;
    host.ping_server(id).await.unwrap();
    let after = host.watch_traffic(id).unwrap().next().await.unwrap();
    assert!(after.rows.last().unwrap().seq < last + 2.0, "{after:?}");
    assert!(host.traffic_message(id, last + 50.0).is_err());
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bound_of_one_server_holds_from_its_next_start_and_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let extra = |n: usize| json!({ "name": format!("t{n}"), "inputSchema": {} });
    let script = json!({ "extra_tools": (0..6).map(extra).collect::<Vec<_>>() });
    let id = add(&host, kit(&script, &[])).await;
    host.start_and_wait(id, true).await.unwrap();
    let set = |value| host.set_server_bound(id, ServerBoundKey::ListItems, value);
    for wrong in [9, 10_001] {
        assert_eq!(set(Some(wrong)).await.unwrap_err().code, ErrorCode::Invalid);
    }
    let quiet = host
        .set_server_bound(id, ServerBoundKey::QuietSeconds, Some(3_600))
        .await;
    assert_eq!(
        quiet.unwrap_err().code,
        ErrorCode::Invalid,
        "longer than a call may take"
    );
    let told = set(Some(10)).await.unwrap();
    assert_eq!(
        told.holds,
        "It takes effect at the next start of this server."
    );
    assert_eq!(
        host.server_page(id)
            .unwrap()
            .bounds
            .iter()
            .filter(|b| b.value.is_some())
            .count(),
        1
    );
    host.close().await;

    let host = open(dir.path()).await;
    let cut = host.start_and_wait(id, true).await.unwrap();
    assert_eq!(cut.tools.len(), 10);
    let notes: Vec<String> = cut
        .unreadable_tools
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(notes[0].contains("more than 10 items"), "{notes:?}");
    let copy: ServerId = host
        .duplicate_server(id)
        .await
        .unwrap()
        .tag
        .id
        .parse()
        .unwrap();
    let bounds = host.server_page(copy).unwrap().bounds;
    assert!(
        bounds.iter().any(|b| b.value == Some(10)),
        "a copy has them too"
    );
    host.set_server_bound(id, ServerBoundKey::ListItems, None)
        .await
        .unwrap();
    host.start_and_wait(id, true).await.unwrap();
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_read_once_until_the_server_says_that_it_changed() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let changed = json!({ "jsonrpc": "2.0", "method": "notifications/prompts/list_changed" });
    let done = json!({ "answer": { "content": [{ "type": "text", "text": "ok" }] } });
    let log = json!({
        "jsonrpc": "2.0", "method": "notifications/message", "params": { "level": "info", "data": "set" },
    });
    let script = json!({
        "version": "2025-11-25",
        "capabilities": { "prompts": { "listChanged": true } },
        "on_request": {
            "prompts/list": [{ "answer": { "prompts": [{ "name": "p" }] } }],
            "logging/setLevel": [{ "answer": {} }, { "line": log.to_string() }],
        },
        "on_call": { "echo": [{ "flood": { "line": changed.to_string(), "times": 3_000 } }, done] },
    });
    let id = add(&host, kit(&script, &[])).await;
    host.start_and_wait(id, true).await.unwrap();
    let mut feed = host.watch_traffic(id).unwrap();
    for _ in 0..3 {
        assert_eq!(host.server_prompts(id).await.unwrap().prompts[0].key, "p");
    }
    let mut events = host.events();
    echo(&host, id, &json!({})).await;
    let told = async {
        loop {
            if let Event::ServerListChanged { what, .. } = events.recv().await.unwrap() {
                return what;
            }
        }
    };
    let what = tokio::time::timeout(LIMIT, told).await.unwrap();
    assert_eq!(what, ServerListKind::Prompts);
    host.server_prompts(id).await.unwrap();
    host.set_log_level(id, LogLevelView::Notice).await.unwrap();
    // Those that came after the first are told at a pace: 3,000 are not 3,000 events.
    tokio::time::sleep(Duration::from_millis(600)).await;
    let mut again = 0;
    while let Ok(event) = events.try_recv() {
        again += u32::from(matches!(event, Event::ServerListChanged { .. }));
    }
    assert!(again <= 40, "{again}");
    let mut asked = 0;
    let mut set = false;
    while !set {
        let batch = tokio::time::timeout(LIMIT, feed.next())
            .await
            .unwrap()
            .unwrap();
        for row in batch.rows.iter().filter(|r| r.sent) {
            asked += u32::from(row.method.as_deref() == Some("prompts/list"));
            set |= row.method.as_deref() == Some("logging/setLevel");
        }
    }
    assert_eq!(asked, 2);
    let page = host.server_page(id).unwrap();
    assert_eq!(page.health.calls_done, 1);
    assert!(
        page.limits_hit.iter().any(|c| c.count > 0),
        "{:?}",
        page.limits_hit
    );

    // An older revision than last time is said.
    let mut older = script.clone();
    older["version"] = "2025-03-26".into();
    host.edit_server(id, kit(&older, &[])).await.unwrap();
    host.start_and_wait(id, true).await.unwrap();
    let page = host.server_page(id).unwrap();
    assert_eq!(page.revision.as_deref(), Some("2025-03-26"));
    assert_eq!(page.revision_before.as_deref(), Some("2025-11-25"));
    host.close().await;
}
