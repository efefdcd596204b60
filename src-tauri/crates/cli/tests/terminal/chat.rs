//! `chat` and `models`.

use serde_json::json;

use crate::{
    code,
    model::{Model, calls, says},
    place::Place,
};

#[test]
fn two_steps_and_an_answer() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let model = Model::start(vec![
        calls(&[("Kit_echo", json!({ "text": "one" }))]),
        calls(&[("Kit_echo", json!({ "text": "two" }))]),
        says("Both came \u{1b}[1mback."),
    ]);
    let words = [
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--servers",
        "Kit",
        "--approve-tool",
        "Kit/echo:1",
        "Echo twice",
    ];
    let ended = place.run(&words).expect(code::DONE);
    assert!(
        ended.out.contains("Both came") && !ended.out.contains('\u{1b}'),
        "{:?}",
        ended.out
    );
    assert!(ended.err.contains("[Kit echo: done"), "{}", ended.err);
    let requests = model.requests.lock().unwrap();
    let results: Vec<String> = requests[2]["messages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|m| m["role"] == "tool")
        .map(|m| m["content"].to_string())
        .collect();
    assert_eq!(results.len(), 2);
    assert!(
        results[0].contains("one"),
        "the one use was for the first: {results:?}"
    );
    assert!(
        !results[1].contains("two"),
        "the second was not sent: {results:?}"
    );
    let log = place.run(&["audit", "list"]).expect(code::DONE).out;
    let decided: Vec<bool> = log
        .lines()
        .filter(|l| l.contains("decision") && l.ends_with("echo"))
        .map(|l| l.contains("allowed"))
        .collect();
    assert_eq!(decided, [false, true], "the newest first: {log}");
    place.run(&["audit", "verify"]).expect(code::DONE);
}

#[test]
fn a_tool_is_allowed_by_name_and_number() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    for wrong in [
        "echo",
        "Kit/echo:0",
        "Kit/echo:-1",
        "Kit/echo:x",
        "Kit/none",
        "Nobody/echo",
    ] {
        let words = [
            "--json",
            "chat",
            "--base-url",
            "http://127.0.0.1:9/v1",
            "--model",
            "m",
            "--servers",
            "Kit",
            "--approve-tool",
            wrong,
            "Hello",
        ];
        let refused = place.run(&words).expect(code::USAGE);
        assert_eq!(refused.json()["exit_code"], code::USAGE, "{wrong}");
    }
}

#[test]
fn a_model_that_finds_no_end_is_stopped() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let again = || calls(&[("Kit_echo", json!({ "text": "again" }))]);
    let model = Model::start((0..40).map(|_| again()).collect());
    let words = [
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--servers",
        "Kit",
        "--approve-tool",
        "Kit/echo",
        "Go on",
    ];
    let ended = place.run(&words).expect(code::FAILED);
    assert!(ended.err.contains("paused after 25 steps"), "{}", ended.err);
    assert_eq!(model.requests.lock().unwrap().len(), 25);
}

#[test]
fn calls_side_by_side_cannot_share_one_use() {
    let place = Place::new();
    let marker = place.path().join("marker");
    place.add("Kit", &json!({ "marker": marker }));
    let both: Vec<(&str, serde_json::Value)> = (0..8)
        .map(|n| ("Kit_write_marker", json!({ "text": format!("line {n}") })))
        .collect();
    let model = Model::start(vec![calls(&both), says("Done.")]);
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
        "Kit/write_marker:3",
        "Write",
    ];
    let ended = place.run(&words).expect(code::DONE);
    assert!(ended.json()["messages"].is_array());
    assert_eq!(std::fs::read_to_string(marker).unwrap().lines().count(), 3);
}

#[test]
fn everything_denied_ends_with_three() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let model = Model::start(vec![calls(&[("Kit_echo", json!({}))]), says("Then not.")]);
    let words = [
        "--approve",
        "deny",
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "Echo",
    ];
    let ended = place.run(&words).expect(code::DENIED);
    assert!(ended.out.contains("Then not."), "{}", ended.out);
}

#[test]
fn a_model_that_does_not_answer_ends_with_four() {
    let place = Place::new();
    let ended = place
        .run(&[
            "--json",
            "chat",
            "--base-url",
            "http://127.0.0.1:9/v1",
            "--model",
            "m",
            "--servers",
            "",
            "Hello",
        ])
        .expect(code::FAILED);
    ended.json();
    assert!(!ended.err.trim().is_empty());
    let listed = place
        .run(&["--json", "models", "list"])
        .expect(code::DONE)
        .json();
    assert_eq!(
        listed["endpoints"],
        json!([]),
        "an endpoint of one run is not kept"
    );
}
