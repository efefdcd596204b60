//! Resources of real servers as attachments: found among many, sent in the shape of the endpoint, and read again when their server says that they changed.

use domain::ServerId;
use host::{AttachFor, ModelChoice};
use host_api::{
    AttachmentChoice, AttachmentFormView, AttachmentView, ContextKindView, Event, GivenValue,
    ScopeView,
};
use peers::Aimock;
use serde_json::{Value, json};

use crate::house::{House, LIMIT, Person};

/// The beginning of a PNG in base64.
const PNG: &str = "data:image/png;base64,iVBORw0KGgo";

async fn attach(
    house: &House,
    server: ServerId,
    uri: &str,
    to: &AttachFor,
    pinned: bool,
) -> Result<AttachmentView, host_api::ApiError> {
    let found = house.host.inspect_resource(server, uri, to).await?;
    let form = match found.offers.first() {
        Some(offer) => offer.form,
        None => AttachmentFormView::Text,
    };
    let choice = AttachmentChoice {
        form,
        section: 0,
        range: None,
    };
    house.host.attach(&found.id, to, choice, pinned).await
}

/// What the user's messages of the last request hold.
fn said(aimock: &Aimock) -> String {
    let body = aimock.journal().unwrap().pop().unwrap().body;
    let messages = body["messages"].as_array().unwrap().iter();
    let of_user = messages.filter(|message| message["role"] == "user");
    of_user.map(Value::to_string).collect()
}

fn answers() -> Aimock {
    Aimock::start(&json!([
        { "match": { "model": "scripted" }, "response": { "content": "Read." } },
    ]))
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn text_and_picture_of_a_server_with_200_resources_reach_the_model() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let script = peers::folder().join("servers/shelf.py");
    let program = (peers::python().unwrap(), vec![script.display().to_string()]);
    let (id, _) = house.server("Shelf", program, &[]).await;
    let listed = house.host.resources(id).await.unwrap();
    assert_eq!((listed.resources.len(), listed.notes.len()), (202, 0));
    let aimock = answers();
    let provider = house.model(&aimock).await;
    let to = AttachFor {
        conversation: None,
        model: Some(ModelChoice::from(provider)),
    };
    let mut drafts = Vec::new();
    for uri in ["shelf://text/137", "shelf://picture"] {
        let attached = attach(&house, id, uri, &to, false).await.unwrap();
        assert_eq!(attached.server.as_ref().unwrap().name, "Shelf");
        drafts.push(attached.id.parse().unwrap());
    }
    let refused = attach(&house, id, "shelf://bytes", &to, false).await;
    let refused = refused.unwrap_err();
    assert!(refused.hint.is_some(), "{refused:?}");

    let mut events = house.host.events();
    let sent = house
        .host
        .send_to(None, provider.into(), "Read both.", None, &drafts);
    let conversation = sent.await.unwrap();
    house.end_of_turn(&mut events, conversation).await;
    let said = said(&aimock);
    assert!(said.contains("Line of text number 137."), "{said}");
    assert!(said.contains(PNG), "{said}");
    assert!(
        said.contains("resource \\\"shelf://text/137\\\" of the server \\\"Shelf\\\""),
        "{said}"
    );
    assert_eq!(
        said.matches("Line of text").count(),
        1,
        "nothing else was read"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pinned_resource_of_the_reference_server_follows_its_updates() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let every = peers::node_server("@modelcontextprotocol/server-everything").unwrap();
    let (id, _) = house.server("Every", every, &[]).await;
    let offered = house.host.resources(id).await.unwrap();
    let dynamic = offered
        .templates
        .iter()
        .find(|template| template.key.contains("/text/"))
        .unwrap();
    let number = GivenValue {
        name: "resourceId".into(),
        value: "7".into(),
    };
    let uri = house
        .host
        .expand_template(id, &dynamic.key, &[number])
        .unwrap();
    let aimock = answers();
    let provider = house.model(&aimock).await;
    let (conversation, _) = house.turn(provider, "Hello.").await;
    let to = AttachFor {
        conversation: Some(conversation),
        model: Some(ModelChoice::from(provider)),
    };
    let pinned = attach(&house, id, &uri, &to, true).await.unwrap();
    let content = async |id: &str| {
        let content = house.host.attachment_content(id.parse().unwrap()).await;
        format!("{:?}", content.unwrap().content)
    };
    let before = content(&pinned.id).await;
    let mut events = house.host.events();
    let call = host::DirectCall {
        server: id,
        tool: "toggle-subscriber-updates".into(),
        arguments: "{}".into(),
        allowed: true,
    };
    house.host.call_tool(call).await.unwrap();
    let changed = async {
        loop {
            let now = house.host.attachments(&to).await.unwrap();
            if let Some(changed) = now.into_iter().find(|one| one.changed) {
                return changed;
            }
            while !matches!(events.recv().await.unwrap(), Event::Conversation { .. }) {}
        }
    };
    let changed = tokio::time::timeout(LIMIT, changed).await.unwrap();
    let after = content(&changed.id).await;
    assert_ne!(before, after);
    let next = house.host.context_next(conversation, "").await.unwrap();
    let parts = next.parts.iter();
    let attached = parts.filter(|part| part.kind == ContextKindView::Attachment);
    assert_eq!(attached.count(), 1, "once, as it is now");
    house.close().await;
}
