//! Requested calls and their outcomes.

use std::sync::Arc;

use consent::{DecidedBy, Denied};
use domain::{CallId, ConversationId, MessageId, ToolCall, ToolOutcome};
use store::{CallRecord, CallState, NewCall};

use crate::catalog::Entry;
use crate::ledger;

/// A requested call, before it is validated.
pub(crate) struct CallRequest {
    /// The identifier of the call.
    pub id: CallId,
    /// The conversation; none for a single call from a terminal.
    pub conversation: Option<ConversationId>,
    /// The message that contains it.
    pub message: Option<MessageId>,
    /// The tool that the name resolved to in this turn's catalog, if any.
    pub entry: Option<Entry>,
    /// The name that was requested.
    pub alias: String,
    /// The provider's identifier of the call.
    pub provider_call_id: String,
    /// The arguments, verbatim.
    pub arguments: String,
    /// Who requested it.
    pub asked_by: String,
    /// The stored record, if it is stored.
    pub stored: Option<Arc<CallRecord>>,
}

impl CallRequest {
    /// Returns the record to store while it is pending.
    pub(super) fn new_call(&self) -> NewCall<'_> {
        let tool = self.entry.as_ref().map(|e| &e.definition);
        NewCall {
            id: self.id,
            conversation: self.conversation,
            message: self.message,
            server: tool.map(|t| t.tool.server),
            server_name: self.entry.as_ref().map_or("", |e| &e.server_name),
            tool: tool.map_or(&self.alias, |t| &t.tool.name),
            alias: &self.alias,
            provider_call_id: &self.provider_call_id,
            definition: tool.map(|t| t.digest),
            launch: self.entry.as_ref().map(|e| e.launch),
            arguments: &self.arguments,
        }
    }
}

/// The outcome of a call.
pub(super) struct End {
    pub state: CallState,
    pub reason: Option<String>,
    pub outcome: Option<Box<ToolOutcome>>,
    /// The source of the denial, if it was denied.
    pub by: Option<DecidedBy>,
    /// The call as allowed, and its outcome for the log.
    pub allowed: Option<(Box<ToolCall>, ledger::Outcome)>,
}

impl End {
    pub fn new(state: CallState, reason: impl Into<String>) -> Self {
        Self {
            state,
            reason: Some(reason.into()),
            outcome: None,
            by: None,
            allowed: None,
        }
    }

    pub fn denied(by: DecidedBy, reason: String) -> Self {
        Self {
            by: Some(by),
            ..Self::new(CallState::Denied, reason)
        }
    }
}

/// Describes who denied a call and what to do next, for the user and the model.
pub(super) fn denial(denied: &Denied) -> String {
    let reason = match denied.by {
        DecidedBy::Person => "You denied this.",
        DecidedBy::Terminal => "You denied this at the terminal.",
        DecidedBy::Dismissed => "You closed the approval without an answer.",
        DecidedBy::Rule => "A rule of yours denies it. It can be removed on the page of rules.",
        DecidedBy::CommandLine => {
            "The command line does not allow this call. Run it at a terminal to be asked."
        }
        DecidedBy::Unattended => {
            "Nobody could be asked: there is no terminal. Run it at a terminal, or name the call on the command line."
        }
        DecidedBy::Expiry => "Nobody answered in time, so it was denied. It can be asked again.",
        DecidedBy::Mute => {
            "You denied this server several times, so it is muted in this conversation. The page of rules ends that."
        }
        DecidedBy::Repeat => {
            "You denied exactly this before. It can be asked again after your next message."
        }
        DecidedBy::QueueFull => {
            "Too many approvals were pending, so it was denied. Answer those first."
        }
        DecidedBy::StopAll => "You stopped everything.",
        DecidedBy::Withdrawn => "The approval was withdrawn.",
        DecidedBy::LedgerFailure => {
            "The decision could not be recorded, so nothing was sent. Check the disk of the data folder."
        }
    };
    match &denied.note {
        Some(note) if !note.trim().is_empty() => {
            format!("{reason} Your note: {}", domain::visible_block(note.trim()))
        }
        Some(_) | None => reason.to_owned(),
    }
}
