//! Summaries of conversations: on which branch they count, editing, undoing, deletion with the conversation.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::collections::BTreeSet;

use domain::{ConversationId, MessageId, ServerId};
use store::{
    CompactionRecord, MAX_SUMMARY, MessageStatus, NewCompaction, NewMessage, NewRequest,
    RequestPurpose, Role, Store, StoreError,
};

async fn message(
    store: &Store,
    conversation: ConversationId,
    parent: Option<MessageId>,
) -> MessageId {
    let message = NewMessage {
        conversation,
        parent,
        role: Role::User,
        model: None,
        status: MessageStatus::Complete,
        parts: vec![],
    };
    store.messages().append_message(&message).await.unwrap().id
}

async fn conversation(store: &Store) -> ConversationId {
    let made = store.conversations().create("t", None, None).await;
    made.unwrap().id
}

fn new<'a>(
    conversation: ConversationId,
    up_to: MessageId,
    label: &'a BTreeSet<ServerId>,
) -> NewCompaction<'a> {
    NewCompaction {
        conversation,
        up_to,
        summary: "They spoke.",
        model: "m",
        automatic: false,
        label,
        request: None,
    }
}

#[tokio::test]
async fn newest_summary_of_the_branch_counts_until_it_is_undone() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let conversation = conversation(&store).await;
    let first = message(&store, conversation, None).await;
    let second = message(&store, conversation, Some(first)).await;
    let third = message(&store, conversation, Some(second)).await;
    let beside = message(&store, conversation, Some(first)).await;
    let label = BTreeSet::from([ServerId::new()]);
    let compactions = store.compactions();
    let short = compactions.add(&new(conversation, first, &label)).await;
    let long = compactions.add(&new(conversation, second, &label)).await;
    let (short, long) = (short.unwrap(), long.unwrap());

    let counts = async |head: MessageId| {
        let all = store
            .compactions()
            .of_conversation(conversation)
            .await
            .unwrap();
        let branch = store.messages().path_to(head).await.unwrap();
        CompactionRecord::in_effect(&all, &branch).map(|one| one.id)
    };
    assert_eq!(counts(third).await, Some(long));
    assert_eq!(
        counts(beside).await,
        Some(short),
        "that branch has the first message only"
    );
    compactions
        .edit(conversation, long, "They spoke at length.")
        .await
        .unwrap();
    let all = compactions.of_conversation(conversation).await.unwrap();
    assert_eq!(all[1].summary, "They spoke at length.");
    assert!(all[1].edited_ms.is_some() && all[0].edited_ms.is_none());
    assert_eq!(all[1].label, label, "an edit keeps the label");
    compactions.undo(conversation, long).await.unwrap();
    assert_eq!(counts(third).await, Some(short));
    for gone in [
        compactions.undo(conversation, long).await,
        compactions.edit(conversation, long, "x").await,
        compactions.undo(ConversationId::new(), short).await,
    ] {
        assert!(matches!(gone, Err(StoreError::NotFound)));
    }
    assert_eq!(store.messages().path_to(third).await.unwrap().len(), 3);
}

#[tokio::test]
async fn summary_without_text_or_message_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let (own, other) = (conversation(&store).await, conversation(&store).await);
    let (first, foreign) = (
        message(&store, own, None).await,
        message(&store, other, None).await,
    );
    let label = BTreeSet::new();
    let long = "x".repeat(MAX_SUMMARY + 1);
    let wrong = [
        NewCompaction {
            summary: " \n",
            ..new(own, first, &label)
        },
        NewCompaction {
            summary: &long,
            ..new(own, first, &label)
        },
        new(own, foreign, &label),
        new(own, MessageId::new(), &label),
    ];
    for new in &wrong {
        let added = store.compactions().add(new).await;
        assert!(matches!(added, Err(StoreError::Invalid(_))), "{added:?}");
    }
    assert!(
        store
            .compactions()
            .of_conversation(own)
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn request_for_a_summary_labels_no_reply_and_goes_with_its_conversation() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let conversation = conversation(&store).await;
    let first = message(&store, conversation, None).await;
    let label = BTreeSet::from([ServerId::new()]);
    let request = NewRequest {
        conversation,
        message: first,
        purpose: RequestPurpose::Summary,
        model: "m",
        facts: "{}",
        label: &label,
        parts: 0,
        tokens: 0,
        chunks: &[],
    };
    let request = store.requests().add(&request).await.unwrap();
    assert!(
        store
            .requests()
            .labels(conversation)
            .await
            .unwrap()
            .is_empty()
    );
    let recorded = store
        .requests()
        .of_conversation(conversation)
        .await
        .unwrap();
    assert_eq!(recorded[0].purpose, RequestPurpose::Summary);
    let made = NewCompaction {
        request: Some(request),
        ..new(conversation, first, &label)
    };
    store.compactions().add(&made).await.unwrap();
    store.conversations().delete(conversation).await.unwrap();
    store.conversations().purge(conversation).await.unwrap();
    assert!(
        store
            .compactions()
            .of_conversation(conversation)
            .await
            .unwrap()
            .is_empty()
    );
}
