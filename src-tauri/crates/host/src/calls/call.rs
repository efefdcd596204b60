//! Requested calls and their outcomes.

use std::sync::Arc;

use consent::{DecidedBy, Denied, Requester};
use domain::{CallId, Content, ConversationId, MessageId, ToolCall, ToolOutcome};
use messages::{Phrase, Text, phrases};
use store::{CallRecord, CallState, NewCall};

use crate::catalog::Entry;
use crate::ledger;

/// Maximum size of a server's text about a failure that is searched, in bytes.
const SEARCHED: usize = 16 * 1024;

/// A requested call, before it is validated.
pub(crate) struct CallRequest {
    /// The identifier of the call.
    pub id: CallId,
    /// The conversation; none for a single call from a terminal.
    pub conversation: Option<ConversationId>,
    /// The message that contains it.
    pub message: Option<MessageId>,
    /// The tool that the name resolved to in this turn's catalog, or the host's own answer.
    pub target: Asked,
    /// The tool's alias, or the name that was requested if it resolved to no tool.
    pub alias: String,
    /// The arguments of `call_tool` as the model wrote them, if it called the tool through that.
    pub wrapper: Option<String>,
    /// The provider's identifier of the call.
    pub provider_call_id: String,
    /// The arguments, verbatim.
    pub arguments: String,
    /// Who requested it.
    pub asked_by: Requester,
    /// The stored record, if it is stored.
    pub stored: Option<Arc<CallRecord>>,
}

/// The tool of a requested call, or the answer without one.
pub(crate) enum Asked {
    /// A tool of a server.
    Tool(Box<Entry>),
    /// The host answers it with this result. Nothing is sent, so it needs no approval.
    Answered(Box<ToolOutcome>),
    /// It fails, for this reason.
    Failed(Text),
}

impl CallRequest {
    /// Returns the tool, if there is one.
    pub(super) fn entry(&self) -> Option<&Entry> {
        match &self.target {
            Asked::Tool(entry) => Some(entry),
            Asked::Answered(_) | Asked::Failed(_) => None,
        }
    }

    /// Returns the record to store while it is pending.
    pub(super) fn new_call(&self) -> NewCall<'_> {
        let tool = self.entry().map(|e| &e.definition);
        NewCall {
            id: self.id,
            conversation: self.conversation,
            message: self.message,
            server: tool.map(|t| t.tool.server),
            server_name: self.entry().map_or("", |e| &e.server_name),
            tool: tool.map_or(&self.alias, |t| &t.tool.name),
            alias: &self.alias,
            wrapper: self.wrapper.as_deref(),
            provider_call_id: &self.provider_call_id,
            definition: tool.map(|t| t.digest),
            launch: self.entry().map(|e| e.launch),
            arguments: &self.arguments,
        }
    }
}

/// The outcome of a call.
pub(super) struct End {
    pub state: CallState,
    pub reason: Option<Text>,
    pub outcome: Option<Box<ToolOutcome>>,
    /// What of the server's sandbox stopped it, or what it made that other programs run, and what to do. The model is not told.
    pub sandboxed: Option<Box<Text>>,
    /// The source of the denial, if it was denied.
    pub by: Option<DecidedBy>,
    /// The call as allowed, and its outcome for the log.
    pub allowed: Option<(Box<ToolCall>, ledger::Outcome)>,
}

impl End {
    pub fn new(state: CallState, reason: impl Into<Text>) -> Self {
        Self {
            state,
            reason: Some(reason.into()),
            outcome: None,
            sandboxed: None,
            by: None,
            allowed: None,
        }
    }

    /// The end of a call that the host answers itself.
    pub fn answered(outcome: ToolOutcome) -> Self {
        Self {
            state: CallState::Done,
            reason: None,
            outcome: Some(Box::new(outcome)),
            sandboxed: None,
            by: None,
            allowed: None,
        }
    }

    pub fn denied(by: DecidedBy, reason: impl Into<Text>) -> Self {
        Self {
            by: Some(by),
            ..Self::new(CallState::Denied, reason)
        }
    }

    /// Returns the beginning of what the server says about its failure; none if the call did not fail.
    pub fn failure_text(&self) -> Option<String> {
        let reported = |outcome: &ToolOutcome| {
            let texts = outcome.content.iter().filter_map(|block| match block {
                Content::Text { text, .. } => Some(domain::cut(text, SEARCHED)),
                Content::Image { .. }
                | Content::Audio { .. }
                | Content::Resource { .. }
                | Content::Unknown { .. } => None,
            });
            let mut said = texts.take(8).collect::<Vec<_>>().join("\n");
            said.truncate(domain::cut(&said, SEARCHED).len());
            said
        };
        match self.state {
            CallState::Done => {
                let failed = self.outcome.as_deref().filter(|o| o.is_error);
                failed.map(reported)
            }
            CallState::Failed | CallState::Unknown => self.reason.as_ref().map(ToString::to_string),
            CallState::Waiting | CallState::Running | CallState::Denied | CallState::Cancelled => {
                None
            }
        }
    }
}

/// Describes who denied a call and what to do next, for the user and the model.
pub(super) fn denial(denied: &Denied) -> Phrase {
    let reason = match denied.by {
        DecidedBy::Person => phrases::host_denied_person(),
        DecidedBy::Terminal => phrases::host_denied_terminal(),
        DecidedBy::Dismissed => phrases::host_denied_dismissed(),
        DecidedBy::Rule => phrases::host_denied_rule(),
        DecidedBy::CommandLine => phrases::host_denied_command_line(),
        DecidedBy::Unattended => phrases::host_denied_unattended(),
        DecidedBy::Expiry => phrases::host_denied_expired(),
        DecidedBy::Mute => phrases::host_denied_muted(),
        DecidedBy::Repeat => phrases::host_denied_repeat(),
        DecidedBy::QueueFull => phrases::host_denied_queue_full(),
        DecidedBy::StopAll => phrases::host_denied_stop_all(),
        DecidedBy::Withdrawn => phrases::host_denied_withdrawn(),
        DecidedBy::LedgerFailure => phrases::host_denied_unrecorded(),
    };
    match denied.note.as_deref().map(str::trim) {
        Some(note) if !note.is_empty() => phrases::host_denied_note(domain::visible(note), reason),
        Some(_) | None => reason,
    }
}
