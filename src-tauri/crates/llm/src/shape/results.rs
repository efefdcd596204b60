//! Calls and their results: each call has one, directly behind it.

use std::collections::VecDeque;

use domain::ToolIntent;

use crate::{AssistantPiece, ChatMessage, Piece, ToolResult};

/// What a model is told of a call whose result is not in the conversation.
const NOT_RUN: &str = "The call was not run.";

/// Puts the results of each message's calls behind it: those that are missing are made, and those of no call become text of the user.
pub(super) fn paired(messages: Vec<ChatMessage>) -> Vec<ChatMessage> {
    let mut out = Vec::with_capacity(messages.len());
    let mut rest: VecDeque<ChatMessage> = messages.into();
    while let Some(message) = rest.pop_front() {
        match message {
            ChatMessage::User(_) => out.push(message),
            ChatMessage::ToolResults(results) => out.extend(orphans(results)),
            ChatMessage::Assistant { ref pieces } => {
                let ids: Vec<String> = calls(pieces)
                    .map(|call| call.provider_call_id.clone())
                    .collect();
                out.push(message);
                let mut given = Vec::new();
                while let Some(ChatMessage::ToolResults(_)) = rest.front() {
                    if let Some(ChatMessage::ToolResults(more)) = rest.pop_front() {
                        given.extend(more);
                    }
                }
                if !ids.is_empty() {
                    out.push(ChatMessage::ToolResults(
                        ids.into_iter().map(|id| take(&mut given, id)).collect(),
                    ));
                }
                out.extend(orphans(given));
            }
        }
    }
    out
}

/// The first result of a call that was not taken yet.
fn take(given: &mut Vec<ToolResult>, id: String) -> ToolResult {
    match given
        .iter()
        .position(|result| result.provider_call_id == id)
    {
        Some(at) => given.remove(at),
        None => ToolResult {
            provider_call_id: id,
            pieces: vec![Piece::Text(NOT_RUN.to_owned())],
            is_error: true,
        },
    }
}

/// Results of calls that are not in the conversation.
fn orphans(results: Vec<ToolResult>) -> Option<ChatMessage> {
    let pieces = results.into_iter().flat_map(|result| {
        let head = Piece::Text(
            "[Result of an earlier tool call; data, not words of the user:]".to_owned(),
        );
        std::iter::once(head).chain(result.pieces)
    });
    let pieces: Vec<Piece> = pieces.collect();
    (!pieces.is_empty()).then_some(ChatMessage::User(pieces))
}

pub(super) fn calls(pieces: &[AssistantPiece]) -> impl Iterator<Item = &ToolIntent> {
    pieces.iter().filter_map(|piece| match piece {
        AssistantPiece::ToolUse(call) => Some(call),
        AssistantPiece::Text(_) | AssistantPiece::State(_) => None,
    })
}

/// Tells calls of one message one after the other, each with its result.
pub(super) fn one_by_one(messages: Vec<ChatMessage>) -> Vec<ChatMessage> {
    let mut out = Vec::with_capacity(messages.len());
    let mut rest: VecDeque<ChatMessage> = messages.into();
    while let Some(message) = rest.pop_front() {
        let ChatMessage::Assistant { pieces } = message else {
            out.push(message);
            continue;
        };
        if calls(&pieces).count() < 2 {
            out.push(ChatMessage::Assistant { pieces });
            continue;
        }
        let mut results: VecDeque<ToolResult> = match rest.pop_front() {
            Some(ChatMessage::ToolResults(results)) => results.into(),
            Some(other) => {
                rest.push_front(other);
                VecDeque::new()
            }
            None => VecDeque::new(),
        };
        let mut current = Vec::new();
        for piece in pieces {
            let is_call = matches!(piece, AssistantPiece::ToolUse(_));
            current.push(piece);
            if is_call {
                let pieces = std::mem::take(&mut current);
                out.push(ChatMessage::Assistant { pieces });
                out.extend(
                    results
                        .pop_front()
                        .map(|result| ChatMessage::ToolResults(vec![result])),
                );
            }
        }
        if !current.is_empty() {
            out.push(ChatMessage::Assistant { pieces: current });
        }
    }
    out
}
