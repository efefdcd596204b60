//! Sampling: reads a server's request for an answer of the user's model, and writes the answer (2025-11-25,
//! client/sampling). A request that cannot be shown to a person as it is, is refused as a whole.

use domain::{
    Content, JsonObjectText, Priorities, RequestId, SamplingContent, SamplingMessage,
    SamplingReply, SamplingRequest, SamplingRole, SamplingTool, ServerId, ToolUseChoice,
};
use lenient::Fields;
use serde_json::{json, value::RawValue};

use super::{
    content::{read_block, read_blocks},
    tools::NO_PARAMETERS,
};
use crate::bounds::{
    Bounds, SAMPLING_BYTES, SAMPLING_MESSAGES, SAMPLING_TOOLS, SAMPLING_WISHES, TEXT_CHARS,
};

/// Longest name of a tool that every model takes, in characters.
const MAX_TOOL_NAME: usize = 64;

/// What is asked for where a request does not say: the host caps it further.
const MAX_TOKENS: f64 = 1_000.0;

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
    let mut fields = Fields::of(raw).ok_or("the parameters cannot be read")?;
    let messages = fields.list("messages");
    if messages.is_empty() || messages.len() > SAMPLING_MESSAGES {
        return Err(format!("a request has 1 to {SAMPLING_MESSAGES} messages"));
    }
    let max_tokens = fields.number("maxTokens").unwrap_or(MAX_TOKENS);
    if max_tokens < 1.0 {
        return Err("maxTokens is at least 1".into());
    }
    let messages = messages
        .into_iter()
        .map(|m| message(m, bounds))
        .collect::<Result<Vec<_>, _>>()?;
    check_results(&messages)?;
    let tools = fields.list("tools");
    if tools.len() > SAMPLING_TOOLS {
        return Err(format!("a request has at most {SAMPLING_TOOLS} tools"));
    }
    let (hints, priorities) = preferences(fields.object("modelPreferences").unwrap_or_default());
    let mut stop_sequences = fields.texts("stopSequences");
    stop_sequences.truncate(SAMPLING_WISHES);
    let choice = fields.object("toolChoice").and_then(|mut c| c.text("mode"));
    Ok(SamplingRequest {
        id,
        server,
        messages,
        system_prompt: fields.text("systemPrompt"),
        // What is more than any model writes is cut: the host caps it further.
        max_tokens: max_tokens.min(f64::from(u32::MAX)) as u32,
        temperature: fields
            .number("temperature")
            .filter(|t| (0.0..=2.0).contains(t)),
        stop_sequences,
        hints,
        priorities,
        include_context: fields.text("includeContext").filter(|c| c != "none"),
        tools: tools.into_iter().map(tool).collect::<Result<_, _>>()?,
        tool_choice: match choice.as_deref() {
            Some("required") => ToolUseChoice::Required,
            Some("none") => ToolUseChoice::None,
            Some(_) | None => ToolUseChoice::Auto,
        },
        raw: raw.get().to_owned(),
    })
}

/// Preferences that cannot be read are none.
fn preferences(mut wanted: Fields<'_>) -> (Vec<String>, Priorities) {
    let hints = wanted.list("hints").into_iter();
    let hints = hints
        .filter_map(|raw| match Fields::of(raw) {
            Some(mut hint) => hint.text("name"),
            None => serde_json::from_str(raw.get()).ok(),
        })
        .filter(|name| !name.is_empty() && name.len() <= TEXT_CHARS)
        .take(SAMPLING_WISHES)
        .collect();
    let mut care = |name| wanted.number(name).filter(|p| (0.0..=1.0).contains(p));
    let priorities = Priorities {
        cost: care("costPriority"),
        speed: care("speedPriority"),
        intelligence: care("intelligencePriority"),
    };
    (hints, priorities)
}

fn tool(raw: &RawValue) -> Result<SamplingTool, String> {
    let mut fields = Fields::of(raw).ok_or("a tool is no object")?;
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name = fields.text("name").unwrap_or_default();
    if name.is_empty() || name.len() > MAX_TOOL_NAME || !name.chars().all(fits) {
        return Err(format!(
            "a tool's name has 1 to {MAX_TOOL_NAME} letters, digits, \"_\" or \"-\""
        ));
    }
    let schema = fields.object_text("inputSchema").unwrap_or(NO_PARAMETERS);
    Ok(SamplingTool {
        name,
        description: fields.text("description").unwrap_or_default(),
        input_schema: schema.to_owned(),
    })
}

fn message(raw: &RawValue, bounds: &Bounds) -> Result<SamplingMessage, String> {
    let mut fields = Fields::of(raw).ok_or("a message is no object")?;
    let role = match fields.text("role").as_deref() {
        Some("assistant") => SamplingRole::Assistant,
        Some("user") | None => SamplingRole::User,
        Some(_) => return Err("the role of a message is neither user nor assistant".into()),
    };
    let blocks = fields.list("content");
    if blocks.is_empty() || blocks.len() > SAMPLING_MESSAGES {
        return Err(format!("a message has 1 to {SAMPLING_MESSAGES} blocks"));
    }
    let blocks = blocks.into_iter().map(|b| block(b, bounds));
    let content = blocks.collect::<Result<_, _>>()?;
    Ok(SamplingMessage { role, content })
}

fn block(raw: &RawValue, bounds: &Bounds) -> Result<SamplingContent, String> {
    let unknown = || "a block of a message is of a kind that is not known".to_owned();
    let unreadable = "a block holds nothing, or is no base64, or too large";
    let mut fields = Fields::of(raw).unwrap_or_default();
    Ok(match fields.text("type").as_deref() {
        Some("text" | "image" | "audio") | None => match read_block(raw, bounds) {
            Content::Text { text, .. } => SamplingContent::Text(text),
            Content::Image {
                data, mime_type, ..
            } => SamplingContent::Image { data, mime_type },
            Content::Audio {
                data, mime_type, ..
            } => SamplingContent::Audio { data, mime_type },
            Content::Resource { .. } | Content::Unknown { .. } => return Err(unreadable.into()),
        },
        Some("tool_use") => SamplingContent::ToolUse {
            id: fields.text("id").ok_or_else(unknown)?,
            name: fields.text("name").ok_or_else(unknown)?,
            input: JsonObjectText::parse(fields.object_text("input").ok_or_else(unknown)?)
                .map_err(|_| "the input of a tool use is no usable object".to_owned())?,
        },
        Some("tool_result") => SamplingContent::ToolResult {
            tool_use_id: fields.text("toolUseId").ok_or_else(unknown)?,
            content: read_blocks(&fields.list("content"), bounds).0,
            is_error: fields.flag("isError").unwrap_or(false),
        },
        Some(_) => return Err(unknown()),
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
