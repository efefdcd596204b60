//! Writes the body of a chat completion.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashSet},
};

use domain::ToolIntent;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    AssistantPiece, ChatMessage, ChatRequest, Effort, Endpoint, Feature, Lacks, LlmError, Piece,
    State, ToolChoice, ToolResult, ToolSpec, Wire,
    caching::{self, CacheControl, EPHEMERAL, Marks},
    image,
    shape::shaped,
    state::EXTRA_CONTENT,
};

/// OpenAI's own newer models refuse `max_tokens`; other servers know nothing else.
const OPENAI_HOST: &str = "api.openai.com";
/// Longest function name that OpenAI takes, in characters.
const MAX_FUNCTION_NAME: usize = 64;
/// Fields of a message that are its own, whatever a provider's state is called.
const OWN_FIELDS: [&str; 4] = ["role", "content", "tool_calls", "name"];
/// The field of reasoning for an endpoint that takes no answer with calls without it.
const REASONING_CONTENT: &str = "reasoning_content";
/// Reasoning of an answer that has none, for such an endpoint.
const NO_REASONING: &str = "(not kept)";
/// Gemini's own word for a call that another model made.
const NO_SIGNATURE: &str = r#"{"google":{"thought_signature":"skip_thought_signature_validator"}}"#;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_cache_key: Option<&'a str>,
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
    Assistant(AssistantBody<'a>),
    Tool {
        tool_call_id: &'a str,
        content: String,
    },
}

#[derive(Serialize)]
struct AssistantBody<'a> {
    content: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<Call<'a>>,
    /// State of the provider, under the names with which it came.
    #[serde(flatten)]
    state: BTreeMap<&'a str, Box<RawValue>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

/// A part of a message: `{"image_url": {…}, "type": "image_url"}`.
#[derive(Serialize)]
struct Part {
    #[serde(flatten)]
    held: Held,
    r#type: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Held {
    Text(String),
    ImageUrl(ImageUrl),
    InputAudio(InputAudio),
    File(FileData),
}

impl From<Held> for Part {
    fn from(held: Held) -> Self {
        let r#type = match held {
            Held::Text(_) => "text",
            Held::ImageUrl(_) => "image_url",
            Held::InputAudio(_) => "input_audio",
            Held::File(_) => "file",
        };
        Self { held, r#type }
    }
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
    #[serde(flatten)]
    state: BTreeMap<&'a str, Box<RawValue>>,
}

#[derive(Serialize)]
struct CalledFunction<'a> {
    name: String,
    arguments: Cow<'a, str>,
}

/// The body of the request.
///
/// # Errors
/// [`LlmError::BadRequest`] where a tool's schema is not JSON.
pub(crate) fn body(endpoint: &Endpoint, request: &ChatRequest) -> Result<Vec<u8>, LlmError> {
    let request = &shaped(request, Wire::OpenAiChat);
    let lacks = &request.lacks;
    let openai = endpoint.base_url.host_str() == Some(OPENAI_HOST);
    // The name that the address suggests, or the other one.
    let newer = openai != lacks.has(Feature::UsualBound);
    let mut messages: Vec<Message<'_>> = Vec::new();
    messages.extend(
        request
            .system
            .as_deref()
            .map(|content| Message::System { content }),
    );
    let offered: HashSet<&str> = request.tools.iter().map(|t| t.alias.as_str()).collect();
    for message in &request.messages {
        write(message, &offered, lacks, &mut messages);
    }
    let stream = !lacks.has(Feature::Stream);
    let body = Body {
        model: &request.model,
        messages,
        tools: request.tools.iter().map(tool).collect::<Result<_, _>>()?,
        max_tokens: request.max_tokens.filter(|_| !newer),
        max_completion_tokens: request.max_tokens.filter(|_| newer),
        temperature: request.tuning.temperature,
        reasoning_effort: request.tuning.effort,
        stop: &request.tuning.stop,
        tool_choice: match request.tuning.tool_choice {
            ToolChoice::Required => Some("required"),
            ToolChoice::None => Some("none"),
            ToolChoice::Auto => None,
        },
        stream,
        stream_options: (stream && !lacks.has(Feature::StreamOptions)).then_some(StreamOptions {
            include_usage: true,
        }),
        cache_control: (caching::marks(endpoint, request) == Marks::Request).then_some(EPHEMERAL),
        prompt_cache_key: caching::key(endpoint, request),
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

fn write<'a>(
    message: &'a ChatMessage,
    offered: &HashSet<&str>,
    lacks: &Lacks,
    out: &mut Vec<Message<'a>>,
) {
    match message {
        ChatMessage::User(pieces) => out.push(Message::User {
            content: content(pieces),
        }),
        ChatMessage::Assistant { pieces } => {
            out.push(Message::Assistant(assistant(pieces, offered, lacks)));
        }
        ChatMessage::ToolResults(results) => out.extend(results.iter().map(tool_message)),
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
    let held = match piece {
        Piece::Text(text) | Piece::Tool(text) => Ok(Held::Text(text.clone())),
        Piece::Image {
            mime_type,
            data_base64,
        } => image_part(mime_type, data_base64).ok_or(image::UNUSABLE),
        Piece::Document { name, data_base64 } => {
            document_part(name, data_base64).ok_or(image::UNUSABLE_DOCUMENT)
        }
        Piece::Audio {
            mime_type,
            data_base64,
        } => audio_part(mime_type, data_base64).ok_or(image::UNUSABLE_AUDIO),
    };
    held.unwrap_or_else(|said| Held::Text(said.to_owned()))
        .into()
}

fn audio_part(mime_type: &str, data: &str) -> Option<Held> {
    let format = image::audio_format(mime_type, data)?;
    Some(Held::InputAudio(InputAudio {
        data: data.to_owned(),
        format,
    }))
}

fn document_part(name: &str, data: &str) -> Option<Held> {
    Some(Held::File(FileData {
        filename: image::document_name(name, data)?,
        file_data: format!("data:{};base64,{data}", image::PDF),
    }))
}

fn image_part(mime_type: &str, data: &str) -> Option<Held> {
    let media_type = image::media_type(mime_type, data)?;
    Some(Held::ImageUrl(ImageUrl {
        url: format!("data:{media_type};base64,{data}"),
    }))
}

fn assistant<'a>(
    pieces: &'a [AssistantPiece],
    offered: &HashSet<&str>,
    lacks: &Lacks,
) -> AssistantBody<'a> {
    let mut text = String::new();
    let (mut calls, mut state) = (Vec::new(), BTreeMap::new());
    let mut of_calls: Vec<&State> = Vec::new();
    for piece in pieces {
        match piece {
            AssistantPiece::Text(more) => text.push_str(more),
            AssistantPiece::ToolUse(intent) => calls.push(intent),
            AssistantPiece::State(one) if one.call.is_some() => of_calls.push(one),
            AssistantPiece::State(one) => add(&mut state, one),
        }
    }
    let tool_calls: Vec<Call<'_>> = calls
        .into_iter()
        .map(|intent| call(intent, &of_calls, offered, lacks))
        .collect();
    if lacks.has(Feature::NoReasoning)
        && !tool_calls.is_empty()
        && !state.contains_key(REASONING_CONTENT)
    {
        let raw = serde_json::value::to_raw_value(NO_REASONING).ok();
        state.extend(raw.map(|raw| (REASONING_CONTENT, raw)));
    }
    let silent = match (
        lacks.has(Feature::NullContent),
        lacks.has(Feature::EmptyContent),
    ) {
        (_, true) => Some(" "),
        (true, false) => Some(""),
        (false, false) => None,
    };
    AssistantBody {
        content: Some(text)
            .filter(|t| !t.is_empty())
            .or(silent.map(str::to_owned)),
        tool_calls,
        state,
    }
}

fn call<'a>(
    intent: &'a ToolIntent,
    states: &[&'a State],
    offered: &HashSet<&str>,
    lacks: &Lacks,
) -> Call<'a> {
    let mut state = BTreeMap::new();
    let own = |one: &&&State| one.call.as_deref() == Some(intent.provider_call_id.as_str());
    for one in states.iter().filter(own) {
        add(&mut state, one);
    }
    if lacks.has(Feature::NoSignature) && !state.contains_key(EXTRA_CONTENT) {
        let raw = RawValue::from_string(NO_SIGNATURE.to_owned()).ok();
        state.extend(raw.map(|raw| (EXTRA_CONTENT, raw)));
    }
    Call {
        id: &intent.provider_call_id,
        r#type: "function",
        function: CalledFunction {
            // A name on offer is one that the endpoint takes, whatever its letters.
            name: if offered.contains(intent.alias.as_str()) {
                intent.alias.clone()
            } else {
                crate::json::called_name(&intent.alias, MAX_FUNCTION_NAME)
            },
            arguments: crate::json::sent_arguments(&intent.arguments),
        },
        state,
    }
}

/// Adds a field of a provider's state, unless it would take the place of one of ours.
fn add<'a>(fields: &mut BTreeMap<&'a str, Box<RawValue>>, state: &'a State) {
    let own = OWN_FIELDS.contains(&state.field.as_str())
        || matches!(state.field.as_str(), "id" | "type" | "function");
    if let (false, Ok(raw)) = (own, RawValue::from_string(state.json.clone())) {
        fields.insert(&state.field, raw);
    }
}

/// The text of a result. The format has no mark for errors, so it is said in words.
fn tool_message(result: &ToolResult) -> Message<'_> {
    let mut lines: Vec<&str> = Vec::new();
    if result.is_error {
        lines.push("[The tool call failed.]");
    }
    let texts = result.pieces.iter().map(|piece| match piece {
        Piece::Text(text) | Piece::Tool(text) => text.as_str(),
        // Those that can be sent are in the message after it.
        Piece::Image { .. } => image::UNUSABLE,
        Piece::Document { .. } => image::UNUSABLE_DOCUMENT,
        Piece::Audio { .. } => image::UNUSABLE_AUDIO,
    });
    lines.extend(texts);
    if lines.is_empty() {
        lines.push("[The result is empty.]");
    }
    Message::Tool {
        tool_call_id: &result.provider_call_id,
        content: lines.join("\n"),
    }
}
