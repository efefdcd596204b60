//! Decision of a step's calls. All approvals are queued at once, so that calls of one server share one.

use consent::{PendingDecision, ToolApproval};
use futures_util::future::join_all;
use messages::phrases;
use policy::Decision;
use store::CallState;

use super::{call::End, preparing::Prepared};
use crate::{catalog::Entry, inner::Inner};

/// A call whose decision has begun.
pub(super) enum Begun {
    /// The call is decided, or its approval is pending.
    Deciding(PendingDecision),
    /// The tool's definition changed; the change is decided first, and then the call alone.
    Changed(Entry),
}

/// Begins to decide the prepared calls, all at once, so that calls of one server share an approval.
pub(super) async fn begin_step(
    inner: &Inner,
    prepared: Vec<Result<(Entry, Prepared), End>>,
) -> Vec<Result<Begun, End>> {
    let stored = join_all(prepared.into_iter().map(|prepared| async {
        match prepared? {
            (_, Prepared::Asks(question)) => store_asked(inner, *question).await.map(Ok),
            (entry, Prepared::Changed) => Ok(Err(entry)),
        }
    }));
    let mut questions = Vec::new();
    let places: Vec<Result<Option<Entry>, End>> = stored
        .await
        .into_iter()
        .map(|stored| {
            Ok(match stored? {
                Ok(question) => {
                    questions.push(question);
                    None
                }
                Err(changed) => Some(changed),
            })
        })
        .collect();
    let mut deciding = inner.consent.begin_step(questions).into_iter();
    let lost = || End::new(CallState::Failed, phrases::host_denied_withdrawn());
    places
        .into_iter()
        .map(|place| match place? {
            Some(changed) => Ok(Begun::Changed(changed)),
            None => deciding.next().map(Begun::Deciding).ok_or_else(lost),
        })
        .collect()
}

/// Stores a call that may need an approval. The approval may take long, and this process may end before it.
async fn store_asked(inner: &Inner, question: ToolApproval) -> Result<ToolApproval, End> {
    if question.evaluation.decision != Decision::Allow {
        let stored = inner.store_waiting(question.call.id).await;
        stored.map_err(|error| {
            let reason = phrases::host_call_unstored(error.to_string());
            End::new(CallState::Failed, reason)
        })?;
    }
    Ok(question)
}

/// Begins to decide a single call.
pub(super) async fn begin_alone(
    inner: &Inner,
    question: ToolApproval,
) -> Result<PendingDecision, End> {
    let question = store_asked(inner, question).await?;
    let begun = inner.consent.begin_step(vec![question]).pop();
    begun.ok_or_else(|| End::new(CallState::Failed, phrases::host_denied_withdrawn()))
}
