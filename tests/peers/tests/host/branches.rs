//! A conversation with branches: the model reads the one on display, and the servers that are on in it are all it has.

use std::collections::BTreeSet;

use host_api::{CallStateView, ConversationView, MessageView, RoleView, ScopeView, TurnStateView};
use peers::Aimock;
use serde_json::{Value, json};

use crate::house::{House, Person, calls, text};

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";

fn echo(id: &str, words: &str) -> Value {
    json!({ "id": id, "name": "Every_echo", "arguments": { "message": words } })
}

/// What the model was told last, role by role.
fn last_request(aimock: &Aimock) -> Value {
    aimock.journal().unwrap().last().unwrap().body.clone()
}

fn user(view: &ConversationView, at: usize) -> MessageView {
    let mut of_user = view.messages.iter().filter(|m| m.role == RoleView::User);
    of_user.nth(at).unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_message_makes_a_branch_and_the_model_reads_only_that() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let aimock = Aimock::start(&json!([
        { "match": { "toolCallId": "c1" }, "response": { "content": "First done." } },
        { "match": { "userMessage": "red lamp", "hasToolResult": false }, "response": { "toolCalls": [echo("c1", "red")] } },
        { "match": { "userMessage": "blue lamp" }, "response": { "content": "Blue it is." } },
        { "match": { "userMessage": "and then" }, "response": { "content": "Then nothing." } },
    ]))
    .unwrap();
    house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    let provider = house.stored_model(&aimock).await;
    let host = &house.host;
    let (id, _) = house.turn(provider, "The red lamp").await;
    let first = user(&house.view(id).await, 0);
    assert!(first.siblings.is_empty());

    let mut events = host.events();
    let edit = first.id.parse().unwrap();
    host.edit_message(id, edit, provider, "The blue lamp")
        .await
        .unwrap();
    assert_eq!(
        house.end_of_turn(&mut events, id).await,
        TurnStateView::Idle
    );
    let blue = house.view(id).await;
    assert!(text(&blue).contains("Blue it is.") && !text(&blue).contains("First done."));
    assert!(calls(&blue).is_empty());
    assert!(!last_request(&aimock).to_string().contains("red lamp"));
    let second = user(&blue, 0);
    assert_eq!(second.siblings, [first.id.clone(), second.id.clone()]);

    // Back, with its calls, and remembered; what is said next follows there.
    let red = host.show_branch(id, edit).await.unwrap();
    assert!(text(&red).contains("First done.") && calls(&red).len() == 1);
    assert_eq!(house.view(id).await.messages.len(), red.messages.len());
    let mut events = host.events();
    host.send(Some(id), provider, "and then", None)
        .await
        .unwrap();
    house.end_of_turn(&mut events, id).await;
    let told = last_request(&aimock).to_string();
    assert!(
        told.contains("red lamp") && !told.contains("blue lamp"),
        "{told}"
    );

    // Another answer to the same: the first one and its call stay beside it.
    let answer = red
        .messages
        .iter()
        .find(|m| m.role == RoleView::Assistant)
        .unwrap();
    host.show_branch(id, answer.id.parse().unwrap())
        .await
        .unwrap();
    let mut events = host.events();
    host.retry_answer(id, answer.id.parse().unwrap())
        .await
        .unwrap();
    house.end_of_turn(&mut events, id).await;
    let again = house.view(id).await;
    let other = again
        .messages
        .iter()
        .find(|m| m.role == RoleView::Assistant)
        .unwrap();
    assert_eq!(other.siblings, [answer.id.clone(), other.id.clone()]);
    assert_ne!(
        calls(&again)[0].id,
        calls(&red)[0].id,
        "asked and made anew"
    );

    // Another conversation's messages are none of this one's.
    let (elsewhere, _) = house.turn(provider, "The blue lamp").await;
    assert!(host.show_branch(elsewhere, edit).await.is_err());
    assert!(
        host.edit_message(elsewhere, edit, provider, "x")
            .await
            .is_err()
    );
    assert!(
        host.edit_message(id, other.id.parse().unwrap(), provider, "x")
            .await
            .is_err()
    );
    // Both branches' words are found.
    for words in ["red lamp", "blue lamp"] {
        assert!(
            !host
                .search_conversations(words, &host::SearchFilter::default())
                .await
                .unwrap()
                .is_empty()
        );
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_off_in_a_conversation_is_out_of_the_models_reach_there() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let aimock = Aimock::start(&json!([
        { "match": { "toolCallId": "c1" }, "response": { "content": "Told." } },
        { "match": { "toolCallId": "c2" }, "response": { "content": "Refused." } },
        { "match": { "userMessage": "Once more" }, "response": { "toolCalls": [echo("c2", "again")] } },
        { "match": { "userMessage": "Echo" }, "response": { "toolCalls": [echo("c1", "first")] } },
    ]))
    .unwrap();
    let (every, _) = house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    let provider = house.model(&aimock).await;
    let host = &house.host;
    let (id, _) = house.turn(provider, "Echo").await;
    let offered = |body: &Value| body["tools"].as_array().map_or(0, Vec::len);
    assert!(offered(&last_request(&aimock)) > 0);

    host.set_conversation_server(id, every, false)
        .await
        .unwrap();
    assert_eq!(
        house.view(id).await.summary.servers_off,
        [every.to_string()]
    );
    let mut events = host.events();
    host.send(Some(id), provider, "Once more", None)
        .await
        .unwrap();
    house.end_of_turn(&mut events, id).await;
    assert_eq!(offered(&last_request(&aimock)), 0);
    let CallStateView::Failed { reason, .. } = &calls(&house.view(id).await)[1].state else {
        panic!("{:?}", calls(&house.view(id).await));
    };
    assert_eq!(
        reason,
        "Every is off in this conversation. Nothing was sent."
    );
    assert_eq!(
        house.asked.lock().await.len(),
        1,
        "nobody was asked about it"
    );

    // Elsewhere it is on; a new conversation takes the servers it is given.
    let (other, _) = house.turn(provider, "Echo").await;
    assert!(house.view(other).await.summary.servers_off.is_empty());
    let mut events = host.events();
    let none = host
        .send(None, provider, "Echo", Some(BTreeSet::new()))
        .await
        .unwrap();
    house.end_of_turn(&mut events, none).await;
    assert!(matches!(
        calls(&house.view(none).await)[0].state,
        CallStateView::Failed { .. }
    ));
    host.set_conversation_server(id, every, true).await.unwrap();
    assert!(house.view(id).await.summary.servers_off.is_empty());
    house.close().await;
}
