//! Everything real servers offer beside tools is used, through the host: resources, templates, subscriptions, prompts,
//! values for arguments, logging; with a look at the log and at what passes.

use std::time::Duration;

use domain::ServerId;
use host::{DirectCall, Host};
use host_api::{
    CallStateView, CallView, CompleteFor, ContentView, Event, FeatureView, GivenValue,
    LogLevelView, LogRowView, LogSourceView, PromptRoleView, ScopeView, ServerBoundKey,
    ServerListKind, ServerStateView, TrafficRowView,
};
use peers::Aimock;
use serde_json::json;

use crate::house::{House, LIMIT, Person, until};

fn given(name: &str, value: &str) -> GivenValue {
    GivenValue {
        name: name.into(),
        value: value.into(),
    }
}

async fn call(host: &Host, server: ServerId, tool: &str, arguments: serde_json::Value) {
    let direct = DirectCall {
        server,
        tool: tool.into(),
        arguments: arguments.to_string(),
        allowed: true,
    };
    let view = host.call_tool(direct).await.unwrap();
    let done = matches!(
        view.state,
        CallStateView::Done {
            tool_error: false,
            ..
        }
    );
    assert!(done, "{tool}: {view:?}");
}

/// The body of the one resource that was read.
async fn body(host: &Host, server: ServerId, uri: &str) -> ContentView {
    let read = host.read_resource(server, uri).await.unwrap();
    assert_eq!(read.contents.len(), 1, "{read:?}");
    match &read.contents[0] {
        ContentView::Resource { body, .. } => (**body).clone(),
        other => panic!("{other:?}"),
    }
}

/// Looks at the log until a row is there.
async fn logged(host: &Host, server: ServerId, is: impl Fn(&LogRowView) -> bool) -> LogRowView {
    let mut events = host.events();
    let find = async {
        loop {
            let page = host.server_log(server, 0.0).unwrap();
            if let Some(row) = page.rows.into_iter().find(&is) {
                return row;
            }
            // Told once after each look.
            while !matches!(events.recv().await.unwrap(), Event::ServerLogged { .. }) {}
        }
    };
    tokio::time::timeout(LIMIT, find).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_the_reference_server_offers_is_used() {
    let house = House::open(Person::Denies("not asked here")).await;
    let host = &house.host;
    let program = peers::node_server("@modelcontextprotocol/server-everything").unwrap();
    let (every, _) = house.server("Every", program, &[]).await;

    let page = host.server_page(every).unwrap();
    for label in [
        "tools",
        "resources, subscribe",
        "prompts",
        "logging",
        "completions",
    ] {
        assert!(
            page.capabilities.iter().any(|c| c == label),
            "{:?}",
            page.capabilities
        );
    }
    assert_eq!(page.title.as_deref(), Some("Everything Reference Server"));
    assert!(page.connected_since_ms.is_some() && !page.instructions.is_empty());
    assert_eq!(page.revision_before, None);

    let mut feed = host.watch_traffic(every).unwrap();
    let offered = host.resources(every).await.unwrap();
    assert!(
        offered.can_subscribe && !offered.resources.is_empty(),
        "{offered:?}"
    );
    assert!(offered.notes.is_empty(), "{:?}", offered.notes);
    let text = body(host, every, &offered.resources[0].key).await;
    assert!(matches!(text, ContentView::Text { .. }), "{text:?}");

    let dynamic = offered
        .templates
        .iter()
        .find(|t| t.key.contains("/text/"))
        .unwrap();
    assert_eq!(dynamic.variables, ["resourceId"]);
    let wanted_for = CompleteFor::Template {
        uri_template: dynamic.key.clone(),
    };
    let ids = host
        .complete(every, wanted_for, given("resourceId", "7"), vec![])
        .await
        .unwrap();
    assert_eq!(ids.values, ["7"]);
    let uri = host
        .expand_template(every, &dynamic.key, &[given("resourceId", &ids.values[0])])
        .unwrap();
    assert_eq!(uri, "demo://resource/dynamic/text/7");
    let ContentView::Text { text, .. } = body(host, every, &uri).await else {
        panic!("no text");
    };
    assert!(text.starts_with("Resource 7"), "{text}");
    let blob = body(host, every, "demo://resource/dynamic/blob/7").await;
    // A file that is text is shown as text.
    assert!(
        matches!(&blob, ContentView::Text { text, .. } if text.contains("base64 blob")),
        "{blob:?}"
    );
    assert!(host.read_resource(every, "demo://nothing").await.is_err());

    let mut events = host.events();
    host.subscribe_resource(every, &uri, true).await.unwrap();
    call(host, every, "toggle-subscriber-updates", json!({})).await;
    let updated = async {
        loop {
            if let Event::ResourceUpdated { server, uri } = events.recv().await.unwrap() {
                return (server, uri);
            }
        }
    };
    let updated = tokio::time::timeout(LIMIT, updated).await.unwrap();
    assert_eq!(updated, (every.to_string(), uri.clone()));
    host.subscribe_resource(every, &uri, false).await.unwrap();

    let prompts = host.server_prompts(every).await.unwrap();
    let weather = prompts
        .prompts
        .iter()
        .find(|p| p.name == "args-prompt")
        .unwrap();
    let required: Vec<bool> = weather.arguments.iter().map(|a| a.required).collect();
    assert_eq!(required, [true, false]);
    let values = [given("city", "Oslo"), given("state", "Østfold")];
    let got = host
        .get_prompt(every, "args-prompt", &values)
        .await
        .unwrap();
    assert_eq!(got.messages[0].role, PromptRoleView::User);
    assert!(
        matches!(&got.messages[0].content, ContentView::Text { text, .. } if text.contains("Oslo, Østfold")),
        "{got:?}"
    );
    assert!(
        host.get_prompt(every, "args-prompt", &[]).await.is_err(),
        "the city has to be given"
    );
    let team = CompleteFor::Prompt {
        name: "completable-prompt".into(),
    };
    let context = vec![given("department", "Sales")];
    let names = host
        .complete(every, team, given("name", ""), context)
        .await
        .unwrap();
    assert_eq!(
        names.values,
        ["David", "Eve", "Frank"],
        "what was given narrows what is proposed"
    );

    host.set_log_level(every, LogLevelView::Debug)
        .await
        .unwrap();
    call(host, every, "toggle-simulated-logging", json!({})).await;
    let row = logged(host, every, |r| {
        r.source == LogSourceView::Server && r.text.to_string().contains("level message")
    })
    .await;
    assert!(row.at_ms > 0.0);
    assert!(host.ping_server(every).await.unwrap() > 0.0);

    let page = host.server_page(every).unwrap();
    assert!(
        page.health.answers_in_ms.is_some() && page.health.calls_done == 2,
        "{:?}",
        page.health
    );
    let seen = async {
        let mut rows: Vec<TrafficRowView> = Vec::new();
        while !rows
            .iter()
            .any(|r| r.method.as_deref() == Some("ping") && r.took_ms.is_some())
        {
            rows.extend(feed.next().await.unwrap().rows);
        }
        rows
    };
    let rows = tokio::time::timeout(LIMIT, seen).await.unwrap();
    for method in [
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "resources/subscribe",
        "resources/unsubscribe",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "logging/setLevel",
        "tools/call",
    ] {
        let mut of = rows.iter().filter(|r| r.method.as_deref() == Some(method));
        let asked = of.clone().find(|r| r.sent).unwrap();
        let answered = of.find(|r| r.answers_seq == Some(asked.seq)).unwrap();
        assert!(answered.took_ms.is_some() && !answered.sent, "{method}");
    }
    let read = rows
        .iter()
        .find(|r| r.method.as_deref() == Some("resources/read"))
        .unwrap();
    let whole = host.traffic_message(every, read.seq).unwrap();
    assert!(
        whole.json.contains("\"method\": \"resources/read\""),
        "{whole:?}"
    );

    // A bound that is moved holds for the next connection.
    let set = host
        .set_server_bound(every, ServerBoundKey::ListItems, Some(10))
        .await
        .unwrap();
    assert_eq!((set.bound.value, set.bound.default), (Some(10), 1_000));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_the_python_sdk_offers_resources_templates_and_prompts() {
    let house = House::open(Person::Denies("not asked here")).await;
    let host = &house.host;
    let (python, _) = peers::python_server("mcp").unwrap();
    let script = peers::folder().join("servers/library.py");
    let (library, _) = house
        .server("Library", (python, vec![script.display().to_string()]), &[])
        .await;
    let page = host.server_page(library).unwrap();
    assert_eq!(page.website.as_deref(), Some("https://library.example"));

    let offered = host.resources(library).await.unwrap();
    let uris: Vec<&str> = offered.resources.iter().map(|r| r.key.as_str()).collect();
    assert_eq!(uris, ["book://index", "cover://index"]);
    assert!(offered.can_subscribe, "by listening, without a session");
    for begins in [true, false] {
        host.subscribe_resource(library, "book://index", begins)
            .await
            .unwrap();
    }
    assert_eq!(
        body(host, library, "book://index").await,
        ContentView::Text {
            text: "emma\npersuasion".into(),
            cut: false
        }
    );
    assert!(matches!(
        body(host, library, "cover://index").await,
        ContentView::Data {
            bytes: 256..=258,
            ..
        }
    ));
    let template = &offered.templates[0];
    assert_eq!(template.variables, ["title", "page"]);
    let uri = host
        .expand_template(
            library,
            &template.key,
            &[given("title", "emma"), given("page", "7/8")],
        )
        .unwrap();
    assert_eq!(uri, "book://emma/7%2F8");

    let prompts = host.server_prompts(library).await.unwrap();
    assert_eq!(prompts.prompts[0].title.as_deref(), Some("Review a book"));
    let got = host
        .get_prompt(library, "review", &[given("title", "emma")])
        .await
        .unwrap();
    assert!(
        matches!(&got.messages[0].content, ContentView::Text { text, .. } if text == "Write a kind review of emma."),
        "{got:?}"
    );
    let review = CompleteFor::Prompt {
        name: "review".into(),
    };
    let titles = host
        .complete(library, review, given("title", "p"), vec![])
        .await
        .unwrap();
    assert_eq!(titles.values, ["persuasion"]);

    call(host, library, "lend", json!({ "title": "emma" })).await;
    let row = logged(host, library, |r| r.source == LogSourceView::Server).await;
    assert_eq!(row.text, "lent emma");
    assert_eq!(row.level, LogLevelView::Info);
    let stderr = logged(host, library, |r| r.source == LogSourceView::Stderr).await;
    assert!(stderr.text.to_string().contains("Warning"), "{stderr:?}");
    tokio::time::timeout(Duration::from_secs(5), house.close())
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_a_server_of_the_rust_sdk_offers_is_used() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let aimock = Aimock::start(&json!([{
        "match": { "userMessage": "Shorten the note." }, "response": { "content": "Short." },
    }]))
    .unwrap();
    house.stored_model(&aimock).await;
    let program = testkit::program(peers::rust_server().1).unwrap();
    let (notes, view) = house.server("Notes", (program, vec![]), &[]).await;
    assert_eq!(view.tools.len(), 8, "both pages");
    let mut events = host.events();
    host.stop_server(notes).unwrap();
    until(&mut events, |event| match event {
        Event::Server { server } => {
            matches!(server.state, ServerStateView::Stopped { .. }).then_some(())
        }
        _other => None,
    })
    .await;
    for feature in [FeatureView::Sampling, FeatureView::Elicitation] {
        host.set_server_feature(notes, feature, true, false)
            .await
            .unwrap();
    }
    host.start_and_wait(notes, false).await.unwrap();
    let page = host.server_page(notes).unwrap();
    assert_eq!(page.title.as_deref(), Some("Notes"));
    assert_eq!(page.revision.as_deref(), Some("2025-11-25"));

    let tool = async |tool: &str, arguments: serde_json::Value| {
        let direct = DirectCall {
            server: notes,
            tool: tool.into(),
            arguments: arguments.to_string(),
            allowed: true,
        };
        host.call_tool(direct).await.unwrap()
    };
    let text = |view: &CallView| match view.result.first() {
        Some(ContentView::Text { text, .. }) => text.clone(),
        other => panic!("{other:?}"),
    };
    let sum = tool("sum", json!({ "numbers": [1, 2, 3.5] })).await;
    assert_eq!(text(&sum), "6.5");
    assert!(sum.structured.is_some() && sum.misfit.is_none(), "{sum:?}");
    assert_eq!(text(&tool("count", json!({})).await), "counted");
    let failed = tool("fail", json!({})).await;
    assert!(
        matches!(
            failed.state,
            CallStateView::Done {
                tool_error: true,
                ..
            }
        ),
        "{failed:?}"
    );
    assert_eq!(
        text(&tool("ask-roots", json!({})).await),
        r#"{"roots":[]}"#,
        "no folder was granted"
    );
    let answer = text(&tool("ask-model", json!({})).await);
    assert!(answer.contains("Short."), "{answer}");
    let colour = text(&tool("ask-person", json!({})).await);
    assert!(
        colour.contains("accept") && colour.contains("red"),
        "{colour}"
    );

    host.set_log_level(notes, LogLevelView::Notice)
        .await
        .unwrap();
    assert_eq!(text(&tool("level", json!({})).await), "notice");

    let mut events = host.events();
    host.subscribe_resource(notes, "note://today", true)
        .await
        .unwrap();
    call(host, notes, "write", json!({ "text": "a lamp" })).await;
    let (mut updated, mut listed) = (false, false);
    until(&mut events, |event| {
        match event {
            Event::ResourceUpdated { uri, .. } => updated |= uri == "note://today",
            Event::ServerListChanged {
                what: ServerListKind::Resources,
                ..
            } => listed = true,
            _other => {}
        }
        (updated && listed).then_some(())
    })
    .await;
    assert_eq!(
        body(host, notes, "note://today").await,
        ContentView::Text {
            text: "a lamp".into(),
            cut: false
        }
    );
    host.subscribe_resource(notes, "note://today", false)
        .await
        .unwrap();
    let row = logged(host, notes, |r| r.source == LogSourceView::Server).await;
    assert!(row.text.to_string().contains("written"), "{row:?}");

    let offered = host.resources(notes).await.unwrap();
    assert_eq!(offered.templates[0].variables, ["day"]);
    let day = CompleteFor::Template {
        uri_template: offered.templates[0].key.clone(),
    };
    let days = host
        .complete(notes, day, given("day", "m"), vec![])
        .await
        .unwrap();
    assert_eq!(days.values, ["monday"]);
    let monday = body(host, notes, "note://monday").await;
    assert!(
        matches!(&monday, ContentView::Text { text, .. } if text == "Nothing on Monday"),
        "{monday:?}"
    );
    let got = host
        .get_prompt(notes, "summary", &[given("day", "monday")])
        .await
        .unwrap();
    assert!(
        matches!(&got.messages[0].content, ContentView::Text { text, .. } if text == "Sum up monday."),
        "{got:?}"
    );
    assert!(host.ping_server(notes).await.unwrap() > 0.0);
    house.close().await;
}
