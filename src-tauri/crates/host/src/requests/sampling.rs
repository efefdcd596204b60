//! The one place where a server's question reaches the user's model: approved first, its answer approved again before it
//! leaves. Never the practice model.

use std::sync::Arc;

use consent::{DecidedBy, Denied, RequestAsk, SamplingModel};
use domain::{
    Content, JsonObjectText, SamplingContent, SamplingMessage, SamplingReply, SamplingRequest,
    SamplingRole, ServerId, StopReason, ToolIntent, ToolUseChoice,
};
use futures_util::StreamExt;
use llm::{
    AssistantPiece, ChatMessage, ChatRequest, Finish, Piece, StreamEvent, ToolChoice, ToolResult,
    ToolSpec, Tuning,
};
use mcp::SamplingAsked;

use super::{note, question, sent, unless_gone};
use crate::{
    Inner,
    api::{ApiError, TurnStateView},
    lock,
    providers::{Provider, is_local, model_error},
};

/// The longest answer that a server is given, in tokens, whatever it wishes.
const MAX_TOKENS: u32 = 4_096;

/// Takes a question to its end.
pub(super) async fn answer(inner: &Arc<Inner>, server: ServerId, mut asked: SamplingAsked) {
    let request = asked.request().as_data().clone();
    let provider = match inner.sampling_provider(&request.hints).await {
        Ok(Some(provider)) => provider,
        Ok(None) => {
            note(inner, server, "It asked for your model, and there is none");
            return asked.fail("the user has no model");
        }
        Err(error) => {
            tracing::warn!(%error.message, "the model for a server could not be read");
            return asked.fail("the user's models cannot be read");
        }
    };
    let model = SamplingModel {
        provider: provider.id,
        model: provider.model.clone(),
        origin: provider.base_url.origin().ascii_serialization(),
        on_this_machine: is_local(&provider.base_url),
        max_tokens: request.max_tokens.min(MAX_TOKENS),
    };
    let id = request.id;
    let ask = RequestAsk::Sampling {
        request,
        model: model.clone(),
    };
    let deciding = inner
        .consent
        .decide_sampling(question(inner, server, id, ask));
    let approved = match unless_gone(inner, id, deciding, asked.gone()).await {
        Ok(allowed) => allowed.approved,
        Err(denied) => return reject(asked, &denied),
    };
    let request = approved.into_payload();
    let answered = tokio::select! {
        answered = inner.ask_model(&provider, &request, &model) => answered,
        // Dropping the question to the model closes its connection.
        () = asked.gone() => return,
        () = inner.closing.cancelled() => return asked.reject(),
    };
    let (content, stop_reason) = match answered {
        Ok(answered) => answered,
        Err(error) => {
            let text = format!("Your model did not answer for it: {}", error.message);
            note(inner, server, &text);
            return asked.fail("the model did not answer");
        }
    };
    let reply = SamplingReply {
        request: id,
        server,
        content,
        model: model.model.clone(),
        stop_reason,
    };
    let ask = RequestAsk::SamplingReply {
        request,
        model,
        reply,
    };
    let deciding = inner
        .consent
        .decide_sampling_reply(question(inner, server, id, ask));
    match unless_gone(inner, id, deciding, asked.gone()).await {
        Ok(allowed) => sent(asked.answer(allowed.approved)),
        Err(denied) => reject(asked, &denied),
    }
}

fn reject(asked: SamplingAsked, denied: &Denied) {
    match denied.by {
        DecidedBy::QueueFull => asked.fail("too many questions are waiting"),
        DecidedBy::LedgerFailure => asked.fail("the decision could not be recorded"),
        DecidedBy::Person
        | DecidedBy::Dismissed
        | DecidedBy::Rule
        | DecidedBy::CommandLine
        | DecidedBy::Expiry
        | DecidedBy::Mute
        | DecidedBy::Repeat
        | DecidedBy::Withdrawn
        | DecidedBy::StopAll => asked.reject(),
    }
}

impl Inner {
    /// The model for a server: one whose name holds the first of its hints that fits any; else the one in use.
    async fn sampling_provider(&self, hints: &[String]) -> Result<Option<Provider>, ApiError> {
        let mut all = lock(&self.session).providers.clone();
        for record in self.store.providers().list().await? {
            all.push(self.stored_provider(record.id).await?);
        }
        let hinted = hints.iter().find_map(|hint| {
            let hint = hint.to_lowercase();
            all.iter().find(|p| p.model.to_lowercase().contains(&hint))
        });
        if let Some(provider) = hinted {
            return Ok(Some(provider.clone()));
        }
        let in_use = lock(&self.turns)
            .values()
            .filter(|turn| turn.state == TurnStateView::Running)
            .map(|turn| turn.plan.provider)
            .collect::<Vec<_>>();
        let chosen = self.store.providers().default().await?.map(|p| p.id);
        let named = in_use.into_iter().chain(chosen);
        for id in named {
            if let Some(provider) = all.iter().find(|p| p.id == id) {
                return Ok(Some(provider.clone()));
            }
        }
        Ok(all.into_iter().next())
    }

    /// Asks the model, and nobody else: what it wants to call is the server's to run.
    async fn ask_model(
        &self,
        provider: &Provider,
        request: &SamplingRequest,
        model: &SamplingModel,
    ) -> Result<(Vec<SamplingContent>, StopReason), ApiError> {
        let endpoint = self.endpoint(provider).await?;
        let mut stream = self.llm.stream(endpoint, chat(request, model));
        let (mut text, mut content) = (String::new(), Vec::new());
        while let Some(event) = stream.next().await {
            match event.map_err(|e| model_error(&e))? {
                StreamEvent::Text(more) => text.push_str(&more),
                StreamEvent::ToolIntent(intent) => content.push(tool_use(intent)?),
                StreamEvent::Done(finish) => return whole(text, content, finish),
                StreamEvent::Reasoning(_)
                | StreamEvent::Opaque(_)
                | StreamEvent::Usage(_)
                | StreamEvent::ToolStarted { .. } => {}
            }
        }
        Err(model_error(&llm::LlmError::CutStream))
    }
}

fn whole(
    text: String,
    calls: Vec<SamplingContent>,
    finish: Finish,
) -> Result<(Vec<SamplingContent>, StopReason), ApiError> {
    let stop_reason = match finish {
        Finish::Stop | Finish::Other(_) => StopReason::EndTurn,
        Finish::Length => StopReason::MaxTokens,
        Finish::ToolUse => StopReason::ToolUse,
        Finish::Refused => {
            let message = "The model's provider refused to answer.";
            return Err(ApiError::new(crate::api::ErrorCode::Model, message));
        }
    };
    let said = (!text.is_empty() || calls.is_empty()).then_some(SamplingContent::Text(text));
    Ok((said.into_iter().chain(calls).collect(), stop_reason))
}

fn tool_use(intent: ToolIntent) -> Result<SamplingContent, ApiError> {
    let input = JsonObjectText::parse(&intent.arguments).map_err(|e| {
        let message = format!("The model wrote arguments that cannot be sent: {e}.");
        ApiError::new(crate::api::ErrorCode::Model, message)
    })?;
    Ok(SamplingContent::ToolUse {
        id: intent.provider_call_id,
        name: intent.alias,
        input,
    })
}

/// What is sent: the server's words and nothing of any conversation.
fn chat(request: &SamplingRequest, model: &SamplingModel) -> ChatRequest {
    ChatRequest {
        model: model.model.clone(),
        system: request.system_prompt.clone(),
        messages: request.messages.iter().flat_map(message).collect(),
        tools: request
            .tools
            .iter()
            .map(|tool| ToolSpec {
                alias: tool.name.clone(),
                description: tool.description.clone(),
                input_schema: tool.input_schema.clone(),
            })
            .collect(),
        max_tokens: Some(model.max_tokens),
        tuning: Tuning {
            temperature: request.temperature,
            stop: request.stop_sequences.clone(),
            tool_choice: match request.tool_choice {
                ToolUseChoice::Auto => ToolChoice::Auto,
                ToolUseChoice::Required => ToolChoice::Required,
                ToolUseChoice::None => ToolChoice::None,
            },
        },
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
            // A model's own turn holds no media in either wire format.
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
