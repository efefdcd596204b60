//! The end of a call: its result is checked, stored and recorded.

use std::sync::Arc;

use domain::{CallId, ServerId, ToolCall};
use store::{CallRecord, CallState, StoreError};

use super::{call::End, sending::misfit, standing::note_outcome};
use crate::{inner::Inner, ledger};

/// A finished call as stored, or why it could not be stored.
pub(crate) type Performed = Result<CallRecord, StoreError>;

/// Forgets a running call whose task goes on without this program.
pub(super) fn leave(inner: &Inner, id: CallId) -> Performed {
    let record = inner.calls.end(id).ok_or(StoreError::NotFound)?;
    Ok(Arc::unwrap_or_clone(record))
}

/// Stores and records the end of a call.
pub(super) async fn conclude(
    inner: &Inner,
    id: CallId,
    server: Option<ServerId>,
    mut end: End,
) -> Performed {
    let state = end.state;
    let allowed = end.allowed.take();
    let snapshot = server.and_then(|id| inner.servers.snapshot(id));
    if allowed.is_some()
        && let Some(sandbox) = snapshot.as_ref().and_then(|now| now.sandbox.as_ref())
        && let Some(made) = sandbox.outlook.news().await
    {
        end.sandboxed = Some(Box::new(made));
    }
    let reason = end.reason.clone();
    let bytes = end.outcome.as_ref().map_or(0, |outcome| outcome.size());
    let note = async {
        if let Some((call, word)) = &allowed {
            note_outcome(inner, call, *word, reason.as_ref(), bytes).await;
        }
    };
    // The two files are written concurrently.
    let (record, stored) = futures_util::future::join(inner.store_end(id, end), note)
        .await
        .0;
    if let Some(handle) = server.and_then(|id| inner.servers.handle(id).ok()) {
        handle.snapshot().book.calls.count(state);
    }
    if let Some(record) = &record {
        inner.emit_record(record);
    }
    stored?;
    record.ok_or(StoreError::NotFound)
}

/// Checks the result of an allowed call, and adds what the log says of it.
pub(super) async fn checked(mut end: End, call: ToolCall, schema: Option<&str>) -> End {
    if let (Some(outcome), Some(schema)) = (&mut end.outcome, schema) {
        let misfit = misfit(schema, outcome).await;
        outcome.misfit = misfit.map(|why| why.stored());
    }
    let word = match end.state {
        CallState::Done => ledger::Outcome::Done,
        CallState::Unknown => ledger::Outcome::Unknown,
        CallState::Cancelled => ledger::Outcome::Cancelled,
        CallState::Waiting | CallState::Running | CallState::Denied | CallState::Failed => {
            ledger::Outcome::Failed
        }
    };
    end.allowed = Some((Box::new(call), word));
    end
}
