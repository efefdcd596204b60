//! `resources`, `prompts`, `complete`, `logs`, `traffic`, `ping`.

use serde_json::{Value, json};

use crate::{code, place::Place};

/// A server that offers a little of everything, and hides what it can.
fn offering() -> Value {
    let answer = |result: Value| json!([{ "answer": result }]);
    json!({
        "capabilities": { "resources": {}, "prompts": {}, "completions": {} },
        "process": { "stderr": ["a line of error output"] },
        "on_request": {
            "resources/list": answer(json!({ "resources": [
                { "uri": "kit:///a", "name": "A", "mimeType": "text/plain", "size": 4 },
                { "uri": "kit:///b\u{202e}", "name": "B" }, { "uri": "kit:///c" },
            ]})),
            "resources/templates/list": answer(json!({ "resourceTemplates": [
                { "uriTemplate": "kit:///{name}{?q}", "name": "any" }, { "uriTemplate": "kit:///{", "name": "none" },
            ]})),
            "resources/read": answer(json!({ "contents": [
                { "uri": "kit:///a", "text": "lamp\u{200b} oil" }, { "uri": "kit:///a", "blob": "AAEC" },
            ]})),
            "prompts/list": answer(json!({ "prompts": [
                { "name": "greet", "description": "Greets", "arguments": [{ "name": "who", "required": true }, { "name": "how" }] },
            ]})),
            "prompts/get": answer(json!({ "messages": [
                { "role": "user", "content": { "type": "text", "text": "Greet Ann" } },
                { "role": "assistant", "content": { "type": "text", "text": "Yes\u{1b}[2J" } },
            ]})),
            "completion/complete": answer(json!({ "completion": { "values": ["ann", "b\u{202e}"], "total": 2 } })),
            "logging/setLevel": [{ "answer": {} }, { "line": json!({
                "jsonrpc": "2.0", "method": "notifications/message",
                "params": { "level": "warning", "logger": "kit", "data": "warm\u{1b}" },
            }).to_string() }],
        },
    })
}

fn run(place: &Place, args: &[&str]) -> crate::place::Ended {
    let all: Vec<&str> = ["--approve", "once"].iter().chain(args).copied().collect();
    place.run(&all)
}

#[test]
fn what_a_server_offers_is_printed_and_hides_nothing() {
    let place = Place::new();
    place.add("Kit", &offering());
    let listed = run(&place, &["resources", "list", "Kit"]).expect(code::DONE);
    assert!(
        listed.out.contains("kit:///a  text/plain  4 bytes  A"),
        "{}",
        listed.out
    );
    assert!(listed.out.contains("kit:///b⟨U+202E⟩"), "{}", listed.out);
    // Only the address identifies a resource; a name that is missing costs nothing.
    assert!(listed.out.contains("kit:///c"), "{}", listed.out);
    let templates = run(&place, &["--json", "resources", "templates", "Kit"])
        .expect(code::DONE)
        .json();
    assert_eq!(templates[0]["variables"], json!(["name", "q"]));
    assert!(templates[1]["problem"].is_string());
    let read = run(
        &place,
        &[
            "resources",
            "read",
            "Kit",
            "kit:///{name}{?q}",
            "--set",
            "name=a b",
        ],
    )
    .expect(code::DONE);
    assert!(
        read.out.contains("lamp⟨U+200B⟩ oil") && read.out.contains("3 bytes"),
        "{}",
        read.out
    );
    let prompts = run(&place, &["prompts", "list", "Kit"]).expect(code::DONE);
    assert!(
        prompts.out.contains("greet who [how]\n    Greets"),
        "{}",
        prompts.out
    );
    let got = run(
        &place,
        &["prompts", "get", "Kit", "greet", "--set", "who=Ann"],
    )
    .expect(code::DONE);
    assert!(
        got.out
            .contains("(as a model, which said nothing)\nYes⟨U+001B⟩[2J"),
        "{}",
        got.out
    );
    let values = run(
        &place,
        &["complete", "Kit", "who", "a", "--prompt", "greet"],
    )
    .expect(code::DONE);
    assert_eq!(values.out, "ann\n(and more)\n");
    let ping = run(&place, &["--json", "ping", "Kit"])
        .expect(code::DONE)
        .json();
    assert!(
        ping["answers_in_ms"].as_f64().is_some_and(|ms| ms > 0.0),
        "{ping}"
    );
}

#[test]
fn what_cannot_be_had_has_its_code() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    place.add("Kit 2", &offering());
    let none = run(&place, &["resources", "list", "Kit"]).expect(code::USAGE);
    assert!(
        none.err.contains("Kit does not offer resources"),
        "{}",
        none.err
    );
    run(&place, &["complete", "Kit", "x"]).expect(code::USAGE);
    run(&place, &["prompts", "get", "Kit", "p", "--set", "novalue"]).expect(code::USAGE);
    let bad = run(
        &place,
        &["resources", "read", "Kit 2", "kit:///{", "--set", "x=1"],
    )
    .expect(code::USAGE);
    bad.one_error();
}

#[test]
fn a_log_and_the_traffic_are_followed() {
    let place = Place::new();
    place.add("Kit", &offering());
    let log = run(&place, &["logs", "Kit", "--level", "notice", "--for", "1"]).expect(code::DONE);
    for row in [
        "stderr    info      a line of error output",
        "server    warning   kit: warm⟨U+001B⟩",
        "It is ready",
    ] {
        assert!(log.out.contains(row), "{row} in {}", log.out);
    }
    let rows = run(&place, &["--json", "traffic", "Kit", "--for", "1"])
        .expect(code::DONE)
        .json();
    let rows = rows.as_array().unwrap();
    assert_eq!(
        (&rows[0]["method"], &rows[0]["sent"]),
        (&json!("initialize"), &json!(true))
    );
    assert_eq!(
        (&rows[1]["answers_seq"], &rows[1]["method"]),
        (&rows[0]["seq"], &json!("initialize"))
    );
    assert!(
        rows.iter()
            .any(|r| r["method"] == "tools/list" && r["took_ms"].is_number())
    );
    // One that does not start says why.
    place.run(&[
        "--approve",
        "once",
        "servers",
        "add",
        "Gone",
        "--",
        "/bin/false",
    ]);
    let gone = run(&place, &["logs", "Gone"]).expect(code::FAILED);
    assert!(gone.out.contains("It exited with code 1"), "{}", gone.out);
}
