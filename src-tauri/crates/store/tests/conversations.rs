//! Conversations, their messages and calls come back as stored, and the rules between them hold.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use domain::{
    CallId, Content, ConversationId, DefinitionDigest, JsonObjectText, LaunchSpec, MessageId,
    Provenance, RemoteLaunch, Rest, ServerId, ToolCall, ToolOutcome, ToolRef,
};
use store::{
    CallState, ConversationRecord, Listed, MessageRecord, MessageStatus, NewCall, NewMessage,
    NewPart, PartKind, PartRecord, Role, SearchFilter, Store, StoreError, Usage,
};
use tempfile::TempDir;

async fn empty() -> (TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("data")).await.unwrap();
    (dir, store)
}

fn text(body: &str, origin: Provenance) -> NewPart {
    NewPart {
        kind: PartKind::Text,
        body: body.into(),
        origin,
    }
}

fn message(conversation: ConversationId, parent: Option<MessageId>, body: &str) -> NewMessage {
    NewMessage {
        conversation,
        parent,
        role: Role::User,
        model: None,
        status: MessageStatus::Complete,
        parts: vec![text(body, Provenance::User)],
    }
}

#[tokio::test]
async fn conversations_are_trees() {
    let (_dir, store) = empty().await;
    let (conversations, messages) = (store.conversations(), store.messages());
    let one = conversations.create("one", None, Some("m")).await.unwrap();
    let two = conversations.create("two", None, None).await.unwrap();

    let root = messages
        .append_message(&message(one.id, None, "hello"))
        .await
        .unwrap();
    let answer = NewMessage {
        role: Role::Assistant,
        model: Some("m".into()),
        status: MessageStatus::Streaming,
        parts: vec![text("", Provenance::Model { model: "m".into() })],
        ..message(one.id, Some(root.id), "")
    };
    let left = messages.append_message(&answer).await.unwrap();
    let right = messages.append_message(&answer).await.unwrap();
    messages
        .set_part_body(left.parts[0].id, "partial")
        .await
        .unwrap();
    let (server, call) = (ServerId::new(), CallId::new());
    let origin = Provenance::Tool { server, call };
    let added = messages
        .add_part(
            left.id,
            &NewPart {
                kind: PartKind::Call,
                body: "x".into(),
                origin,
            },
        )
        .await
        .unwrap();
    assert_eq!(added.ordinal, 1);
    let usage = Some(Usage {
        input: 3,
        output: 4,
    });
    messages
        .set_message_status(
            left.id,
            MessageStatus::Failed,
            Some(("cut", Some("again"))),
            None,
            usage,
        )
        .await
        .unwrap();
    let leaf = messages
        .append_message(&message(one.id, Some(left.id), "more"))
        .await
        .unwrap();

    let path = messages.path_to(leaf.id).await.unwrap();
    assert_eq!(
        path.iter().map(|m| m.id).collect::<Vec<_>>(),
        [root.id, left.id, leaf.id]
    );
    assert_eq!(path[0], root);
    let expected = MessageRecord {
        status: MessageStatus::Failed,
        error: Some("cut".into()),
        error_hint: Some("again".into()),
        usage,
        parts: vec![
            PartRecord {
                body: "partial".into(),
                ..left.parts[0].clone()
            },
            added,
        ],
        ..left.clone()
    };
    assert_eq!(path[1], expected);
    assert_eq!(messages.get(left.id).await.unwrap(), Some(expected));
    assert_eq!(
        messages.siblings(left.id).await.unwrap(),
        [left.id, right.id]
    );
    assert_eq!(messages.path_to(MessageId::new()).await.unwrap(), []);

    assert_eq!(
        conversations.get(one.id).await.unwrap().unwrap().head,
        Some(leaf.id)
    );
    conversations
        .set_head(one.id, Some(right.id))
        .await
        .unwrap();
    assert!(matches!(
        conversations.set_head(two.id, Some(right.id)).await,
        Err(StoreError::Invalid(_))
    ));
    let stray = message(two.id, Some(right.id), "into another's tree");
    assert!(matches!(
        messages.append_message(&stray).await,
        Err(StoreError::Invalid(_))
    ));
    let nowhere = message(ConversationId::new(), None, "x");
    assert!(matches!(
        messages.append_message(&nowhere).await,
        Err(StoreError::NotFound)
    ));
    assert_eq!(
        conversations.get(two.id).await.unwrap().unwrap().head,
        None,
        "a refused message leaves nothing"
    );
}

#[tokio::test]
async fn deleting_and_purging_conversations() {
    let (_dir, store) = empty().await;
    let conversations = store.conversations();
    let old = conversations.create("old", None, None).await.unwrap();
    let long = conversations.create("long", None, None).await.unwrap();
    conversations.rename(old.id, "renamed").await.unwrap();
    // Longer than SQLite nests triggers.
    let mut parent = None;
    for _ in 0..1_200 {
        parent = Some(
            store
                .messages()
                .append_message(&message(long.id, parent, "x"))
                .await
                .unwrap()
                .id,
        );
    }
    assert_eq!(
        store
            .messages()
            .path_to(parent.unwrap())
            .await
            .unwrap()
            .len(),
        1_200
    );
    let titles =
        |list: Vec<ConversationRecord>| list.into_iter().map(|c| c.title).collect::<Vec<_>>();
    assert_eq!(
        titles(conversations.list(Listed::Current, 10, 0).await.unwrap()),
        ["long", "renamed"]
    );
    assert_eq!(
        titles(conversations.list(Listed::Current, 1, 1).await.unwrap()),
        ["renamed"]
    );

    conversations.delete(long.id).await.unwrap();
    assert_eq!(
        titles(conversations.list(Listed::Current, 10, 0).await.unwrap()),
        ["renamed"]
    );
    conversations.undelete(long.id).await.unwrap();
    assert_eq!(
        conversations
            .list(Listed::Current, 10, 0)
            .await
            .unwrap()
            .len(),
        2
    );
    conversations.delete(long.id).await.unwrap();
    assert_eq!(
        titles(conversations.deleted_before(i64::MAX).await.unwrap()),
        ["long"]
    );
    conversations.purge(long.id).await.unwrap();
    assert_eq!(conversations.get(long.id).await.unwrap(), None);
    assert_eq!(store.messages().get(parent.unwrap()).await.unwrap(), None);
    assert!(matches!(
        conversations.purge(long.id).await,
        Err(StoreError::NotFound)
    ));
}

#[tokio::test]
async fn calls_move_one_way() {
    let (_dir, store) = empty().await;
    let conversation = store
        .conversations()
        .create("c", None, None)
        .await
        .unwrap()
        .id;
    let asked = store
        .messages()
        .append_message(&message(conversation, None, "x"))
        .await
        .unwrap()
        .id;
    let call = ToolCall {
        id: CallId::new(),
        tool: ToolRef {
            server: ServerId::new(),
            name: "read".into(),
        },
        definition: DefinitionDigest::of(r#"{"name":"t"}"#).unwrap(),
        launch: LaunchSpec::Remote(RemoteLaunch {
            server: ServerId::new(),
            url: "https://example.org".into(),
            headers: vec![],
        })
        .digest(),
        conversation: Some(conversation),
        arguments: JsonObjectText::parse(r#"{"big":9007199254740993}"#).unwrap(),
    };
    let new = NewCall {
        id: call.id,
        conversation: call.conversation,
        message: Some(asked),
        server: Some(call.tool.server),
        server_name: "Files",
        tool: &call.tool.name,
        alias: "files_read",
        wrapper: None,
        provider_call_id: "call_1",
        definition: Some(call.definition),
        launch: Some(call.launch),
        arguments: call.arguments.as_str(),
    };
    let calls = store.calls();
    calls.insert_call(new).await.unwrap();
    assert!(matches!(
        calls.insert_call(new).await,
        Err(StoreError::Invalid(_))
    ));
    let found = calls.get(call.id).await.unwrap().unwrap();
    assert_eq!(
        (found.arguments.as_str(), found.edited, found.state),
        (call.arguments.as_str(), false, CallState::Waiting)
    );
    assert_eq!(
        (found.definition, found.launch, found.server),
        (
            Some(call.definition),
            Some(call.launch),
            Some(call.tool.server)
        )
    );

    let edited = JsonObjectText::parse(r#"{"big":1}"#).unwrap();
    calls
        .mark_running(call.id, &edited, true, "user")
        .await
        .unwrap();
    assert!(
        matches!(
            calls.mark_running(call.id, &edited, true, "user").await,
            Err(StoreError::WrongState)
        ),
        "never sent twice"
    );
    let bad_end = calls
        .finish_call(call.id, CallState::Running, None, None)
        .await;
    assert!(matches!(bad_end, Err(StoreError::Invalid(_))));
    let outcome = ToolOutcome {
        content: vec![Content::Text {
            text: "hi".into(),
            rest: Rest::of("{\"annotations\":{\"priority\":1}}".into()),
        }],
        structured: Some("{\"n\":9007199254740993}".into()),
        is_error: false,
        misfit: None,
        rest: Rest::default(),
    };
    calls
        .finish_call(call.id, CallState::Done, None, Some(&outcome))
        .await
        .unwrap();
    let late = calls
        .finish_call(call.id, CallState::Cancelled, None, None)
        .await;
    assert!(
        matches!(late, Err(StoreError::WrongState)),
        "an end is final"
    );
    let found = calls.get(call.id).await.unwrap().unwrap();
    assert_eq!(
        (found.state, found.sent_ms.is_some(), found.edited),
        (CallState::Done, true, true)
    );
    assert_eq!(found.result, Some(outcome));
    assert!(found.ended_ms.is_some());
    assert_eq!(
        calls.of_conversation(conversation).await.unwrap(),
        std::slice::from_ref(&found)
    );
    assert_eq!(calls.of_message(asked).await.unwrap(), [found]);
    assert!(matches!(
        calls
            .mark_running(CallId::new(), &edited, false, "user")
            .await,
        Err(StoreError::NotFound)
    ));
}

#[tokio::test]
async fn words_are_found_while_they_are_there() {
    let (_dir, store) = empty().await;
    let (conversations, messages) = (store.conversations(), store.messages());
    let one = conversations
        .create("Cellar keys", None, None)
        .await
        .unwrap();
    let two = conversations.create("Other", None, None).await.unwrap();
    let root = messages
        .append_message(&message(two.id, None, "Where is the Öllampe?"))
        .await
        .unwrap();
    let streaming = NewMessage {
        role: Role::Assistant,
        model: Some("m".into()),
        status: MessageStatus::Streaming,
        parts: vec![text("", Provenance::Model { model: "m".into() })],
        ..message(two.id, Some(root.id), "")
    };
    let answer = messages.append_message(&streaming).await.unwrap();
    messages
        .set_part_body(
            answer.parts[0].id,
            "Behind the third door, said \"the\" cook.",
        )
        .await
        .unwrap();
    let found = |words: &'static str| {
        let store = store.clone();
        async move {
            let found = store
                .conversations()
                .search(words, &SearchFilter::default())
                .await
                .unwrap();
            found
                .into_iter()
                .map(|f| (f.conversation.id, f.excerpt))
                .collect::<Vec<_>>()
        }
    };
    assert_eq!(found("CELLAR").await, [(one.id, None)]);
    let lamp = found("ollam").await;
    assert_eq!(lamp[0].0, two.id);
    assert_eq!(
        lamp[0].1.as_deref(),
        Some("Where is the \u{1}Öllampe\u{2}?")
    );
    assert_eq!(found("door").await, [], "it still streams");
    messages
        .set_message_status(answer.id, MessageStatus::Complete, None, None, None)
        .await
        .unwrap();
    assert_eq!(found("door third").await.len(), 1);
    assert_eq!(found("door cellar").await, []);
    for odd in [
        "",
        "  ",
        "\"",
        "*",
        "a\" OR \"b",
        "NEAR(",
        "body:door",
        "-door",
        "x".repeat(5000).leak(),
    ] {
        found(odd).await;
    }
    conversations.delete(two.id).await.unwrap();
    assert_eq!(found("door").await, []);
    conversations.undelete(two.id).await.unwrap();
    assert_eq!(found("door").await.len(), 1);
}

#[tokio::test]
async fn forks_are_found_and_each_branch_has_its_end() {
    let (_dir, store) = empty().await;
    let (conversations, messages) = (store.conversations(), store.messages());
    let one = conversations.create("one", None, None).await.unwrap();
    let say = |parent| {
        let new = message(one.id, parent, "x");
        async move { messages.append_message(&new).await.unwrap().id }
    };
    let first = say(None).await;
    let left = say(Some(first)).await;
    let left_end = say(Some(left)).await;
    let right = say(Some(first)).await;
    let again = say(None).await;

    let mut forks = messages.forks(one.id).await.unwrap();
    forks.sort();
    let mut wanted = vec![vec![first, again], vec![left, right]];
    wanted.sort();
    assert_eq!(forks, wanted);
    assert_eq!(messages.newest_below(left).await.unwrap(), Some(left_end));
    assert_eq!(messages.newest_below(first).await.unwrap(), Some(right));
    assert_eq!(messages.newest_below(MessageId::new()).await.unwrap(), None);

    let off = [ServerId::new(), ServerId::new()].into();
    conversations.set_servers_off(one.id, &off).await.unwrap();
    let stored = conversations.get(one.id).await.unwrap().unwrap();
    assert_eq!((stored.servers_off, stored.head), (off, Some(again)));
    let two = conversations.create("two", None, None).await.unwrap();
    assert!(two.servers_off.is_empty() && messages.forks(two.id).await.unwrap().is_empty());
}
