//! Writes the body of a Messages request.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    AssistantPiece, ChatMessage, ChatRequest, DEFAULT_MAX_TOKENS, Effort, Endpoint, Feature,
    LlmError, Piece, State, ToolChoice, ToolResult, ToolSpec, Wire,
    caching::{self, CacheControl, EPHEMERAL, Marks},
    image,
    json::{called_name, schema, sent_arguments},
    shape::shaped,
};

/// Longest tool name that is taken, in characters.
const MAX_TOOL_NAME: usize = 128;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<System<'a>>,
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

/// The system prompt: text, or a block that can be marked.
#[derive(Serialize)]
#[serde(untagged)]
enum System<'a> {
    Text(&'a str),
    Blocks([SystemBlock<'a>; 1]),
}

#[derive(Serialize)]
struct SystemBlock<'a> {
    r#type: &'static str,
    text: &'a str,
    cache_control: CacheControl,
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
    content: Vec<Part>,
}

/// A block of ours, or one of the provider as it came.
#[derive(Serialize)]
#[serde(untagged)]
enum Part {
    Block(Block),
    State(Box<RawValue>),
    Marked {
        #[serde(flatten)]
        block: Block,
        cache_control: CacheControl,
    },
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
}

#[derive(Serialize)]
struct Source {
    r#type: &'static str,
    media_type: &'static str,
    data: String,
}

/// The body of the request.
///
/// # Errors
/// [`LlmError::BadRequest`] where a tool's schema is not JSON.
pub(crate) fn body(endpoint: &Endpoint, request: &ChatRequest) -> Result<Vec<u8>, LlmError> {
    let request = &shaped(request, Wire::AnthropicMessages);
    let marks = caching::marks(endpoint, request);
    let (effort, temperature) = (request.tuning.effort, request.tuning.temperature);
    let effort = effort.filter(|effort| *effort != Effort::None);
    let body = Body {
        model: &request.model,
        max_tokens: request.max_tokens.unwrap_or(DEFAULT_MAX_TOKENS),
        cache_control: (marks == Marks::Request).then_some(EPHEMERAL),
        system: request
            .system
            .as_deref()
            .filter(|s| !s.trim().is_empty())
            .map(|text| match marks {
                Marks::Blocks => System::Blocks([SystemBlock {
                    r#type: "text",
                    text,
                    cache_control: EPHEMERAL,
                }]),
                Marks::Request | Marks::None => System::Text(text),
            }),
        messages: match marks {
            Marks::Blocks => marked(messages(&request.messages)?),
            Marks::Request | Marks::None => messages(&request.messages)?,
        },
        tools: request.tools.iter().map(tool).collect::<Result<_, _>>()?,
        // Anthropic's scale ends at 1, and thinking takes no other temperature than the default.
        temperature: temperature.filter(|_| effort.is_none()).map(|t| t.min(1.0)),
        thinking: effort.map(|_| Thinking { r#type: "adaptive" }),
        output_config: effort.map(|effort| OutputConfig { effort }),
        stop_sequences: &request.tuning.stop,
        tool_choice: match request.tuning.tool_choice {
            ToolChoice::Required => Some(Choice { r#type: "any" }),
            ToolChoice::None => Some(Choice { r#type: "none" }),
            ToolChoice::Auto => None,
        },
        stream: !request.lacks.has(Feature::Stream),
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

/// Marks the last block of the last message, if it is one of ours.
fn marked(mut messages: Vec<Message>) -> Vec<Message> {
    if let Some(content) = messages.last_mut().map(|last| &mut last.content)
        && let Some(last) = content.pop()
    {
        content.push(match last {
            Part::Block(block) => Part::Marked {
                block,
                cache_control: EPHEMERAL,
            },
            other @ (Part::State(_) | Part::Marked { .. }) => other,
        });
    }
    messages
}

/// Messages of one role in a row become one, since roles must alternate.
fn messages(given: &[ChatMessage]) -> Result<Vec<Message>, LlmError> {
    let mut out: Vec<Message> = Vec::new();
    for message in given {
        let (role, content) = match message {
            ChatMessage::User(pieces) => (Role::User, parts(blocks(pieces))),
            ChatMessage::Assistant { pieces } => (Role::Assistant, assistant(pieces)?),
            ChatMessage::ToolResults(results) => {
                (Role::User, parts(results.iter().map(tool_result)))
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

fn parts(blocks: impl IntoIterator<Item = Block>) -> Vec<Part> {
    blocks.into_iter().map(Part::Block).collect()
}

fn assistant(pieces: &[AssistantPiece]) -> Result<Vec<Part>, LlmError> {
    let mut out: Vec<Part> = Vec::new();
    for piece in pieces {
        match piece {
            AssistantPiece::Text(more) => match out.last_mut() {
                Some(Part::Block(Block::Text { text })) => text.push_str(more),
                Some(_) | None => out.extend(text_block(more).map(Part::Block)),
            },
            AssistantPiece::ToolUse(intent) => out.push(Part::Block(Block::ToolUse {
                id: intent.provider_call_id.clone(),
                name: called_name(&intent.alias, MAX_TOOL_NAME),
                input: input(&intent.arguments)?,
            })),
            AssistantPiece::State(state) => out.extend(block(state).map(Part::State)),
        }
    }
    Ok(out)
}

/// A block of the provider, byte for byte.
fn block(state: &State) -> Option<Box<RawValue>> {
    let is_block = state.call.is_none() && state.json.starts_with('{');
    RawValue::from_string(state.json.clone())
        .ok()
        .filter(|_| is_block)
}

/// Arguments byte for byte; what is no object, which the endpoint would refuse, becomes the text inside one.
fn input(arguments: &str) -> Result<Box<RawValue>, LlmError> {
    RawValue::from_string(sent_arguments(arguments).into_owned())
        .map_err(|e| LlmError::bad_json(&e))
}

fn tool_result(result: &ToolResult) -> Block {
    Block::ToolResult {
        tool_use_id: result.provider_call_id.clone(),
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
