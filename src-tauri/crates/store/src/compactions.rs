//! Summaries that replace earlier messages of a conversation.

use std::collections::BTreeSet;

use domain::{ConversationId, MessageId, ServerId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    MessageRecord, StoreError,
    columns::{changed, json, parsed, to_json},
    database::Database,
};

/// Largest text of a summary, in bytes.
pub const MAX_SUMMARY: usize = 64 * 1024;
/// So many compactions of a conversation are read, the newest ones.
pub const MAX_COMPACTIONS: u32 = 1_000;

/// A summary to store.
#[derive(Clone, Debug)]
pub struct NewCompaction<'a> {
    /// The conversation.
    pub conversation: ConversationId,
    /// The last message that it replaces.
    pub up_to: MessageId,
    /// The text.
    pub summary: &'a str,
    /// The model that wrote it.
    pub model: &'a str,
    /// Whether it was made because the window was nearly full.
    pub automatic: bool,
    /// The servers whose data was in the messages, or in the request that made it.
    pub label: &'a BTreeSet<ServerId>,
    /// The recorded request that made it.
    pub request: Option<i64>,
}

/// A summary as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompactionRecord {
    /// The compaction.
    pub id: i64,
    /// The conversation.
    pub conversation: ConversationId,
    /// The last message that it replaces.
    pub up_to: MessageId,
    /// The text.
    pub summary: String,
    /// The model that wrote it.
    pub model: String,
    /// Whether it was made because the window was nearly full.
    pub automatic: bool,
    /// The servers whose data was in the messages, or in the request that made it.
    pub label: BTreeSet<ServerId>,
    /// The recorded request that made it, while it is recorded.
    pub request: Option<i64>,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// When the user last edited it.
    pub edited_ms: Option<i64>,
    /// When the user undid it; it has no effect since.
    pub undone_ms: Option<i64>,
}

impl CompactionRecord {
    /// Returns the compaction that counts on a branch: the newest that was not undone and ends with a message of the branch.
    #[must_use]
    pub fn in_effect<'a>(all: &'a [Self], branch: &[MessageRecord]) -> Option<&'a Self> {
        let messages: BTreeSet<MessageId> = branch.iter().map(|message| message.id).collect();
        let mut active = all.iter().filter(|one| one.undone_ms.is_none());
        active.rfind(|one| messages.contains(&one.up_to))
    }
}

/// Reads and writes summaries.
#[derive(Clone, Copy, Debug)]
pub struct Compactions<'a>(pub(crate) &'a Database);

impl Compactions<'_> {
    /// Stores a summary and returns its id. The messages stay.
    ///
    /// # Errors
    /// The text is empty or longer than [`MAX_SUMMARY`], or the conversation has no such message ([`StoreError::Invalid`]); or the file could not be written.
    pub async fn add(&self, new: &NewCompaction<'_>) -> Result<i64, StoreError> {
        check(new.summary)?;
        let row = sqlx::query(
            "INSERT INTO compactions (conversation_id, up_to, summary, model, automatic, label, request_id, created_ms) \
             SELECT ?1, id, ?3, ?4, ?5, ?6, ?7, ?8 FROM messages WHERE id = ?2 AND conversation_id = ?1 RETURNING id",
        )
        .bind(new.conversation.to_string())
        .bind(new.up_to.to_string())
        .bind(new.summary)
        .bind(new.model)
        .bind(new.automatic)
        .bind(to_json(new.label)?)
        .bind(new.request)
        .bind(now_ms())
        .fetch_optional(self.0.writer())
        .await?;
        let Some(row) = row else {
            let text = "the conversation has no such message";
            return Err(StoreError::Invalid(text.to_owned()));
        };
        Ok(row.try_get("id")?)
    }

    /// Returns the compactions of a conversation on all its branches, oldest first, undone ones included; the newest [`MAX_COMPACTIONS`].
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_conversation(
        &self,
        conversation: ConversationId,
    ) -> Result<Vec<CompactionRecord>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM compactions WHERE conversation_id = ? ORDER BY id DESC LIMIT ?",
        )
        .bind(conversation.to_string())
        .bind(MAX_COMPACTIONS)
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().rev().map(compaction).collect()
    }

    /// Replaces the text of a summary with the user's. Its label stays.
    ///
    /// # Errors
    /// The text is empty or longer than [`MAX_SUMMARY`] ([`StoreError::Invalid`]); the conversation has no such compaction in effect
    /// ([`StoreError::NotFound`]); or the file could not be written.
    pub async fn edit(
        &self,
        conversation: ConversationId,
        id: i64,
        summary: &str,
    ) -> Result<(), StoreError> {
        check(summary)?;
        let done = sqlx::query(
            "UPDATE compactions SET summary = ?, edited_ms = ? \
             WHERE id = ? AND conversation_id = ? AND undone_ms IS NULL",
        )
        .bind(summary)
        .bind(now_ms())
        .bind(id)
        .bind(conversation.to_string())
        .execute(self.0.writer())
        .await?;
        changed(done.rows_affected())
    }

    /// Ends the effect of a compaction: its messages, or the summary before it, are sent again.
    ///
    /// # Errors
    /// The conversation has no such compaction in effect ([`StoreError::NotFound`]), or the file could not be written.
    pub async fn undo(&self, conversation: ConversationId, id: i64) -> Result<(), StoreError> {
        let done = sqlx::query(
            "UPDATE compactions SET undone_ms = ? \
             WHERE id = ? AND conversation_id = ? AND undone_ms IS NULL",
        )
        .bind(now_ms())
        .bind(id)
        .bind(conversation.to_string())
        .execute(self.0.writer())
        .await?;
        changed(done.rows_affected())
    }
}

fn check(summary: &str) -> Result<(), StoreError> {
    if summary.trim().is_empty() || summary.len() > MAX_SUMMARY {
        return Err(StoreError::Invalid(format!(
            "a summary has from 1 to {MAX_SUMMARY} bytes"
        )));
    }
    Ok(())
}

fn compaction(row: &SqliteRow) -> Result<CompactionRecord, StoreError> {
    Ok(CompactionRecord {
        id: row.try_get("id")?,
        conversation: parsed(row, "conversation_id")?,
        up_to: parsed(row, "up_to")?,
        summary: row.try_get("summary")?,
        model: row.try_get("model")?,
        automatic: row.try_get("automatic")?,
        label: json(row, "label")?,
        request: row.try_get("request_id")?,
        created_ms: row.try_get("created_ms")?,
        edited_ms: row.try_get("edited_ms")?,
        undone_ms: row.try_get("undone_ms")?,
    })
}
