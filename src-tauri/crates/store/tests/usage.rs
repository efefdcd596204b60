//! What requests to models took: sums by message, conversation, day and model; what stays when a conversation goes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use domain::{ConversationId, MessageId};
use store::{GroupedBy, MessageStatus, NewMessage, NewUsage, Role, Spent, Store, UsedFor};

async fn conversation(store: &Store, title: &str) -> (ConversationId, MessageId) {
    let made = store.conversations().create(title, None, None).await;
    let conversation = made.unwrap().id;
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

fn reply((conversation, message): (ConversationId, MessageId)) -> NewUsage<'static> {
    NewUsage {
        conversation: Some(conversation),
        message: Some(message),
        endpoint: "https://api.example",
        model: "m",
        purpose: UsedFor::Reply,
        input: 100,
        output: 10,
        cached: Some(40),
        counted: true,
        cost: Some((0.5, "2026-10-03")),
    }
}

#[tokio::test]
async fn sums_are_grouped_and_say_what_is_estimated_and_unpriced() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let (one, two) = (
        conversation(&store, "One").await,
        conversation(&store, "Two").await,
    );
    let usage = store.usage();
    usage.add(&reply(one)).await.unwrap();
    let older = NewUsage {
        cost: Some((0.25, "2025-01-31")),
        ..reply(one)
    };
    usage.add(&older).await.unwrap();
    let summary = NewUsage {
        message: None,
        purpose: UsedFor::Summary,
        counted: false,
        cached: None,
        cost: None,
        ..reply(one)
    };
    usage.add(&summary).await.unwrap();
    let local = NewUsage {
        endpoint: "http://127.0.0.1:1",
        model: "other",
        cost: Some((0.0, "local")),
        ..reply(two)
    };
    usage.add(&local).await.unwrap();
    let of_server = NewUsage {
        conversation: None,
        message: None,
        purpose: UsedFor::Sampling,
        ..reply(two)
    };
    usage.add(&of_server).await.unwrap();

    let message = usage.of_message(one.1).await.unwrap().unwrap();
    let expected = Spent {
        requests: 2,
        input: 200,
        cached: 80,
        output: 20,
        estimated: 0,
        cost: 0.75,
        unpriced: 0,
        local: 0,
        since: Some("2025-01-31".into()),
    };
    assert_eq!(message, expected);
    let messages = usage.of_messages(one.0).await.unwrap();
    assert_eq!(messages, [(one.1, expected)]);
    let all = usage.of_conversation(one.0).await.unwrap();
    assert_eq!((all.requests, all.estimated, all.unpriced), (3, 1, 1));

    let models = usage.grouped(GroupedBy::Model, Some(1)).await.unwrap();
    let models: Vec<_> = models
        .iter()
        .map(|group| {
            (
                group.name.as_deref(),
                group.endpoint.as_deref(),
                group.spent.requests,
                group.spent.local,
            )
        })
        .collect();
    assert_eq!(
        models,
        [
            (Some("m"), Some("https://api.example"), 4, 0),
            (Some("other"), Some("http://127.0.0.1:1"), 1, 1),
        ]
    );
    let days = usage.grouped(GroupedBy::Day, None).await.unwrap();
    assert_eq!((days.len(), days[0].spent.requests), (1, 5));
    let used = usage.last_used("https://api.example").await.unwrap();
    assert!(used.len() == 1 && used[0].0 == "m" && used[0].1 > 0);
    store.close().await;
}

#[tokio::test]
async fn sums_outlive_their_conversation_without_its_title() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let place = conversation(&store, "Secret plans").await;
    let usage = store.usage();
    usage.add(&reply(place)).await.unwrap();
    let before = usage.total(None).await.unwrap();
    store.conversations().delete(place.0).await.unwrap();
    let hidden = usage.grouped(GroupedBy::Conversation, None).await.unwrap();
    assert_eq!(
        (hidden[0].name.as_deref(), hidden[0].conversation),
        (None, None)
    );
    store.conversations().purge(place.0).await.unwrap();
    assert_eq!(usage.total(None).await.unwrap(), before);
    assert_eq!(usage.of_message(place.1).await.unwrap(), None);
    store.close().await;
}
