//! Messages and their parts: a tree per conversation, every part with its origin.

mod importing;
mod tree;

pub use importing::ImportedMessage;

use std::collections::HashMap;

use domain::{AttachmentId, ConversationId, MessageId, Provenance, now_ms};
use sqlx::{Row, Sqlite, SqliteConnection, Transaction, sqlite::SqliteRow};

use crate::{
    StoreError, attachments,
    columns::{changed, json, number, parsed, parsed_option, to_json, words},
    database::Database,
};

/// Longest path through a tree, in messages.
pub const MAX_PATH_MESSAGES: u32 = 20_000;

/// Most messages with siblings that are looked at in a conversation.
pub const MAX_FORKED: u32 = 2_000;

words! {
    /// Who speaks in a message.
    Role {
        /// The user.
        User = "user",
        /// A model.
        Assistant = "assistant",
    }
}

words! {
    /// How far a message got.
    MessageStatus {
        /// All of it is there.
        Complete = "complete",
        /// It is being written.
        Streaming = "streaming",
        /// It was stopped, by the user or because the host ended.
        Stopped = "stopped",
        /// It ended with an error.
        Failed = "failed",
    }
}

words! {
    /// What kind of failure ended a message, where a person can do something about it at once.
    MessageFailure {
        /// The endpoint refused the key.
        Key = "key",
    }
}

words! {
    /// What a part's body is.
    PartKind {
        /// Text.
        Text = "text",
        /// A model's reasoning, as text.
        Reasoning = "reasoning",
        /// An image; the body is the host's to define.
        Image = "image",
        /// A tool call; the body names it.
        Call = "call",
        /// A notice of the host.
        Notice = "notice",
        /// Something a provider wants back unchanged.
        Opaque = "opaque",
    }
}

/// A stored part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId(i64);

/// A part as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRecord {
    /// The part.
    pub id: PartId,
    /// Its place in its message, from 0.
    pub ordinal: u32,
    /// What its body is.
    pub kind: PartKind,
    /// Its body.
    pub body: String,
    /// Where it came from.
    pub origin: Provenance,
}

impl PartRecord {
    /// A text of the user that is not stored, as the only part of a message that is not stored.
    #[must_use]
    pub fn unstored(text: &str) -> Self {
        Self {
            id: PartId(0),
            ordinal: 0,
            kind: PartKind::Text,
            body: text.to_owned(),
            origin: Provenance::User,
        }
    }
}

/// A part to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPart {
    /// What its body is.
    pub kind: PartKind,
    /// Its body.
    pub body: String,
    /// Where it came from; set by the host, never by the sender.
    pub origin: Provenance,
}

/// Tokens a message took, as its endpoint counted them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Tokens read.
    pub input: u64,
    /// Tokens written.
    pub output: u64,
}

/// A message as it is stored, with its parts in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRecord {
    /// The message.
    pub id: MessageId,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The message before it; none for a first one.
    pub parent: Option<MessageId>,
    /// Who speaks.
    pub role: Role,
    /// The model that wrote it.
    pub model: Option<String>,
    /// The endpoint that sent it, in the host's own words; none before it is whole, and in messages of former versions.
    pub endpoint: Option<String>,
    /// How far it got.
    pub status: MessageStatus,
    /// Why it failed.
    pub error: Option<String>,
    /// What to do about the error, if there is something.
    pub error_hint: Option<String>,
    /// What kind of failure that was, where something can be done about it.
    pub failure: Option<MessageFailure>,
    /// What it took.
    pub usage: Option<Usage>,
    /// When it was begun, in milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// Its parts, in order.
    pub parts: Vec<PartRecord>,
}

/// A message to append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The message before it, of the same conversation.
    pub parent: Option<MessageId>,
    /// Who speaks.
    pub role: Role,
    /// The model that writes it.
    pub model: Option<String>,
    /// How far it got.
    pub status: MessageStatus,
    /// Its parts so far, in order.
    pub parts: Vec<NewPart>,
}

/// The path from the root to `?`, at most `?` steps up.
macro_rules! path {
    ($tail:literal) => {
        concat!(
            "WITH RECURSIVE path (id, parent_id, depth) AS (\
                 SELECT id, parent_id, 0 FROM messages WHERE id = ? \
                 UNION ALL \
                 SELECT m.id, m.parent_id, path.depth + 1 \
                 FROM path JOIN messages m ON m.id = path.parent_id WHERE path.depth < ?) ",
            $tail
        )
    };
}

/// Reads and writes messages.
#[derive(Clone, Copy, Debug)]
pub struct Messages<'a>(pub(crate) &'a Database);

impl Messages<'_> {
    /// Appends a message with its parts and makes it the head of its conversation, all or nothing.
    ///
    /// # Errors
    /// No such conversation ([`StoreError::NotFound`]), a parent of another one ([`StoreError::Invalid`]), or the
    /// file could not be written.
    pub async fn append_message(&self, new: &NewMessage) -> Result<MessageRecord, StoreError> {
        self.append_with(new, &[]).await
    }

    /// Appends a message as [`Self::append_message`] does, with these attachments of its conversation.
    ///
    /// # Errors
    /// As there; there is no such attachment ([`StoreError::NotFound`]), or there are too many ([`StoreError::Invalid`]).
    pub async fn append_with(
        &self,
        new: &NewMessage,
        attachments: &[AttachmentId],
    ) -> Result<MessageRecord, StoreError> {
        let mut record = MessageRecord {
            id: MessageId::new(),
            conversation: new.conversation,
            parent: new.parent,
            role: new.role,
            model: new.model.clone(),
            endpoint: None,
            status: new.status,
            error: None,
            error_hint: None,
            failure: None,
            usage: None,
            created_ms: now_ms(),
            parts: Vec::with_capacity(new.parts.len()),
        };
        let mut transaction = self.0.begin().await?;
        let update =
            sqlx::query("UPDATE conversations SET head_id = ?, updated_ms = ? WHERE id = ?")
                .bind(record.id.to_string())
                .bind(record.created_ms)
                .bind(record.conversation.to_string());
        changed(update.execute(&mut *transaction).await?.rows_affected())?;
        insert(&mut transaction, &record).await?;
        for (ordinal, part) in (0..).zip(&new.parts) {
            record
                .parts
                .push(insert_part(&mut transaction, record.id, ordinal, part).await?);
        }
        let of = (record.conversation, record.id);
        attachments::give(&mut transaction, of, attachments).await?;
        transaction.commit().await?;
        Ok(record)
    }

    /// Adds a part at the end of a message.
    ///
    /// # Errors
    /// No such message ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add_part(
        &self,
        message: MessageId,
        part: &NewPart,
    ) -> Result<PartRecord, StoreError> {
        let mut transaction = self.0.begin().await?;
        let ordinal = sqlx::query_scalar(
            "SELECT coalesce(max(ordinal) + 1, 0) FROM parts WHERE message_id = ?",
        )
        .bind(message.to_string())
        .fetch_one(&mut *transaction)
        .await?;
        let record = insert_part(&mut transaction, message, ordinal, part).await?;
        transaction.commit().await?;
        Ok(record)
    }

    /// Replaces a part's body, for text that arrives in pieces. Its origin stays.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_part_body(&self, part: PartId, body: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE parts SET body = ? WHERE id = ?")
            .bind(body)
            .bind(part.0);
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Keeps which endpoint sent a message, and its parts in place of those that it has: the whole answer, all or nothing.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn complete(
        &self,
        message: MessageId,
        endpoint: Option<&str>,
        parts: &[NewPart],
    ) -> Result<(), StoreError> {
        let mut transaction = self.0.begin().await?;
        let update = sqlx::query("UPDATE messages SET endpoint = ? WHERE id = ?")
            .bind(endpoint)
            .bind(message.to_string());
        changed(update.execute(&mut *transaction).await?.rows_affected())?;
        // What the host said meanwhile stays where it is: before the answer.
        sqlx::query("DELETE FROM parts WHERE message_id = ? AND kind <> 'notice'")
            .bind(message.to_string())
            .execute(&mut *transaction)
            .await?;
        let first: u32 = sqlx::query_scalar(
            "SELECT coalesce(max(ordinal) + 1, 0) FROM parts WHERE message_id = ?",
        )
        .bind(message.to_string())
        .fetch_one(&mut *transaction)
        .await?;
        for (ordinal, part) in (first..).zip(parts) {
            insert_part(&mut transaction, message, ordinal, part).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Says how far a message got. An error comes with what to do about it, if there is something. Usage that is not known
    /// leaves what was known.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_message_status(
        &self,
        message: MessageId,
        status: MessageStatus,
        error: Option<(&str, Option<&str>)>,
        failure: Option<MessageFailure>,
        usage: Option<Usage>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query(
            "UPDATE messages SET status = ?, error = ?, error_hint = ?, failure = ?, usage_in = coalesce(?, usage_in), \
             usage_out = coalesce(?, usage_out) WHERE id = ?",
        )
        .bind(status.as_str())
        .bind(error.map(|(error, _)| error))
        .bind(error.and_then(|(_, hint)| hint))
        .bind(failure.map(MessageFailure::as_str))
        .bind(usage.map(|usage| number(usage.input)))
        .bind(usage.map(|usage| number(usage.output)))
        .bind(message.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// The messages from the first one to `head`, with their parts. Empty if there is no such message.
    ///
    /// # Errors
    /// The path is longer than [`MAX_PATH_MESSAGES`] ([`StoreError::Invalid`]), or the file could not be read.
    pub async fn path_to(&self, head: MessageId) -> Result<Vec<MessageRecord>, StoreError> {
        // One transaction: both reads see the same state.
        let mut transaction = self.0.reader().begin().await?;
        let rows = sqlx::query(path!(
            "SELECT messages.* FROM path JOIN messages USING (id) ORDER BY depth DESC"
        ))
        .bind(head.to_string())
        .bind(MAX_PATH_MESSAGES)
        .fetch_all(&mut *transaction)
        .await?;
        if rows.len() > MAX_PATH_MESSAGES as usize {
            return Err(StoreError::Invalid(format!(
                "more than {MAX_PATH_MESSAGES} messages in a row"
            )));
        }
        let mut messages = rows.iter().map(message).collect::<Result<Vec<_>, _>>()?;
        let place: HashMap<MessageId, usize> = messages
            .iter()
            .enumerate()
            .map(|(i, m)| (m.id, i))
            .collect();
        let rows = sqlx::query(path!(
            "SELECT parts.* FROM path JOIN parts ON message_id = path.id ORDER BY ordinal"
        ))
        .bind(head.to_string())
        .bind(MAX_PATH_MESSAGES)
        .fetch_all(&mut *transaction)
        .await?;
        for row in &rows {
            let owner: MessageId = parsed(row, "message_id")?;
            if let Some(message) = place.get(&owner).and_then(|i| messages.get_mut(*i)) {
                message.parts.push(part(row)?);
            }
        }
        Ok(messages)
    }

    /// One message with its parts, if it is there.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn get(&self, id: MessageId) -> Result<Option<MessageRecord>, StoreError> {
        let mut transaction = self.0.reader().begin().await?;
        let row = sqlx::query("SELECT * FROM messages WHERE id = ?").bind(id.to_string());
        let Some(row) = row.fetch_optional(&mut *transaction).await? else {
            return Ok(None);
        };
        let parts = sqlx::query("SELECT * FROM parts WHERE message_id = ? ORDER BY ordinal")
            .bind(id.to_string());
        let parts = parts.fetch_all(&mut *transaction).await?;
        let parts = parts.iter().map(part).collect::<Result<_, _>>()?;
        Ok(Some(MessageRecord {
            parts,
            ..message(&row)?
        }))
    }
}

async fn insert(
    transaction: &mut Transaction<'_, Sqlite>,
    record: &MessageRecord,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO messages (id, conversation_id, parent_id, role, model, status, created_ms) \
         VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(record.id.to_string())
    .bind(record.conversation.to_string())
    .bind(record.parent.map(|parent| parent.to_string()))
    .bind(record.role.as_str())
    .bind(&record.model)
    .bind(record.status.as_str())
    .bind(record.created_ms)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

async fn insert_part(
    connection: &mut SqliteConnection,
    message: MessageId,
    ordinal: u32,
    part: &NewPart,
) -> Result<PartRecord, StoreError> {
    let done = sqlx::query(
        "INSERT INTO parts (message_id, ordinal, kind, body, origin) VALUES (?, ?, ?, ?, ?)",
    )
    .bind(message.to_string())
    .bind(ordinal)
    .bind(part.kind.as_str())
    .bind(&part.body)
    .bind(to_json(&part.origin)?)
    .execute(connection)
    .await?;
    Ok(PartRecord {
        id: PartId(done.last_insert_rowid()),
        ordinal,
        kind: part.kind,
        body: part.body.clone(),
        origin: part.origin.clone(),
    })
}

fn message(row: &SqliteRow) -> Result<MessageRecord, StoreError> {
    let usage: (Option<i64>, Option<i64>) = (row.try_get("usage_in")?, row.try_get("usage_out")?);
    let usage = match usage {
        (Some(input), Some(output)) => Some(Usage {
            input: input.unsigned_abs(),
            output: output.unsigned_abs(),
        }),
        (Some(_), None) | (None, Some(_) | None) => None,
    };
    Ok(MessageRecord {
        id: parsed(row, "id")?,
        conversation: parsed(row, "conversation_id")?,
        parent: parsed_option(row, "parent_id")?,
        role: parsed(row, "role")?,
        model: row.try_get("model")?,
        endpoint: row.try_get("endpoint")?,
        status: parsed(row, "status")?,
        error: row.try_get("error")?,
        error_hint: row.try_get("error_hint")?,
        failure: parsed_option(row, "failure")?,
        usage,
        created_ms: row.try_get("created_ms")?,
        parts: Vec::new(),
    })
}

fn part(row: &SqliteRow) -> Result<PartRecord, StoreError> {
    Ok(PartRecord {
        id: PartId(row.try_get("id")?),
        ordinal: row.try_get("ordinal")?,
        kind: parsed(row, "kind")?,
        body: row.try_get("body")?,
        origin: json(row, "origin")?,
    })
}
