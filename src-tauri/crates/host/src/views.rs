//! Conversion of stored records to views for a window.

use approvals::unknown_server;
use consent::DecidedBy;
use domain::{CallId, MessageId, ToolOutcome, pretty};
use host_api::{
    CallStateView, CallView, ConversationSummary, DecidedByView, MessageStatusView, MessageView,
    OriginView, PartView, RoleView, TuningView,
};
use messages::{Text, phrases};
use store::{
    AttachmentRecord, CallRecord, CallState, ConversationRecord, MessageFailure, MessageRecord,
    MessageStatus, PartKind, PartRecord, Role, Spent, Tuning,
};

use crate::{content, inner::Inner, server::tag, spending};

/// Returns the summary of a conversation.
pub(crate) fn summary(inner: &Inner, record: &ConversationRecord) -> ConversationSummary {
    ConversationSummary {
        id: record.id.to_string(),
        title: record.title.clone(),
        updated_ms: record.updated_ms as f64,
        model: record.model.clone(),
        provider: record
            .provider
            .or_else(|| inner.practice_in(record.id))
            .map(|p| p.to_string()),
        servers_off: record.servers_off.iter().map(ToString::to_string).collect(),
        tuning: tuning(&record.tuning),
        project: record.project.map(|id| id.to_string()),
        pinned: record.pinned_ms.is_some(),
        archived: record.archived_ms.is_some(),
        turn: inner.turns.state(record.id),
    }
}

/// Returns how the model of a conversation is to answer.
pub(crate) fn tuning(tuning: &Tuning) -> TuningView {
    TuningView {
        effort: tuning.effort.clone(),
        temperature: tuning.temperature.map(|t| f64::from(t) / 100.0),
        answer: tuning.answer,
    }
}

/// Returns a message with its calls and its alternatives on other branches.
pub(crate) fn message(
    inner: &Inner,
    record: &MessageRecord,
    calls: &[CallRecord],
    siblings: &[MessageId],
    attached: &[AttachmentRecord],
    spent: Option<&Spent>,
) -> MessageView {
    let parts = record
        .parts
        .iter()
        .filter_map(|part| {
            let id = part_id(record.id, part.ordinal);
            match part.kind {
                PartKind::Text => Some(PartView::Text {
                    id,
                    text: text_now(inner, record.id, part),
                }),
                PartKind::Reasoning => Some(PartView::Reasoning {
                    id,
                    text: text_now(inner, record.id, part),
                }),
                PartKind::Notice => Some(PartView::Notice {
                    id,
                    text: Text::from_stored(&part.body),
                }),
                PartKind::Call => {
                    let call: CallId = part.body.parse().ok()?;
                    let record = calls.iter().find(|c| c.id == call)?;
                    Some(PartView::Call {
                        id,
                        call: Box::new(call_view(inner, record)),
                    })
                }
                PartKind::Image | PartKind::Opaque => None,
            }
        })
        .collect();
    MessageView {
        id: record.id.to_string(),
        parent: record.parent.map(|p| p.to_string()),
        role: match record.role {
            Role::User => RoleView::User,
            Role::Assistant => RoleView::Assistant,
        },
        status: match record.status {
            MessageStatus::Complete => MessageStatusView::Complete,
            MessageStatus::Streaming => MessageStatusView::Streaming,
            MessageStatus::Stopped => MessageStatusView::Stopped,
            MessageStatus::Failed => {
                let message = record.error.as_deref().map(Text::from_stored);
                MessageStatusView::Failed {
                    message: message.unwrap_or_else(|| phrases::host_message_failed().into()),
                    hint: record.error_hint.as_deref().map(Text::from_stored),
                    key: record.failure == Some(MessageFailure::Key),
                }
            }
        },
        model: record.model.clone(),
        created_ms: record.created_ms as f64,
        usage: spent.map(spending::view),
        retry: inner.turns.waiting(record.id),
        siblings: if siblings.len() > 1 {
            siblings.iter().map(ToString::to_string).collect()
        } else {
            Vec::new()
        },
        attachments: attached
            .iter()
            .map(|one| inner.attachment_view(one, None))
            .collect(),
        parts,
    }
}

/// Returns the text of a part: the stored text, or the streaming text ahead of it.
fn text_now(inner: &Inner, message: MessageId, part: &PartRecord) -> String {
    let streamed = inner.turns.streamed_part(message, part.ordinal);
    streamed.unwrap_or_else(|| part.body.clone())
}

/// Returns a part's identifier for a window: its message and its ordinal.
pub(crate) fn part_id(message: MessageId, ordinal: u32) -> String {
    format!("{message}/{ordinal}")
}

/// Returns the current state of a call: the stored record, combined with the running state.
pub(crate) fn call_view(inner: &Inner, record: &CallRecord) -> CallView {
    let outcome = record.result.as_ref();
    CallView {
        id: record.id.to_string(),
        server: record.server.map(|server| {
            inner.servers.snapshot(server).map_or_else(
                || unknown_server(server, &record.server_name),
                |server| tag(&server.record),
            )
        }),
        tool: domain::tool_label(&record.tool),
        arguments: domain::visible_block(domain::cut(&pretty(&record.arguments), 256 * 1024)),
        edited: record.edited,
        state: state(inner, record, outcome),
        sandboxed: record.sandboxed.as_deref().map(Text::from_stored),
        rounds: crate::rounds::views(&record.rounds),
        result: outcome.map(content::views).unwrap_or_default(),
        structured: outcome
            .and_then(|o| o.structured.as_deref())
            .map(content::structured),
        misfit: outcome.and_then(|o| o.misfit.as_deref()).map(|misfit| {
            match Text::from_stored(misfit) {
                Text::Given(text) => domain::visible(&text).into(),
                message @ Text::Message(_) => message,
            }
        }),
        result_bytes: outcome.map_or(0, |o| u32::try_from(o.size()).unwrap_or(u32::MAX)),
        origin: outcome
            .filter(|_| record.server.is_some())
            .map(|_| OriginView {
                server: record.server_name.clone(),
            }),
        sent_ms: record.sent_ms.map(|t| t as f64),
        ended_ms: record.ended_ms.map(|t| t as f64),
    }
}

/// Returns the decision source of a call, if known.
fn decided_by(record: &CallRecord) -> Option<DecidedByView> {
    let by = DecidedBy::from_word(record.decided_by.as_deref()?)?;
    Some(match by {
        DecidedBy::Person => DecidedByView::Person,
        DecidedBy::Terminal => DecidedByView::Terminal,
        DecidedBy::Dismissed => DecidedByView::Dismissed,
        DecidedBy::Rule => DecidedByView::Rule,
        DecidedBy::CommandLine => DecidedByView::CommandLine,
        DecidedBy::Unattended => DecidedByView::Unattended,
        DecidedBy::Expiry => DecidedByView::Expiry,
        DecidedBy::Mute => DecidedByView::Mute,
        DecidedBy::Repeat => DecidedByView::Repeat,
        DecidedBy::QueueFull => DecidedByView::QueueFull,
        DecidedBy::Withdrawn => DecidedByView::Withdrawn,
        DecidedBy::StopAll => DecidedByView::StopAll,
        DecidedBy::LedgerFailure => DecidedByView::LedgerFailure,
    })
}

fn state(inner: &Inner, record: &CallRecord, outcome: Option<&ToolOutcome>) -> CallStateView {
    let stored = || record.reason.as_deref().map(Text::from_stored);
    let reason = || stored().unwrap_or_default();
    match record.state {
        CallState::Waiting => {
            let prompt = crate::pending::of_call(inner, record);
            CallStateView::Waiting {
                prompt: prompt.as_ref().map(|p| p.id.to_string()),
                expires_at_ms: prompt.as_ref().map(|p| p.expires_at_ms as f64),
                why: prompt
                    .as_ref()
                    .map(|p| crate::pending::why(inner, p, record.id))
                    .or_else(|| inner.calls.progress(record.id).0?.message)
                    .unwrap_or_default(),
            }
        }
        CallState::Running => {
            let (progress, stopping) = inner.calls.progress(record.id);
            CallStateView::Running {
                progress,
                stopping,
                background: inner.calls.in_background(record.id),
            }
        }
        CallState::Done => CallStateView::Done {
            by_rule: decided_by(record) == Some(DecidedByView::Rule),
            by: decided_by(record),
            tool_error: outcome.is_some_and(|o| o.is_error),
            hint: outcome.filter(|o| o.is_error).and_then(|_| stored()),
        },
        CallState::Denied => CallStateView::Denied {
            reason: reason(),
            by: decided_by(record),
        },
        CallState::Failed => {
            let (reason, hint) = (reason(), None);
            CallStateView::Failed { reason, hint }
        }
        CallState::Cancelled => CallStateView::Cancelled { reason: reason() },
        CallState::Unknown => CallStateView::Unknown {
            // There is no reason if the program ended before the outcome was known.
            reason: stored().unwrap_or_else(|| phrases::host_call_ended().into()),
        },
    }
}
