//! A variable that loads code or redirects requests is shown with its value, and no answer starts its server without a tick of its own.

use domain::ServerId;
use host::{Host, NewServer, Secret};
use host_api::{
    AddServer, AnswerView, ApprovalKindView, ApprovalView, LaunchApprovalView, ScopeView,
    SegmentView, ServerStateView,
};

use crate::house::{open_host, until};

const HOSTILE: &str = "--require /tmp/other\u{202e}.js";

fn server(value: &str) -> NewServer {
    NewServer {
        server: AddServer {
            name: "Kit".into(),
            command: testkit::server_binary().unwrap().display().to_string(),
            args: vec![r#"{}"#.into()],
            cwd: None,
            env_names: vec!["TOKEN".into(), "node_options".into()],
        },
        values: vec![
            ("TOKEN".into(), Secret::new("t".to_owned())),
            ("node_options".into(), Secret::new(value.to_owned())),
        ],
        from_host: vec![],
    }
}

async fn asked(host: &Host) -> (ApprovalView, LaunchApprovalView) {
    let mut queue = host.prompts();
    while let Some(prompts) = queue.recv().await {
        let launch = prompts.into_iter().find_map(|prompt| match &prompt.kind {
            ApprovalKindView::Launch { launch } => {
                Some((prompt.clone(), LaunchApprovalView::clone(launch)))
            }
            _other => None,
        });
        if let Some(launch) = launch {
            return launch;
        }
    }
    panic!("the host closed");
}

async fn answer(
    host: &Host,
    prompt: &ApprovalView,
    ticks: &[&str],
) -> Result<(), host_api::ApiError> {
    let id = prompt.id.parse().unwrap();
    host.prompt_shown(id, prompt.revision).unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(
        u64::from(prompt.arm_ms) + 20,
    ))
    .await;
    let values = ticks
        .iter()
        .map(|name| (format!("tick:{name}"), "yes".into()));
    let allow = AnswerView::Allow {
        scope: ScopeView::Standing,
        values: values.collect(),
        key: None,
    };
    host.answer_prompt(id, prompt.revision, allow).await
}

async fn ready(host: &Host, server: ServerId) {
    let mut events = host.events();
    let own = server.to_string();
    let state = host.state().await.unwrap();
    let now = state.servers.iter().find(|view| view.tag.id == own);
    if now.is_some_and(|view| matches!(view.state, ServerStateView::Ready { .. })) {
        return;
    }
    until(&mut events, |event| match event {
        host_api::Event::Server { server }
            if server.tag.id == own && matches!(server.state, ServerStateView::Ready { .. }) =>
        {
            Some(())
        }
        _other => None,
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn risky_variable_is_shown_in_full_and_starts_nothing_without_its_tick() {
    let folder = tempfile::tempdir().unwrap();
    let host = open_host(&folder.path().join("data")).await;
    let added = host.add_server(server(HOSTILE)).await.unwrap();
    let id: ServerId = added.tag.id.parse().unwrap();
    // A command line that allows the launch does not tick it: it is asked about all the same.
    let starting = tokio::spawn({
        let host = host.clone();
        async move { host.start_and_wait(id, true).await }
    });
    let (prompt, launch) = asked(&host).await;
    let names: Vec<&str> = launch
        .risky
        .iter()
        .map(|risky| risky.name.as_str())
        .collect();
    assert_eq!(names, ["node_options"], "the token is not one");
    let value = &launch.risky[0].value;
    assert_eq!(value.len(), 3, "{value:?}");
    assert!(matches!(&value[1], SegmentView::Hidden { code, .. } if code == "U+202E"));
    for ticks in [&[][..], &["TOKEN"], &["NODE_OPTIONS"], &["node_options "]] {
        let refused = answer(&host, &prompt, ticks).await;
        assert!(refused.is_err(), "{ticks:?}");
    }
    answer(&host, &prompt, &["node_options"]).await.unwrap();
    starting.await.unwrap().unwrap();
    ready(&host, id).await;

    // What was accepted holds for this value alone.
    host.stop_server(id).unwrap();
    host.change_server(id, server("--require /tmp/third.js"))
        .await
        .unwrap();
    let starting = tokio::spawn({
        let host = host.clone();
        async move { host.start_and_wait(id, false).await }
    });
    let (prompt, launch) = asked(&host).await;
    assert!(launch.changed, "{launch:?}");
    answer(&host, &prompt, &["node_options"]).await.unwrap();
    starting.await.unwrap().unwrap();
    host.close().await;
}
