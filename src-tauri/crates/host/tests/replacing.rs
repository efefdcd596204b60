//! Another program in the place of a server's: what it finds in its environment and is told, with real processes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]
#![cfg(target_os = "linux")]

mod place;

use host_api::{EffectView, ErrorCode, ProposedRule, ServerStateView};
use serde_json::json;

use place::*;

#[tokio::test(flavor = "multi_thread")]
async fn import_with_the_same_name_and_another_program_gets_nothing_that_is_not_ticked() {
    let place = Place::new().await;
    let evil = place.program("evil/files");
    // Another letter case is the same name.
    let file = json!({ "mcpServers": { "FILES": { "command": evil, "env": {} } } });
    // Denied first: the server is as it was, and keeps running.
    place.says(None);
    let added = place.import(&file).await;
    assert_eq!(added[0].error.as_ref().unwrap().code, ErrorCode::Denied);
    assert!(place.environment().contains(OLD));
    assert_eq!(place.row().await.0, "denied");
    assert_eq!(place.view().args, ["-y", "@good/files@1.0.0"]);

    place.says(Some(vec![]));
    let added = place.import(&file).await;
    assert!(added[0].error.is_none(), "{added:?}");
    assert_eq!(place.host.servers().len(), 1);
    // The imported one has no variable: the value has nowhere to go, ticked or not.
    let shown = place.shown.lock().unwrap().last().unwrap().clone();
    assert!(shown.held[0].what.to_string().contains("TOKEN") && shown.held[0].stays.is_some());
    assert_eq!(shown.launch.program, evil.display().to_string());
    place.start().await.unwrap();
    let environment = place.environment();
    assert!(!environment.contains(OLD), "{environment}");
    assert!(!place.told_roots().await.contains("granted"));
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn name_with_a_character_that_cannot_be_seen_is_refused_and_changes_nothing() {
    let place = Place::new().await;
    let evil = place.program("evil/files");
    for name in ["Fi\u{200b}les", "Files\u{2060}", "\u{202e}Files"] {
        let mut servers = serde_json::Map::new();
        servers.insert(name.into(), json!({ "command": evil }));
        let added = place.import(&json!({ "mcpServers": servers })).await;
        assert!(added.iter().all(|one| one.error.is_some()), "{added:?}");
    }
    assert_eq!(place.host.servers().len(), 1);
    assert!(place.environment().contains(OLD));
    assert!(place.shown().is_empty());
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_package_of_the_same_runner_gets_nothing_that_is_not_ticked() {
    let place = Place::new().await;
    let npx = place.program("bin/npx");
    // Another version: the same program.
    let edit = place.files(&npx, &["@good/files@2.0.0"]);
    place.host.change_server(place.id, edit).await.unwrap();
    place.start().await.unwrap();
    assert!(place.shown().is_empty());
    assert!(place.environment().contains(OLD));
    assert!(place.told_roots().await.contains("granted"));

    let edit = place.files(&npx, &["-y", "@evil/files"]);
    place.host.change_server(place.id, edit).await.unwrap();
    place.start().await.unwrap();
    assert_eq!(place.shown().len(), 1, "the start asks nothing more");
    place.has_nothing().await;
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_argument_of_the_same_package_gets_nothing_that_is_not_ticked() {
    for args in [
        &["-y", "@good/files@1.0.0", "--verbose"][..],
        &["-y", "@good/files@1.0.0", "/home"],
        &[
            "-y",
            "@good/files@1.0.0",
            "--at",
            "https://evil.example/mcp",
        ],
    ] {
        let place = Place::new().await;
        let npx = place.program("bin/npx");
        let edit = place.files(&npx, args);
        place.host.change_server(place.id, edit).await.unwrap();
        place.start().await.unwrap();
        assert_eq!(place.shown().len(), 1, "{args:?}");
        place.has_nothing().await;
        place.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn review_of_a_changed_start_lists_what_the_server_keeps_and_takes_it_away() {
    for revoked in [false, true] {
        let place = Place::new().await;
        *place.takes_away.lock().unwrap() = revoked.then_some("granted");
        let npx = place.program("bin/npx");
        let edit = place.files(&npx, &["@good/files@2.0.0"]);
        place.host.change_server(place.id, edit).await.unwrap();
        place.start().await.unwrap();
        assert!(place.shown().is_empty());
        let kept = place.kept.lock().unwrap().clone();
        for word in ["TOKEN", "granted", "ask you"] {
            assert!(kept.iter().any(|what| what.contains(word)), "{kept:?}");
        }
        assert!(place.environment().contains(OLD));
        assert_eq!(place.told_roots().await.contains("granted"), !revoked);
        assert!(place.view().elicitation);
        place.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn program_that_the_command_leads_to_since_it_was_accepted_gets_nothing_that_is_not_ticked() {
    let place = Place::new().await;
    let mut events = place.host.events();
    place.host.stop_server(place.id).unwrap();
    let stopped = async {
        while !matches!(place.view().state, ServerStateView::Stopped { .. }) {
            let _ = events.recv().await;
        }
    };
    tokio::time::timeout(LIMIT, stopped).await.unwrap();
    // The file of the command is a link to another program now.
    let evil = place.program("evil/files");
    let npx = dunce::canonicalize(place.dir.path())
        .unwrap()
        .join("bin/npx");
    std::fs::remove_file(&npx).unwrap();
    std::os::unix::fs::symlink(&evil, &npx).unwrap();
    place.says(None);
    assert!(place.start().await.is_err());
    place.says(Some(vec![]));
    place.start().await.unwrap();
    assert_eq!(place.shown().len(), 2);
    place.has_nothing().await;
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn exactly_what_is_ticked_moves() {
    for (tick, moves) in [
        ("TOKEN", "variable"),
        ("granted", "root"),
        ("ask you", "elicitation"),
    ] {
        let place = Place::new().await;
        place.says(Some(vec![tick]));
        let other = place.program("other/files");
        place
            .host
            .change_server(place.id, place.files(&other, &[]))
            .await
            .unwrap();
        place.start().await.unwrap();
        let (_, detail) = place.row().await;
        let moved: Vec<_> = detail["moved"]
            .as_array()
            .unwrap()
            .iter()
            .map(|h| h["holding"].clone())
            .collect();
        assert_eq!(moved, [moves]);
        assert_eq!(detail["not_moved"].as_array().unwrap().len(), 2);
        assert_eq!(place.environment().contains(OLD), moves == "variable");
        assert_eq!(
            place.told_roots().await.contains("granted"),
            moves == "root"
        );
        assert_eq!(place.view().elicitation, moves == "elicitation");
        place.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rule_moves_to_another_program_only_if_it_is_ticked() {
    for ticked in [false, true] {
        let place = Place::new().await;
        let rule = ProposedRule {
            server: place.id.to_string(),
            effect: EffectView::Allow,
            tools: vec!["echo".into()],
            conversation: None,
            minutes: None,
            when: vec![],
        };
        place.host.propose_rule(rule).await.unwrap();
        assert_eq!(place.host.rules().await.unwrap().rules.len(), 1);
        place.says(Some(if ticked { vec!["echo"] } else { vec![] }));
        let other = place.program("other/files");
        place
            .host
            .change_server(place.id, place.files(&other, &[]))
            .await
            .unwrap();
        place.start().await.unwrap();
        let before = place.host.audit_list(None, 500).await.unwrap().len();
        let called = place.call("echo", false).await;
        assert_eq!(called["state"]["state"], "done");
        let rows = place.host.audit_list(None, 500).await.unwrap();
        let decided = rows[..rows.len() - before]
            .iter()
            .find(|row| row.detail["about"] == "tool")
            .unwrap();
        // Without the rule it is allowed because it can only read.
        let rules = &decided.detail["evaluation"]["matched_rules"];
        let by_rule = rules.as_array().is_some_and(|rules| !rules.is_empty());
        assert_eq!(by_rule, ticked, "{}", decided.detail);
        place.host.close().await;
    }
}
