//! A scripted model with real servers: what it may cause, and what it is told.

use std::time::Duration;

use host_api::{
    CallStateView, DecidedByView, Event, MessageStatusView, ReasonKind, ScopeView, TurnStateView,
};
use peers::Aimock;
use serde_json::{Value, json};

use crate::house::{House, Person, calls, text, until};

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
const FILESYSTEM: &str = "@modelcontextprotocol/server-filesystem";

fn tool(id: &str, name: &str, arguments: &Value) -> Value {
    json!({ "id": id, "name": name, "arguments": arguments })
}

/// What the model was told by tools, in its last request.
fn told(aimock: &Aimock) -> Vec<String> {
    let journal = aimock.journal().unwrap();
    let messages = journal.last().unwrap().body["messages"]
        .as_array()
        .unwrap()
        .clone();
    messages
        .iter()
        .filter(|m| m["role"] == "tool")
        .map(|m| m["content"].to_string())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn several_calls_at_once_over_two_steps_on_two_servers() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let folder = house.folder("notes");
    for (name, words) in [("a.txt", "lamp oil"), ("b.txt", "wicks")] {
        std::fs::write(folder.join(name), words).unwrap();
    }
    let read = |id: &str, name: &str| {
        tool(
            id,
            "Files_read_text_file",
            &json!({ "path": folder.join(name) }),
        )
    };
    let aimock = Aimock::start(&json!([
        { "match": { "toolCallId": "c2" }, "response": { "toolCalls": [tool("c3", "Every_get-sum", &json!({ "a": 1, "b": 2 })), tool("c4", "Every_echo", &json!({ "message": "and more" }))] } },
        { "match": { "toolCallId": "c4" }, "response": { "content": "All four came back." } },
        { "match": { "userMessage": "Shop", "hasToolResult": false }, "response": { "toolCalls": [read("c1", "a.txt"), read("c2", "b.txt")] } },
    ]))
    .unwrap();
    house
        .server(
            "Files",
            peers::node_server(FILESYSTEM).unwrap(),
            &[&folder.display().to_string()],
        )
        .await;
    house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    let provider = house.model(&aimock).await;
    let (id, end) = house.turn(provider, "Shop").await;
    assert_eq!(end, TurnStateView::Idle);
    let view = house.view(id).await;
    assert!(text(&view).contains("All four came back."), "{view:?}");
    assert!(
        calls(&view)
            .iter()
            .all(|c| matches!(c.state, CallStateView::Done { by_rule: false, .. }))
    );
    let told = told(&aimock);
    for (said, words) in told.iter().zip(["lamp oil", "wicks", "3", "and more"]) {
        assert!(said.contains(words), "{words} in {said}");
    }
    let asked = house.asked.lock().await.clone();
    assert_eq!(asked.len(), 4);
    // Side by side, and still asked in the model's order.
    let of_every = asked.iter().filter(|q| q.server == "Every");
    assert_eq!(
        of_every.map(|q| q.tool.as_str()).collect::<Vec<_>>(),
        ["get-sum", "echo"]
    );
    // What was read from Files is in the conversation when Every is called: that is said first.
    for question in asked.iter().filter(|q| q.server == "Every") {
        assert_eq!(question.reasons[0].kind, ReasonKind::Flow, "{question:?}");
    }
    assert!(
        asked
            .iter()
            .filter(|q| q.server == "Files")
            .all(|q| q.reasons[0].kind != ReasonKind::Flow)
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_does_not_carry_data_from_one_server_to_another() {
    let house = House::open(Person::Allows(ScopeView::Conversation)).await;
    let folder = house.folder("notes");
    std::fs::write(folder.join("a.txt"), "the safe's number").unwrap();
    let echo = |id: &str, words: &str| tool(id, "Every_echo", &json!({ "message": words }));
    let read = |id: &str| {
        tool(
            id,
            "Files_read_text_file",
            &json!({ "path": folder.join("a.txt") }),
        )
    };
    let aimock = Aimock::start(&json!([
        { "match": { "toolCallId": "e1" }, "response": { "toolCalls": [echo("e2", "before")] } },
        { "match": { "toolCallId": "e2" }, "response": { "toolCalls": [read("r1")] } },
        { "match": { "toolCallId": "r1" }, "response": { "toolCalls": [echo("e3", "the safe's number")] } },
        { "match": { "toolCallId": "e3" }, "response": { "toolCalls": [echo("e4", "again")] } },
        { "match": { "toolCallId": "e4" }, "response": { "content": "Told." } },
        { "match": { "userMessage": "Tell", "hasToolResult": false }, "response": { "toolCalls": [echo("e1", "first")] } },
    ]))
    .unwrap();
    house
        .server(
            "Files",
            peers::node_server(FILESYSTEM).unwrap(),
            &[&folder.display().to_string()],
        )
        .await;
    let (every, _) = house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    house.host.allow_tool(every, "echo", None).unwrap();
    let provider = house.model(&aimock).await;
    let (id, end) = house.turn(provider, "Tell").await;
    assert_eq!(end, TurnStateView::Idle);
    let by: Vec<_> = calls(&house.view(id).await)
        .iter()
        .map(|c| match c.state {
            CallStateView::Done { by, .. } => by,
            _ => None,
        })
        .collect();
    let (line, person, rule) = (
        Some(DecidedByView::CommandLine),
        Some(DecidedByView::Person),
        Some(DecidedByView::Rule),
    );
    let asked = house.asked.lock().await.clone();
    let flows: Vec<&str> = asked
        .iter()
        .filter(|q| q.reasons[0].kind == ReasonKind::Flow)
        .map(|q| q.tool.as_str())
        .collect();
    // e1 and e2 by the command line, r1 and e3 by the person, e3 for the flow; then what was answered in this conversation.
    assert_eq!(by[..4], [line, line, person, person], "{asked:?}");
    assert!(by[4] == line || by[4] == rule, "{by:?}");
    assert_eq!(flows, ["read_text_file", "echo"], "{asked:?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denial_and_its_note_reach_the_model_and_nothing_else_does() {
    let house = House::open(Person::Denies("Use the other folder.")).await;
    let aimock = Aimock::start(&json!([
        { "match": { "toolCallId": "c1" }, "response": { "content": "As you wish." } },
        { "match": { "userMessage": "Echo" }, "response": { "toolCalls": [tool("c1", "Every_echo", &json!({ "message": "x" }))] } },
    ]))
    .unwrap();
    house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    let provider = house.model(&aimock).await;
    let (id, _) = house.turn(provider, "Echo").await;
    let view = house.view(id).await;
    assert!(matches!(
        calls(&view)[0].state,
        CallStateView::Denied { .. }
    ));
    let told = told(&aimock);
    assert!(
        told[0].contains("You denied this.") && told[0].contains("Use the other folder."),
        "{told:?}"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loop_pauses_after_25_steps_and_goes_on_when_told() {
    let house = House::open(Person::Denies("not asked here")).await;
    let aimock = Aimock::start(&json!([
        { "match": { "model": "scripted" }, "response": { "toolCalls": [{ "name": "Every_get-annotated-message", "arguments": { "messageType": "success" } }] } },
    ]))
    .unwrap();
    let (every, _) = house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    house
        .host
        .allow_tool(every, "get-annotated-message", None)
        .unwrap();
    let provider = house.model(&aimock).await;
    let (id, end) = house.turn(provider, "Go on and on").await;
    assert_eq!(end, TurnStateView::Paused { steps: 25 });
    assert_eq!(aimock.journal().unwrap().len(), 25);
    let mut events = house.host.events();
    house.host.continue_turn(id).unwrap();
    assert_eq!(
        house.end_of_turn(&mut events, id).await,
        TurnStateView::Paused { steps: 25 }
    );
    assert_eq!(aimock.journal().unwrap().len(), 50);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_answer_keeps_what_came() {
    let house = House::open(Person::Denies("not asked here")).await;
    let aimock = Aimock::start(&json!([
        { "match": { "userMessage": "Tell a long story" }, "latency": 50, "chunkSize": 4, "response": { "content": "Once upon a time. ".repeat(500) } },
    ]))
    .unwrap();
    let provider = house.model(&aimock).await;
    let mut events = house.host.events();
    let id = house
        .host
        .send(None, provider, "Tell a long story", None)
        .await
        .unwrap();
    until(&mut events, |event| {
        matches!(event, Event::Delta { .. }).then_some(())
    })
    .await;
    house.host.stop_turn(id);
    let end =
        tokio::time::timeout(Duration::from_secs(10), house.end_of_turn(&mut events, id)).await;
    assert_eq!(end.expect("at once"), TurnStateView::Idle);
    let view = house.view(id).await;
    let last = view.messages.last().unwrap();
    assert_eq!(last.status, MessageStatusView::Stopped);
    assert!(text(&view).contains("Once"), "{view:?}");
    house.close().await;
}
