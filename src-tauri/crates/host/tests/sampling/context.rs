//! What a server is given of its context: its own results, where a person ticks it, and nothing of others.

use host_api::{ApprovalKindView, BlockEdit, SamplingEdit, ScopeView, TurnStateView};
use serde_json::json;

use super::place::{LIMIT, Place, asks, request};

#[tokio::test(flavor = "multi_thread")]
async fn context_is_the_servers_own_results_and_only_if_it_is_ticked() {
    let place = Place::open().await;
    let provider = place.provider("m").await;
    let says =
        |text: &str| json!([{ "answer": { "content": [{ "type": "text", "text": text }] } }]);
    let mut params = request("go on", 100);
    params["includeContext"] = json!("allServers");
    let own = [("note", says("own result 17")), ("ask", asks(params))];
    place.server("Kit", &own).await;
    place.server("Mail", &[("read", says("mail 42"))]).await;
    place.model.calls(&["Kit_note", "Mail_read"]);
    place.model.calls(&["Kit_ask"]);
    place.model.says(&["for the server", "for the user"]);
    let mut events = place.host.events();
    let conversation = place
        .host
        .send(None, provider, "the user's plan", None)
        .await
        .unwrap();

    let (prompt, view) = loop {
        let prompt = place.prompt().await;
        match &prompt.kind {
            ApprovalKindView::Sampling { sampling } => {
                break (prompt.clone(), (**sampling).clone());
            }
            ApprovalKindView::Tool { .. } => {
                // Those that were answered may be shown once more.
                if place
                    .host
                    .prompt_shown(prompt.id.parse().unwrap(), prompt.revision)
                    .is_ok()
                {
                    place.allow(&prompt, ScopeView::Once).await;
                }
            }
            other => panic!("{other:?}"),
        }
    };
    let context = view.context.unwrap();
    assert_eq!(
        (context.asked.as_str(), context.chosen),
        ("allServers", false)
    );
    assert_eq!(context.items, ["note: own result 17"]);
    assert!(!view.json.contains("own result"), "{}", view.json);
    let edit = SamplingEdit {
        provider: None,
        system: None,
        blocks: vec![vec![BlockEdit::Keep]],
        tools: vec![],
        max_tokens: 100,
        context: true,
    };
    let id = prompt.id.parse().unwrap();
    place
        .host
        .edit_sampling(id, prompt.revision, edit)
        .await
        .unwrap();
    let (prompt, view) = place.sampling().await;
    assert!(view.context.unwrap().chosen && view.json.contains("own result 17"));
    place.allow(&prompt, ScopeView::Once).await;
    let (prompt, _) = place.reply().await;
    place.allow(&prompt, ScopeView::Once).await;
    let end = async {
        loop {
            if let host_api::Event::Turn {
                conversation: of,
                state,
            } = events.recv().await.unwrap()
                && of == conversation.to_string()
                && state != TurnStateView::Running
            {
                return;
            }
        }
    };
    tokio::time::timeout(LIMIT, end)
        .await
        .expect("the turn ends");
    let asked = place.model.asked();
    assert_eq!(asked.len(), 4);
    let body = asked[2].to_string();
    assert!(
        body.contains("own result 17") && body.contains("go on"),
        "{body}"
    );
    assert!(
        !body.contains("mail 42") && !body.contains("plan"),
        "{body}"
    );
    place.host.close().await;
}
