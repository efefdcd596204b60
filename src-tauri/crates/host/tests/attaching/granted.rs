//! Files of granted folders, found by name and attached, and what was attached before.

use std::path::Path;

use domain::ServerId;
use host::{AttachFor, Host, ModelChoice};
use host_api::{
    AttachmentChoice, AttachmentFormView, ContextKindView, ErrorCode, RootAccessView,
    RootChoiceView, RootPassView,
};
use serde_json::json;

use super::place::{Endpoint, id, open, provider, server, turn};

const WHOLE: AttachmentChoice = AttachmentChoice {
    form: AttachmentFormView::Text,
    section: 0,
    range: None,
};

async fn grant(host: &Host, server: ServerId, folder: &Path, access: RootAccessView) {
    let choice = RootChoiceView {
        name: String::new(),
        access,
        pass: RootPassView::Asked,
        typed: String::new(),
    };
    let path = folder.to_str().unwrap();
    host.grant_root(server, path, Some(choice), true)
        .await
        .unwrap();
}

/// The servers whose data the attachments of the next request hold.
async fn labels(host: &Host, to: &AttachFor) -> Vec<Vec<String>> {
    let next = host
        .context_next(to.conversation.unwrap(), "Next.")
        .await
        .unwrap();
    let attached = next
        .parts
        .into_iter()
        .filter(|p| p.kind == ContextKindView::Attachment);
    attached
        .map(|part| part.label.into_iter().map(|tag| tag.name).collect())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn file_that_a_server_may_write_counts_as_its_data() {
    let dir = tempfile::tempdir().unwrap();
    let top = dunce::canonicalize(dir.path()).unwrap();
    for folder in ["shared", "read"] {
        std::fs::create_dir(top.join(folder)).unwrap();
        std::fs::write(top.join(folder).join("zebra.md"), "stripes").unwrap();
    }
    let host = open(dir.path()).await;
    let files = server(&host, "Files", &json!({})).await;
    grant(&host, files, &top.join("shared"), RootAccessView::Write).await;
    grant(&host, files, &top.join("read"), RootAccessView::Read).await;
    let endpoint = Endpoint::start();
    let model = provider(&host, &endpoint.base_url).await;
    let new = AttachFor {
        conversation: None,
        model: Some(ModelChoice::from(model)),
    };
    let found = host.find_files("zebra shared").await.unwrap();
    assert_eq!(found.folders, 2);
    let places: Vec<&str> = found.files.iter().map(|file| file.place.as_str()).collect();
    assert_eq!(places, ["shared"]);
    let inspected = host.inspect_found(&found.files[0].id, &new).await.unwrap();
    assert_eq!(inspected.name, "zebra.md");
    assert!(
        inspected
            .remarks
            .iter()
            .any(|r| r.to_string().contains("Files")),
        "it is said"
    );
    let sent = host
        .attach(&inspected.id, &new, WHOLE, false)
        .await
        .unwrap();
    let conversation = turn(&host, async |host| {
        let sent = [id(&sent)];
        let send = host.send_to(None, model.into(), "First.", None, &sent);
        send.await.unwrap()
    })
    .await;
    assert!(endpoint.said(0)[0][0].contains("\nstripes\n"));

    // However it is chosen; and the control: of a folder that is read only, nothing is the server's.
    let to = AttachFor {
        conversation: Some(conversation),
        model: None,
    };
    for path in ["shared/zebra.md", "read/zebra.md"] {
        let inspected = host.inspect_file(&top.join(path), &to).await.unwrap();
        host.attach(&inspected.id, &to, WHOLE, false).await.unwrap();
    }
    let labels = labels(&host, &to).await;
    assert_eq!(
        labels,
        [vec!["Files".to_owned()], vec!["Files".to_owned()], vec![]]
    );

    let shared = top.join("shared");
    host.revoke_root(files, shared.to_str().unwrap())
        .await
        .unwrap();
    let gone = host
        .inspect_found(&found.files[0].id, &to)
        .await
        .unwrap_err();
    assert_eq!(
        gone.code,
        ErrorCode::Stale,
        "the folder is not granted any more"
    );
    assert!(
        host.find_files("zebra shared")
            .await
            .unwrap()
            .files
            .is_empty()
    );
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recent_attachment_is_attached_again_with_its_content_and_label() {
    let dir = tempfile::tempdir().unwrap();
    let top = dunce::canonicalize(dir.path()).unwrap();
    std::fs::create_dir(top.join("shared")).unwrap();
    let note = top.join("shared/zebra.md");
    std::fs::write(&note, "stripes").unwrap();
    let host = open(dir.path()).await;
    let files = server(&host, "Files", &json!({})).await;
    grant(&host, files, &top.join("shared"), RootAccessView::Write).await;
    let endpoint = Endpoint::start();
    let model = provider(&host, &endpoint.base_url).await;
    let new = AttachFor {
        conversation: None,
        model: Some(ModelChoice::from(model)),
    };
    assert!(host.recent_attachments(&new).await.unwrap().is_empty());
    for _ in 0..2 {
        let inspected = host.inspect_file(&note, &new).await.unwrap();
        let sent = host
            .attach(&inspected.id, &new, WHOLE, false)
            .await
            .unwrap();
        turn(&host, async |host| {
            let sent = [id(&sent)];
            let send = host.send_to(None, model.into(), "First.", None, &sent);
            send.await.unwrap()
        })
        .await;
    }
    let draft = host.inspect_file(&note, &new).await.unwrap();
    host.attach(&draft.id, &new, WHOLE, false).await.unwrap();
    let recent = host.recent_attachments(&new).await.unwrap();
    assert_eq!(recent.len(), 1, "once, and no drafts: {recent:?}");
    let other = turn(&host, async |host| {
        let send = host.send_to(None, model.into(), "Other.", None, &[]);
        send.await.unwrap()
    })
    .await;
    // What was read stays what is attached, whatever became of the file.
    std::fs::write(&note, "other words").unwrap();
    let to = AttachFor {
        conversation: Some(other),
        model: None,
    };
    let again = host.attach_again(id(&recent[0]), &to).await.unwrap();
    assert_eq!((again.name.as_str(), again.pinned), ("zebra.md", false));
    assert_eq!(labels(&host, &to).await, [vec!["Files".to_owned()]]);
    turn(&host, async |host| {
        let again = [id(&again)];
        let send = host.send_to(Some(other), model.into(), "Again.", None, &again);
        send.await.unwrap()
    })
    .await;
    let said = endpoint.said(3);
    assert!(said[1][0].contains("\nstripes\n"), "{said:?}");

    host.delete_conversations(&[other]).await.unwrap();
    let before = host.recent_attachments(&new).await.unwrap();
    assert_eq!(before.len(), 1, "that of an earlier conversation is left");
    host.close().await;
}
