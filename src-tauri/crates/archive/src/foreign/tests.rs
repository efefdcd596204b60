#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::json;

use super::*;

fn node(parent: Option<&str>, role: &str, time: f64, text: &str) -> serde_json::Value {
    json!({ "parent": parent, "children": [], "message": { "author": { "role": role }, "create_time": time,
        "content": { "content_type": "text", "parts": [text] }, "metadata": { "model_slug": "gpt-x" } } })
}

fn read_json(value: &serde_json::Value) -> Result<Foreign, ApiError> {
    read(value.to_string().as_bytes())
}

#[test]
fn tree_of_chatgpt_keeps_its_branches_and_its_current_one() {
    let file = json!([{ "title": "Trains\nto Umeå", "current_node": "d", "mapping": {
        "root": { "parent": null, "message": null },
        "s": node(Some("root"), "system", 0.0, "be nice"),
        "a": node(Some("s"), "user", 1.0, "Which train?"),
        "b": node(Some("a"), "assistant", 2.0, "The first."),
        "t": node(Some("a"), "tool", 3.0, "timetable"),
        "c": node(Some("t"), "assistant", 4.5, "The second."),
        "d": node(Some("c"), "user", 5.0, "Thanks"),
    } }]);
    let found = read_json(&file).unwrap();
    let [one] = &found.conversations[..] else {
        panic!("{found:?}");
    };
    assert_eq!(one.title, "Trains to Umeå");
    let shape: Vec<_> = one
        .messages
        .iter()
        .map(|m| (m.parent, m.by_user, m.text.as_str()))
        .collect();
    assert_eq!(
        shape,
        [
            (None, true, "Which train?"),
            (Some(0), false, "The first."),
            (Some(0), false, "The second."),
            (Some(2), true, "Thanks"),
        ]
    );
    assert_eq!(one.head, 3);
    assert_eq!(one.messages[2].created_ms, 4_500);
    assert_eq!(one.messages[1].model.as_deref(), Some("gpt-x"));
}

#[test]
fn list_of_claude_is_one_branch() {
    let file = json!([{ "uuid": "u", "name": "Letters", "chat_messages": [
        { "sender": "human", "text": "Hello", "created_at": "2026-11-02T10:00:00.5Z", "content": [] },
        { "sender": "assistant", "text": "", "content": [
            { "type": "thinking", "thinking": "hm" }, { "type": "text", "text": "Good day." }, { "type": "tool_use" } ] },
        { "sender": "system", "text": "x" },
    ] }, { "uuid": "v", "name": "Empty", "chat_messages": [] }]);
    let found = read_json(&file).unwrap();
    assert_eq!((found.conversations.len(), found.left_out), (1, 1));
    let messages = &found.conversations[0].messages;
    assert_eq!(
        (messages.len(), messages[1].text.as_str()),
        (2, "Good day.")
    );
    assert_eq!(messages[0].created_ms % 1_000, 500);
}

#[test]
fn own_lines_come_back_without_results_of_tools() {
    let line = |id: &str, parent: Option<&str>, role: &str, parts: serde_json::Value| {
        json!({ "conversation": { "id": "c", "title": "Mine", "head": "3" }, "message": { "id": id, "parent": parent,
            "role": role, "model": "m", "status": "complete", "created_ms": 7 }, "parts": parts })
    };
    let lines = [
        line(
            "1",
            None,
            "user",
            json!([{ "kind": "text", "text": "Read it" }]),
        ),
        line(
            "2",
            Some("1"),
            "assistant",
            json!([{ "kind": "call", "text": "", "call": {
            "server": "Mail", "tool": "read", "arguments": "{}", "state": "done", "reason": null, "result": "secret" } }]),
        ),
        line(
            "3",
            Some("2"),
            "assistant",
            json!([{ "kind": "text", "text": "Done" }, { "kind": "notice", "text": "n" }]),
        ),
    ];
    let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let found = read(text.join("\n").as_bytes()).unwrap();
    let messages = &found.conversations[0].messages;
    let texts: Vec<&str> = messages.iter().map(|m| m.text.as_str()).collect();
    assert_eq!(texts, ["Read it", "[Mail: read]", "Done"]);
    assert_eq!(found.conversations[0].head, 2);
    assert!(!format!("{found:?}").contains("secret"));
}

#[test]
fn what_is_no_export_is_refused_and_what_is_broken_costs_itself_alone() {
    for bad in [
        "",
        "hello",
        "[1, 2]",
        "{\"mcpServers\":{}}",
        "[{\"a\":1}]",
        "\u{0}",
        "[[[[",
    ] {
        assert!(read(bad.as_bytes()).is_err(), "{bad:?}");
    }
    assert!(read(&[0xff, 0xfe]).is_err());
    let file = json!([{ "title": "good", "mapping": { "a": node(None, "user", 1.0, "hi") } }, { "mapping": 7 }, 3]);
    let found = read_json(&file).unwrap();
    assert_eq!((found.conversations.len(), found.left_out), (1, 2));
}

#[test]
fn circles_hidden_characters_and_long_texts_are_bounded() {
    let long = "é".repeat(MAX_TEXT);
    let file = json!([{ "title": "a\u{202e}b", "mapping": {
        "a": node(Some("b"), "user", 1.0, "in a circle"),
        "b": node(Some("a"), "assistant", 2.0, "with this"),
        "c": node(Some("nobody"), "user", 3.0, &long),
        "d": node(Some("c"), "assistant", 0.5, "older than its parent"),
    } }]);
    let found = read_json(&file).unwrap();
    let one = &found.conversations[0];
    assert_eq!(one.title, "ab");
    assert_eq!(one.messages.len(), 2, "a circle has no beginning");
    assert_eq!(one.messages[1].parent, Some(0));
    assert!(one.messages[0].text.len() <= MAX_TEXT + 3);
}
