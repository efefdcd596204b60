//! `context show`: the next request of a conversation, and those that were sent.

use serde_json::json;

use crate::{
    code,
    model::{Model, calls, says},
    place::Place,
};

#[test]
fn requests_of_a_conversation_are_shown_part_by_part() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let model = Model::start(vec![
        calls(&[("Kit_echo", json!({ "text": "one" }))]),
        says("It came back."),
    ]);
    let words = [
        "--json",
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--servers",
        "Kit",
        "--approve-tool",
        "Kit/echo:1",
        "Echo once",
    ];
    let chat = place.run(&words).expect(code::DONE).json();
    let id = chat["summary"]["id"].as_str().unwrap();

    let sent = place
        .run(&["--json", "context", "show", id, "--turn", "2"])
        .expect(code::DONE)
        .json();
    let parts = sent["parts"].as_array().unwrap();
    let kinds: Vec<&str> = parts
        .iter()
        .map(|part| part["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds.first(), Some(&"system"));
    assert_eq!(kinds[kinds.len() - 3..], ["message", "call", "result"]);
    assert!(
        parts
            .iter()
            .filter(|part| part["kind"] == "tool")
            .all(|tool| tool["server"]["name"] == "Kit")
    );
    assert_eq!(sent["differs"]["only_adds"], true);
    let result = parts.last().unwrap();
    assert_eq!(result["label"][0]["name"], "Kit", "{result}");

    let next = place.run(&["context", "show", id]).expect(code::DONE).out;
    assert!(next.contains("about") && next.contains("tokens"), "{next}");
    assert!(next.contains("It came back."), "{next}");

    place
        .run(&["context", "show", id, "--turn", "3"])
        .expect(code::USAGE);
    place.run(&["context", "show", "no-id"]).expect(code::USAGE);
    place
        .run(&["context", "show", "01990000-0000-7000-8000-000000000000"])
        .expect(code::USAGE);
}
