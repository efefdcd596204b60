//! Calls that move to the background: their turn goes on, their result joins the conversation, and what stops the conversation stops them.

use std::path::{Path, PathBuf};

use domain::CallId;
use host::StoppedFrom;
use host_api::{CallStateView, CallView, Event, ScopeView, TurnStateView};
use peers::Aimock;
use serde_json::json;

use crate::house::{House, Person, calls, text, until};

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";

/// The server of tasks, and the folder that decides when they end.
async fn tasks(house: &House) -> PathBuf {
    let folder = house.folder("tasks");
    let script = peers::folder().join("servers/tasks.mjs");
    let program = (peers::node().unwrap(), vec![script.display().to_string()]);
    let at = folder.display().to_string();
    house.server("Kit", program, &[&at]).await;
    folder
}

fn marks(folder: &Path) -> Vec<String> {
    let marks = std::fs::read_to_string(folder.join("marks")).unwrap_or_default();
    marks.lines().map(str::to_owned).collect()
}

fn model(tool: &str, arguments: &serde_json::Value) -> Aimock {
    let call = json!({ "id": "c1", "name": tool, "arguments": arguments });
    Aimock::start(&json!([
        { "match": { "userMessage": "And now" }, "response": { "content": "It is there." } },
        { "match": { "toolCallId": "c1" }, "response": { "content": "Meanwhile." } },
        { "match": { "userMessage": "Work" }, "response": { "toolCalls": [call] } },
    ]))
    .unwrap()
}

/// What the model was told of the call in its last request.
fn told(aimock: &Aimock) -> String {
    let journal = aimock.journal().unwrap();
    let messages = journal.last().unwrap().body["messages"].clone();
    let results = messages.as_array().unwrap().iter();
    let mut results = results.filter(|message| message["role"] == "tool");
    results.next().unwrap()["content"].to_string()
}

fn id(call: &CallView) -> CallId {
    call.id.parse().unwrap()
}

/// Lets a call begin, moves it to the background once it runs and says its progress, and waits for the end of the turn.
async fn moved(
    house: &House,
    aimock: &Aimock,
) -> (domain::ProviderId, domain::ConversationId, CallId) {
    let provider = house.model(aimock).await;
    let mut events = house.host.events();
    let conversation = house.host.send(None, provider, "Work", None).await.unwrap();
    let call = until(&mut events, |event| match event {
        Event::Call { call, .. } => {
            let runs = matches!(
                &call.state,
                CallStateView::Running {
                    progress: Some(_),
                    ..
                }
            );
            runs.then_some(call)
        }
        _other => None,
    })
    .await;
    house.host.move_to_background(id(&call)).await.unwrap();
    let end = house.end_of_turn(&mut events, conversation).await;
    assert_eq!(end, TurnStateView::Idle);
    (provider, conversation, id(&call))
}

fn in_background(call: &CallView) -> bool {
    matches!(
        call.state,
        CallStateView::Running {
            background: true,
            ..
        }
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn turn_goes_on_and_the_result_joins_the_conversation() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let folder = tasks(&house).await;
    let aimock = model("Kit_slow", &json!({}));
    let (provider, conversation, call) = moved(&house, &aimock).await;
    let view = house.view(conversation).await;
    assert!(text(&view).contains("Meanwhile."), "{view:?}");
    assert!(in_background(&calls(&view)[0]), "{view:?}");
    assert!(told(&aimock).contains("has not ended"), "{}", told(&aimock));
    let listed = house.host.tasks().await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].conversation, Some(conversation.to_string()));

    let mut events = house.host.events();
    std::fs::write(folder.join("done.txt"), "nine lamps").unwrap();
    until(&mut events, |event| match event {
        Event::Call { call: ended, .. } if id(&ended) == call => {
            matches!(ended.state, CallStateView::Done { .. }).then_some(())
        }
        _other => None,
    })
    .await;
    house
        .host
        .send(Some(conversation), provider, "And now", None)
        .await
        .unwrap();
    house.end_of_turn(&mut events, conversation).await;
    let said = told(&aimock);
    assert!(
        said.contains("nine lamps") && !said.contains("has not ended"),
        "{said}"
    );
    assert_eq!(marks(&folder), ["called"], "it is called once");
    // What has ended does not move any more.
    assert!(house.host.move_to_background(call).await.is_err());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_its_conversation_cancels_a_task_in_the_background() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let folder = tasks(&house).await;
    let aimock = model("Kit_slow", &json!({}));
    let (_, conversation, call) = moved(&house, &aimock).await;
    let mut events = house.host.events();
    house
        .host
        .delete_conversations(&[conversation])
        .await
        .unwrap();
    until(&mut events, |event| match event {
        Event::Call { call: ended, .. } if id(&ended) == call => {
            (!matches!(ended.state, CallStateView::Running { .. })).then_some(())
        }
        _other => None,
    })
    .await;
    assert_eq!(marks(&folder), ["called", "cancelled"]);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_everything_ends_a_call_in_the_background() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    house
        .server("Every", peers::node_server(EVERYTHING).unwrap(), &[])
        .await;
    let long = json!({ "duration": 600, "steps": 6000 });
    let aimock = model("Every_trigger-long-running-operation", &long);
    let (_, conversation, call) = moved(&house, &aimock).await;
    let listed = house.host.tasks().await.unwrap();
    assert!(
        listed
            .iter()
            .any(|task| id(&task.call) == call && in_background(&task.call))
    );
    let mut events = house.host.events();
    house.host.stop_all(StoppedFrom::Window);
    until(&mut events, |event| match event {
        Event::Call { call: ended, .. } if id(&ended) == call => {
            (!matches!(ended.state, CallStateView::Running { .. })).then_some(())
        }
        _other => None,
    })
    .await;
    let ended = calls(&house.view(conversation).await).remove(0);
    assert!(
        matches!(
            ended.state,
            CallStateView::Cancelled { .. } | CallStateView::Unknown { .. }
        ),
        "{:?}",
        ended.state
    );
    // It stays in the list with its end.
    let listed = house.host.tasks().await.unwrap();
    assert!(listed.iter().any(|task| id(&task.call) == call));
    house.close().await;
}
