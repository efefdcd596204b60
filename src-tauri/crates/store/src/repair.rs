//! Sets right what a process that ended in the middle left behind.

use sqlx::SqlitePool;

use crate::{
    CallRecord, StoreError,
    calls::{NOT_SENT, call},
};

/// What was set right when the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepairReport {
    /// Calls that were running: their outcome is unknown, they may have run. They are never sent again.
    pub calls_unknown: u64,
    /// Calls that waited for a decision: cancelled, they never ran.
    pub calls_cancelled: u64,
    /// Messages that were being written: stopped where they were.
    pub messages_stopped: u64,
}

/// Returns the cancelled calls too, as they were.
pub(crate) async fn repair(
    pool: &SqlitePool,
    now_ms: i64,
) -> Result<(RepairReport, Vec<CallRecord>), StoreError> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let waiting =
        "SELECT * FROM calls WHERE state = 'waiting' AND id NOT IN (SELECT call_id FROM tasks)";
    let waiting = sqlx::query(waiting).fetch_all(&mut *transaction).await?;
    let waiting = waiting.iter().map(call).collect::<Result<_, _>>()?;
    // A task runs on without this host.
    let end_calls = "UPDATE calls SET state = ?, reason = ?, ended_ms = ? WHERE state = ? \
                     AND id NOT IN (SELECT call_id FROM tasks)";
    let mut counts = [0; 2];
    for (count, (from, to, reason)) in counts.iter_mut().zip([
        ("running", "unknown", None),
        ("waiting", "cancelled", Some(NOT_SENT)),
    ]) {
        let done = sqlx::query(end_calls)
            .bind(to)
            .bind(reason)
            .bind(now_ms)
            .bind(from);
        *count = done.execute(&mut *transaction).await?.rows_affected();
    }
    let stopped = sqlx::query("UPDATE messages SET status = 'stopped' WHERE status = 'streaming'")
        .execute(&mut *transaction)
        .await?
        .rows_affected();
    // What a model may have been asked counts as it was estimated.
    sqlx::query("UPDATE samplings SET state = 'failed' WHERE state = 'asked'")
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    let [calls_unknown, calls_cancelled] = counts;
    let report = RepairReport {
        calls_unknown,
        calls_cancelled,
        messages_stopped: stopped,
    };
    Ok((report, waiting))
}
