//! Files and resources from the choice to the request, and what is kept of them: with the message, its edits, the search, the inspector and the next run.

use std::path::Path;

use domain::ServerId;
use host::{AttachFor, Host, ModelChoice};
use host_api::{
    AttachmentChoice, AttachmentFormView, AttachmentView, ContentView, ContextKindView, ErrorCode,
    Event,
};
use serde_json::json;

use super::place::{Endpoint, LIMIT, id, open, provider, server, turn};

async fn attach(host: &Host, path: &Path, to: &AttachFor, pinned: bool) -> AttachmentView {
    let found = host.inspect_file(path, to).await.unwrap();
    let choice = AttachmentChoice {
        form: AttachmentFormView::Text,
        section: 0,
        range: None,
    };
    host.attach(&found.id, to, choice, pinned).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn attachment_stays_with_its_message_through_edit_search_inspector_and_restart() {
    let dir = tempfile::tempdir().unwrap();
    let notes = dir.path().join("zebra-notes.txt");
    std::fs::write(&notes, "stripes are data").unwrap();
    let host = open(dir.path()).await;
    let endpoint = Endpoint::start();
    let provider = provider(&host, &endpoint.base_url).await;
    let to = AttachFor {
        conversation: None,
        model: Some(ModelChoice::from(provider)),
    };
    let draft = attach(&host, &notes, &to, false).await;
    let twin = attach(&host, &notes, &to, false).await;
    assert_eq!(host.attachments(&to).await.unwrap().len(), 2);
    host.detach(id(&twin)).await.unwrap();
    let sent = [id(&draft)];
    let conversation = turn(&host, async |host| {
        let send = host.send_to(None, provider.into(), "First.", None, &sent);
        send.await.unwrap()
    })
    .await;
    assert!(host.attachments(&to).await.unwrap().is_empty());
    assert_eq!(
        host.detach(sent[0]).await.unwrap_err().code,
        ErrorCode::NotFound,
        "what was sent stays"
    );
    let first = endpoint.said(0);
    assert!(first[0][0].contains("\nstripes are data\n"), "{first:?}");
    let (attached, words) = first[0][0].rsplit_once('\n').unwrap();
    assert!(
        attached.starts_with("[data ") && words == "First.",
        "{first:?}"
    );

    let view = host.open_conversation(conversation).await.unwrap();
    assert_eq!(view.messages[0].attachments[0].name, "zebra-notes.txt");
    let message = view.messages[0].id.parse().unwrap();
    turn(&host, async |host| {
        let edit = host.edit_message(conversation, message, provider, "Changed.");
        edit.await.unwrap();
        conversation
    })
    .await;
    let edited = endpoint.said(1);
    assert_eq!(edited[0][0], format!("{attached}\nChanged."));

    let found = host
        .search_conversations("zebra", &host::SearchFilter::default())
        .await
        .unwrap();
    assert_eq!(found.len(), 1, "found by the name of its attachment");
    let request = &host.context_requests(conversation).await.unwrap()[1];
    let view = host
        .context_request(conversation, &request.id)
        .await
        .unwrap();
    let part = &view.parts[1];
    assert_eq!(
        (part.kind, part.title.as_str()),
        (ContextKindView::Attachment, "zebra-notes.txt")
    );
    let open_part = host.context_part(conversation, Some(&request.id), "", part.index);
    let content = open_part.await.unwrap().content;
    assert!(
        matches!(&content[..], [ContentView::Text { text, .. }] if text.contains("stripes are data"))
    );

    let to = AttachFor {
        conversation: Some(conversation),
        model: None,
    };
    attach(&host, &notes, &to, false).await;
    let next = host.context_next(conversation, "Next.").await.unwrap();
    let attached = next
        .parts
        .iter()
        .filter(|part| part.kind == ContextKindView::Attachment);
    assert_eq!(attached.count(), 2, "the next request shows what waits");
    host.close().await;
    drop(host);

    let host = open(dir.path()).await;
    let waiting = host.attachments(&to).await.unwrap();
    assert_eq!(waiting.len(), 1, "a draft is there after a restart");
    let again = host.open_conversation(conversation).await.unwrap();
    assert_eq!(again.messages[0].attachments.len(), 1);
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pinned_attachment_stands_before_all_messages_of_each_request_until_it_is_unpinned() {
    let dir = tempfile::tempdir().unwrap();
    let rules = dir.path().join("rules.md");
    std::fs::write(&rules, "be brief").unwrap();
    let host = open(dir.path()).await;
    let endpoint = Endpoint::start();
    let provider = provider(&host, &endpoint.base_url).await;
    let to = AttachFor {
        conversation: None,
        model: Some(ModelChoice::from(provider)),
    };
    let pinned = attach(&host, &rules, &to, true).await;
    let ids = [id(&pinned)];
    let mut conversation = None;
    for (words, attached) in [("One.", &ids[..]), ("Two.", &[])] {
        let sent = turn(&host, async |host| {
            let send = host.send_to(conversation, provider.into(), words, None, attached);
            send.await.unwrap()
        })
        .await;
        conversation = Some(sent);
    }
    let (one, two) = (endpoint.said(0), endpoint.said(1));
    assert!(one[0][0].contains("be brief"), "{one:?}");
    assert_eq!(one[0], two[0], "the beginning stays the same");
    // Neighbouring messages of the user are one message.
    assert!(one.len() == 1 && one[0][0].ends_with("\n\nOne."), "{one:?}");
    assert_eq!(two[1..], [vec!["Two.".to_owned()]]);
    host.detach(ids[0]).await.unwrap();
    let conversation = conversation.unwrap();
    turn(&host, async |host| {
        let send = host.send_to(Some(conversation), provider.into(), "Three.", None, &[]);
        send.await.unwrap()
    })
    .await;
    assert!(
        endpoint
            .said(2)
            .iter()
            .flatten()
            .all(|text| !text.contains("be brief"))
    );
    let request = &host.context_requests(conversation).await.unwrap()[0];
    let view = host
        .context_request(conversation, &request.id)
        .await
        .unwrap();
    let part = view
        .parts
        .iter()
        .find(|part| part.kind == ContextKindView::Attachment);
    let open_part = host.context_part(conversation, Some(&request.id), "", part.unwrap().index);
    let content = open_part.await.unwrap().content;
    assert!(
        matches!(&content[..], [ContentView::Text { text, .. }] if text.contains("be brief")),
        "an earlier request still shows it"
    );
    host.close().await;
}

/// A server whose resource is another text at each read, and which says that it changed as soon as somebody follows it.
async fn changing_server(host: &Host) -> ServerId {
    let read = r#"{"jsonrpc":"2.0","id":$id,"result":{"contents":[{"uri":"kit:///a","text":"read as $id"}]}}"#;
    let updated = r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"kit:///a"}}"#;
    let script = json!({
        "capabilities": { "resources": { "subscribe": true } },
        "on_request": {
            "resources/read": [{ "line": read }],
            "resources/subscribe": [{ "answer": {} }, { "line": updated }],
        },
    });
    server(host, "Kit", &script).await
}

#[tokio::test(flavor = "multi_thread")]
async fn pinned_resource_is_read_again_when_its_server_says_that_it_changed() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    let server = changing_server(&host).await;
    let endpoint = Endpoint::start();
    let provider = provider(&host, &endpoint.base_url).await;
    let conversation = turn(&host, async |host| {
        host.send(None, provider, "Hello.", None).await.unwrap()
    })
    .await;
    let to = AttachFor {
        conversation: Some(conversation),
        model: None,
    };
    let mut events = host.events();
    let found = host
        .inspect_resource(server, "kit:///a", &to)
        .await
        .unwrap();
    let choice = AttachmentChoice {
        form: AttachmentFormView::Text,
        section: 0,
        range: None,
    };
    let pinned = host.attach(&found.id, &to, choice, true).await.unwrap();
    assert!(pinned.pinned && !pinned.changed);
    let content = async |id: &str| host.attachment_content(id.parse().unwrap()).await.unwrap();
    let before = content(&pinned.id).await.content;
    let changed = async {
        loop {
            let now = host.attachments(&to).await.unwrap();
            if now.iter().any(|one| one.changed) {
                return now;
            }
            while !matches!(events.recv().await.unwrap(), Event::Conversation { .. }) {}
        }
    };
    let now = tokio::time::timeout(LIMIT, changed).await.unwrap();
    assert_eq!(now.len(), 1, "{now:?}");
    assert_ne!(content(&now[0].id).await.content, before);
    let next = host.context_next(conversation, "Next.").await.unwrap();
    let part = next
        .parts
        .iter()
        .find(|part| part.kind == ContextKindView::Attachment);
    let label = &part.unwrap().label;
    assert_eq!(label.len(), 1, "it carries the label of its server");
    assert_eq!(label[0].name, "Kit");
    host.close().await;
}
