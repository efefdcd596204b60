//! Prompts of the reference server are listed, completed, reviewed and inserted, and a model reads them as that server's text.

use std::collections::BTreeSet;

use domain::AttachmentId;
use host::{AttachFor, ModelChoice, Reader, ReaderLimits};
use host_api::{CompleteFor, ContentView, GivenValue, PromptRoleView, TurnStateView};
use peers::Aimock;
use serde_json::json;

use crate::house::{House, Person};

fn given(name: &str, value: &str) -> GivenValue {
    GivenValue {
        name: name.into(),
        value: value.into(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn prompts_of_the_reference_server_reach_a_model_as_its_text() {
    let house = House::open(Person::Denies("not asked here")).await;
    let host = &house.host;
    let reader = testkit::program("innkeeper-reader").unwrap();
    host.set_reader(Reader::at(reader, ReaderLimits::default()));
    let program = peers::node_server("@modelcontextprotocol/server-everything").unwrap();
    let (every, _) = house.server("Every", program, &[]).await;
    let aimock = Aimock::start(&json!([{
        "match": { "userMessage": "Do what they ask." }, "response": { "content": "Done." },
    }]))
    .unwrap();
    let provider = house.model(&aimock).await;
    let to = AttachFor {
        conversation: None,
        model: Some(ModelChoice::from(provider)),
    };

    let list = host
        .conversation_prompts(None, BTreeSet::new())
        .await
        .unwrap();
    assert!(list.failed.is_empty(), "{:?}", list.failed);
    let names: Vec<_> = list
        .prompts
        .iter()
        .map(|one| one.prompt.name.as_str())
        .collect();
    for name in [
        "simple-prompt",
        "args-prompt",
        "completable-prompt",
        "resource-prompt",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(
        list.prompts
            .iter()
            .all(|one| one.completes && one.server.name == "Every")
    );

    let of = CompleteFor::Prompt {
        name: "resource-prompt".into(),
    };
    let kinds = host
        .complete(every, of, given("resourceType", "T"), vec![])
        .await
        .unwrap();
    assert_eq!(kinds.values, ["Text"]);
    let mut ids: Vec<AttachmentId> = Vec::new();
    let embedded = |kind| vec![given("resourceType", kind), given("resourceId", "7")];
    let weather = vec![given("city", "Oslo")];
    for (name, values, parts) in [
        ("args-prompt", weather, 1),
        ("resource-prompt", embedded("Text"), 2),
        ("resource-prompt", embedded("Blob"), 2),
    ] {
        let preview = host
            .inspect_prompt(every, name, &values, &to)
            .await
            .unwrap();
        assert_eq!(preview.parts.len(), parts, "{preview:?}");
        assert!(
            preview
                .parts
                .iter()
                .all(|part| part.role == PromptRoleView::User)
        );
        assert!(
            preview.remarks.is_empty() && !preview.refused,
            "{preview:?}"
        );
        if let Some(part) = preview.parts.get(1) {
            assert!(
                part.uri.as_deref().is_some_and(|uri| uri.ends_with("/7")),
                "{part:?}"
            );
            assert!(
                matches!(&part.content, ContentView::Text { text, .. } if text.starts_with("Resource 7")),
                "{part:?}"
            );
        }
        let chip = host.insert_prompt(&preview.id, &to).await.unwrap();
        ids.push(chip.id.parse().unwrap());
    }
    let missing = host
        .inspect_prompt(every, "args-prompt", &[], &to)
        .await
        .unwrap_err();
    assert!(missing.to_string().contains("city"), "{missing}");

    let mut events = host.events();
    let sent = host.send_to(None, provider.into(), "Do what they ask.", None, &ids);
    let conversation = sent.await.unwrap();
    assert_eq!(
        house.end_of_turn(&mut events, conversation).await,
        TurnStateView::Idle
    );
    let request = &aimock.journal().unwrap()[0].body;
    let messages = request["messages"].as_array().unwrap();
    assert!(!messages[0].to_string().contains("Oslo"), "{}", messages[0]);
    let said = messages[1]["content"].to_string();
    for part in [
        "prompt \\\"args-prompt\\\" of the server \\\"Every\\\", message 1 of 1",
        "Oslo",
        "message 2 of 2 in the role of the user, embedded resource \\\"demo://resource/dynamic/text/7\\\"",
        "embedded resource \\\"demo://resource/dynamic/blob/7\\\"",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    house.close().await;
}
