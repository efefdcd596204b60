//! `context show`: the next request of a conversation, and those that were sent. `context export`: what a bug report needs. `context compact`: a summary in place of older messages.

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

#[test]
fn export_has_shapes_and_no_words_unless_they_are_asked_for() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let key = "sk-canary-0123456789abcdef0123";
    let model = Model::start(vec![
        calls(&[("Kit_echo", json!({ "text": "marmalade" }))]),
        says("Porcelain.\u{9b}"),
    ]);
    let words = [
        "--json",
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m-1",
        "--servers",
        "Kit",
        "--approve-tool",
        "Kit/echo:1",
        &format!("Echo a lighthouse with {key}"),
    ];
    let chat = place.run(&words).expect(code::DONE).json();
    let id = chat["summary"]["id"].as_str().unwrap();
    let export = |more: &[&str]| {
        let said = place.run(&[&["context", "export", id], more].concat());
        said.expect(code::DONE).out
    };

    let said = export(&[]);
    for word in ["marmalade", "Porcelain", "lighthouse", "Kit", "echo", key] {
        assert!(!said.contains(word), "{word} in {said}");
    }
    let document: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(document["requests"].as_array().unwrap().len(), 2);
    let messages = document["messages"].as_array().unwrap();
    let parts = messages[1..].iter().map(|m| m["parts"].as_array().unwrap());
    let parts: Vec<_> = parts.flatten().collect();
    assert_eq!(parts[0]["kind"], "call");
    assert_eq!(parts[0]["state"], "done");
    assert_eq!(parts[1], &json!({ "kind": "text", "chars": 11 }));
    assert_eq!(document["messages"][1]["model"], "m-1");

    let said = export(&["--texts"]);
    for word in ["marmalade", "Porcelain", "lighthouse", "Kit_echo"] {
        assert!(said.contains(word), "{word} not in {said}");
    }
    assert!(!said.contains(key), "{said}");
    assert!(!said.contains('\u{9b}'), "a hidden character is in {said}");
}

#[test]
fn summary_is_made_shown_and_undone() {
    let place = Place::new();
    let model = Model::start(vec![says("It is a gate."), says("A gate was spoken of.")]);
    let endpoint = ["--base-url", &model.base_url, "--model", "m"];
    let chat = [&["--json", "chat"], &endpoint[..], &["What is it?"]].concat();
    let chat = place.run(&chat).expect(code::DONE).json();
    let id = chat["summary"]["id"].as_str().unwrap();
    let first = chat["messages"][0]["id"].as_str().unwrap();
    let compact = |more: &[&str]| place.run(&[&["context", "compact", id], more].concat());

    compact(&["--undo"]).expect(code::USAGE);
    compact(&["--up-to", "x"]).expect(code::USAGE);
    compact(&[]).expect(code::USAGE);
    let made = compact(&[&endpoint[..], &["--up-to", first]].concat());
    let made = made.expect(code::DONE).out;
    assert!(made.contains("1 message summarized by"), "{made}");
    assert!(made.contains("A gate was spoken of."), "{made}");
    let asked = model.requests.lock().unwrap().last().cloned().unwrap();
    assert!(asked.get("tools").is_none(), "{asked}");

    let next = place.run(&["context", "show", id]).expect(code::DONE).out;
    assert!(next.contains("Summary of earlier messages"), "{next}");
    let next = place.run(&["--json", "context", "show", id]);
    let next = next.expect(code::DONE).json();
    let parts = next["parts"].as_array().unwrap();
    let kinds: Vec<&str> = parts.iter().map(|p| p["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["system", "summary", "answer"]);

    let into = place.path().join("saved");
    std::fs::create_dir(&into).unwrap();
    place
        .run(&["export", &into.display().to_string()])
        .expect(code::DONE);
    let folder = std::fs::read_dir(&into)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let rows = std::fs::read_to_string(folder.join("compactions.jsonl")).unwrap();
    assert!(
        rows.contains("A gate was spoken of.") && rows.contains(first),
        "{rows}"
    );
    let page = std::fs::read_dir(folder.join("conversations"))
        .unwrap()
        .next();
    let page = std::fs::read_to_string(page.unwrap().unwrap().path()).unwrap();
    assert!(
        page.contains("What is it?") && page.contains("It is a gate."),
        "{page}"
    );
    assert!(page.contains("Summary of the messages above"), "{page}");

    let undone = compact(&["--undo"]).expect(code::DONE).out;
    assert!(undone.contains("1 message is sent again."), "{undone}");
    compact(&["--undo"]).expect(code::USAGE);
}
