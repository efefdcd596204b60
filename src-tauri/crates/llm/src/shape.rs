//! The form in which a conversation goes over a wire: one pass before every request, without knowledge of the wire's own words.
//!
//! Afterwards each call has one result, directly behind it; no two messages of one role follow each other; nothing is in the request that the endpoint was
//! found to lack.

mod ids;
mod images;
mod results;
mod text;

pub use ids::short_id;

use std::borrow::Cow;

use domain::Wire;

use crate::{
    AssistantPiece, ChatMessage, ChatRequest, Effort, Feature, Piece, ToolSpec, classify,
    schema_copy,
};

/// Longest description of a tool where long ones are refused, in characters.
const SHORT_DESCRIPTION: usize = 1_024;
/// What the model is taken to have said between a result and a message of the user, where an endpoint wants that.
const BETWEEN: &str = "I have read the results.";

/// Returns a request as an endpoint takes it.
#[must_use]
pub(crate) fn shaped(given: &ChatRequest, wire: Wire) -> ChatRequest {
    let lacks = &given.lacks;
    let mut request = ChatRequest {
        tools: given
            .tools
            .iter()
            .filter(|tool| !lacks.is_aside(&tool.alias))
            .map(|tool| copy(tool, given))
            .collect(),
        max_tokens: classify::bound(wire, given),
        ..given.clone()
    };
    tune(&mut request);
    let mut messages = std::mem::take(&mut request.messages);
    if lacks.has(Feature::System) {
        let text = request
            .system
            .take()
            .map(|text| ChatMessage::User(vec![Piece::Text(text)]));
        messages.splice(0..0, text);
    }
    let mut messages = results::paired(messages);
    if request.tools.is_empty() {
        messages = text::without_calls(messages);
    }
    if lacks.has(Feature::ParallelCalls) {
        messages = results::one_by_one(messages);
    }
    ids::name(&mut messages, given, wire);
    images::place(&mut messages, given, wire);
    clear(&mut messages, given);
    let mut messages = merged(messages);
    if lacks.has(Feature::UserAfterTool) {
        messages = spaced(messages);
    }
    request.messages = messages;
    request
}

/// The copy of a tool's definition.
fn copy(tool: &ToolSpec, request: &ChatRequest) -> ToolSpec {
    let lacks = &request.lacks;
    let description = if lacks.has(Feature::LongDescriptions) {
        tool.description.chars().take(SHORT_DESCRIPTION).collect()
    } else {
        tool.description.clone()
    };
    let input_schema = if lacks.is_plain(&tool.alias) {
        schema_copy::plain(&tool.input_schema)
    } else {
        match schema_copy::usual(&tool.input_schema) {
            Cow::Borrowed(same) => same.to_owned(),
            Cow::Owned(copy) => copy,
        }
    };
    ToolSpec {
        alias: tool.alias.clone(),
        description,
        input_schema,
        deferred: tool.deferred && !lacks.has(Feature::DeferredTools),
    }
}

/// Leaves out how the answer is to be made where the endpoint does not take it.
fn tune(request: &mut ChatRequest) {
    let (lacks, tuning) = (&request.lacks, &mut request.tuning);
    if lacks.has(Feature::EffortWithTools) && !request.tools.is_empty() {
        tuning.effort = Some(Effort::None);
    }
    if lacks.has(Feature::Effort) {
        tuning.effort = None;
    }
    if lacks.has(Feature::Temperature) {
        tuning.temperature = None;
    }
    if lacks.has(Feature::Stop) {
        tuning.stop.clear();
    }
    if lacks.has(Feature::ToolChoice) || request.tools.is_empty() {
        tuning.tool_choice = crate::ToolChoice::Auto;
    }
}

/// Leaves out state that the endpoint does not take, and messages that say nothing.
fn clear(messages: &mut Vec<ChatMessage>, request: &ChatRequest) {
    let lacks = &request.lacks;
    let stateless = lacks.has(Feature::State) || lacks.has(Feature::Signatures);
    for message in messages.iter_mut() {
        match message {
            ChatMessage::Assistant { pieces } => pieces.retain(|piece| match piece {
                AssistantPiece::Text(text) => !text.is_empty(),
                AssistantPiece::State(_) => !stateless,
                AssistantPiece::ToolUse(_) => true,
            }),
            ChatMessage::User(pieces) => {
                pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()))
            }
            ChatMessage::ToolResults(_) => {}
        }
    }
    messages.retain(|message| match message {
        ChatMessage::User(pieces) => !pieces.is_empty(),
        ChatMessage::Assistant { pieces } => pieces.iter().any(|piece| {
            matches!(piece, AssistantPiece::ToolUse(_))
                || matches!(piece, AssistantPiece::Text(text) if !text.trim().is_empty())
        }),
        ChatMessage::ToolResults(results) => !results.is_empty(),
    });
}

/// Makes one of neighbouring messages of one role.
fn merged(messages: Vec<ChatMessage>) -> Vec<ChatMessage> {
    let mut out: Vec<ChatMessage> = Vec::with_capacity(messages.len());
    for message in messages {
        match (out.last_mut(), message) {
            (Some(ChatMessage::User(before)), ChatMessage::User(more)) => before.extend(more),
            (
                Some(ChatMessage::Assistant { pieces: before }),
                ChatMessage::Assistant { pieces: more },
            ) => {
                before.push(AssistantPiece::Text("\n\n".to_owned()));
                before.extend(more);
            }
            (_, message) => out.push(message),
        }
    }
    out
}

/// Puts a word of the model between results and a message of the user.
fn spaced(messages: Vec<ChatMessage>) -> Vec<ChatMessage> {
    let mut out: Vec<ChatMessage> = Vec::with_capacity(messages.len());
    for message in messages {
        let after_results = matches!(out.last(), Some(ChatMessage::ToolResults(_)));
        if after_results && matches!(message, ChatMessage::User(_)) {
            let pieces = vec![AssistantPiece::Text(BETWEEN.to_owned())];
            out.push(ChatMessage::Assistant { pieces });
        }
        out.push(message);
    }
    out
}

#[cfg(test)]
mod tests;
