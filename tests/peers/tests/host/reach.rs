//! A confined server and the network: which hosts are asked about, what each answer allows, and what never leaves.

use std::time::Duration;

use domain::ConfinementChoice;
use host::{DirectCall, Unasked};
use host_api::{
    ApprovalKindView, AuditQuery, CallStateView, ErrorCode, ReasonKind, ScopeView, ServerView,
    TurnStateView,
};
use peers::Aimock;
use serde_json::json;

use crate::{
    caller::{Origin, Scene},
    days::steps,
    house::{LIMIT, until_asked},
};

/// Allowed, and then not found by the resolver.
fn went_on(text: &str) -> bool {
    text.starts_with("502")
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_host_is_asked_about_and_a_denial_is_remembered() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let call = scene.begin("get", json!({ "url": "http://XN--Bcher-kva.invalid./x" }));
    let (prompt, reach) = scene.asked().await;
    assert_eq!(reach.host, "xn--bcher-kva.invalid");
    assert_eq!(
        (reach.port, reach.punycode, reach.by_user),
        (80, true, false)
    );
    assert!(reach.first && reach.holds.is_empty());
    assert_eq!(reach.calls.len(), 1);
    assert_eq!(reach.calls[0].tool, "get");
    scene.answer(&prompt, None).await;
    let text = call.await.unwrap();
    assert!(
        text.starts_with("403 Innkeeper: this host is not allowed"),
        "{text}"
    );
    // Nothing is asked again, by any way.
    for direct in [false, true] {
        let arguments = json!({ "url": "http://xn--bcher-kva.invalid/", "direct": direct });
        assert!(scene.call("get", arguments).await.starts_with("403"));
    }
    assert!(scene.house.host.waiting().is_empty());
    let view = scene.house.host.reach(scene.server).await.unwrap();
    let row = &view.traffic[0];
    assert_eq!(
        (row.to.as_str(), row.refused),
        ("xn--bcher-kva.invalid:80", 3)
    );
    assert!(row.reason.is_some());
    assert_eq!(
        scene.house.host.refused_hosts(scene.server),
        ["xn--bcher-kva.invalid:80"]
    );
    // A person who starts it again is asked again.
    scene.restart().await;
    let text = scene
        .get_and_answer("http://xn--bcher-kva.invalid/", None)
        .await;
    assert!(text.starts_with("403"), "{text}");
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_answer_allows_what_it_says() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let url = "http://a.invalid/";
    let (once, run, always) = (ScopeView::Once, ScopeView::Run, ScopeView::Standing);
    assert!(went_on(&scene.get_and_answer(url, Some(once)).await));
    assert_eq!(scene.hosts().await, []);
    assert!(went_on(&scene.get_and_answer(url, Some(run)).await));
    assert_eq!(scene.hosts().await, [("a.invalid:80".to_owned(), false)]);
    assert!(went_on(&scene.get(url).await));
    // Another port is another matter.
    let text = scene.get_and_answer("http://a.invalid:8080/", None).await;
    assert!(text.starts_with("403"), "{text}");

    scene.restart().await;
    assert_eq!(scene.hosts().await, []);
    assert!(went_on(&scene.get_and_answer(url, Some(always)).await));
    scene.restart().await;
    assert_eq!(scene.hosts().await, [("a.invalid:80".to_owned(), true)]);
    assert!(went_on(&scene.get(url).await));

    let host = &scene.house.host;
    host.revoke_reach(scene.server, "A.invalid.:80")
        .await
        .unwrap();
    assert_eq!(scene.hosts().await, []);
    let gone = host.revoke_reach(scene.server, "a.invalid:80").await;
    assert_eq!(gone.unwrap_err().code, ErrorCode::NotFound);
    let text = scene.get_and_answer(url, None).await;
    assert!(text.starts_with("403"), "{text}");

    let query = AuditQuery::default();
    let rows = host.audit_page(query).await.unwrap().rows;
    let about = rows
        .iter()
        .filter(|row| row.subject.to_string().contains("a.invalid"));
    assert_eq!(about.count(), 6, "{rows:#?}");
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn address_of_this_machine_is_reached_only_if_the_user_named_it() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let (host, here) = (&scene.house.host, scene.origin.here());
    let port = scene.origin.port;
    for spelling in [
        "127.0.0.1",
        "127.1",
        "0x7f000001",
        "2130706433",
        "0177.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "localhost",
        "LOCALHOST.",
        "x.localhost",
        "169.254.169.254",
        "10.0.0.1",
    ] {
        let text = scene.get(&format!("http://{spelling}:{port}/")).await;
        assert!(text.starts_with("403"), "{spelling}: {text}");
    }
    assert!(host.waiting().is_empty(), "nothing is asked about them");
    assert_eq!(scene.origin.arrived(), 0);
    for never in [
        "localhost:80",
        "0.0.0.0:80",
        "224.0.0.1:80",
        "a b:80",
        "a",
        "a:0",
    ] {
        let refused = host.allow_reach(scene.server, never, true).await;
        assert_eq!(refused.unwrap_err().code, ErrorCode::Invalid, "{never}");
    }

    host.allow_reach(scene.server, &here, true).await.unwrap();
    assert_eq!(scene.get(&format!("http://{here}/")).await, "200 hello");
    assert_eq!(scene.origin.arrived(), 1);
    let other = Origin::start().await;
    let text = scene.get(&format!("http://{}/", other.here())).await;
    assert!(text.starts_with("403"), "{text}");
    assert_eq!(other.arrived(), 0);
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_host_loses_its_open_connections() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let (host, here) = (&scene.house.host, scene.origin.here());
    host.allow_reach(scene.server, &here, true).await.unwrap();
    let mut events = host.events();
    let call = scene.begin(
        "stay",
        json!({ "host": "127.0.0.1", "port": scene.origin.port }),
    );
    let open = async {
        loop {
            let view = host.reach(scene.server).await.unwrap();
            if view.traffic.iter().any(|to| to.open == 1 && to.sent > 0.0) {
                return;
            }
            events.recv().await.unwrap();
        }
    };
    tokio::time::timeout(LIMIT, open).await.unwrap();
    host.revoke_reach(scene.server, &here).await.unwrap();
    let text = tokio::time::timeout(LIMIT, call).await.unwrap().unwrap();
    assert_eq!(text, "closed");
    let text = scene.get(&format!("http://{here}/")).await;
    assert!(text.starts_with("403"), "{text}");
    assert_eq!(scene.origin.arrived(), 1);
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_count_as_sending_from_the_first_allowed_host_on() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let host = &scene.house.host;
    let tiers = |view: &ServerView| view.tools.iter().map(|tool| tool.tier).collect::<Vec<_>>();
    assert_eq!(tiers(&scene.view()), [0, 0, 0, 0]);
    let unasked = || DirectCall {
        server: scene.server,
        tool: "lookup".into(),
        arguments: json!({ "name": "a.invalid" }).to_string(),
        allowed: false,
    };
    let view = host.call_tool(unasked()).await.unwrap();
    assert!(matches!(view.state, CallStateView::Done { .. }), "{view:?}");

    assert!(went_on(
        &scene
            .get_and_answer("http://a.invalid/", Some(ScopeView::Once))
            .await
    ));
    assert_eq!(tiers(&scene.view()), [3, 3, 3, 3]);
    let asking = {
        let (host, call) = (host.clone(), unasked());
        tokio::spawn(async move { host.call_tool(call).await.unwrap() })
    };
    let mut queue = host.prompts();
    let asked = async {
        loop {
            if let Some(prompt) = queue.recv().await.unwrap().into_iter().next() {
                return prompt;
            }
        }
    };
    let prompt = tokio::time::timeout(LIMIT, asked).await.unwrap();
    assert!(
        matches!(prompt.kind, ApprovalKindView::Tool { .. }),
        "{prompt:?}"
    );
    scene.answer(&prompt, None).await;
    assert!(matches!(
        asking.await.unwrap().state,
        CallStateView::Denied { .. }
    ));
    // Without an allowed host, the next run can send nothing.
    scene.restart().await;
    assert_eq!(tiers(&scene.view()), [0, 0, 0, 0]);
    host.allow_reach(scene.server, "a.invalid:443", true)
        .await
        .unwrap();
    assert_eq!(tiers(&scene.view()), [3, 3, 3, 3]);
    scene.restart().await;
    assert_eq!(tiers(&scene.view()), [3, 3, 3, 3]);
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_that_nobody_is_asked_about_is_denied() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let call = scene.begin("get", json!({ "url": "http://a.invalid/" }));
    let (prompt, _) = scene.asked().await;
    let id = prompt.id.parse().unwrap();
    scene
        .house
        .host
        .leave_unasked(id, Unasked::NoTerminal)
        .unwrap();
    assert!(call.await.unwrap().starts_with("403"));
    assert!(scene.get("http://a.invalid/").await.starts_with("403"));
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_host_is_withdrawn_when_its_server_ends() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let host = scene.house.host.clone();
    let call = DirectCall {
        server: scene.server,
        tool: "get".into(),
        arguments: json!({ "url": "http://a.invalid/" }).to_string(),
        allowed: true,
    };
    let calling = tokio::spawn(async move { host.call_tool(call).await });
    let _ = scene.asked().await;
    scene.house.host.stop_server(scene.server).unwrap();
    scene.until(|view| view.sandbox.is_none()).await;
    let gone = async {
        while !scene.house.host.waiting().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(LIMIT, gone).await.unwrap();
    let _ = calling.await.unwrap();
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_port_is_reached_without_the_proxy_from_the_next_start_on() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let (host, here) = (&scene.house.host, scene.origin.here());
    let url = format!("http://{here}/");
    let direct = || scene.call("get", json!({ "url": url, "direct": true }));
    host.allow_reach(scene.server, &here, true).await.unwrap();
    let later = || async { host.reach(scene.server).await.unwrap().hosts[0].after_restart };
    assert!(later().await);
    let text = scene.get(&url).await;
    assert!(
        text.starts_with("200"),
        "the proxy leads to any port: {text}"
    );
    assert!(!direct().await.starts_with("200"));
    scene.restart().await;
    assert!(!later().await);
    assert!(direct().await.starts_with("200"));
    // Another one stays unreachable.
    let other = Origin::start().await;
    let url = format!("http://{}/", other.here());
    let arguments = json!({ "url": url, "direct": true });
    assert!(!scene.call("get", arguments).await.starts_with("200"));
    assert_eq!(other.arrived(), 0);
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_looked_up_on_this_machine_only() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let found = scene
        .call("lookup", json!({ "name": "secret-of-the-user.invalid" }))
        .await;
    assert!(found.starts_with("28."), "{found}");
    assert!(!found.contains("outside"), "{found}");
    assert!(scene.house.host.waiting().is_empty());
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn real_fetch_server_reaches_the_approved_host_only() {
    let mut program = peers::python_server("mcp_server_fetch").unwrap();
    // Its own check of addresses: what is left is the sandbox.
    program.1.push("--allow-private-ips".to_owned());
    let Some(scene) = Scene::with(program).await else {
        return;
    };
    let (host, here) = (&scene.house.host, scene.origin.here());
    host.allow_reach(scene.server, &here, true).await.unwrap();
    let fetch = |url: String| scene.call("fetch", json!({ "url": url, "raw": true }));
    let text = fetch(format!("http://{here}/")).await;
    assert!(text.contains("hello"), "{text}");
    let other = Origin::start().await;
    let text = fetch(format!("http://{}/", other.here())).await;
    assert!(!text.contains("hello"), "{text}");
    assert_eq!(other.arrived(), 0);
    scene.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_that_sends_much_is_asked_about_again() {
    let Some(scene) = Scene::start().await else {
        return;
    };
    let (house, port) = (&scene.house, scene.origin.port);
    let here = scene.origin.here();
    let allowed = house.host.allow_reach(scene.server, &here, true).await;
    allowed.unwrap();
    let echo = (testkit::server_binary().unwrap(), vec!["{}".to_owned()]);
    let files = house.add("Files", echo, &[]).await;
    let usual = ConfinementChoice::default();
    house.host.set_confinement(files, usual).await.unwrap();
    house.host.start_and_wait(files, true).await.unwrap();

    let flood = |id: &str, size: u32| {
        let arguments = json!({ "host": "127.0.0.1", "port": port, "size": size });
        json!({ "id": id, "name": "Caller_flood", "arguments": arguments })
    };
    let echo = json!({ "id": "e", "name": "Files_echo", "arguments": { "text": "a" } });
    let turns = [
        ("Begin", vec![vec![echo], vec![flood("f0", 10)]]),
        ("Much", vec![vec![flood("f1", 2 << 20)]]),
        ("Again", vec![vec![flood("f2", 10)]]),
        ("Go on", vec![vec![flood("f3", 10)]]),
    ];
    // What comes later in the conversation stands first.
    let fixtures = turns
        .iter()
        .rev()
        .flat_map(|(message, all)| steps(message, all));
    let aimock = Aimock::start(&json!(fixtures.collect::<Vec<_>>())).unwrap();
    let model = house.model(&aimock).await;
    let mut conversation = None;
    for ((message, _), asks) in turns.iter().zip([true, false, true, false]) {
        // Another run sends on behalf of the same answer.
        if *message == "Again" {
            scene.restart().await;
        }
        let mut events = house.host.events();
        let sent = house.host.send(conversation, model, message, None).await;
        let id = *conversation.insert(sent.unwrap());
        if asks {
            let mut queue = house.host.prompts();
            let asked = until_asked(&mut queue, |prompt| match &prompt.kind {
                ApprovalKindView::Tool { .. } => Some(prompt.clone()),
                _other => None,
            });
            let prompt = asked.await;
            let ApprovalKindView::Tool { tool } = &prompt.kind else {
                unreachable!()
            };
            assert_eq!(tool.reasons[0].kind, ReasonKind::Flow, "{:?}", tool.reasons);
            let again = tool.reasons[0].lead.to_string().contains("1 MB");
            assert_eq!(again, *message == "Again", "{:?}", tool.reasons);
            scene.answer(&prompt, Some(ScopeView::Conversation)).await;
        }
        let end = house.end_of_turn(&mut events, id).await;
        assert_eq!(end, TurnStateView::Idle, "{message}");
    }
    scene.house.close().await;
}
