//! A tool that a person tries: the call is told while it waits and runs, so that it can be answered and stopped.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]

use std::time::Duration;

use host::{GuardProgram, Host, HostConfig, NewServer};
use host_api::{AddServer, AnswerView, CallStateView, CallView, Event, ScopeView};
use serde_json::json;
use tokio::sync::broadcast::Receiver;

/// No wait of this test takes longer.
const LIMIT: Duration = Duration::from_secs(30);

/// The next news of the call that is as wanted.
async fn told(events: &mut Receiver<Event>, wanted: impl Fn(&CallStateView) -> bool) -> CallView {
    let follow = async {
        loop {
            if let Event::Tried { call } = events.recv().await.unwrap()
                && wanted(&call.state)
            {
                return call;
            }
        }
    };
    tokio::time::timeout(LIMIT, follow).await.expect("in time")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_tried_is_asked_about_and_can_be_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let host = Host::open(HostConfig {
        data_dir: dir.path().join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    })
    .await
    .unwrap();
    // Its calls are never answered.
    let script = json!({ "on_call": { "echo": [] } });
    let server = AddServer {
        name: "Silent".into(),
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
    let server = host.add_server(new).await.unwrap().tag.id.parse().unwrap();
    // Its calls are to be asked about.
    let choice = domain::ConfinementChoice {
        network: Some(domain::LocalNetwork::Open),
        ..Default::default()
    };
    host.set_confinement(server, choice).await.unwrap();
    host.start_and_wait(server, true).await.unwrap();

    let mut events = host.events();
    let mut queue = host.prompts();
    let trying = {
        let host = host.clone();
        tokio::spawn(async move { host.try_tool(server, "echo".into(), "{}".into()).await })
    };
    let waiting = told(&mut events, |state| {
        matches!(
            state,
            CallStateView::Waiting {
                prompt: Some(_),
                ..
            }
        )
    })
    .await;
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
        scope: ScopeView::Once,
        values: vec![],
        key: None,
    };
    host.answer_prompt(id, asked.revision, answer)
        .await
        .unwrap();

    let running = told(&mut events, |state| {
        matches!(state, CallStateView::Running { .. })
    })
    .await;
    assert_eq!(running.id, waiting.id);
    assert_eq!(running.server.unwrap().id, server.to_string());
    host.stop_call(running.id.parse().unwrap()).await;
    let ended = tokio::time::timeout(LIMIT, trying).await.unwrap();
    let ended = ended.unwrap().unwrap();
    assert!(matches!(ended.state, CallStateView::Cancelled { .. }));
    host.close().await;
}
