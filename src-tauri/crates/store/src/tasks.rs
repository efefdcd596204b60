//! Calls that their servers answered with a task: they outlive this process.

use std::collections::BTreeSet;

use domain::{CallId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    CallRecord, StoreError,
    calls::call,
    columns::{changed, json, to_json},
    commits::{Kind, Statement},
    database::Database,
};

/// Most tasks that are listed, the newest ones.
pub const MAX_TASKS: u32 = 200;

/// A task as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskRecord {
    /// The call that became it.
    pub call: CallRecord,
    /// The server's identifier of it.
    pub task: String,
    /// When the server returned it, in milliseconds since the Unix epoch.
    pub begun_ms: i64,
    /// Whether it waited for input when it was last heard of.
    pub waits: bool,
    /// What the server last said of it: a claim.
    pub message: Option<String>,
    /// The server's names of what it was given already.
    pub answered: BTreeSet<String>,
}

/// Reads and writes tasks.
#[derive(Clone, Copy, Debug)]
pub struct Tasks<'a>(pub(crate) &'a Database);

impl Tasks<'_> {
    /// Stores that a running call became a task, and gives when, in milliseconds since the Unix epoch. Durable when it returns.
    ///
    /// # Errors
    /// There is no such call, or it is a task already ([`StoreError::Invalid`]); or the file could not be written.
    pub async fn begin(&self, call: CallId, task: &str) -> Result<i64, StoreError> {
        let begun_ms = now_ms();
        let insert = "INSERT INTO tasks (call_id, task, begun_ms) VALUES (?, ?, ?)";
        let insert = sqlx::query(insert).bind(call.to_string());
        let insert = insert.bind(task).bind(begun_ms);
        insert.execute(self.0.writer()).await?;
        Ok(begun_ms)
    }

    /// Stores what a server says of a task.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_status(
        &self,
        call: CallId,
        waits: bool,
        message: Option<&str>,
    ) -> Result<(), StoreError> {
        let update = Statement::new(&STATUS, call).bind(waits).bind(message);
        changed(self.0.write(update).await?)
    }

    /// Stores what a task was given, all of it, by the server's names.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_answered(
        &self,
        call: CallId,
        answered: &BTreeSet<String>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE tasks SET answered = ? WHERE call_id = ?");
        let update = update.bind(to_json(answered)?).bind(call.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// The tasks that have not ended, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn running(&self) -> Result<Vec<TaskRecord>, StoreError> {
        let rows = sqlx::query(
            "SELECT calls.*, tasks.* FROM tasks JOIN calls ON calls.id = tasks.call_id \
             WHERE calls.state = 'running' ORDER BY tasks.begun_ms, calls.id",
        )
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(record).collect()
    }

    /// The newest tasks, ended or not, newest first; not those of deleted conversations.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn list(&self) -> Result<Vec<TaskRecord>, StoreError> {
        let rows = sqlx::query(
            "SELECT calls.*, tasks.* FROM tasks JOIN calls ON calls.id = tasks.call_id \
             LEFT JOIN conversations ON conversations.id = calls.conversation_id \
             WHERE conversations.deleted_ms IS NULL \
             ORDER BY calls.state = 'running' DESC, tasks.begun_ms DESC, calls.id LIMIT ?",
        )
        .bind(MAX_TASKS)
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(record).collect()
    }
}

static STATUS: Kind = Kind {
    sql: "UPDATE tasks SET waits = v.column2, message = v.column3 FROM ({rows}) AS v WHERE call_id = v.column1 \
          RETURNING call_id",
    inserts: false,
    repeats: false,
};

fn record(row: &SqliteRow) -> Result<TaskRecord, StoreError> {
    Ok(TaskRecord {
        call: call(row)?,
        task: row.try_get("task")?,
        begun_ms: row.try_get("begun_ms")?,
        waits: row.try_get("waits")?,
        message: row.try_get("message")?,
        answered: json(row, "answered")?,
    })
}
