//! Chat completions: DeepSeek's rule for thinking, OpenAI's for everything else.

use serde_json::{Value, json};

use super::endpoint::{Answer, call_id, only, paired};

fn thought(number: usize) -> String {
    format!("chat thinks {number}")
}

pub fn events(answer: Answer, number: usize) -> Vec<Value> {
    let delta = |delta: Value, end: Value| json!({ "id": "c", "choices": [{ "index": 0, "delta": delta, "finish_reason": end }] });
    let thinks = delta(json!({ "reasoning_content": thought(number) }), Value::Null);
    match answer {
        Answer::Call => {
            let function = json!({ "name": "Kit_echo", "arguments": "{\"text\": \"hi\"}" });
            let call = json!({ "index": 0, "id": call_id(number), "type": "function", "function": function });
            vec![
                thinks,
                delta(json!({ "content": "I look." }), Value::Null),
                delta(json!({ "tool_calls": [call] }), Value::Null),
                delta(json!({}), json!("tool_calls")),
            ]
        }
        Answer::Words => vec![
            thinks,
            delta(json!({ "content": "Done." }), Value::Null),
            delta(json!({}), json!("stop")),
        ],
    }
}

pub fn rules(body: &Value, number: usize) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let messages = body["messages"].as_array().ok_or("no messages")?;
    let turn = messages.iter().rposition(|m| m["role"] == "user");
    for (at, message) in messages.iter().enumerate() {
        let role = message["role"].as_str().unwrap_or_default();
        if role != "tool" && !open.is_empty() {
            return Err(format!("no result for {open:?}"));
        }
        match role {
            "system" | "developer" | "user" => {
                only(message, &["role", "content"])?;
                content(&message["content"], &["text", "image_url"])?;
            }
            "assistant" => {
                only(
                    message,
                    &["role", "content", "tool_calls", "reasoning_content"],
                )?;
                assistant(
                    message,
                    turn.is_some_and(|turn| at > turn),
                    number,
                    &mut open,
                )?;
            }
            "tool" => {
                only(message, &["role", "content", "tool_call_id"])?;
                content(&message["content"], &["text"])?;
                paired(
                    &mut open,
                    message["tool_call_id"].as_str().unwrap_or_default(),
                )?;
            }
            other => return Err(format!("role {other}")),
        }
    }
    match open.is_empty() {
        true => Ok(()),
        false => Err(format!("no result for {open:?}")),
    }
}

fn assistant(
    message: &Value,
    of_this_turn: bool,
    number: usize,
    open: &mut Vec<String>,
) -> Result<(), String> {
    let calls = message["tool_calls"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    if calls.is_empty() && !message["content"].is_string() {
        return Err("an answer without content".to_owned());
    }
    for call in calls {
        only(call, &["id", "type", "function"])?;
        let id = call["id"].as_str().unwrap_or_default();
        let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
        if id.is_empty() || id.len() > 40 || serde_json::from_str::<Value>(arguments).is_err() {
            return Err(format!("call {call}"));
        }
        open.push(id.to_owned());
    }
    match message["reasoning_content"].as_str() {
        None if of_this_turn && !calls.is_empty() => {
            Err("the reasoning_content in thinking mode must be passed back".to_owned())
        }
        Some(text) if !(1..number).any(|one| thought(one) == text) => {
            Err(format!("reasoning of another: {text}"))
        }
        Some(_) | None => Ok(()),
    }
}

fn content(content: &Value, allowed: &[&str]) -> Result<(), String> {
    if content.is_string() {
        return Ok(());
    }
    for part in content.as_array().ok_or("content is no text and no list")? {
        let kind = part["type"].as_str().unwrap_or_default();
        only(part, &["type", kind])?;
        if !allowed.contains(&kind) {
            return Err(format!("content of type {kind}"));
        }
    }
    Ok(())
}
