//! Responses: OpenAI's rules where nothing is stored.

use serde_json::{Value, json};

use super::endpoint::{Answer, call_id, only, paired};

fn thought(number: usize) -> Value {
    let summary = json!([{ "type": "summary_text", "text": format!("gpt thinks {number}") }]);
    json!({ "type": "reasoning", "id": format!("rs_{number}"), "summary": summary, "encrypted_content": format!("gAAA{number}") })
}

fn call(number: usize) -> Value {
    json!({ "type": "function_call", "id": format!("fc_{number}"), "call_id": call_id(number), "name": "Kit_echo", "arguments": "{\"text\": \"hi\"}", "status": "completed" })
}

fn said(number: usize, text: &str) -> Value {
    let content = json!([{ "type": "output_text", "text": text, "annotations": [] }]);
    json!({ "type": "message", "id": format!("msg_{number}"), "role": "assistant", "status": "completed", "content": content })
}

pub fn events(answer: Answer, number: usize) -> Vec<Value> {
    let items = match answer {
        Answer::Call => vec![thought(number), said(number, "I look."), call(number)],
        Answer::Words => vec![thought(number), said(number, "Done.")],
    };
    let mut out = vec![
        json!({ "type": "response.created", "response": { "id": "resp_1", "status": "in_progress", "output": [] } }),
    ];
    for (at, item) in items.iter().enumerate() {
        out.push(json!({ "type": "response.output_item.added", "output_index": at, "item": { "type": item["type"], "id": item["id"] } }));
        if item["type"] == "message" {
            let delta = &item["content"][0]["text"];
            out.push(json!({ "type": "response.output_text.delta", "item_id": item["id"], "output_index": at, "content_index": 0, "delta": delta }));
        }
        out.push(json!({ "type": "response.output_item.done", "output_index": at, "item": item }));
    }
    let usage = json!({ "input_tokens": 6000, "output_tokens": 5 });
    out.push(json!({ "type": "response.completed", "response": { "id": "resp_1", "status": "completed", "output": items, "usage": usage } }));
    out
}

pub fn rules(body: &Value, number: usize) -> Result<(), String> {
    if body["store"] != false {
        return Err("the conversation would be stored".to_owned());
    }
    let items = body["input"].as_array().ok_or("no input")?;
    let mut open: Vec<String> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        match item["type"].as_str().unwrap_or("message") {
            "message" => message(item)?,
            "reasoning" => {
                if !(1..number)
                    .any(|one| thought(one)["encrypted_content"] == item["encrypted_content"])
                {
                    return Err("the encrypted content could not be verified".to_owned());
                }
                let next = items
                    .get(at + 1)
                    .ok_or("reasoning without its following item")?;
                if next["role"] == "user" || next["type"] == "function_call_output" {
                    return Err("reasoning without its following item".to_owned());
                }
            }
            "function_call" => {
                only(
                    item,
                    &["type", "id", "call_id", "name", "arguments", "status"],
                )?;
                if item["id"].as_str().is_some_and(|id| !id.starts_with("fc")) {
                    return Err(format!("call {item}"));
                }
                open.push(item["call_id"].as_str().unwrap_or_default().to_owned());
            }
            "function_call_output" => {
                only(item, &["type", "id", "call_id", "output", "status"])?;
                paired(&mut open, item["call_id"].as_str().unwrap_or_default())?;
                parts(&item["output"], &["input_text", "input_image"])?;
            }
            other => return Err(format!("an item {other}")),
        }
    }
    match open.is_empty() {
        true => Ok(()),
        false => Err(format!("no tool output found for {open:?}")),
    }
}

fn message(item: &Value) -> Result<(), String> {
    only(item, &["type", "id", "role", "content", "status", "phase"])?;
    if item["id"].as_str().is_some_and(|id| !id.starts_with("msg")) {
        return Err(format!("message {item}"));
    }
    match item["role"].as_str() {
        Some("assistant") => parts(&item["content"], &["output_text", "refusal"]),
        Some("user" | "system" | "developer") => {
            parts(&item["content"], &["input_text", "input_image"])
        }
        other => Err(format!("role {other:?}")),
    }
}

fn parts(content: &Value, allowed: &[&str]) -> Result<(), String> {
    if content.is_string() {
        return Ok(());
    }
    for part in content.as_array().ok_or("content is no text and no list")? {
        let kind = part["type"].as_str().unwrap_or_default();
        if !allowed.contains(&kind) {
            return Err(format!("content of type {kind}"));
        }
    }
    Ok(())
}
