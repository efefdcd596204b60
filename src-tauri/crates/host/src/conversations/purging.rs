//! What was deleted in an earlier run is gone for good: nobody can bring it back any more.

use std::time::Duration;

use domain::{ConversationId, now_ms};

use crate::{api::ApiError, inner::Inner, ledger};

/// A conversation deleted so recently may have been deleted by a program that was just replaced by this one.
const UNDO: Duration = Duration::from_secs(60);

/// Purges conversations that were deleted before this run. What cannot be purged now waits for a later start.
pub(crate) async fn purge_deleted(inner: &Inner) {
    let before = now_ms() - i64::try_from(UNDO.as_millis()).unwrap_or(i64::MAX);
    let deleted = match inner.store.conversations().deleted_before(before).await {
        Ok(deleted) => deleted,
        Err(error) => return tracing::warn!(%error, "deleted conversations could not be listed"),
    };
    for record in deleted {
        if let Err(error) = purge(inner, record.id).await {
            tracing::warn!(
                error = error.message,
                "a deleted conversation could not be purged yet"
            );
        }
    }
}

/// Forgets the arguments of a conversation's calls in the audit log, says so there, and then removes the conversation. The rows
/// stay, and the chain verifies as before. Ended in the middle, it begins anew at the next start.
async fn purge(inner: &Inner, id: ConversationId) -> Result<(), ApiError> {
    let rows = inner.audit.purge_content(id).await?;
    if rows > 0 {
        let about = ledger::About {
            conversation: Some(id),
            ..ledger::About::of(format!(
                "the arguments in {rows} rows of a deleted conversation"
            ))
        };
        ledger::record(&inner.audit, about, ledger::Event::Purge { rows }).await?;
    }
    Ok(inner.store.conversations().purge(id).await?)
}
