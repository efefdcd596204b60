//! The protocol's official example messages: what a server can send to this client is decoded, and nothing of it is lost.
//!
//! They are of revision 2026-07-28. Fields that all its results have ([`OF_THE_ERA`]) are the session's; everything else of
//! an example has to be found again in what was decoded. What a client sends is made anew by the code that sends it.

#[path = "../tests/units/mutations.rs"]
mod mutations;
mod stateless;

use std::path::{Path, PathBuf};

use domain::{Content, ServerId, ToolDefinition, ToolOutcome};
use serde_json::{Map, Value, json, value::RawValue};

use crate::{
    Bounds, CallError, ServerEvent,
    events::{read_log, read_update},
    features::{
        completion::read_completion,
        content::read_block,
        listing::{Item, Listing, read_page},
        prompts::{PromptRole, PromptTemplate, read_prompt},
        resources::{Resource, ResourceTemplate, read_contents},
        tools::read_outcome,
    },
    jsonrpc::{Incoming, decode},
};

/// Fields of results that only the stateless revision has.
const OF_THE_ERA: [&str; 4] = ["resultType", "ttlMs", "cacheScope", "_meta"];

/// Examples of neither side of this client: what other clients declare. Its own declaration is checked against the schema.
const NOT_OURS: &[&str] = &["ClientCapabilities"];

/// The parameters of notifications.
const PARAMS_OF: [(&str, &str); 4] = [
    ("CancelledNotificationParams", "notifications/cancelled"),
    ("LoggingMessageNotificationParams", "notifications/message"),
    ("ProgressNotificationParams", "notifications/progress"),
    (
        "ResourceUpdatedNotificationParams",
        "notifications/resources/updated",
    ),
];

#[test]
fn every_example_decodes_and_loses_nothing() {
    let mut seen = 0;
    for folder in entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/examples/2026-07-28"))
    {
        let kind = folder.file_name().unwrap().to_str().unwrap().to_owned();
        for file in entries(&folder) {
            let text = std::fs::read_to_string(&file).unwrap();
            let example: Value = serde_json::from_str(&text).unwrap();
            if !NOT_OURS.contains(&kind.as_str()) {
                assert_eq!(again(&kind, &example), example, "{}", file.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 110, "{seen} examples");
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    all.sort();
    all
}

fn raw(value: &Value) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).unwrap()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The example, decoded as its kind and written again from what was decoded.
fn again(kind: &str, example: &Value) -> Value {
    let bounds = Bounds::default();
    if let Some(method) = PARAMS_OF.iter().find(|(params, _)| *params == kind) {
        let around = json!({ "jsonrpc": "2.0", "method": method.1, "params": example });
        return notification(&around)["params"].clone();
    }
    let made = stateless::received(kind, example).or_else(|| stateless::sent(kind, example));
    if let Some(made) = made {
        return made;
    }
    if let Some(result) = kind.strip_suffix("Response") {
        return answer(example, |outcome| {
            again(result, &parsed(outcome.unwrap().get()))
        });
    }
    if kind.ends_with("Error") {
        return error(example);
    }
    if kind.ends_with("Notification") {
        return notification(example);
    }
    let raw = raw(example);
    match kind {
        "TextContent" | "ImageContent" | "AudioContent" | "EmbeddedResource" | "ResourceLink"
        | "ToolUseContent" | "ToolResultContent" => block(&read_block(&raw, &bounds)),
        "TextResourceContents" | "BlobResourceContents" => {
            contents(&json!({ "contents": [example] }))["contents"][0].clone()
        }
        "Tool" => parsed(
            &ToolDefinition::read(&raw, ServerId::new(), &mut Vec::new())
                .unwrap()
                .raw,
        ),
        "Resource" => parsed(
            &Resource::read(&raw, ServerId::new(), &mut Vec::new())
                .unwrap()
                .raw,
        ),
        "CallToolResult" => outcome(example, &read_outcome(&raw, &bounds)),
        "ReadResourceResult" => contents(example),
        "GetPromptResult" => prompt(example),
        "CompleteResult" => completion(example),
        "ListToolsResult" => page::<ToolDefinition>(example, |tool| &tool.raw),
        "ListResourcesResult" => page::<Resource>(example, |resource| &resource.raw),
        "ListResourceTemplatesResult" => page::<ResourceTemplate>(example, |one| &one.raw),
        "ListPromptsResult" => page::<PromptTemplate>(example, |prompt| &prompt.raw),
        other => panic!("nobody reads {other}"),
    }
}

/// What of an example is only the stateless revision's.
fn era(example: &Value) -> Map<String, Value> {
    let fields = example.as_object().unwrap().iter();
    fields
        .filter(|(name, _)| OF_THE_ERA.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn with(example: &Value, fields: Value) -> Value {
    let mut all = era(example);
    all.extend(fields.as_object().unwrap().clone());
    Value::Object(all)
}

fn joined(mut fields: Value, rest: &domain::Rest) -> Value {
    if let Some(rest) = rest.as_json() {
        let more = parsed(rest);
        let more = more.as_object().unwrap().clone();
        fields.as_object_mut().unwrap().extend(more);
    }
    fields
}

fn block(content: &Content) -> Value {
    match content {
        Content::Text { text, rest } => joined(json!({ "type": "text", "text": text }), rest),
        Content::Image {
            mime_type,
            data,
            rest,
        } => joined(
            json!({ "type": "image", "mimeType": mime_type, "data": data }),
            rest,
        ),
        Content::Audio {
            mime_type,
            data,
            rest,
        } => joined(
            json!({ "type": "audio", "mimeType": mime_type, "data": data }),
            rest,
        ),
        Content::Resource { raw, .. } | Content::Unknown { raw } => parsed(raw),
    }
}

fn outcome(example: &Value, outcome: &ToolOutcome) -> Value {
    let mut fields = json!({ "content": outcome.content.iter().map(block).collect::<Vec<_>>() });
    if let Some(structured) = &outcome.structured {
        fields["structuredContent"] = parsed(structured);
    }
    let mut fields = joined(fields, &outcome.rest);
    // Absent and `false` are the same to this host.
    if outcome.is_error || example.get("isError").is_some() {
        fields["isError"] = outcome.is_error.into();
    }
    fields
}

fn contents(example: &Value) -> Value {
    let read = read_contents(&raw(example), &Bounds::default());
    let all: Vec<Value> = read
        .iter()
        .map(|content| match content {
            Content::Resource { raw, .. } => parsed(raw)["resource"].clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    with(example, json!({ "contents": all }))
}

fn prompt(example: &Value) -> Value {
    let read = read_prompt(&raw(example), &Bounds::default());
    let messages: Vec<Value> = read
        .messages
        .iter()
        .map(|message| {
            let role = match message.role {
                PromptRole::User => "user",
                PromptRole::Assistant => "assistant",
                PromptRole::Other => "other",
            };
            json!({ "role": role, "content": block(&message.content) })
        })
        .collect();
    with(
        example,
        json!({ "description": read.description, "messages": messages }),
    )
}

fn completion(example: &Value) -> Value {
    let read = read_completion(&raw(example));
    let proposed = json!({ "values": read.values, "total": read.total, "hasMore": read.has_more });
    with(example, json!({ "completion": proposed }))
}

fn page<T: Item>(example: &Value, text: fn(&T) -> &str) -> Value {
    let bounds = Bounds::default();
    let mut listing = Listing::<T>::default();
    let page = read_page::<T>(&raw(example), ServerId::new(), &bounds, None, &|_| Ok(()));
    let next = listing.take(page, &bounds);
    let listed = listing.finish();
    assert!(listed.unreadable.is_empty(), "{:?}", listed.unreadable);
    let items: Vec<Value> = listed.items.iter().map(|item| parsed(text(item))).collect();
    let mut fields = json!({ T::FIELD: items });
    if let Some(next) = next {
        fields["nextCursor"] = next.into();
    }
    with(example, fields)
}

/// An answer, as it would come to a request of ours: identifiers of ours are numbers.
fn answer(example: &Value, read: impl FnOnce(Result<&RawValue, CallError>) -> Value) -> Value {
    let mut message = example.clone();
    message["id"] = 7.into();
    let (mut read, mut result) = (Some(read), Value::Null);
    decode(&message.to_string(), &Bounds::default(), &mut |incoming| {
        if let Incoming::Answer { id, outcome } = incoming {
            assert_eq!(id.number, 7);
            result = read.take().unwrap()(outcome);
        }
    });
    json!({ "jsonrpc": "2.0", "id": example["id"], "result": result })
}

/// An error: alone in some examples, in its answer in others.
fn error(example: &Value) -> Value {
    let whole = example.get("error").is_some();
    let message = if whole {
        example.clone()
    } else {
        json!({ "jsonrpc": "2.0", "id": 7, "error": example })
    };
    let mut found = Value::Null;
    answer(&message, |outcome| {
        let Err(CallError::Rpc {
            code,
            message,
            data,
        }) = outcome
        else {
            panic!("{outcome:?}");
        };
        found = json!({ "code": code, "message": message });
        if let Some(data) = data {
            found["data"] = parsed(data.as_data());
        }
        Value::Null
    });
    if whole {
        json!({ "jsonrpc": "2.0", "id": example["id"], "error": found })
    } else {
        found
    }
}

fn notification(example: &Value) -> Value {
    let mut found = json!({ "jsonrpc": "2.0" });
    decode(&example.to_string(), &Bounds::default(), &mut |incoming| {
        let Incoming::Notification { method, params } = incoming else {
            panic!("{incoming:?}");
        };
        if let Some(params) = params {
            match method.as_str() {
                "notifications/message" => {
                    assert!(matches!(read_log(params), ServerEvent::Log { .. }));
                }
                "notifications/resources/updated" => assert!(read_update(params).is_some()),
                _ => {}
            }
            found["params"] = parsed(params.get());
        }
        found["method"] = method.into();
    });
    found
}
