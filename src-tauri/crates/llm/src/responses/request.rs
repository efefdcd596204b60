//! Writes the body of a request for a response.

use serde::Serialize;
use serde_json::{
    Value, json,
    value::{RawValue, to_raw_value},
};

use crate::{
    AssistantPiece, ChatMessage, ChatRequest, Effort, Endpoint, Feature, LlmError, Piece,
    ToolChoice, ToolResult, ToolSpec, Wire, caching, image,
    json::{called_name, schema, sent_arguments},
    shape::shaped,
};

/// Longest function name that is taken, in characters.
const MAX_FUNCTION_NAME: usize = 64;
/// Shortest bound of an answer that is taken, in tokens.
const MIN_OUTPUT_TOKENS: u32 = 16;
/// Reasoning comes back with what makes it readable for the endpoint, since nothing is stored there.
const ENCRYPTED_REASONING: &str = "reasoning.encrypted_content";

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a str>,
    input: Vec<Box<RawValue>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    include: Option<[&'static str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Reasoning>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_output_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_cache_key: Option<&'a str>,
    store: bool,
    stream: bool,
}

#[derive(Serialize)]
struct Reasoning {
    effort: Effort,
}

#[derive(Serialize)]
struct Tool<'a> {
    r#type: &'static str,
    name: &'a str,
    description: &'a str,
    parameters: &'a RawValue,
    strict: bool,
}

/// The body of the request.
///
/// # Errors
/// [`LlmError::BadRequest`] where a tool's schema is not JSON.
pub(crate) fn body(endpoint: &Endpoint, request: &ChatRequest) -> Result<Vec<u8>, LlmError> {
    let request = &shaped(request, Wire::OpenAiResponses);
    let lacks = &request.lacks;
    let body = Body {
        model: &request.model,
        instructions: request.system.as_deref(),
        input: input(&request.messages)?,
        tools: request.tools.iter().map(tool).collect::<Result<_, _>>()?,
        tool_choice: match request.tuning.tool_choice {
            ToolChoice::Required => Some("required"),
            ToolChoice::None => Some("none"),
            ToolChoice::Auto => None,
        },
        include: (!lacks.has(Feature::Include)).then_some([ENCRYPTED_REASONING]),
        reasoning: request.tuning.effort.map(|effort| Reasoning { effort }),
        temperature: request.tuning.temperature,
        max_output_tokens: request.max_tokens.map(|most| most.max(MIN_OUTPUT_TOKENS)),
        prompt_cache_key: caching::key(endpoint, request),
        store: false,
        stream: !lacks.has(Feature::Stream),
    };
    serde_json::to_vec(&body).map_err(|e| LlmError::BadRequest(e.to_string()))
}

fn tool(spec: &ToolSpec) -> Result<Tool<'_>, LlmError> {
    Ok(Tool {
        r#type: "function",
        name: &spec.alias,
        description: &spec.description,
        parameters: schema(spec)?,
        strict: false,
    })
}

fn input(messages: &[ChatMessage]) -> Result<Vec<Box<RawValue>>, LlmError> {
    let mut out = Vec::new();
    for message in messages {
        match message {
            ChatMessage::User(pieces) => {
                let content: Vec<Value> = pieces.iter().map(part).collect();
                out.push(raw(
                    &json!({"type": "message", "role": "user", "content": content}),
                )?);
            }
            ChatMessage::Assistant { pieces } => assistant(pieces, &mut out)?,
            ChatMessage::ToolResults(results) => {
                for result in results {
                    out.push(raw(&output(result))?);
                }
            }
        }
    }
    Ok(out)
}

fn raw(value: &Value) -> Result<Box<RawValue>, LlmError> {
    to_raw_value(value).map_err(|e| LlmError::BadRequest(e.to_string()))
}

/// The items of an answer in their order. Reasoning that nothing follows, as after an answer that was cut, is left out.
fn assistant(pieces: &[AssistantPiece], out: &mut Vec<Box<RawValue>>) -> Result<(), LlmError> {
    let mut reasoning: Vec<Box<RawValue>> = Vec::new();
    let mut phase: Option<Value> = None;
    for piece in pieces {
        let item = match piece {
            AssistantPiece::Text(text) if text.trim().is_empty() => continue,
            AssistantPiece::Text(text) => {
                let content = json!([{"type": "output_text", "text": text}]);
                let mut item = json!({"type": "message", "role": "assistant", "content": content});
                if let (Some(phase), Some(fields)) = (phase.take(), item.as_object_mut()) {
                    fields.insert("phase".to_owned(), phase);
                }
                item
            }
            AssistantPiece::ToolUse(intent) => json!({
                "type": "function_call",
                "call_id": intent.provider_call_id,
                "name": called_name(&intent.alias, MAX_FUNCTION_NAME),
                "arguments": written_arguments(pieces, &intent.provider_call_id)
                    .unwrap_or_else(|| sent_arguments(&intent.arguments).into_owned()),
            }),
            AssistantPiece::State(state) => {
                match state.field.as_str() {
                    "reasoning" => reasoning.extend(RawValue::from_string(state.json.clone()).ok()),
                    "message" => phase = phase_of(&state.json),
                    _ => {}
                }
                continue;
            }
        };
        out.append(&mut reasoning);
        out.push(raw(&item)?);
    }
    Ok(())
}

/// The arguments of a call as the endpoint sent them, byte for byte: it refuses an item of its own that was changed.
fn written_arguments(pieces: &[AssistantPiece], call: &str) -> Option<String> {
    let states = pieces.iter().filter_map(|piece| match piece {
        AssistantPiece::State(state) => Some(state),
        AssistantPiece::Text(_) | AssistantPiece::ToolUse(_) => None,
    });
    let mut own = states
        .filter(|state| state.field == "function_call" && state.call.as_deref() == Some(call));
    let item: Value = serde_json::from_str(&own.next()?.json).ok()?;
    item.get("arguments")?.as_str().map(str::to_owned)
}

fn phase_of(json: &str) -> Option<Value> {
    let state: Value = serde_json::from_str(json).ok()?;
    state.get("phase").cloned()
}

fn part(piece: &Piece) -> Value {
    match piece {
        Piece::Text(text) | Piece::Tool(text) => text_part(text),
        Piece::Image {
            mime_type,
            data_base64,
        } => match image::media_type(mime_type, data_base64) {
            Some(media_type) => {
                json!({"type": "input_image", "image_url": format!("data:{media_type};base64,{data_base64}")})
            }
            None => text_part(image::UNUSABLE),
        },
        Piece::Document { name, data_base64 } => match image::document_name(name, data_base64) {
            Some(filename) => json!({
                "type": "input_file",
                "filename": filename,
                "file_data": format!("data:{};base64,{data_base64}", image::PDF),
            }),
            None => text_part(image::UNUSABLE_DOCUMENT),
        },
        Piece::Audio { .. } => text_part(image::UNUSABLE_AUDIO),
    }
}

fn text_part(text: &str) -> Value {
    json!({"type": "input_text", "text": text})
}

/// The result of a call: plain text where there is only text. The wire has no mark for errors, so it is said in words.
fn output(result: &ToolResult) -> Value {
    let failed = result
        .is_error
        .then(|| Piece::Text("[The tool call failed.]".to_owned()));
    let empty = result.pieces.is_empty() && failed.is_none();
    let empty = empty.then(|| Piece::Text("[The result is empty.]".to_owned()));
    let pieces: Vec<&Piece> = failed.iter().chain(&empty).chain(&result.pieces).collect();
    let texts: Option<Vec<&str>> = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) | Piece::Tool(text) => Some(text.as_str()),
            Piece::Image { .. } | Piece::Document { .. } | Piece::Audio { .. } => None,
        })
        .collect();
    let output = match texts {
        Some(texts) => Value::from(texts.join("\n")),
        None => pieces.into_iter().map(part).collect(),
    };
    json!({"type": "function_call_output", "call_id": result.provider_call_id, "output": output})
}
