//! A sandbox is left in the consent window, for one launch.

use std::time::Duration;

use domain::{ApprovalId, ServerId};
use host::{Host, NewServer};
use host_api::{
    AddServer, AnswerView, ApprovalKindView, ApprovalView, ScopeView, ServerStateView, ServerView,
};

use crate::{
    confined::intruder,
    house::{LIMIT, open_host, until_asked},
};

/// Answers the launch that waits next: first switched out of its sandbox, then allowed as it is asked about then.
async fn accept_launch(host: &Host, unconfined: bool) {
    let launch = |prompt: &ApprovalView| {
        matches!(prompt.kind, ApprovalKindView::Launch { .. }).then(|| prompt.clone())
    };
    let prompt = until_asked(&mut host.prompts(), launch).await;
    let ApprovalKindView::Launch { launch } = &prompt.kind else {
        unreachable!()
    };
    // It is asked about in its sandbox, whatever it was before.
    assert!(launch.can_switch && launch.confinement.as_ref().unwrap().confined);
    let id: ApprovalId = prompt.id.parse().unwrap();
    let allow = || AnswerView::Allow {
        scope: ScopeView::Standing,
        values: vec![],
        key: None,
    };
    let armed = Duration::from_millis(u64::from(prompt.arm_ms) + 20);
    host.prompt_shown(id, prompt.revision).unwrap();
    tokio::time::sleep(armed).await;
    let mut revision = prompt.revision;
    if unconfined {
        revision = host.switch_sandbox(id, revision, true).unwrap();
        // What was read before is not what would be started.
        for stale in [prompt.revision, revision] {
            host.answer_prompt(id, stale, allow()).await.unwrap_err();
        }
        host.prompt_shown(id, revision).unwrap();
        tokio::time::sleep(armed).await;
    }
    host.answer_prompt(id, revision, allow()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sandbox_is_left_for_the_very_launch_that_was_accepted_so() {
    let folder = tempfile::tempdir().unwrap();
    let host = open_host(&folder.path().join("data")).await;
    let (command, args) = intruder();
    let server = |args: &[String]| AddServer {
        name: "Intruder".into(),
        command: command.display().to_string(),
        args: args.to_vec(),
        cwd: None,
        env_names: vec![],
    };
    let new = NewServer {
        server: server(&args),
        values: vec![],
        from_host: vec![],
    };
    let id: ServerId = host.add_server(new).await.unwrap().tag.id.parse().unwrap();
    let start = |unconfined: Option<bool>| {
        let host = host.clone();
        async move {
            let starting = tokio::spawn({
                let host = host.clone();
                async move { host.start_and_wait(id, false).await.unwrap() }
            });
            if let Some(unconfined) = unconfined {
                accept_launch(&host, unconfined).await;
            }
            let started = tokio::time::timeout(LIMIT, starting)
                .await
                .unwrap()
                .unwrap();
            host.stop_server(id).unwrap();
            let stopped = async {
                let is = |view: &ServerView| matches!(view.state, ServerStateView::Stopped { .. });
                while !host.servers().iter().any(is) {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            tokio::time::timeout(LIMIT, stopped).await.unwrap();
            started.sandbox.is_some()
        }
    };
    assert!(start(Some(false)).await);
    assert!(start(None).await);

    // Left on request, and kept.
    let leaving = tokio::spawn({
        let host = host.clone();
        async move { host.run_unconfined(id, false).await }
    });
    let prompt = until_asked(&mut host.prompts(), |prompt| Some(prompt.clone())).await;
    let ApprovalKindView::Launch { launch } = &prompt.kind else {
        panic!("{prompt:?}")
    };
    assert!(!launch.confinement.as_ref().unwrap().confined);
    let deny = AnswerView::Deny { note: None };
    let denied = prompt.id.parse().unwrap();
    host.answer_prompt(denied, prompt.revision, deny)
        .await
        .unwrap();
    leaving.await.unwrap().unwrap_err();
    assert!(start(None).await, "a denial changes nothing");
    host.run_unconfined(id, true).await.unwrap();
    assert!(!start(None).await);

    // Void with another launch, switched while it is asked about, and void again.
    let more = |n: usize| [&args[..], &[n.to_string()]].concat();
    host.edit_server(id, server(&more(1))).await.unwrap();
    assert!(!start(Some(true)).await);
    assert!(!start(None).await);
    host.edit_server(id, server(&more(2))).await.unwrap();
    assert!(start(Some(false)).await);
    host.edit_server(id, server(&more(1))).await.unwrap();
    assert!(start(Some(false)).await, "nor is an earlier one");
    host.close().await;
}
