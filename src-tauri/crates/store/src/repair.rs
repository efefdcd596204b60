//! Sets right what a process that ended in the middle left behind.

use sqlx::{AssertSqlSafe, Sqlite, SqliteConnection, SqlitePool, Transaction};

use crate::{
    CallRecord, StoreError,
    calls::{NOT_SENT, call},
};

/// What [`crate::Store::repair`] set right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepairReport {
    /// Calls that were running, or that waited and were allowed by the log: their outcome is unknown, they may have run. They are never sent again.
    pub calls_unknown: u64,
    /// Calls that waited for a decision: cancelled, they never ran.
    pub calls_cancelled: u64,
    /// Messages that were being written: stopped where they were.
    pub messages_stopped: u64,
}

/// Calls of which no process is left; a task runs on without this host.
const LEFT: &str = "id NOT IN (SELECT call_id FROM tasks)";

/// Repairs all of it in one transaction, or nothing. `allowed` says of a call that waits by this file whether it was allowed: then it may
/// have been sent, as a power cut may have taken its change to running.
pub(crate) async fn repair<E: From<StoreError>>(
    pool: &SqlitePool,
    now_ms: i64,
    mut allowed: impl AsyncFnMut(&CallRecord) -> Result<bool, E>,
) -> Result<RepairReport, E> {
    let mut transaction = begin(pool).await?;
    let mut report = RepairReport::default();
    for call in waiting(&mut transaction).await? {
        if allowed(&call).await? {
            may_have_run(&mut transaction, &call).await?;
        }
    }
    end_rest(&mut transaction, now_ms, &mut report).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    Ok(report)
}

async fn begin(pool: &SqlitePool) -> Result<Transaction<'static, Sqlite>, StoreError> {
    Ok(pool.begin_with("BEGIN IMMEDIATE").await?)
}

async fn waiting(connection: &mut SqliteConnection) -> Result<Vec<CallRecord>, StoreError> {
    let waiting = format!("SELECT * FROM calls WHERE state = 'waiting' AND {LEFT}");
    let rows = sqlx::query(AssertSqlSafe(waiting)).fetch_all(connection);
    rows.await?.iter().map(call).collect()
}

/// Has a call that waits end with those that were running.
async fn may_have_run(
    connection: &mut SqliteConnection,
    call: &CallRecord,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE calls SET state = 'running', sent_ms = created_ms WHERE id = ?")
        .bind(call.id.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends the calls, messages and samplings that nobody is left to end.
async fn end_rest(
    connection: &mut SqliteConnection,
    now_ms: i64,
    report: &mut RepairReport,
) -> Result<(), StoreError> {
    let end_calls =
        format!("UPDATE calls SET state = ?, reason = ?, ended_ms = ? WHERE state = ? AND {LEFT}");
    for (count, from, to, reason) in [
        (&mut report.calls_unknown, "running", "unknown", None),
        (
            &mut report.calls_cancelled,
            "waiting",
            "cancelled",
            Some(NOT_SENT),
        ),
    ] {
        let done = sqlx::query(AssertSqlSafe(end_calls.as_str()))
            .bind(to)
            .bind(reason)
            .bind(now_ms)
            .bind(from);
        *count = done.execute(&mut *connection).await?.rows_affected();
    }
    let stop = "UPDATE messages SET status = 'stopped' WHERE status = 'streaming'";
    let stopped = sqlx::query(stop).execute(&mut *connection).await?;
    report.messages_stopped = stopped.rows_affected();
    // What a model may have been asked counts as it was estimated.
    sqlx::query("UPDATE samplings SET state = 'failed' WHERE state = 'asked'")
        .execute(&mut *connection)
        .await?;
    Ok(())
}
