//! Model requests on behalf of a server, with the approved content and nothing else. Only the approved model is used. The server
//! itself runs the tool calls of the reply.

use std::time::Instant;

use approvals::estimate::of_request;
use consent::{SamplingAnswer, SamplingDraft};
use domain::{
    Content, JsonObjectText, SamplingContent, SamplingMessage, SamplingRequest, SamplingRole,
    StopReason, ToolIntent, ToolUseChoice,
};
use futures_util::StreamExt;
use host_api::{ApiError, ErrorCode};
use llm::{
    AssistantPiece, CallItem, ChatMessage, ChatRequest, Finish, Item, Lacks, Piece, StreamEvent,
    ToolChoice, ToolResult, ToolSpec, Tuning,
};
use messages::phrases;
use store::UsedFor;

use crate::{
    inner::Inner,
    providers::{answer, model_error},
    spending::{SpentOn, Used},
    state::Provider,
};

/// Why there is no reply.
pub(super) struct Unanswered {
    /// The error, for display.
    pub error: ApiError,
    /// Whether the model began to reply, so that the request may have been charged.
    pub began: bool,
}

impl Inner {
    /// Requests a reply to the approved content from the model.
    pub(super) async fn ask_model(
        &self,
        draft: &SamplingDraft,
    ) -> Result<SamplingAnswer, Unanswered> {
        let mut began = false;
        let answered = self.hear_model(draft, &mut began).await;
        answered.map_err(|error| Unanswered { error, began })
    }

    async fn hear_model(
        &self,
        draft: &SamplingDraft,
        began: &mut bool,
    ) -> Result<SamplingAnswer, ApiError> {
        let provider = self.provider(draft.model.provider).await?;
        let origin = provider.base_url.origin().ascii_serialization();
        if (&provider.model, &origin) != (&draft.model.model, &draft.model.origin) {
            let message = phrases::host_sampling_endpoint_changed();
            return Err(ApiError::new(ErrorCode::Model, message));
        }
        let start = Instant::now();
        let mut stream = answer(self, &provider, chat(&draft.request, &provider.model)).await?;
        let (mut text, mut calls, mut usage) = (String::new(), Vec::new(), None);
        while let Some(event) = stream.next().await {
            let event = event.map_err(|e| model_error(&e))?;
            *began |= !matches!(event, StreamEvent::Waiting(_));
            match event {
                StreamEvent::Text(more) => text.push_str(&more),
                StreamEvent::Items(items) => {
                    for item in items {
                        if let Item::Call(call) = item {
                            calls.push(tool_use(call)?);
                        }
                    }
                }
                StreamEvent::Usage(used) => usage = Some(used),
                StreamEvent::Done(finish) => {
                    self.spend_on_server(&provider, draft, usage, &text).await;
                    let (content, stop_reason) = whole(text, calls, finish)?;
                    return Ok(SamplingAnswer {
                        content,
                        stop_reason,
                        input_tokens: usage.map(|u| u.input_tokens),
                        output_tokens: usage.map(|u| u.output_tokens),
                        took_ms: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
                    });
                }
                StreamEvent::Waiting(_)
                | StreamEvent::Reasoning(_)
                | StreamEvent::LeftOut { .. }
                | StreamEvent::ToolStarted { .. } => {}
            }
        }
        Err(model_error(&llm::LlmError::CutStream))
    }
}

impl Inner {
    /// Records what a server's request took.
    async fn spend_on_server(
        &self,
        provider: &Provider,
        draft: &SamplingDraft,
        usage: Option<llm::Usage>,
        text: &str,
    ) {
        let estimate = || Used {
            input: of_request(&draft.request),
            output: context::estimated_tokens(&[text]),
            cached: None,
            written: 0,
            counted: false,
        };
        let on = SpentOn {
            conversation: None,
            message: None,
            purpose: UsedFor::Sampling,
        };
        let used = usage.map_or_else(estimate, Used::from);
        self.spend(provider, on, used).await;
    }
}

fn whole(
    text: String,
    calls: Vec<SamplingContent>,
    finish: Finish,
) -> Result<(Vec<SamplingContent>, StopReason), ApiError> {
    let stop_reason = match finish {
        Finish::Stop | Finish::Nothing | Finish::Other(_) => StopReason::EndTurn,
        Finish::Length => StopReason::MaxTokens,
        Finish::ToolUse => StopReason::ToolUse,
        Finish::Refused => {
            let message = phrases::host_sampling_provider_refused();
            return Err(ApiError::new(ErrorCode::Model, message));
        }
    };
    let said = (!text.is_empty() || calls.is_empty()).then_some(SamplingContent::Text(text));
    Ok((said.into_iter().chain(calls).collect(), stop_reason))
}

fn tool_use(call: CallItem) -> Result<SamplingContent, ApiError> {
    let CallItem { intent, .. } = call;
    let input = JsonObjectText::parse(&intent.arguments).map_err(|e| {
        let message = phrases::host_sampling_arguments(e.to_string());
        ApiError::new(ErrorCode::Model, message)
    })?;
    Ok(SamplingContent::ToolUse {
        id: intent.provider_call_id,
        name: intent.alias,
        input,
    })
}

/// Returns the request to send: the server's content and nothing from any conversation.
fn chat(request: &SamplingRequest, model: &str) -> ChatRequest {
    ChatRequest {
        model: model.to_owned(),
        system: request.system_prompt.clone(),
        messages: request.messages.iter().flat_map(message).collect(),
        tools: request
            .tools
            .iter()
            .map(|tool| ToolSpec {
                alias: tool.name.clone(),
                description: tool.description.clone(),
                input_schema: tool.input_schema.clone(),
                deferred: false,
            })
            .collect(),
        max_tokens: Some(request.max_tokens),
        tuning: Tuning {
            temperature: request.temperature,
            stop: request.stop_sequences.clone(),
            tool_choice: match request.tool_choice {
                ToolUseChoice::Auto => ToolChoice::Auto,
                ToolUseChoice::Required => ToolChoice::Required,
                ToolUseChoice::None => ToolChoice::None,
            },
            effort: None,
        },
        lacks: Lacks::default(),
        cache_key: None,
    }
}

fn message(message: &SamplingMessage) -> Option<ChatMessage> {
    if message.role == SamplingRole::Assistant {
        let pieces = message.content.iter().filter_map(|block| match block {
            SamplingContent::Text(text) => Some(AssistantPiece::Text(text.clone())),
            SamplingContent::ToolUse { id, name, input } => {
                Some(AssistantPiece::ToolUse(ToolIntent {
                    alias: name.clone(),
                    provider_call_id: id.clone(),
                    arguments: input.as_str().to_owned(),
                }))
            }
            // Neither wire format supports media in a model's own turn; such a request was refused before.
            SamplingContent::Image { .. }
            | SamplingContent::Audio { .. }
            | SamplingContent::ToolResult { .. } => None,
        });
        return Some(ChatMessage::Assistant {
            pieces: pieces.collect(),
        });
    }
    let results: Vec<ToolResult> = message
        .content
        .iter()
        .filter_map(|block| match block {
            SamplingContent::ToolResult {
                tool_use_id,
                content,
                is_error,
            } => Some(ToolResult {
                provider_call_id: tool_use_id.clone(),
                pieces: content.iter().map(result_piece).collect(),
                is_error: *is_error,
            }),
            SamplingContent::Text(_)
            | SamplingContent::Image { .. }
            | SamplingContent::Audio { .. }
            | SamplingContent::ToolUse { .. } => None,
        })
        .collect();
    if !results.is_empty() {
        return Some(ChatMessage::ToolResults(results));
    }
    let pieces = message.content.iter().filter_map(|block| match block {
        SamplingContent::Text(text) => Some(Piece::Text(text.clone())),
        SamplingContent::Image { mime_type, data } => Some(Piece::Image {
            mime_type: mime_type.clone(),
            data_base64: data.clone(),
        }),
        SamplingContent::Audio { mime_type, data } => Some(Piece::Audio {
            mime_type: mime_type.clone(),
            data_base64: data.clone(),
        }),
        SamplingContent::ToolUse { .. } | SamplingContent::ToolResult { .. } => None,
    });
    Some(ChatMessage::User(pieces.collect()))
}

fn result_piece(block: &Content) -> Piece {
    match block {
        Content::Text { text, .. } => Piece::Text(text.clone()),
        Content::Image {
            mime_type, data, ..
        } => Piece::Image {
            mime_type: mime_type.clone(),
            data_base64: data.clone(),
        },
        Content::Audio {
            mime_type, data, ..
        } => Piece::Audio {
            mime_type: mime_type.clone(),
            data_base64: data.clone(),
        },
        Content::Resource { text, raw, .. } => Piece::Text(text.clone().unwrap_or(raw.clone())),
        Content::Unknown { raw } => Piece::Text(raw.clone()),
    }
}
