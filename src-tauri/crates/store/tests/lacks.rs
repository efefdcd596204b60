//! What endpoints were found to lack is kept for one endpoint, wire, address and model; a whole answer replaces what was shown of it.
#![allow(clippy::unwrap_used, reason = "tests")]

use domain::{Provenance, ProviderId, Wire};
use store::{LearnedOf, MessageStatus, NewMessage, NewPart, NewProvider, PartKind, Role, Store};

#[tokio::test]
async fn lack_holds_for_its_address_and_model_until_it_is_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("data")).await.unwrap();
    let new = NewProvider {
        id: ProviderId::new(),
        name: "Local".into(),
        wire: Wire::OpenAiChat,
        base_url: "http://127.0.0.1:1/v1".into(),
        model: "m".into(),
        models: Vec::new(),
        has_key: false,
    };
    let record = store.providers().add(&new).await.unwrap();
    let of = LearnedOf {
        provider: record.id,
        wire: Wire::OpenAiChat,
        base_url: &record.base_url,
        model: "m",
    };
    let limits = store.limits();
    let lacks = [
        r#"{"feature":"stream"}"#.to_owned(),
        r#"{"tools":20}"#.to_owned(),
    ];
    limits.add(of, &lacks).await.unwrap();
    limits.add(of, &lacks[..1]).await.unwrap();
    let mut found: Vec<String> = limits
        .of(of)
        .await
        .unwrap()
        .into_iter()
        .map(|one| one.lack)
        .collect();
    found.sort();
    assert_eq!(found, lacks, "each once");
    for other in [
        LearnedOf { model: "n", ..of },
        LearnedOf {
            base_url: "http://127.0.0.1:2/v1",
            ..of
        },
        LearnedOf {
            wire: Wire::AnthropicMessages,
            ..of
        },
    ] {
        assert_eq!(limits.of(other).await.unwrap(), [], "{other:?}");
    }
    let nobody = LearnedOf {
        provider: ProviderId::new(),
        ..of
    };
    assert!(limits.add(nobody, &lacks).await.is_err());
    limits.forget(record.id).await.unwrap();
    assert_eq!(limits.of(of).await.unwrap(), []);
}

#[tokio::test]
async fn whole_answer_takes_the_place_of_what_was_shown_and_notices_stay() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("data")).await.unwrap();
    let part = |kind, body: &str| NewPart {
        kind,
        body: body.into(),
        origin: Provenance::Host,
    };
    let conversation = store
        .conversations()
        .create("one", None, None)
        .await
        .unwrap();
    let new = NewMessage {
        conversation: conversation.id,
        parent: None,
        role: Role::Assistant,
        model: Some("m".into()),
        status: MessageStatus::Streaming,
        parts: vec![
            part(PartKind::Notice, "less"),
            part(PartKind::Text, "shown"),
        ],
    };
    let messages = store.messages();
    let message = messages.append_message(&new).await.unwrap();
    assert_eq!(message.endpoint, None);
    let whole = [part(PartKind::Opaque, "{}"), part(PartKind::Text, "whole")];
    messages
        .complete(message.id, Some("e"), &whole)
        .await
        .unwrap();
    let kept = messages.get(message.id).await.unwrap().unwrap();
    assert_eq!(kept.endpoint.as_deref(), Some("e"));
    let bodies: Vec<&str> = kept.parts.iter().map(|part| part.body.as_str()).collect();
    assert_eq!(bodies, ["less", "{}", "whole"]);
}
