//! Accounts of requests to models: shared chunks, bounds, deletion with the conversation.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::collections::BTreeSet;

use domain::{ConversationId, MessageId, ServerId};
use store::{
    MAX_REQUESTS, MessageStatus, NewMessage, NewRequest, RequestUsage, Role, Store, StoreError,
};

async fn conversation(store: &Store) -> (ConversationId, MessageId) {
    let conversation = store
        .conversations()
        .create("t", None, None)
        .await
        .unwrap()
        .id;
    let message = NewMessage {
        conversation,
        parent: None,
        role: Role::Assistant,
        model: Some("m".into()),
        status: MessageStatus::Complete,
        parts: vec![],
    };
    let message = store.messages().append_message(&message).await.unwrap();
    (conversation, message.id)
}

fn chunk(name: &str) -> (String, String) {
    (format!("digest of {name}"), format!("[\"{name}\"]"))
}

fn new<'a>(
    (conversation, message): (ConversationId, MessageId),
    label: &'a BTreeSet<ServerId>,
    chunks: &'a [(String, String)],
) -> NewRequest<'a> {
    NewRequest {
        conversation,
        message,
        purpose: store::RequestPurpose::Reply,
        model: "m",
        facts: "{\"a\":1}",
        label,
        parts: 2,
        tokens: 7,
        chunks,
    }
}

#[tokio::test]
async fn request_is_read_as_it_was_recorded() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let place = conversation(&store).await;
    let label = BTreeSet::from([ServerId::new()]);
    let requests = store.requests();
    let one = [chunk("a"), chunk("b"), chunk("a")];
    let first = requests.add(&new(place, &label, &one)).await.unwrap();
    let two = [chunk("a"), chunk("c")];
    let second = requests.add(&new(place, &label, &two)).await.unwrap();
    let usage = RequestUsage {
        input: 10,
        output: 2,
        cached: Some(8),
    };
    requests.set_usage(first, usage).await.unwrap();
    assert_eq!(
        requests.chunks(first).await.unwrap(),
        ["[\"a\"]", "[\"b\"]", "[\"a\"]"]
    );
    assert_eq!(
        requests.chunks(second).await.unwrap(),
        ["[\"a\"]", "[\"c\"]"]
    );
    let all = requests.of_conversation(place.0).await.unwrap();
    assert_eq!(
        all.iter().map(|r| r.id).collect::<Vec<_>>(),
        [first, second]
    );
    assert_eq!((all[0].usage, all[1].usage), (Some(usage), None));
    assert_eq!(
        (all[0].message, all[0].parts, all[0].tokens),
        (place.1, 2, 7)
    );
    assert_eq!(
        (all[0].facts.as_str(), all[0].model.as_str()),
        ("{\"a\":1}", "m")
    );
    let labels = requests.labels(place.0).await.unwrap();
    assert_eq!(labels, [(place.1, label.clone()), (place.1, label.clone())]);

    let nowhere = (ConversationId::new(), place.1);
    let refused = requests.add(&new(nowhere, &label, &two)).await;
    assert!(
        matches!(refused, Err(StoreError::Invalid(_))),
        "{refused:?}"
    );
    let refused = requests
        .add(&NewRequest {
            facts: "{",
            ..new(place, &label, &two)
        })
        .await;
    assert!(
        matches!(refused, Err(StoreError::Invalid(_))),
        "{refused:?}"
    );
    assert!(matches!(
        requests.set_usage(99, usage).await,
        Err(StoreError::NotFound)
    ));
}

#[tokio::test]
async fn old_accounts_go_with_their_chunks_and_leave_their_labels() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let (place, other) = (conversation(&store).await, conversation(&store).await);
    let label = BTreeSet::from([ServerId::new()]);
    let requests = store.requests();
    let oldest = [chunk("shared"), chunk("first")];
    let first = requests.add(&new(place, &label, &oldest)).await.unwrap();
    let kept = requests.add(&new(other, &label, &oldest)).await.unwrap();
    let shared = [chunk("shared")];
    for _ in 0..MAX_REQUESTS {
        requests.add(&new(place, &label, &shared)).await.unwrap();
    }
    let all = requests.of_conversation(place.0).await.unwrap();
    assert_eq!(all.len(), MAX_REQUESTS as usize);
    assert!(requests.chunks(first).await.unwrap().is_empty());
    assert_eq!(requests.chunks(all[0].id).await.unwrap(), ["[\"shared\"]"]);
    assert_eq!(
        requests.labels(place.0).await.unwrap().len(),
        MAX_REQUESTS as usize + 1
    );
    assert_eq!(
        requests.chunks(kept).await.unwrap().len(),
        2,
        "another conversation"
    );

    store.conversations().delete(place.0).await.unwrap();
    store.conversations().purge(place.0).await.unwrap();
    assert!(requests.labels(place.0).await.unwrap().is_empty());
    assert!(requests.chunks(all[0].id).await.unwrap().is_empty());
    assert_eq!(requests.chunks(kept).await.unwrap().len(), 2);
}
