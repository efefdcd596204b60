//! Words of tool calls are found at their call.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use domain::{CallId, Content, JsonObjectText, Provenance, Rest, ToolOutcome};
use store::{
    CallState, MessageRecord, MessageStatus, NewCall, NewMessage, NewPart, PartKind, Role,
    SearchFilter, Store,
};

/// A call of a message with what its server returned.
async fn called(
    store: &Store,
    message: &MessageRecord,
    arguments: &str,
    result: ToolOutcome,
) -> CallId {
    let id = CallId::new();
    let new = NewCall {
        id,
        conversation: Some(message.conversation),
        message: Some(message.id),
        server: None,
        server_name: "Files",
        tool: "read",
        alias: "Files_read",
        wrapper: None,
        provider_call_id: "1",
        definition: None,
        launch: None,
        arguments,
    };
    let (calls, messages) = (store.calls(), store.messages());
    calls.insert_call(new).await.unwrap();
    let part = NewPart {
        kind: PartKind::Call,
        body: id.to_string(),
        origin: Provenance::Host,
    };
    messages.add_part(message.id, &part).await.unwrap();
    let arguments = JsonObjectText::parse(arguments).unwrap();
    calls
        .mark_running(id, &arguments, false, "person")
        .await
        .unwrap();
    calls
        .finish_call(id, CallState::Done, None, Some(&result))
        .await
        .unwrap();
    id
}

fn outcome(text: &str, structured: Option<&str>) -> ToolOutcome {
    ToolOutcome {
        content: vec![
            Content::Text {
                text: text.into(),
                rest: Rest::default(),
            },
            Content::Image {
                mime_type: "image/png".into(),
                data: "c2VjcmV0".into(),
                rest: Rest::default(),
            },
        ],
        structured: structured.map(str::to_owned),
        is_error: false,
        misfit: None,
        rest: Rest::default(),
    }
}

#[tokio::test]
async fn arguments_and_results_of_calls_are_found_at_their_call() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("data")).await.unwrap();
    let conversation = store
        .conversations()
        .create("Chat", None, None)
        .await
        .unwrap();
    let said = NewMessage {
        conversation: conversation.id,
        parent: None,
        role: Role::User,
        model: None,
        status: MessageStatus::Complete,
        parts: vec![NewPart {
            kind: PartKind::Text,
            body: "Look it up".into(),
            origin: Provenance::User,
        }],
    };
    let asked = store.messages().append_message(&said).await.unwrap();
    let result = outcome(
        "The wyvern sleeps.",
        Some(r#"{"place":{"name":"Umbra","floors":[17]}}"#),
    );
    let call = called(&store, &asked, r#"{"path":"/tmp/Bestiary.txt"}"#, result).await;
    for words in ["WYV", "bestiary", "umbra", "17", "sleeps wyvern"] {
        let found = store
            .conversations()
            .search(words, &SearchFilter::default())
            .await
            .unwrap();
        assert_eq!(found.len(), 1, "{words}");
        let place = found[0].place.unwrap();
        assert_eq!(
            (place.message, place.call),
            (asked.id, Some(call)),
            "{words}"
        );
        assert!(
            found[0].excerpt.as_ref().unwrap().contains('\u{1}'),
            "{words}"
        );
    }
    let text = store
        .conversations()
        .search("look", &SearchFilter::default())
        .await
        .unwrap();
    assert_eq!(text[0].place.unwrap().call, None);
    // Names of fields, types and encoded bytes are no words of it.
    for words in [
        "path",
        "structured",
        "image",
        "png",
        "c2VjcmV0",
        "kind",
        "floors",
    ] {
        assert_eq!(
            store
                .conversations()
                .search(words, &SearchFilter::default())
                .await
                .unwrap(),
            [],
            "{words}"
        );
    }
    store.conversations().purge(conversation.id).await.unwrap();
    assert_eq!(
        store
            .conversations()
            .search("wyvern", &SearchFilter::default())
            .await
            .unwrap(),
        []
    );
}
