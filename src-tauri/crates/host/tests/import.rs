//! Servers of another program's file: looked at, added, changed; nothing started, nothing lost, no value in a file.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(unix)]

use std::path::Path;

use host::{GuardProgram, Host, HostConfig};
use host_api::{ApprovalKindView, ImportChoice, ImportStateView, KeychainView, ServerStateView};
use serde_json::json;

async fn open(dir: &Path) -> Host {
    Host::open(HostConfig {
        data_dir: dir.join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: true,
    })
    .await
    .unwrap()
}

fn names(names: &[&str]) -> ImportChoice {
    ImportChoice {
        names: names.iter().map(|&name| name.to_owned()).collect(),
        ..ImportChoice::default()
    }
}

#[tokio::test]
async fn what_is_chosen_is_added_and_nothing_starts() {
    let dir = tempfile::tempdir().unwrap();
    let marker = dir.path().join("started");
    let touch = json!({ "command": "/usr/bin/touch", "args": [marker] });
    let text = json!({ "mcpServers": {
        "Touch": touch,
        "Left": touch,
        "Hidden\u{202e}": touch,
        "Web": { "url": "https://example.org/mcp", "type": "ws" },
        "Far": { "url": "https://Example.org:443/mcp?a=b", "headers": { "X-Key": "${env:FAR_KEY}" } },
        "Open": { "url": "http://example.org/mcp", "headers": { "X-Key": "${env:FAR_KEY}" } },
        "Bad name of a variable": { "command": "c", "env": { "A=B": "x" } },
    }})
    .to_string();
    let host = open(dir.path()).await;
    let view = host.import_text(&text).await.unwrap();
    assert_eq!(view.servers.len(), 7);
    let unreadable = |name: &str| {
        let server = view
            .servers
            .iter()
            .find(|s| s.name.starts_with(name))
            .unwrap();
        matches!(server.state, ImportStateView::Unreadable { .. })
    };
    assert!(unreadable("Web") && unreadable("Hidden") && unreadable("Bad") && !unreadable("Touch"));
    assert!(unreadable("Open") && !unreadable("Far"));
    let ended = host
        .import_add(&view.id, names(&["Touch", "Web", "Far", "Not there"]))
        .await
        .unwrap();
    assert_eq!(ended.len(), 3);
    assert!(
        ended
            .iter()
            .any(|e| e.name == "Touch" && e.server.is_some())
    );
    assert!(ended.iter().any(|e| e.name == "Web" && e.error.is_some()));
    assert!(
        host.import_add(&view.id, names(&["Left"])).await.is_err(),
        "added once"
    );
    let servers = host.servers();
    assert_eq!(servers.len(), 2);
    for server in &servers {
        assert!(matches!(server.state, ServerStateView::Stopped { .. }));
    }
    let far = servers.iter().find(|s| s.tag.name == "Far").unwrap();
    assert_eq!(far.url.as_deref(), Some("https://example.org/mcp?a=b"));
    assert_eq!(
        (far.command.as_str(), far.header_names.as_slice()),
        ("", &["X-Key".to_owned()][..])
    );
    let again = host.import_text(&text).await.unwrap();
    let again = again.servers.iter().find(|s| s.name == "Far").unwrap();
    assert_eq!(again.state, ImportStateView::Same);
    host.close().await;
    assert!(!marker.exists());
}

#[tokio::test]
async fn a_changed_server_is_said_and_its_launch_is_void() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let of = |script: serde_json::Value| {
        let command = testkit::server_binary().unwrap();
        json!({ "servers": { "Kit": { "type": "stdio", "command": command, "args": [script.to_string()] } } }).to_string()
    };
    let first = host.import_text(&of(json!({}))).await.unwrap();
    host.import_add(&first.id, names(&["Kit"])).await.unwrap();
    let (id, _) = host.server_named("Kit").unwrap();
    host.review_launch(id, true).await.unwrap();
    host.start_and_wait(id, false).await.unwrap();

    let same = host.import_text(&of(json!({}))).await.unwrap();
    assert_eq!(same.servers[0].state, ImportStateView::Same);
    let changed = host
        .import_text(&of(json!({ "page_size": 2 })))
        .await
        .unwrap();
    assert!(
        matches!(&changed.servers[0].state, ImportStateView::Changed { what } if what[..] == ["arguments"]),
        "{:?}",
        changed.servers[0].state
    );
    assert!(
        matches!(host.servers()[0].state, ServerStateView::Ready { .. }),
        "looking changes nothing"
    );
    let begin = std::time::Instant::now();
    host.import_add(&changed.id, names(&["Kit"])).await.unwrap();
    assert!(
        begin.elapsed() < std::time::Duration::from_secs(5),
        "the old one is ended, not waited for"
    );
    let (again, view) = host.server_named("Kit").unwrap();
    assert_eq!(again, id, "its conversations and log stay its own");
    assert!(matches!(view.state, ServerStateView::Stopped { .. }));
    let start = tokio::spawn({
        let host = host.clone();
        async move { host.start_and_wait(id, false).await }
    });
    let mut queue = host.prompts();
    let asked = loop {
        if let Some(prompt) = queue.recv().await.unwrap().pop() {
            break prompt;
        }
    };
    let ApprovalKindView::Launch { launch } = &asked.kind else {
        panic!("a launch is asked about: {asked:?}");
    };
    assert!(launch.changed, "it says that it would start differently");
    host.answer_prompt(
        asked.id.parse().unwrap(),
        asked.revision,
        host_api::AnswerView::Deny { note: None },
    )
    .await
    .unwrap();
    assert!(
        start.await.unwrap().is_err(),
        "its launch is reviewed again"
    );
    host.close().await;
}

#[tokio::test]
async fn values_go_to_the_keychain_or_nowhere() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let text = json!({ "mcpServers": { "Env": { "command": "/bin/true", "env": { "TOKEN": "canary-import-91" } } } }).to_string();
    let view = host.import_text(&text).await.unwrap();
    assert_eq!(view.servers[0].kept, ["TOKEN"]);
    assert!(!format!("{view:?}").contains("canary"));
    let ended = host.import_add(&view.id, names(&["Env"])).await.unwrap();
    let keychain = matches!(
        host.state().await.unwrap().keychain,
        KeychainView::Available
    );
    assert_eq!(ended[0].server.is_some(), keychain, "{ended:?}");
    assert!(!format!("{ended:?}").contains("canary"));
    if let Ok((id, _)) = host.server_named("Env") {
        host.remove_server(id).await.unwrap();
    }
    host.close().await;
    for file in std::fs::read_dir(dir.path().join("data"))
        .unwrap()
        .flatten()
    {
        if file.file_type().unwrap().is_file() {
            let bytes = std::fs::read(file.path()).unwrap();
            assert!(
                !String::from_utf8_lossy(&bytes).contains("canary-import"),
                "{:?}",
                file.path()
            );
        }
    }
}

#[tokio::test]
async fn only_files_are_read_and_only_known_ones_from_a_window() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let pipe = dir.path().join("pipe");
    #[cfg(target_os = "linux")]
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &pipe,
        rustix::fs::FileType::Fifo,
        0o600.into(),
        0,
    )
    .unwrap();
    for path in [&pipe, dir.path(), &dir.path().join("nothing")].map(Path::to_owned) {
        assert!(host.import_file(&path).await.is_err());
    }
    let secret = dir.path().join("secret.json");
    std::fs::write(&secret, r#"{"mcpServers":{}}"#).unwrap();
    assert!(host.import_file(&secret).await.is_ok());
    assert!(
        host.import_place(&secret.display().to_string())
            .await
            .is_err()
    );
    host.close().await;
}
