//! What a model is sent for a server, as JSON.

use domain::{Content, DraftDigest, SamplingContent, SamplingMessage, SamplingRole, ToolUseChoice};
use serde_json::{Value, json};

use crate::SamplingDraft;

impl SamplingDraft {
    /// What is sent to the model, as JSON: images and sounds by their size, unless all of it is `whole`.
    #[must_use]
    pub fn to_json(&self, whole: bool) -> Value {
        let request = &self.request;
        let messages = request.messages.iter().map(|m| message(m, whole));
        let tools = request.tools.iter().map(|tool| {
            json!({
                "name": tool.name,
                "description": tool.description,
                "inputSchema": read(&tool.input_schema),
            })
        });
        let mut sent = json!({
            "model": self.model.model,
            "endpoint": self.model.origin,
            "maxTokens": request.max_tokens,
            "messages": messages.collect::<Vec<_>>(),
        });
        let Some(fields) = sent.as_object_mut() else {
            return sent;
        };
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        if let Some(system) = &request.system_prompt {
            put("systemPrompt", json!(system));
        }
        if let Some(temperature) = request.temperature {
            put("temperature", json!(temperature));
        }
        if !request.stop_sequences.is_empty() {
            put("stopSequences", json!(request.stop_sequences));
        }
        if !request.tools.is_empty() {
            put("tools", tools.collect());
            let choice = match request.tool_choice {
                ToolUseChoice::Auto => "auto",
                ToolUseChoice::Required => "required",
                ToolUseChoice::None => "none",
            };
            put("toolChoice", json!(choice));
        }
        sent
    }

    /// The digest of everything that is sent, by which the log names what was approved.
    #[must_use]
    pub fn digest(&self) -> DraftDigest {
        DraftDigest::of(&self.to_json(true).to_string())
    }
}

fn message(message: &SamplingMessage, whole: bool) -> Value {
    let role = match message.role {
        SamplingRole::User => "user",
        SamplingRole::Assistant => "assistant",
    };
    let content = message.content.iter().map(|b| block(b, whole));
    json!({ "role": role, "content": content.collect::<Vec<_>>() })
}

fn block(block: &SamplingContent, whole: bool) -> Value {
    match block {
        SamplingContent::Text(text) => json!({ "type": "text", "text": text }),
        SamplingContent::Image { mime_type, data } => media("image", mime_type, data, whole),
        SamplingContent::Audio { mime_type, data } => media("audio", mime_type, data, whole),
        SamplingContent::ToolUse { id, name, input } => {
            json!({ "type": "tool_use", "id": id, "name": name, "input": read(input.as_str()) })
        }
        SamplingContent::ToolResult {
            tool_use_id,
            content,
            is_error,
        } => {
            let content: Vec<Value> = content.iter().map(|c| given(c, whole)).collect();
            json!({
                "type": "tool_result",
                "toolUseId": tool_use_id,
                "isError": is_error,
                "content": content,
            })
        }
    }
}

fn given(content: &Content, whole: bool) -> Value {
    match content {
        Content::Text { text, .. } => json!({ "type": "text", "text": text }),
        Content::Image {
            mime_type, data, ..
        } => media("image", mime_type, data, whole),
        Content::Audio {
            mime_type, data, ..
        } => media("audio", mime_type, data, whole),
        Content::Resource { raw, .. } | Content::Unknown { raw } => read(raw),
    }
}

fn media(kind: &str, mime_type: &str, data: &str, whole: bool) -> Value {
    if whole {
        return json!({ "type": kind, "mimeType": mime_type, "data": data });
    }
    json!({ "type": kind, "mimeType": mime_type, "bytes": data.len() / 4 * 3 })
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| json!(text))
}
