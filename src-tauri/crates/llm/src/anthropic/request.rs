//! Writes the body of a Messages request.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    AssistantPiece, ChatMessage, ChatRequest, DEFAULT_MAX_TOKENS, Effort, LlmError, Piece,
    ToolChoice, ToolResult, ToolSpec, image,
    json::{called_name, identifier_char, is_object, schema},
};

/// Longest answer with its thinking where the request names none, in tokens.
const MAX_TOKENS_WITH_THINKING: u32 = 32_000;
/// Longest tool name that is taken, in characters.
const MAX_TOOL_NAME: usize = 128;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a str>,
    messages: Vec<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<Thinking>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stop_sequences: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Choice>,
    stream: bool,
}

/// Lets the model decide when it thinks.
#[derive(Serialize)]
struct Thinking {
    r#type: &'static str,
}

#[derive(Serialize)]
struct OutputConfig {
    effort: Effort,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a RawValue,
    #[serde(skip_serializing_if = "is_false")]
    defer_loading: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Serialize)]
struct Choice {
    r#type: &'static str,
}

#[derive(Serialize)]
struct Message {
    role: Role,
    content: Vec<Block>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
    Assistant,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block {
    Text {
        text: String,
    },
    Image {
        source: Source,
    },
    Document {
        source: Source,
        title: String,
    },
    ToolUse {
        id: String,
        name: String,
        input: Box<RawValue>,
    },
    ToolResult {
        tool_use_id: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        content: Vec<Block>,
        is_error: bool,
    },
    ToolReference {
        tool_name: String,
    },
    Thinking {
        thinking: String,
        signature: String,
    },
    RedactedThinking {
        data: String,
    },
}

#[derive(Serialize)]
struct Source {
    r#type: &'static str,
    media_type: &'static str,
    data: String,
}

/// What an opaque piece may hold: a thinking block as it came.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Replay {
    Thinking { thinking: String, signature: String },
    RedactedThinking { data: String },
}

/// The body of the request.
///
/// # Errors
/// [`LlmError::BadRequest`] where a tool's schema is not JSON.
pub(crate) fn body(request: &ChatRequest) -> Result<Vec<u8>, LlmError> {
    let (effort, temperature) = (request.tuning.effort, request.tuning.temperature);
    let body = Body {
        model: &request.model,
        max_tokens: request.max_tokens.unwrap_or(match effort {
            Some(_) => MAX_TOKENS_WITH_THINKING,
            None => DEFAULT_MAX_TOKENS,
        }),
        system: request.system.as_deref().filter(|s| !s.trim().is_empty()),
        messages: messages(&request.messages)?,
        tools: request.tools.iter().map(tool).collect::<Result<_, _>>()?,
        // Anthropic's scale ends at 1, and thinking takes no other temperature than the default.
        temperature: temperature.filter(|_| effort.is_none()).map(|t| t.min(1.0)),
        thinking: effort.map(|_| Thinking { r#type: "adaptive" }),
        output_config: effort.map(|effort| OutputConfig { effort }),
        stop_sequences: &request.tuning.stop,
        tool_choice: match request.tuning.tool_choice {
            ToolChoice::Required if !request.tools.is_empty() => Some(Choice { r#type: "any" }),
            ToolChoice::None if !request.tools.is_empty() => Some(Choice { r#type: "none" }),
            ToolChoice::Auto | ToolChoice::Required | ToolChoice::None => None,
        },
        stream: true,
    };
    serde_json::to_vec(&body).map_err(|e| LlmError::BadRequest(e.to_string()))
}

fn tool(spec: &ToolSpec) -> Result<Tool<'_>, LlmError> {
    Ok(Tool {
        name: &spec.alias,
        description: &spec.description,
        input_schema: schema(spec)?,
        defer_loading: spec.deferred,
    })
}

/// Messages of one role in a row become one, since roles must alternate.
fn messages(given: &[ChatMessage]) -> Result<Vec<Message>, LlmError> {
    let mut out: Vec<Message> = Vec::new();
    for message in given {
        let (role, content) = match message {
            ChatMessage::User(pieces) => (Role::User, blocks(pieces)),
            ChatMessage::Assistant { pieces } => (Role::Assistant, assistant(pieces)?),
            ChatMessage::ToolResults(results) => {
                (Role::User, results.iter().map(tool_result).collect())
            }
        };
        match out.last_mut() {
            _ if content.is_empty() => {}
            Some(last) if last.role == role => last.content.extend(content),
            Some(_) | None => out.push(Message { role, content }),
        }
    }
    Ok(out)
}

/// Blocks of text that are empty or blank are refused by the endpoint, so they are left out.
fn blocks(pieces: &[Piece]) -> Vec<Block> {
    let block = |piece: &Piece| match piece {
        Piece::Text(text) => text_block(text),
        Piece::Image {
            mime_type,
            data_base64,
        } => match image::media_type(mime_type, data_base64) {
            Some(media_type) => Some(Block::Image {
                source: Source {
                    r#type: "base64",
                    media_type,
                    data: data_base64.clone(),
                },
            }),
            None => text_block(image::UNUSABLE),
        },
        Piece::Document { name, data_base64 } => match image::document_name(name, data_base64) {
            Some(title) => Some(Block::Document {
                source: Source {
                    r#type: "base64",
                    media_type: image::PDF,
                    data: data_base64.clone(),
                },
                title,
            }),
            None => text_block(image::UNUSABLE_DOCUMENT),
        },
        Piece::Audio { .. } => text_block(image::UNUSABLE_AUDIO),
        Piece::Tool(alias) => text_block(alias),
    };
    pieces.iter().filter_map(block).collect()
}

fn text_block(text: &str) -> Option<Block> {
    (!text.trim().is_empty()).then(|| Block::Text {
        text: text.to_owned(),
    })
}

fn assistant(pieces: &[AssistantPiece]) -> Result<Vec<Block>, LlmError> {
    let mut out: Vec<Block> = Vec::new();
    for piece in pieces {
        match piece {
            AssistantPiece::Text(more) => match out.last_mut() {
                Some(Block::Text { text }) => text.push_str(more),
                Some(_) | None => out.extend(text_block(more)),
            },
            AssistantPiece::ToolUse(intent) => out.push(Block::ToolUse {
                id: identifier(&intent.provider_call_id),
                name: called_name(&intent.alias, MAX_TOOL_NAME),
                input: input(&intent.arguments)?,
            }),
            AssistantPiece::Opaque(raw) => out.extend(replay(raw)),
        }
    }
    Ok(out)
}

fn replay(raw: &str) -> Option<Block> {
    match serde_json::from_str(raw).ok()? {
        Replay::Thinking {
            thinking,
            signature,
        } => Some(Block::Thinking {
            thinking,
            signature,
        }),
        Replay::RedactedThinking { data } => Some(Block::RedactedThinking { data }),
    }
}

/// Arguments byte for byte; what is no object, which the endpoint would refuse, becomes the text inside one.
fn input(arguments: &str) -> Result<Box<RawValue>, LlmError> {
    let text = if is_object(arguments) {
        arguments.to_owned()
    } else {
        serde_json::json!({ "not_an_object": arguments }).to_string()
    };
    RawValue::from_string(text).map_err(|e| LlmError::bad_json(&e))
}

fn tool_result(result: &ToolResult) -> Block {
    Block::ToolResult {
        tool_use_id: identifier(&result.provider_call_id),
        content: references(&result.pieces).unwrap_or_else(|| blocks(&result.pieces)),
        is_error: result.is_error,
    }
}

/// The references of a result that has nothing else.
fn references(pieces: &[Piece]) -> Option<Vec<Block>> {
    let reference = |piece: &Piece| match piece {
        Piece::Tool(alias) => Some(Block::ToolReference {
            tool_name: alias.clone(),
        }),
        Piece::Text(_) | Piece::Image { .. } | Piece::Document { .. } | Piece::Audio { .. } => None,
    };
    pieces.iter().map(reference).collect()
}

/// Identifiers minted by another provider may have characters that this one refuses.
fn identifier(id: &str) -> String {
    id.chars().map(identifier_char).collect()
}
