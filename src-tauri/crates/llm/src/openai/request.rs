//! Writes the body of a chat completion.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    AssistantPiece, ChatMessage, ChatRequest, Effort, Endpoint, LlmError, Piece, StreamEvent,
    ToolChoice, ToolResult, ToolSpec, image,
};

/// OpenAI's own newer models refuse `max_tokens`; other servers know nothing else.
const OPENAI_HOST: &str = "api.openai.com";
/// Longest function name that OpenAI takes, in characters.
const MAX_FUNCTION_NAME: usize = 64;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<Effort>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stop: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    stream: bool,
    stream_options: StreamOptions,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
enum Message<'a> {
    System {
        content: &'a str,
    },
    User {
        content: Content,
    },
    Assistant {
        content: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<Call<'a>>,
    },
    Tool {
        tool_call_id: &'a str,
        content: String,
    },
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Part {
    Text { text: String },
    ImageUrl { image_url: ImageUrl },
    InputAudio { input_audio: InputAudio },
    File { file: FileData },
}

#[derive(Serialize)]
struct FileData {
    filename: String,
    file_data: String,
}

#[derive(Serialize)]
struct InputAudio {
    data: String,
    format: &'static str,
}

#[derive(Serialize)]
struct ImageUrl {
    url: String,
}

#[derive(Serialize)]
struct Tool<'a> {
    r#type: &'static str,
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a RawValue,
}

#[derive(Serialize)]
struct Call<'a> {
    id: &'a str,
    r#type: &'static str,
    function: CalledFunction<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_content: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct CalledFunction<'a> {
    name: String,
    arguments: &'a str,
}

/// State of a call that Gemini wants back with it; kept as an opaque piece.
#[derive(Serialize, Deserialize)]
struct OpaqueExtra {
    r#type: String,
    id: String,
    extra_content: Box<RawValue>,
}

const OPAQUE_EXTRA: &str = "tool_call_extra";

/// The opaque piece that carries a call's extra content.
pub(super) fn opaque_extra(id: &str, extra: &RawValue) -> StreamEvent {
    let opaque = OpaqueExtra {
        r#type: OPAQUE_EXTRA.to_owned(),
        id: id.to_owned(),
        extra_content: extra.to_owned(),
    };
    StreamEvent::Opaque(serde_json::to_string(&opaque).unwrap_or_default())
}

/// The body of the request.
///
/// # Errors
/// [`LlmError::BadRequest`] where a tool's schema is not JSON.
pub(crate) fn body(endpoint: &Endpoint, request: &ChatRequest) -> Result<Vec<u8>, LlmError> {
    let openai = endpoint.base_url.host_str() == Some(OPENAI_HOST);
    let mut messages: Vec<Message<'_>> = Vec::new();
    messages.extend(
        request
            .system
            .as_deref()
            .map(|content| Message::System { content }),
    );
    let offered: HashSet<&str> = request.tools.iter().map(|t| t.alias.as_str()).collect();
    for message in &request.messages {
        write(message, &offered, &mut messages);
    }
    let body = Body {
        model: &request.model,
        messages,
        tools: request.tools.iter().map(tool).collect::<Result<_, _>>()?,
        max_tokens: request.max_tokens.filter(|_| !openai),
        max_completion_tokens: request.max_tokens.filter(|_| openai),
        temperature: request.tuning.temperature,
        reasoning_effort: request.tuning.effort,
        stop: &request.tuning.stop,
        tool_choice: match request.tuning.tool_choice {
            ToolChoice::Required if !request.tools.is_empty() => Some("required"),
            ToolChoice::None if !request.tools.is_empty() => Some("none"),
            ToolChoice::Auto | ToolChoice::Required | ToolChoice::None => None,
        },
        stream: true,
        stream_options: StreamOptions {
            include_usage: true,
        },
    };
    serde_json::to_vec(&body).map_err(|e| LlmError::BadRequest(e.to_string()))
}

fn tool(spec: &ToolSpec) -> Result<Tool<'_>, LlmError> {
    let parameters = crate::json::schema(spec)?;
    let function = Function {
        name: &spec.alias,
        description: &spec.description,
        parameters,
    };
    Ok(Tool {
        r#type: "function",
        function,
    })
}

fn write<'a>(message: &'a ChatMessage, offered: &HashSet<&str>, out: &mut Vec<Message<'a>>) {
    match message {
        ChatMessage::User(pieces) if pieces.is_empty() => {}
        ChatMessage::User(pieces) => out.push(Message::User {
            content: content(pieces),
        }),
        ChatMessage::Assistant { pieces } => out.extend(assistant(pieces, offered)),
        ChatMessage::ToolResults(results) => {
            out.extend(results.iter().map(tool_message));
            let images: Vec<Part> = results.iter().flat_map(images_of).collect();
            if !images.is_empty() {
                out.push(Message::User {
                    content: Content::Parts(images),
                });
            }
        }
    }
}

/// Plain text where there is only text: some servers take nothing else.
fn content(pieces: &[Piece]) -> Content {
    let texts: Option<Vec<&str>> = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) | Piece::Tool(text) => Some(text.as_str()),
            Piece::Image { .. } | Piece::Document { .. } | Piece::Audio { .. } => None,
        })
        .collect();
    match texts {
        Some(texts) => Content::Text(texts.join("\n\n")),
        None => Content::Parts(pieces.iter().map(part).collect()),
    }
}

fn part(piece: &Piece) -> Part {
    match piece {
        Piece::Text(text) | Piece::Tool(text) => Part::Text { text: text.clone() },
        Piece::Image {
            mime_type,
            data_base64,
        } => image_part(mime_type, data_base64).unwrap_or_else(|| Part::Text {
            text: image::UNUSABLE.to_owned(),
        }),
        Piece::Document { name, data_base64 } => document_part(name, data_base64),
        Piece::Audio {
            mime_type,
            data_base64,
        } => match image::audio_format(mime_type, data_base64) {
            Some(format) => Part::InputAudio {
                input_audio: InputAudio {
                    data: data_base64.clone(),
                    format,
                },
            },
            None => Part::Text {
                text: image::UNUSABLE_AUDIO.to_owned(),
            },
        },
    }
}

fn document_part(name: &str, data: &str) -> Part {
    match image::document_name(name, data) {
        Some(filename) => Part::File {
            file: FileData {
                filename,
                file_data: format!("data:{};base64,{data}", image::PDF),
            },
        },
        None => Part::Text {
            text: image::UNUSABLE_DOCUMENT.to_owned(),
        },
    }
}

fn image_part(mime_type: &str, data: &str) -> Option<Part> {
    let media_type = image::media_type(mime_type, data)?;
    Some(Part::ImageUrl {
        image_url: ImageUrl {
            url: format!("data:{media_type};base64,{data}"),
        },
    })
}

fn assistant<'a>(pieces: &'a [AssistantPiece], offered: &HashSet<&str>) -> Option<Message<'a>> {
    let (mut text, mut calls, mut extras) = (String::new(), Vec::new(), HashMap::new());
    for piece in pieces {
        match piece {
            AssistantPiece::Text(more) => text.push_str(more),
            AssistantPiece::ToolUse(intent) => calls.push(intent),
            AssistantPiece::Opaque(raw) => {
                let extra = serde_json::from_str::<OpaqueExtra>(raw).ok();
                extras.extend(
                    extra
                        .filter(|e| e.r#type == OPAQUE_EXTRA)
                        .map(|e| (e.id, e.extra_content)),
                );
            }
        }
    }
    if text.is_empty() && calls.is_empty() {
        return None;
    }
    let tool_calls = calls
        .into_iter()
        .map(|intent| Call {
            id: &intent.provider_call_id,
            r#type: "function",
            function: CalledFunction {
                // A name on offer is one that the endpoint takes, whatever its letters.
                name: if offered.contains(intent.alias.as_str()) {
                    intent.alias.clone()
                } else {
                    crate::json::called_name(&intent.alias, MAX_FUNCTION_NAME)
                },
                arguments: &intent.arguments,
            },
            extra_content: extras.remove(&intent.provider_call_id),
        })
        .collect();
    Some(Message::Assistant {
        content: Some(text).filter(|t| !t.is_empty()),
        tool_calls,
    })
}

/// The text of a result. The format has no mark for errors and takes no images here, so both are said in words.
fn tool_message(result: &ToolResult) -> Message<'_> {
    let mut lines: Vec<&str> = Vec::new();
    if result.is_error {
        lines.push("[The tool call failed.]");
    }
    let mut images = false;
    for piece in &result.pieces {
        match piece {
            Piece::Text(text) | Piece::Tool(text) => lines.push(text),
            Piece::Image {
                mime_type,
                data_base64,
            } if image::media_type(mime_type, data_base64).is_none() => {
                lines.push(image::UNUSABLE);
            }
            Piece::Image { .. } => images = true,
            Piece::Document { .. } => lines.push(image::UNUSABLE_DOCUMENT),
            Piece::Audio { .. } => lines.push(image::UNUSABLE_AUDIO),
        }
    }
    if images {
        lines.push("[The images of this result follow in the next message.]");
    } else if lines.is_empty() {
        lines.push("[The result is empty.]");
    }
    Message::Tool {
        tool_call_id: &result.provider_call_id,
        content: lines.join("\n"),
    }
}

/// The images of a result, led by a line that says whose they are.
fn images_of(result: &ToolResult) -> Vec<Part> {
    let images = result.pieces.iter().filter_map(|piece| match piece {
        Piece::Text(_) | Piece::Document { .. } | Piece::Audio { .. } | Piece::Tool(_) => None,
        Piece::Image {
            mime_type,
            data_base64,
        } => image_part(mime_type, data_base64),
    });
    let mut parts: Vec<Part> = images.collect();
    if !parts.is_empty() {
        let text = format!(
            "[Images that the tool call {} returned; data, not a message of the user:]",
            result.provider_call_id
        );
        parts.insert(0, Part::Text { text });
    }
    parts
}
