//! State of pending and running tool calls. It is held in memory, so that readers need no disk access. It is stored where it must
//! outlive this process: before an approval is shown, before the call is sent, and after it finished.

use std::sync::Arc;

use consent::DecidedBy;
use domain::{CallId, ToolCall};
use messages::Text;
use store::{CallRecord, CallState, StoreError};

use crate::{
    calls::{call::End, rounds},
    inner::Inner,
    ledger,
};

impl Inner {
    /// Returns the call, and whether it is stored.
    fn stands(&self, id: CallId) -> Result<(Arc<CallRecord>, bool), StoreError> {
        self.calls.get(id).ok_or(StoreError::NotFound)
    }

    /// Stores a pending call, unless it is stored already.
    ///
    /// # Errors
    /// It could not be stored.
    pub(super) async fn store_waiting(&self, id: CallId) -> Result<(), StoreError> {
        let (record, stored) = self.stands(id)?;
        if !stored {
            self.store.calls().insert(&record).await?;
            self.calls.stored(id, record);
        }
        Ok(())
    }

    /// Stores that a call was allowed and is being sent. The record is durable when this returns; only then may the call be sent.
    ///
    /// # Errors
    /// It could not be stored.
    pub(super) async fn store_running(
        &self,
        call: &ToolCall,
        edited: bool,
        by: DecidedBy,
    ) -> Result<(), StoreError> {
        let (record, stored) = self.stands(call.id)?;
        let calls = self.store.calls();
        let mut record = (*record).clone();
        record.state = CallState::Running;
        record.arguments = call.arguments.as_str().to_owned();
        record.edited = edited;
        record.decided_by = Some(by.as_str().to_owned());
        if stored {
            let sent = calls.mark_running(call.id, &call.arguments, edited, by.as_str());
            record.sent_ms = Some(sent.await?);
        } else {
            record.sent_ms = Some(domain::now_ms());
            calls.insert(&record).await?;
        }
        self.calls.stored(call.id, Arc::new(record));
        Ok(())
    }

    /// Stores the end of a call, which is no longer pending or running then. Returns the finished call, and whether it is stored.
    pub(super) async fn store_end(
        &self,
        id: CallId,
        end: End,
    ) -> (Option<CallRecord>, Result<(), StoreError>) {
        let asked = self.calls.get(id).map(|(record, _)| record.rounds.clone());
        let asked = rounds::over(&asked.unwrap_or_default());
        let stored = async {
            self.store_waiting(id).await?;
            let reason = end.reason.as_ref().map(Text::stored);
            let result = end.outcome.as_deref();
            let calls = self.store.calls();
            if let Some(by) = end.by {
                calls.set_decided_by(id, by.as_str()).await?;
            }
            if let Some(sandboxed) = &end.sandboxed {
                calls.set_sandboxed(id, &sandboxed.stored()).await?;
            }
            if !asked.is_empty()
                && let Err(error) = calls.set_rounds(id, &asked).await
            {
                tracing::warn!(%error, "the rounds of a call could not be stored");
            }
            calls
                .finish_call(id, end.state, reason.as_deref(), result)
                .await
        };
        let stored = stored.await;
        if let Err(error) = &stored {
            tracing::error!(%error, "the end of a call could not be stored");
        }
        let record = self.calls.end(id).map(|record| CallRecord {
            state: end.state,
            decided_by: end
                .by
                .map(|by| by.as_str().to_owned())
                .or_else(|| record.decided_by.clone()),
            reason: end.reason.as_ref().map(Text::stored),
            sandboxed: end.sandboxed.map(|sandboxed| sandboxed.stored()),
            rounds: asked,
            result: end.outcome.map(|outcome| *outcome),
            ended_ms: Some(stored.as_ref().map_or_else(|_| domain::now_ms(), |ms| *ms)),
            ..Arc::unwrap_or_clone(record)
        });
        if let Some(record) = &record {
            self.flows.grew(record);
        }
        (record, stored.map(drop))
    }
}

/// Writes the outcome of an allowed call to the log.
pub(super) async fn note_outcome(
    inner: &Inner,
    call: &ToolCall,
    state: ledger::Outcome,
    reason: Option<&Text>,
    bytes: usize,
) {
    inner.folders.touch(call.tool.server);
    let about = ledger::About {
        server: Some(call.tool.server),
        conversation: call.conversation,
        call: Some(call.id),
        subject: call.tool.name.clone(),
    };
    let event = ledger::Event::Outcome {
        state,
        reason: reason.map(Text::to_string),
        result_bytes: bytes,
    };
    if let Err(error) = ledger::record_outcome(&inner.audit, about, event).await {
        tracing::error!(%error, "the outcome of a call could not be recorded");
    }
}
