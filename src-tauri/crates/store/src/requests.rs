//! The account of each request to a model.

use std::collections::BTreeSet;

use domain::{ConversationId, MessageId, ServerId, now_ms};
use sqlx::{Row, Sqlite, Transaction, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{changed, count, json, number, parsed, to_json, words},
    database::Database,
};

/// The accounts of so many requests are kept for each conversation, the newest ones. Of older requests only the labels stay.
pub const MAX_REQUESTS: u32 = 200;

words! {
    /// What a request asks for.
    RequestPurpose {
        /// A reply.
        Reply = "reply",
        /// A summary of the messages up to one.
        Summary = "summary",
        /// A title of the conversation.
        Title = "title",
    }
}

/// A request to record, before it is sent.
#[derive(Clone, Debug)]
pub struct NewRequest<'a> {
    /// The conversation.
    pub conversation: ConversationId,
    /// The reply that it asks for, or the last message of the summary.
    pub message: MessageId,
    /// What it asks for.
    pub purpose: RequestPurpose,
    /// The model.
    pub model: &'a str,
    /// What the host noted of the request, as JSON text.
    pub facts: &'a str,
    /// The servers whose text is in it.
    pub label: &'a BTreeSet<ServerId>,
    /// How many parts it has.
    pub parts: u32,
    /// Its size in tokens, estimated.
    pub tokens: u64,
    /// The parts, in order, as JSON texts with their digests. Equal digests mean equal texts.
    pub chunks: &'a [(String, String)],
}

/// What a request cost, as the endpoint counted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestUsage {
    /// Tokens read, cached ones included.
    pub input: u64,
    /// Tokens written.
    pub output: u64,
    /// Tokens read from the endpoint's cache, where it says so.
    pub cached: Option<u64>,
}

/// A request as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestRecord {
    /// The request.
    pub id: i64,
    /// The conversation.
    pub conversation: ConversationId,
    /// The reply that it asked for, or the last message of the summary.
    pub message: MessageId,
    /// What it asked for.
    pub purpose: RequestPurpose,
    /// The model.
    pub model: String,
    /// What the host noted of the request, as JSON text.
    pub facts: String,
    /// How many parts it has.
    pub parts: u32,
    /// Its size in tokens, estimated.
    pub tokens: u64,
    /// What it cost; none if the endpoint did not say.
    pub usage: Option<RequestUsage>,
    /// When it was sent, in milliseconds since the Unix epoch.
    pub created_ms: i64,
}

/// Reads and writes accounts of requests to models.
#[derive(Clone, Copy, Debug)]
pub struct Requests<'a>(pub(crate) &'a Database);

impl Requests<'_> {
    /// Records a request and returns its id. Removes the accounts of the conversation's oldest requests beyond [`MAX_REQUESTS`].
    ///
    /// # Errors
    /// No such conversation or message, or a text is not JSON ([`StoreError::Invalid`]); or the file could not be written.
    pub async fn add(&self, new: &NewRequest<'_>) -> Result<i64, StoreError> {
        let conversation = new.conversation.to_string();
        let mut transaction = self.0.begin().await?;
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO requests (conversation_id, message_id, purpose, model, facts, label, parts, tokens, created_ms) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        )
        .bind(&conversation)
        .bind(new.message.to_string())
        .bind(new.purpose.as_str())
        .bind(new.model)
        .bind(new.facts)
        .bind(to_json(new.label)?)
        .bind(new.parts)
        .bind(number(new.tokens))
        .bind(now_ms())
        .fetch_one(&mut *transaction)
        .await?;
        for (ordinal, (digest, body)) in (0_i64..).zip(new.chunks) {
            sqlx::query(
                "INSERT INTO request_chunks (conversation_id, digest, body) VALUES (?, ?, ?) \
                 ON CONFLICT (conversation_id, digest) DO NOTHING",
            )
            .bind(&conversation)
            .bind(digest)
            .bind(body)
            .execute(&mut *transaction)
            .await?;
            sqlx::query(
                "INSERT INTO request_lists (request_id, ordinal, chunk_id) \
                 SELECT ?, ?, id FROM request_chunks WHERE conversation_id = ? AND digest = ?",
            )
            .bind(id)
            .bind(ordinal)
            .bind(&conversation)
            .bind(digest)
            .execute(&mut *transaction)
            .await?;
        }
        forget_old(&mut transaction, &conversation).await?;
        transaction.commit().await?;
        Ok(id)
    }

    /// Records what a request cost.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_usage(&self, id: i64, usage: RequestUsage) -> Result<(), StoreError> {
        let done = sqlx::query(
            "UPDATE requests SET input_tokens = ?, output_tokens = ?, cached_tokens = ? WHERE id = ?",
        )
        .bind(number(usage.input))
        .bind(number(usage.output))
        .bind(usage.cached.map(number))
        .bind(id)
        .execute(self.0.writer())
        .await?;
        changed(done.rows_affected())
    }

    /// Returns the requests of a conversation whose accounts are kept, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_conversation(
        &self,
        conversation: ConversationId,
    ) -> Result<Vec<RequestRecord>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM requests WHERE conversation_id = ? AND facts IS NOT NULL ORDER BY id",
        )
        .bind(conversation.to_string())
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(request).collect()
    }

    /// Returns the parts of a request, as the chunks that were recorded, in order.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn chunks(&self, id: i64) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT body FROM request_lists JOIN request_chunks ON request_chunks.id = chunk_id \
             WHERE request_id = ? ORDER BY ordinal",
        );
        Ok(query.bind(id).fetch_all(self.0.reader()).await?)
    }

    /// Returns the servers whose text was in the requests of a conversation, by the reply that was asked for. A reply of several requests occurs several times.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn labels(
        &self,
        conversation: ConversationId,
    ) -> Result<Vec<(MessageId, BTreeSet<ServerId>)>, StoreError> {
        let rows = sqlx::query(
            "SELECT message_id, label FROM requests WHERE conversation_id = ? AND purpose = 'reply'",
        )
        .bind(conversation.to_string())
        .fetch_all(self.0.reader())
        .await?;
        rows.iter()
            .map(|row| Ok((parsed(row, "message_id")?, json(row, "label")?)))
            .collect()
    }
}

/// Removes the accounts of the oldest requests, and the chunks that no request has any more. Labels stay.
async fn forget_old(
    transaction: &mut Transaction<'_, Sqlite>,
    conversation: &str,
) -> Result<(), StoreError> {
    let old = sqlx::query(
        "UPDATE requests SET facts = NULL WHERE conversation_id = ?1 AND facts IS NOT NULL AND id NOT IN \
         (SELECT id FROM requests WHERE conversation_id = ?1 ORDER BY id DESC LIMIT ?2)",
    )
    .bind(conversation)
    .bind(MAX_REQUESTS)
    .execute(&mut **transaction)
    .await?;
    if old.rows_affected() == 0 {
        return Ok(());
    }
    for statement in [
        "DELETE FROM request_lists WHERE request_id IN \
         (SELECT id FROM requests WHERE conversation_id = ? AND facts IS NULL)",
        "DELETE FROM request_chunks WHERE conversation_id = ? AND NOT EXISTS \
         (SELECT 1 FROM request_lists WHERE chunk_id = request_chunks.id)",
    ] {
        sqlx::query(statement)
            .bind(conversation)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

fn request(row: &SqliteRow) -> Result<RequestRecord, StoreError> {
    let read = |column| -> Result<Option<u64>, StoreError> {
        let tokens: Option<i64> = row.try_get(column)?;
        Ok(tokens.map(i64::unsigned_abs))
    };
    let usage = read("input_tokens")?.zip(read("output_tokens")?);
    let cached = read("cached_tokens")?;
    Ok(RequestRecord {
        id: row.try_get("id")?,
        conversation: parsed(row, "conversation_id")?,
        message: parsed(row, "message_id")?,
        purpose: parsed(row, "purpose")?,
        model: row.try_get("model")?,
        facts: row.try_get("facts")?,
        parts: row.try_get("parts")?,
        tokens: count(row, "tokens")?,
        usage: usage.map(|(input, output)| RequestUsage {
            input,
            output,
            cached,
        }),
        created_ms: row.try_get("created_ms")?,
    })
}
