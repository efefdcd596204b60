//! Sampling: reads a server's request for an answer of the user's model, and writes the answer (2025-11-25,
//! client/sampling). A request that cannot be shown to a person as it is, is refused as a whole.

use domain::{
    JsonObjectText, Priorities, RequestId, SamplingContent, SamplingMessage, SamplingReply,
    SamplingRequest, SamplingRole, SamplingTool, ServerId, ToolUseChoice,
};
use serde::Deserialize;
use serde_json::{json, value::RawValue};

use super::content::{is_media, read_block};
use crate::bounds::{
    Bounds, SAMPLING_BYTES, SAMPLING_MESSAGES, SAMPLING_TOOLS, SAMPLING_WISHES, TEXT_CHARS,
};

/// Longest name of a tool that every model takes, in characters.
const MAX_TOOL_NAME: usize = 64;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params<'a> {
    #[serde(borrow)]
    messages: Vec<Message<'a>>,
    #[serde(default)]
    system_prompt: Option<String>,
    max_tokens: f64,
    #[serde(default)]
    temperature: Option<f64>,
    #[serde(default)]
    stop_sequences: Option<Vec<String>>,
    #[serde(borrow, default)]
    model_preferences: Option<&'a RawValue>,
    #[serde(default)]
    include_context: Option<String>,
    #[serde(borrow, default)]
    tools: Option<Vec<Tool<'a>>>,
    #[serde(default)]
    tool_choice: Option<Choice>,
}

#[derive(Deserialize)]
struct Message<'a> {
    role: Role,
    #[serde(borrow)]
    content: &'a RawValue,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
    Assistant,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tool<'a> {
    name: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(borrow)]
    input_schema: &'a RawValue,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    mode: Option<Mode>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Auto,
    Required,
    None,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Block<'a> {
    r#type: String,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    data: Option<String>,
    #[serde(default)]
    mime_type: Option<String>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(borrow, default)]
    input: Option<&'a RawValue>,
    #[serde(default)]
    tool_use_id: Option<String>,
    #[serde(borrow, default)]
    content: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    is_error: Option<bool>,
}

/// Reads the parameters of `sampling/createMessage`.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn read(
    params: Option<&RawValue>,
    id: RequestId,
    server: ServerId,
    bounds: &Bounds,
) -> Result<SamplingRequest, String> {
    let raw = params.ok_or("parameters are missing")?;
    if raw.get().len() > SAMPLING_BYTES {
        return Err(format!("a request has at most {SAMPLING_BYTES} bytes"));
    }
    let params: Params<'_> =
        serde_json::from_str(raw.get()).map_err(|_| "the parameters cannot be read".to_owned())?;
    if params.messages.is_empty() || params.messages.len() > SAMPLING_MESSAGES {
        return Err(format!("a request has 1 to {SAMPLING_MESSAGES} messages"));
    }
    if !params.max_tokens.is_finite() || params.max_tokens < 1.0 {
        return Err("maxTokens is at least 1".into());
    }
    let messages = params
        .messages
        .iter()
        .map(|m| message(m, bounds))
        .collect::<Result<Vec<_>, _>>()?;
    check_results(&messages)?;
    let tools = params.tools.unwrap_or_default();
    if tools.len() > SAMPLING_TOOLS {
        return Err(format!("a request has at most {SAMPLING_TOOLS} tools"));
    }
    let (hints, priorities) = params
        .model_preferences
        .map(preferences)
        .unwrap_or_default();
    let mut stop_sequences = params.stop_sequences.unwrap_or_default();
    stop_sequences.truncate(SAMPLING_WISHES);
    Ok(SamplingRequest {
        id,
        server,
        messages,
        system_prompt: params.system_prompt,
        // What is more than any model writes is cut: the host caps it further.
        max_tokens: params.max_tokens.min(f64::from(u32::MAX)) as u32,
        temperature: params.temperature.filter(|t| (0.0..=2.0).contains(t)),
        stop_sequences,
        hints,
        priorities,
        include_context: params.include_context.filter(|c| c != "none"),
        tools: tools.into_iter().map(tool).collect::<Result<_, _>>()?,
        tool_choice: match params.tool_choice.and_then(|c| c.mode) {
            None | Some(Mode::Auto) => ToolUseChoice::Auto,
            Some(Mode::Required) => ToolUseChoice::Required,
            Some(Mode::None) => ToolUseChoice::None,
        },
        raw: raw.get().to_owned(),
    })
}

/// Preferences that cannot be read are none.
fn preferences(raw: &RawValue) -> (Vec<String>, Priorities) {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Preferences {
        #[serde(default)]
        hints: Vec<Hint>,
        #[serde(default)]
        cost_priority: Option<f64>,
        #[serde(default)]
        speed_priority: Option<f64>,
        #[serde(default)]
        intelligence_priority: Option<f64>,
    }
    #[derive(Deserialize)]
    struct Hint {
        name: Option<String>,
    }
    let preferences: Preferences = serde_json::from_str(raw.get()).unwrap_or_default();
    let hints = preferences.hints.into_iter();
    let hints = hints
        .filter_map(|hint| hint.name)
        .filter(|name| !name.is_empty() && name.len() <= TEXT_CHARS)
        .take(SAMPLING_WISHES)
        .collect();
    let care = |priority: Option<f64>| priority.filter(|p| (0.0..=1.0).contains(p));
    let priorities = Priorities {
        cost: care(preferences.cost_priority),
        speed: care(preferences.speed_priority),
        intelligence: care(preferences.intelligence_priority),
    };
    (hints, priorities)
}

fn tool(tool: Tool<'_>) -> Result<SamplingTool, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if tool.name.is_empty() || tool.name.len() > MAX_TOOL_NAME || !tool.name.chars().all(fits) {
        return Err(format!(
            "a tool's name has 1 to {MAX_TOOL_NAME} letters, digits, \"_\" or \"-\""
        ));
    }
    if !tool.input_schema.get().starts_with('{') {
        return Err("a tool's inputSchema is no object".into());
    }
    Ok(SamplingTool {
        name: tool.name,
        description: tool.description.unwrap_or_default(),
        input_schema: tool.input_schema.get().to_owned(),
    })
}

fn message(message: &Message<'_>, bounds: &Bounds) -> Result<SamplingMessage, String> {
    let raw = message.content.get();
    let blocks: Vec<&RawValue> = if raw.starts_with('[') {
        serde_json::from_str(raw).map_err(|_| "a message's content cannot be read".to_owned())?
    } else {
        vec![message.content]
    };
    if blocks.is_empty() || blocks.len() > SAMPLING_MESSAGES {
        return Err(format!("a message has 1 to {SAMPLING_MESSAGES} blocks"));
    }
    let content = blocks
        .into_iter()
        .map(|b| block(b, bounds))
        .collect::<Result<_, _>>()?;
    Ok(SamplingMessage {
        role: match message.role {
            Role::User => SamplingRole::User,
            Role::Assistant => SamplingRole::Assistant,
        },
        content,
    })
}

fn block(raw: &RawValue, bounds: &Bounds) -> Result<SamplingContent, String> {
    let unknown = || "a block of a message is of a kind that is not known".to_owned();
    let block: Block<'_> = serde_json::from_str(raw.get()).map_err(|_| unknown())?;
    let media = |data: Option<String>| {
        data.filter(|data| is_media(data, bounds))
            .ok_or("an image or a sound is no base64, or too large")
    };
    Ok(match block.r#type.as_str() {
        "text" => SamplingContent::Text(block.text.ok_or_else(unknown)?),
        "image" => SamplingContent::Image {
            data: media(block.data)?,
            mime_type: block.mime_type.ok_or_else(unknown)?,
        },
        "audio" => SamplingContent::Audio {
            data: media(block.data)?,
            mime_type: block.mime_type.ok_or_else(unknown)?,
        },
        "tool_use" => SamplingContent::ToolUse {
            id: block.id.ok_or_else(unknown)?,
            name: block.name.ok_or_else(unknown)?,
            input: JsonObjectText::parse(block.input.ok_or_else(unknown)?.get())
                .map_err(|_| "the input of a tool use is no usable object".to_owned())?,
        },
        "tool_result" => SamplingContent::ToolResult {
            tool_use_id: block.tool_use_id.ok_or_else(unknown)?,
            content: block
                .content
                .unwrap_or_default()
                .into_iter()
                .map(|b| read_block(b, bounds))
                .collect(),
            is_error: block.is_error.unwrap_or(false),
        },
        _other => return Err(unknown()),
    })
}

/// Every use of a tool is followed by its result, in a message that holds nothing else (2025-11-25, client/sampling,
/// "Message Content Constraints").
fn check_results(messages: &[SamplingMessage]) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for message in messages {
        let results: Vec<&str> = message
            .content
            .iter()
            .filter_map(|block| match block {
                SamplingContent::ToolResult { tool_use_id, .. } => Some(tool_use_id.as_str()),
                SamplingContent::Text(_)
                | SamplingContent::Image { .. }
                | SamplingContent::Audio { .. }
                | SamplingContent::ToolUse { .. } => None,
            })
            .collect();
        if !results.is_empty() && results.len() != message.content.len() {
            return Err("a message with tool results holds nothing else".into());
        }
        let fits = results.len() == open.len() && open.iter().all(|id| results.contains(id));
        if !fits || (!results.is_empty() && message.role != SamplingRole::User) {
            return Err("tool uses and tool results do not match".into());
        }
        open = message
            .content
            .iter()
            .filter_map(|block| match block {
                SamplingContent::ToolUse { id, .. } => Some(id.as_str()),
                SamplingContent::Text(_)
                | SamplingContent::Image { .. }
                | SamplingContent::Audio { .. }
                | SamplingContent::ToolResult { .. } => None,
            })
            .collect();
        if !open.is_empty() && message.role != SamplingRole::Assistant {
            return Err("only the assistant uses tools".into());
        }
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err("a tool use has no result".into())
    }
}

/// The result of `sampling/createMessage`. One block stands alone, as every revision reads it.
///
/// # Errors
/// Never in practice: what it holds was checked when it was made.
pub(crate) fn write(reply: &SamplingReply) -> serde_json::Result<String> {
    let mut blocks = reply
        .content
        .iter()
        .map(written)
        .collect::<serde_json::Result<Vec<_>>>()?;
    let content = match blocks.len() {
        1 => blocks.remove(0),
        _ => serde_json::Value::Array(blocks),
    };
    serde_json::to_string(&json!({
        "role": "assistant",
        "content": content,
        "model": reply.model,
        "stopReason": reply.stop_reason.as_str(),
    }))
}

fn written(block: &SamplingContent) -> serde_json::Result<serde_json::Value> {
    Ok(match block {
        SamplingContent::Text(text) => json!({ "type": "text", "text": text }),
        SamplingContent::Image { mime_type, data } => {
            json!({ "type": "image", "mimeType": mime_type, "data": data })
        }
        SamplingContent::Audio { mime_type, data } => {
            json!({ "type": "audio", "mimeType": mime_type, "data": data })
        }
        SamplingContent::ToolUse { id, name, input } => {
            let input: serde_json::Value = serde_json::from_str(input.as_str())?;
            json!({ "type": "tool_use", "id": id, "name": name, "input": input })
        }
        SamplingContent::ToolResult { tool_use_id, .. } => {
            json!({ "type": "tool_result", "toolUseId": tool_use_id, "content": [] })
        }
    })
}
