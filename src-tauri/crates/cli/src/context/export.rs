//! `context export`: what a bug report about a conversation needs.
//!
//! What a person or a server wrote is left out: each text is its number of characters, each server a number. What stays are kinds, sizes, models,
//! states, and what Innkeeper says about failures, which may quote the endpoint. Credentials are taken out of everything.

use domain::{ConversationId, visible_block};
use host::{Host, scrub};
use host_api::{
    CallView, ContextRequestView, ContextView, ConversationView, MessageStatusView, MessageView,
    PartView,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::output::Failure;

/// Members of a request's part that are no words of a person or a server.
const SHAPE: [&str; 13] = [
    "index",
    "group",
    "kind",
    "reason",
    "message",
    "tokens",
    "bytes",
    "kept",
    "repeated",
    "cached",
    "shortened",
    "deferred",
    "server",
];

/// Returns the document. With `texts`, it also has the texts, and the contents of the newest request.
///
/// # Errors
/// There is no such conversation, or stored data cannot be read.
pub(super) async fn document(
    host: &Host,
    id: ConversationId,
    texts: bool,
) -> Result<Value, Failure> {
    let view = host.open_conversation(id).await?;
    let records = host.context_requests(id).await?;
    let mut requests = Vec::with_capacity(records.len());
    for (at, record) in records.iter().enumerate() {
        let sent = host.context_request(id, &record.id).await?;
        let mut written = request(&sent, texts)?;
        if texts && at + 1 == records.len() {
            written["contents"] = contents(host, id, record, &sent).await?;
        }
        requests.push(written);
    }
    let mut document = json!({
        "innkeeper": env!("CARGO_PKG_VERSION"),
        "system": std::env::consts::OS,
        "texts": texts,
        "messages": messages(&view, texts)?,
        "requests": requests,
        "usage": written(&view.usage)?,
    });
    clean(&mut document);
    Ok(document)
}

fn written(value: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(value).map_err(|error| Failure::data(error.to_string()))
}

async fn contents(
    host: &Host,
    id: ConversationId,
    record: &ContextRequestView,
    sent: &ContextView,
) -> Result<Value, Failure> {
    let mut all = Vec::with_capacity(sent.parts.len());
    for part in &sent.parts {
        let content = host
            .context_part(id, Some(&record.id), "", part.index)
            .await?;
        all.push(written(&content)?);
    }
    Ok(Value::Array(all))
}

fn request(sent: &ContextView, texts: bool) -> Result<Value, Failure> {
    let mut request = written(sent)?;
    let mut servers = Vec::new();
    for list in ["parts", "omitted"] {
        let parts = request[list].as_array_mut().into_iter().flatten();
        for part in parts.filter_map(Value::as_object_mut) {
            if !texts {
                hide(part, &mut servers);
            }
        }
    }
    Ok(request)
}

/// Leaves out what a part says, but for which parts come from one server.
fn hide(part: &mut Map<String, Value>, servers: &mut Vec<Value>) {
    let server = part.get("server").filter(|server| !server.is_null());
    let number = server.map(|server| {
        let known = servers.iter().position(|known| known == server);
        known.unwrap_or_else(|| {
            servers.push(server.clone());
            servers.len() - 1
        }) + 1
    });
    part.insert("server".to_owned(), number.into());
    part.retain(|name, _| SHAPE.contains(&name.as_str()));
}

fn messages(view: &ConversationView, texts: bool) -> Result<Vec<Value>, Failure> {
    let messages = view.messages.iter();
    messages
        .map(|message| match texts {
            true => written(message),
            false => shape(message),
        })
        .collect()
}

fn shape(message: &MessageView) -> Result<Value, Failure> {
    let failure = match &message.status {
        MessageStatusView::Failed { message, hint, .. } => json!([message, hint]),
        MessageStatusView::Complete | MessageStatusView::Streaming | MessageStatusView::Stopped => {
            Value::Null
        }
    };
    let parts: Result<Vec<Value>, Failure> = message.parts.iter().map(part).collect();
    Ok(json!({
        "id": message.id,
        "parent": message.parent,
        "role": message.role,
        "status": written(&message.status)?["status"],
        "failure": failure,
        "model": message.model,
        "created_ms": message.created_ms,
        "usage": written(&message.usage)?,
        "attachments": message.attachments.len(),
        "parts": parts?,
    }))
}

fn part(part: &PartView) -> Result<Value, Failure> {
    Ok(match part {
        PartView::Text { text, .. } => json!({ "kind": "text", "chars": text.chars().count() }),
        PartView::Reasoning { text, .. } => {
            json!({ "kind": "reasoning", "chars": text.chars().count() })
        }
        PartView::Call { call, .. } => self::call(call)?,
        PartView::Notice { text, .. } => json!({ "kind": "notice", "text": text }),
    })
}

fn call(call: &CallView) -> Result<Value, Failure> {
    let state = written(&call.state)?;
    Ok(json!({
        "kind": "call",
        "id": call.id,
        "state": state["state"],
        "by": state["by"],
        "known_tool": call.server.is_some(),
        "edited": call.edited,
        "arguments_chars": call.arguments.chars().count(),
        "rounds": call.rounds.len(),
        "result_parts": call.result.len(),
        "result_bytes": call.result_bytes,
        "structured": call.structured.is_some(),
        "sent_ms": call.sent_ms,
        "ended_ms": call.ended_ms,
    }))
}

/// Takes credentials out, and makes hidden characters visible.
fn clean(value: &mut Value) {
    match value {
        Value::String(text) => *text = visible_block(&scrub(text)),
        Value::Array(items) => items.iter_mut().for_each(clean),
        Value::Object(members) => members.values_mut().for_each(clean),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
