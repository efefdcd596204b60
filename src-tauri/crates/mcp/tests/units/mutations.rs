//! One field of a message that is of any other type costs at most the part that it is in.

use serde_json::{Value, json};

use super::{raw, read_outcome};
use crate::{
    Bounds, Capabilities,
    events::read_log,
    features::{
        completion::read_completion,
        listing::{Item, read_page},
        prompts::{PromptTemplate, read_prompt},
        resources::{Resource, ResourceTemplate, read_contents},
        tasks::read_created,
    },
    jsonrpc::read_error,
    session::stateful_opening,
};
use domain::{ServerId, ToolDefinition};

/// A value of every type, and some that are nearly of one.
fn values() -> [Value; 13] {
    [
        Value::Null,
        json!(true),
        json!(0),
        json!(-1.5),
        json!(1e300),
        json!(""),
        json!("7"),
        json!("text"),
        json!([]),
        json!([null, 7, {}]),
        json!({}),
        json!({ "a": { "b": [1] } }),
        json!([[["deep"]]]),
    ]
}

/// Calls `each` with the value and each change of one member of it, at any depth, and the path to that.
fn mutate(whole: &Value, each: &mut dyn FnMut(&str, &Value)) {
    fn paths(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    let path = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
                    paths(field, &path, found);
                    found.push(path);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let path = format!("{at}/{index}");
                    paths(item, &path, found);
                    found.push(path);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    paths(whole, "", &mut found);
    for path in found {
        for value in values() {
            let mut changed = whole.clone();
            *changed.pointer_mut(&path).unwrap() = value;
            each(&path, &changed);
        }
    }
}

/// `keeps`: what identifies an item; without it the item cannot be used.
fn list_keeps_the_others<T: Item>(item: &Value, keeps: &str) {
    let mut second = item.clone();
    second[keeps] = json!("other");
    let page = json!({ T::FIELD: [item, second], "nextCursor": "c", "_meta": { "x": 1 } });
    mutate(&page, &mut |path, changed| {
        let bounds = Bounds::default();
        let page = read_page::<T>(&raw(changed), ServerId::new(), &bounds, None, &|_| Ok(()));
        let usable = page.usable();
        let inside: Vec<&str> = path.split('/').skip(1).collect();
        match inside.as_slice() {
            // The list itself: whatever stands there now.
            [field] if *field == T::FIELD => {}
            [_, _] => assert!(usable >= 1, "{path}: {changed}"),
            [_, _, name] if *name == keeps => assert!(usable >= 1, "{path}: {changed}"),
            _ => assert_eq!(usable, 2, "{path}: {changed}"),
        }
    });
}

#[test]
fn a_list_loses_one_item_at_most() {
    let annotations = json!({ "title": "A", "readOnlyHint": true });
    list_keeps_the_others::<ToolDefinition>(
        &json!({ "name": "t", "title": "T", "description": "d", "inputSchema": { "type": "object" },
            "outputSchema": { "type": "object" }, "annotations": annotations, "icons": [{ "src": "a" }], "_meta": {} }),
        "name",
    );
    list_keeps_the_others::<Resource>(
        &json!({ "uri": "a:1", "name": "n", "title": "T", "description": "d", "mimeType": "a/b", "size": 1,
            "annotations": { "audience": ["user"] } }),
        "uri",
    );
    list_keeps_the_others::<ResourceTemplate>(
        &json!({ "uriTemplate": "a:{x}", "name": "n", "title": "T", "description": "d", "mimeType": "a/b" }),
        "uriTemplate",
    );
    list_keeps_the_others::<PromptTemplate>(
        &json!({ "name": "p", "title": "T", "description": "d",
            "arguments": [{ "name": "a", "description": "d", "required": true }, { "name": "b" }] }),
        "name",
    );
}

#[test]
fn a_result_keeps_its_other_parts() {
    let result = json!({
        "content": [
            { "type": "text", "text": "kept", "annotations": { "priority": 1 } },
            { "type": "image", "data": "QUJD", "mimeType": "image/png" },
            { "type": "resource", "resource": { "uri": "a:1", "mimeType": "a/b", "blob": "QUJD" } },
            { "type": "resource_link", "uri": "a:2", "name": "n" },
        ],
        "structuredContent": { "kept": 42 }, "isError": false, "_meta": { "x": 1 },
    });
    mutate(&result, &mut |path, changed| {
        let outcome = read_outcome(&raw(changed), &Bounds::default());
        if !path.starts_with("/content") {
            assert_eq!(outcome.content.len(), 4, "{path}");
        } else if path != "/content" {
            assert_eq!(outcome.content.len(), 4, "{path}");
            assert_eq!(
                outcome.structured.as_deref(),
                Some(r#"{"kept":42}"#),
                "{path}"
            );
        }
    });
    let prompt = json!({ "description": "d", "messages": [
        { "role": "user", "content": { "type": "text", "text": "a" } },
        { "role": "assistant", "content": { "type": "text", "text": "b" } },
    ] });
    mutate(&prompt, &mut |path, changed| {
        let read = read_prompt(&raw(changed), &Bounds::default());
        assert!(
            path == "/messages" || read.messages.len() >= 2,
            "{path}: {changed}"
        );
    });
    let contents =
        json!({ "contents": [{ "uri": "a:1", "text": "a" }, { "uri": "a:2", "blob": "QUJD" }] });
    mutate(&contents, &mut |path, changed| {
        let read = read_contents(&raw(changed), &Bounds::default());
        assert!(path == "/contents" || read.len() == 2, "{path}: {changed}");
    });
}

#[test]
fn what_is_read_alone_never_fails_for_what_does_not_identify_it() {
    let opening = json!({ "protocolVersion": "2025-11-25", "capabilities": { "tools": { "listChanged": true }, "logging": {} },
        "serverInfo": { "name": "n", "version": "1", "icons": [{ "src": "a" }] }, "instructions": "i" });
    mutate(&opening, &mut |path, changed| {
        let opened = stateful_opening(&raw(changed));
        let tools = |c: &Capabilities| c.tools.is_some();
        match path {
            "/protocolVersion" => {}
            "/capabilities" | "/capabilities/tools" => assert!(opened.is_ok(), "{path}"),
            _ => assert!(
                opened.is_ok_and(|o| tools(&o.info.capabilities)),
                "{path}: {changed}"
            ),
        }
    });
    let task = json!({ "taskId": "t", "status": "working", "ttlMs": 1, "pollIntervalMs": 1, "statusMessage": "m" });
    mutate(&task, &mut |path, changed| {
        let identifies = matches!(path, "/taskId" | "/status");
        assert!(
            identifies || read_created(&raw(changed)).is_ok(),
            "{path}: {changed}"
        );
    });
    for one in [
        json!({ "level": "info", "logger": "l", "data": { "a": 1 } }),
        json!({ "completion": { "values": ["a"], "total": 1, "hasMore": true } }),
        json!({ "code": -32603, "message": "m", "data": { "a": 1 } }),
    ] {
        mutate(&one, &mut |_, changed| {
            let _ = read_log(&raw(changed));
            let _ = read_completion(&raw(changed));
            let _ = read_error(&raw(changed));
        });
    }
}
