//! The one writer: takes what waits and makes it durable together.

use std::sync::{Arc, LazyLock};

use domain::ConversationId;
use sqlx::{
    AssertSqlSafe, Connection, Executor, Sqlite, SqliteConnection, sqlite::SqliteArguments,
};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

use crate::{
    AuditError, Entry, EntryKind, Head, Purged,
    chain::{ChainRow, content_digest},
    read,
    sync::{PendingReply, Syncer},
};

/// Most entries that wait for the writer.
pub const MAILBOX_ROWS: usize = 1_024;
/// Most bytes of entries that wait for the writer; above the largest single entry.
pub const MAILBOX_BYTES: usize = 64 * 1024 * 1024;
/// Most entries written with one commit.
pub const MAX_BATCH_ROWS: usize = 1 << 8;

/// [`MAX_BATCH_ROWS`] as a power of two: one text is prepared for each smaller one, too.
const LARGEST: u32 = MAX_BATCH_ROWS.ilog2();
/// Salts are made so many at once.
const SALTS: usize = MAX_BATCH_ROWS;
/// The bytes of a salt.
const SALT: usize = 16;

type Reply = oneshot::Sender<Result<u64, AuditError>>;

/// What the writer is asked to do.
pub(crate) enum Job {
    Append {
        entry: Box<Entry>,
        room: OwnedSemaphorePermit,
        until: Until,
        reply: Reply,
    },
    Purge {
        conversation: ConversationId,
        record: Box<dyn FnOnce(&Purged) -> Entry + Send>,
        reply: Reply,
    },
    Close {
        reply: Reply,
    },
}

/// What the caller of an append waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// The row would survive a power cut.
    Durable,
    /// The row survives the end of this process.
    Written,
}

struct Waiting {
    entry: Box<Entry>,
    until: Until,
    /// Held until the entry is written, so that the mailbox's bound covers it.
    room: OwnedSemaphorePermit,
    reply: Reply,
}

/// The one writer, and where the chain ends.
struct Writer {
    connection: SqliteConnection,
    syncer: Syncer,
    /// The last row, durable or not.
    head: Head,
    salts: Vec<[u8; SALT]>,
}

/// Writes until closed, or until every handle is gone.
pub(crate) async fn run(
    connection: SqliteConnection,
    syncer: Syncer,
    head: Head,
    mut queue: mpsc::Receiver<Job>,
) {
    let mut writer = Writer {
        connection,
        syncer,
        head,
        salts: Vec::new(),
    };
    let mut closing = None;
    while let Some(job) = queue.recv().await {
        let mut batch = Vec::new();
        let mut next = Some(job);
        // Who is about to append comes along: nobody waits for it who is not ready to run.
        tokio::task::yield_now().await;
        // Appends in a row share a commit; anything else ends the batch, so that order is kept.
        while let Some(job) = next.take() {
            match job {
                Job::Append {
                    entry,
                    room,
                    until,
                    reply,
                } => {
                    batch.push(Waiting {
                        entry,
                        until,
                        room,
                        reply,
                    });
                    if batch.len() < MAX_BATCH_ROWS {
                        next = queue.try_recv().ok();
                    }
                }
                Job::Purge {
                    conversation,
                    record,
                    reply,
                } => {
                    writer.commit(std::mem::take(&mut batch)).await;
                    writer.purge(conversation, record, reply).await;
                }
                Job::Close { reply } => {
                    queue.close();
                    closing = Some(reply);
                    next = queue.try_recv().ok();
                }
            }
        }
        writer.commit(batch).await;
    }
    writer.syncer.close().await;
    if let Err(error) = writer.connection.close().await {
        tracing::warn!(%error, "the audit record did not close cleanly");
    }
    if let Some(reply) = closing {
        let _ = reply.send(Ok(0));
    }
}

impl Writer {
    /// Writes a batch and sees to it that everyone in it is answered. A caller that went away is no reason not to write.
    async fn commit(&mut self, batch: Vec<Waiting>) {
        if batch.is_empty() {
            return;
        }
        let before = self.head;
        let (mut entries, mut rooms, mut replies) = (Vec::new(), Vec::new(), Vec::new());
        for waiting in batch {
            entries.push(*waiting.entry);
            rooms.push(waiting.room);
            replies.push((waiting.reply, waiting.until));
        }
        match self.write(entries).await {
            Ok(after) => {
                self.head = after;
                let mut durable: Vec<PendingReply> = Vec::new();
                for ((reply, until), seq) in replies.into_iter().zip(before.seq + 1..) {
                    match until {
                        Until::Durable => durable.push((reply, seq)),
                        Until::Written => {
                            let _ = reply.send(Ok(seq));
                        }
                    }
                }
                self.syncer.written(after, durable);
            }
            Err(error) => {
                tracing::error!(%error, rows = replies.len(), "the audit record could not be written");
                self.find_head().await;
                for (reply, _) in replies {
                    let _ = reply.send(Err(error.clone()));
                }
            }
        }
        drop(rooms);
    }

    /// A commit that failed late may be there all the same: the file says where the chain ends.
    async fn find_head(&mut self) {
        if let Ok(found) = read::head(&mut self.connection).await {
            self.head = found;
        }
    }

    async fn write(&mut self, entries: Vec<Entry>) -> Result<Head, AuditError> {
        if let Some(failed) = self.syncer.failed() {
            return Err(failed);
        }
        let (connection, salts) = (&mut self.connection, &mut self.salts);
        while salts.len() < entries.len() {
            let bytes = i64::try_from(SALTS * SALT).unwrap_or(i64::MAX);
            let random = sqlx::query_scalar::<_, Vec<u8>>("SELECT randomblob(?)").bind(bytes);
            let random = random.fetch_one(&mut *connection).await?;
            salts.extend(random.as_chunks().0);
        }
        let mut at = self.head;
        let rows: Vec<Sealed> = entries
            .into_iter()
            .map(|entry| {
                let salt = entry.content.as_ref().and_then(|_| salts.pop());
                let row = seal(entry, salt, at);
                at = row.head;
                row
            })
            .collect();
        insert(connection, rows).await.map(|()| at)
    }

    /// Removes the content of a conversation's rows and records that, both or neither.
    async fn purge(
        &mut self,
        conversation: ConversationId,
        record: impl FnOnce(&Purged) -> Entry,
        reply: Reply,
    ) {
        match purge(&mut self.connection, conversation, record, self.head).await {
            Ok((head, rows)) => {
                self.head = head;
                self.syncer.written(head, vec![(reply, rows)]);
            }
            Err(error) => {
                let _ = self.connection.execute("ROLLBACK").await;
                self.find_head().await;
                let _ = reply.send(Err(error));
            }
        }
    }
}

/// A row with its place in the chain.
struct Sealed {
    row: ChainRow,
    salt: Option<[u8; SALT]>,
    content: Option<String>,
    prev: [u8; 32],
    head: Head,
}

/// Puts an entry at the end of the chain.
fn seal(entry: Entry, salt: Option<[u8; SALT]>, before: Head) -> Sealed {
    let digest = salt
        .as_ref()
        .zip(entry.content.as_deref())
        .map(|(salt, text)| content_digest(salt, text.as_bytes()).to_vec());
    let row = ChainRow {
        at_ms: entry.at_ms,
        kind: entry.kind.as_str().to_owned(),
        server: entry.server.map(|id| id.to_string()),
        conversation: entry.conversation.map(|id| id.to_string()),
        call: entry.call.map(|id| id.to_string()),
        subject: entry.subject,
        decision: entry.decision,
        detail: entry.detail,
        content_digest: digest,
    };
    Sealed {
        head: Head {
            seq: before.seq + 1,
            hash: row.hash(&before.hash),
        },
        row,
        salt,
        content: entry.content,
        prev: before.hash,
    }
}

/// What inserts one row, two, four, and so on: one statement, which commits itself, so that SQLite's thread is waited for once.
static INSERTS: LazyLock<Vec<Arc<str>>> = LazyLock::new(|| {
    let inserts = (0..=LARGEST).map(|power| {
        let rows = vec!["(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"; 1 << power].join(", ");
        format!(
            "INSERT INTO record (seq, at_ms, kind, server, conversation, call, subject, decision, detail, \
             content_digest, salt, content, prev, hash) SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL"
        )
        .into()
    });
    inserts.collect()
});
/// The columns of a row.
const COLUMNS: usize = 14;

type Insert<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// Adds the columns of a row to a query.
fn bind(query: Insert<'_>, sealed: Sealed) -> Result<Insert<'_>, AuditError> {
    let Sealed { row, head, .. } = sealed;
    Ok(query
        .bind(i64::try_from(head.seq).map_err(|e| AuditError::Io(e.to_string()))?)
        .bind(row.at_ms)
        .bind(row.kind)
        .bind(row.server)
        .bind(row.conversation)
        .bind(row.call)
        .bind(row.subject)
        .bind(row.decision)
        .bind(row.detail)
        .bind(row.content_digest)
        .bind(sealed.salt.map(|salt| salt.to_vec()))
        .bind(sealed.content)
        .bind(sealed.prev.to_vec())
        .bind(head.hash.to_vec()))
}

/// Inserts rows and commits them. Rows without a place fill up a power of two.
async fn insert(connection: &mut SqliteConnection, rows: Vec<Sealed>) -> Result<(), AuditError> {
    let many = rows.len().next_power_of_two();
    let empty = (many - rows.len()) * COLUMNS;
    let text = Arc::clone(&INSERTS[many.ilog2() as usize]);
    let mut query = sqlx::query(AssertSqlSafe(text));
    for sealed in rows {
        query = bind(query, sealed)?;
    }
    for _ in 0..empty {
        query = query.bind(None::<i64>);
    }
    query.execute(&mut *connection).await?;
    Ok(())
}

/// Returns the head after it, and the number of rows.
async fn purge(
    connection: &mut SqliteConnection,
    conversation: ConversationId,
    record: impl FnOnce(&Purged) -> Entry,
    head: Head,
) -> Result<(Head, u64), AuditError> {
    let id = conversation.to_string();
    let places: Vec<i64> = sqlx::query_scalar(
        "SELECT seq FROM record WHERE conversation = ? AND content IS NOT NULL ORDER BY seq",
    )
    .bind(&id)
    .fetch_all(&mut *connection)
    .await?;
    let mut after = head;
    if !places.is_empty() {
        let places: Vec<u64> = places.iter().map(|seq| seq.unsigned_abs()).collect();
        let entry = Entry {
            kind: EntryKind::Purge,
            conversation: Some(conversation),
            content: None,
            ..record(&Purged::of(&places))
        };
        entry.check()?;
        let sealed = seal(entry, None, head);
        after = sealed.head;
        purge_and_insert(connection, &id, sealed).await?;
    }
    // What was purged must not stay readable in the write-ahead log. A reader may hold it: the next one cuts it.
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(&mut *connection)
        .await?;
    Ok((after, places.len() as u64))
}

async fn purge_and_insert(
    connection: &mut SqliteConnection,
    conversation: &str,
    sealed: Sealed,
) -> Result<(), AuditError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    sqlx::query(
        "UPDATE record SET content = NULL, salt = NULL WHERE conversation = ? AND content IS NOT NULL",
    )
    .bind(conversation)
    .execute(&mut *connection)
    .await?;
    let text = "INSERT INTO record (seq, at_ms, kind, server, conversation, call, subject, decision, detail, \
                content_digest, salt, content, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let query = bind(sqlx::query(text), sealed)?;
    query.execute(&mut *connection).await?;
    connection.execute("COMMIT").await?;
    Ok(())
}
