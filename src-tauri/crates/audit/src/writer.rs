//! The one writer: takes what waits and makes it durable together.

use domain::ConversationId;
use sqlx::{Connection, Executor, SqliteConnection};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot, watch};

use crate::{
    AuditError, Entry, Head,
    chain::{ChainRow, content_digest},
    read,
};

/// Most entries that wait for the writer.
pub const MAILBOX_ROWS: usize = 1_024;
/// Most bytes of entries that wait for the writer; above the largest single entry.
pub const MAILBOX_BYTES: usize = 64 * 1024 * 1024;
/// Most entries written with one commit.
pub const MAX_BATCH_ROWS: usize = 256;

type Reply = oneshot::Sender<Result<u64, AuditError>>;

/// What the writer is asked to do.
pub(crate) enum Job {
    Append {
        entry: Box<Entry>,
        room: OwnedSemaphorePermit,
        reply: Reply,
    },
    Purge {
        conversation: ConversationId,
        reply: Reply,
    },
    Close {
        reply: Reply,
    },
}

struct Waiting {
    entry: Box<Entry>,
    /// Held until the entry is written, so that the mailbox's bound covers it.
    _room: OwnedSemaphorePermit,
    reply: Reply,
}

/// Writes until closed, or until every handle is gone.
pub(crate) async fn run(
    mut connection: SqliteConnection,
    mut queue: mpsc::Receiver<Job>,
    head: watch::Sender<Head>,
) {
    let mut closing = None;
    while let Some(job) = queue.recv().await {
        let mut batch = Vec::new();
        let mut next = Some(job);
        // Appends in a row share a commit; anything else ends the batch, so that order is kept.
        while let Some(job) = next.take() {
            match job {
                Job::Append { entry, room, reply } => {
                    batch.push(Waiting {
                        entry,
                        _room: room,
                        reply,
                    });
                    if batch.len() < MAX_BATCH_ROWS {
                        next = queue.try_recv().ok();
                    }
                }
                Job::Purge {
                    conversation,
                    reply,
                } => {
                    commit(&mut connection, std::mem::take(&mut batch), &head).await;
                    let _ = reply.send(purge(&mut connection, conversation).await);
                }
                Job::Close { reply } => {
                    queue.close();
                    closing = Some(reply);
                    next = queue.try_recv().ok();
                }
            }
        }
        commit(&mut connection, batch, &head).await;
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the audit record did not close cleanly");
    }
    if let Some(reply) = closing {
        let _ = reply.send(Ok(0));
    }
}

/// Writes a batch and answers everyone in it. A caller that went away is no reason not to write.
async fn commit(
    connection: &mut SqliteConnection,
    batch: Vec<Waiting>,
    head: &watch::Sender<Head>,
) {
    if batch.is_empty() {
        return;
    }
    let before = *head.borrow();
    match write(connection, &batch, before).await {
        Ok(after) => {
            head.send_replace(after);
            for (waiting, seq) in batch.into_iter().zip(before.seq + 1..) {
                let _ = waiting.reply.send(Ok(seq));
            }
        }
        Err(error) => {
            tracing::error!(%error, rows = batch.len(), "the audit record could not be written");
            // A commit that failed late may be there all the same: the file says where the chain ends.
            if let Ok(found) = read::head(connection).await {
                head.send_replace(found);
            }
            for waiting in batch {
                let _ = waiting.reply.send(Err(error.clone()));
            }
        }
    }
}

async fn write(
    connection: &mut SqliteConnection,
    batch: &[Waiting],
    head: Head,
) -> Result<Head, AuditError> {
    // Not the driver's transactions: a full disk ends one behind its back, and it would never begin another.
    connection.execute("BEGIN IMMEDIATE").await?;
    let written = insert_all(connection, batch, head).await;
    if written.is_err() {
        // Where the transaction is over already, there is nothing to take back.
        let _ = connection.execute("ROLLBACK").await;
    }
    written
}

async fn insert_all(
    connection: &mut SqliteConnection,
    batch: &[Waiting],
    mut head: Head,
) -> Result<Head, AuditError> {
    for waiting in batch {
        head = insert(connection, &waiting.entry, head).await?;
    }
    connection.execute("COMMIT").await?;
    Ok(head)
}

async fn insert(
    connection: &mut SqliteConnection,
    entry: &Entry,
    head: Head,
) -> Result<Head, AuditError> {
    let salt = match &entry.content {
        None => None,
        Some(_) => {
            let salt = sqlx::query_scalar::<_, Vec<u8>>("SELECT randomblob(16)");
            Some(salt.fetch_one(&mut *connection).await?)
        }
    };
    let digest = salt
        .as_deref()
        .zip(entry.content.as_deref())
        .map(|(salt, text)| content_digest(salt, text.as_bytes()).to_vec());
    let row = ChainRow {
        at_ms: entry.at_ms,
        kind: entry.kind.as_str().to_owned(),
        server: entry.server.map(|id| id.to_string()),
        conversation: entry.conversation.map(|id| id.to_string()),
        call: entry.call.map(|id| id.to_string()),
        subject: entry.subject.clone(),
        decision: entry.decision.clone(),
        detail: entry.detail.clone(),
        content_digest: digest,
    };
    let next = Head {
        seq: head.seq + 1,
        hash: row.hash(&head.hash),
    };
    sqlx::query(
        "INSERT INTO record (seq, at_ms, kind, server, conversation, call, subject, decision, detail, \
         content_digest, salt, content, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(i64::try_from(next.seq).map_err(|e| AuditError::Io(e.to_string()))?)
    .bind(row.at_ms)
    .bind(row.kind)
    .bind(row.server)
    .bind(row.conversation)
    .bind(row.call)
    .bind(row.subject)
    .bind(row.decision)
    .bind(row.detail)
    .bind(row.content_digest)
    .bind(salt)
    .bind(entry.content.as_deref())
    .bind(head.hash.as_slice())
    .bind(next.hash.as_slice())
    .execute(&mut *connection)
    .await?;
    Ok(next)
}

async fn purge(
    connection: &mut SqliteConnection,
    conversation: ConversationId,
) -> Result<u64, AuditError> {
    let done = sqlx::query(
        "UPDATE record SET content = NULL, salt = NULL WHERE conversation = ? AND content IS NOT NULL",
    )
    .bind(conversation.to_string())
    .execute(&mut *connection)
    .await?;
    // What was purged must not stay readable in the write-ahead log. A reader may hold it: the next one cuts it.
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(&mut *connection)
        .await?;
    Ok(done.rows_affected())
}
