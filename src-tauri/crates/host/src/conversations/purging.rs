//! Permanent deletion of conversations that were deleted in an earlier run and cannot be restored any more.

use std::time::Duration;

use audit::Purged;
use domain::{ConversationId, now_ms};
use host_api::ApiError;

use crate::{inner::Inner, ledger};

/// A conversation deleted within this time may have been deleted by a process that this one just replaced.
const UNDO: Duration = Duration::from_secs(60);

/// Purges conversations that were deleted before this run. A later start retries those that cannot be purged now.
pub(crate) async fn purge_deleted(inner: &Inner) {
    let before = now_ms() - i64::try_from(UNDO.as_millis()).unwrap_or(i64::MAX);
    if let Err(error) = inner.store.projects().purge_deleted_before(before).await {
        tracing::warn!(%error, "deleted projects could not be purged yet");
    }
    let deleted = match inner.store.conversations().deleted_before(before).await {
        Ok(deleted) => deleted,
        Err(error) => return tracing::warn!(%error, "deleted conversations could not be listed"),
    };
    for record in deleted {
        if let Err(error) = purge(inner, record.id).await {
            tracing::warn!(
                %error,
                "a deleted conversation could not be purged yet"
            );
        }
    }
}

/// Deletes the arguments of a conversation's calls from the audit log and records that there, both or neither, and then removes the
/// conversation. The rows remain, and the hash chain still verifies. If interrupted, the purge restarts at the next start.
async fn purge(inner: &Inner, id: ConversationId) -> Result<(), ApiError> {
    let record = move |purged: &Purged| {
        let rows = purged.rows;
        let about = ledger::About {
            conversation: Some(id),
            ..ledger::About::of(format!(
                "the arguments in {rows} rows of a deleted conversation"
            ))
        };
        let seqs = purged.seqs.clone();
        ledger::entry(about, ledger::Event::Purge { rows, seqs })
    };
    inner.audit.purge_content(id, record).await?;
    Ok(inner.store.conversations().purge(id).await?)
}
