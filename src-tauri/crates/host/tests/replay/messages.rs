//! Messages: Anthropic's rules with thinking switched on.

use serde_json::{Value, json};

use super::endpoint::{Answer, call_id, paired};

fn thought(number: usize) -> Value {
    let signature = format!("signature-{number}");
    json!({ "type": "thinking", "thinking": format!("claude thinks {number}"), "signature": signature })
}

pub fn events(answer: Answer, number: usize) -> Vec<Value> {
    let thought = thought(number);
    let start = |at: usize, block: Value| json!({ "type": "content_block_start", "index": at, "content_block": block });
    let delta = |at: usize, delta: Value| json!({ "type": "content_block_delta", "index": at, "delta": delta });
    let stop = |at: usize| json!({ "type": "content_block_stop", "index": at });
    let text = match answer {
        Answer::Call => "I look.",
        Answer::Words => "Done.",
    };
    let usage = json!({ "input_tokens": 6000, "output_tokens": 1 });
    let mut out = vec![
        json!({ "type": "message_start", "message": { "id": "msg_1", "role": "assistant", "content": [], "model": "m", "usage": usage } }),
        start(
            0,
            json!({ "type": "thinking", "thinking": "", "signature": "" }),
        ),
        delta(
            0,
            json!({ "type": "thinking_delta", "thinking": thought["thinking"] }),
        ),
        delta(
            0,
            json!({ "type": "signature_delta", "signature": thought["signature"] }),
        ),
        stop(0),
        start(1, json!({ "type": "text", "text": "" })),
        delta(1, json!({ "type": "text_delta", "text": text })),
        stop(1),
    ];
    let reason = match answer {
        Answer::Call => {
            let id = format!("toolu_{}", call_id(number));
            out.push(start(
                2,
                json!({ "type": "tool_use", "id": id, "name": "Kit_echo", "input": {} }),
            ));
            out.push(delta(
                2,
                json!({ "type": "input_json_delta", "partial_json": "{\"text\": \"hi\"}" }),
            ));
            out.push(stop(2));
            "tool_use"
        }
        Answer::Words => "end_turn",
    };
    out.push(json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": { "output_tokens": 5 } }));
    out.push(json!({ "type": "message_stop" }));
    out
}

pub fn rules(body: &Value, number: usize) -> Result<(), String> {
    let messages = body["messages"].as_array().ok_or("no messages")?;
    let mut open: Vec<String> = Vec::new();
    for message in messages {
        let content = &message["content"];
        let blocks = match content.as_str() {
            Some(text) => vec![json!({ "type": "text", "text": text })],
            None => content.as_array().cloned().unwrap_or_default(),
        };
        if blocks.is_empty() {
            return Err(format!("content {content}"));
        }
        let is_user = message["role"] == "user";
        // Results come first.
        let mut results_end = false;
        for block in &blocks {
            let kind = block["type"].as_str().unwrap_or_default();
            if kind != "tool_result" {
                results_end = true;
                if is_user && !open.is_empty() {
                    return Err(format!("tool_use without tool_result next: {open:?}"));
                }
            }
            match (is_user, kind) {
                (_, "text")
                    if block["text"]
                        .as_str()
                        .is_none_or(|text| text.trim().is_empty()) =>
                {
                    return Err("text content blocks must be non-empty".to_owned());
                }
                (_, "text") | (true, "image") => {}
                (true, "tool_result") if !results_end => {
                    paired(&mut open, block["tool_use_id"].as_str().unwrap_or_default())?;
                }
                (false, "thinking") => known(block, number)?,
                (false, "tool_use") if block["input"].is_object() => {
                    open.push(identifier(&block["id"])?);
                }
                _ => return Err(format!("a block {kind} of {}", message["role"])),
            }
        }
    }
    match open.is_empty() {
        true => Ok(()),
        false => Err(format!("tool_use without tool_result: {open:?}")),
    }
}

fn known(block: &Value, number: usize) -> Result<(), String> {
    let bare = |block: &Value| {
        let mut block = block.clone();
        block
            .as_object_mut()
            .map(|members| members.remove("cache_control"));
        block
    };
    match (1..number).any(|one| thought(one) == bare(block)) {
        true => Ok(()),
        false => Err(format!("Invalid signature in thinking block: {block}")),
    }
}

fn identifier(id: &Value) -> Result<String, String> {
    let id = id.as_str().unwrap_or_default();
    let fits = !id.is_empty()
        && id
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    match fits {
        true => Ok(id.to_owned()),
        false => Err(format!("tool_use.id: {id}")),
    }
}
