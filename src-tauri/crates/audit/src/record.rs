//! The handle on the record.

use std::{path::Path, sync::Arc};

use domain::{CallId, ConversationId, ServerId};
use sqlx::SqlitePool;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use crate::{
    AuditError, Entry, Filter, Head, Page, Purged, Row, Verification, file, read,
    sync::Syncer,
    verify,
    writer::{self, Job, MAILBOX_BYTES, MAILBOX_ROWS, Until},
};

/// The audit record. Clones share one writer, which is a task of the runtime that opened it.
#[derive(Clone, Debug)]
pub struct Audit {
    readers: SqlitePool,
    head: watch::Receiver<Head>,
    /// None when opened for reading.
    mailbox: Option<Mailbox>,
}

#[derive(Clone, Debug)]
struct Mailbox {
    jobs: mpsc::Sender<Job>,
    /// Counts the bytes that wait.
    room: Arc<Semaphore>,
}

impl Audit {
    /// Opens the record, making it if there is none. The caller holds the data directory's lock.
    ///
    /// # Errors
    /// A newer or damaged file (which is not touched), a full disk, or the file system.
    pub async fn open(path: &Path) -> Result<Self, AuditError> {
        let mut connection = file::open_for_writing(path).await?;
        let last = read::head(&mut connection).await?;
        let (sender, head) = watch::channel(last);
        let syncer = Syncer::start(path, sender).map_err(|e| AuditError::Io(e.to_string()))?;
        let (jobs, queue) = mpsc::channel(MAILBOX_ROWS);
        tokio::spawn(writer::run(connection, syncer, last, queue));
        let mailbox = Mailbox {
            jobs,
            room: Arc::new(Semaphore::new(MAILBOX_BYTES)),
        };
        Ok(Self {
            readers: file::readers(path),
            head,
            mailbox: Some(mailbox),
        })
    }

    /// Opens an existing record for reading.
    ///
    /// # Errors
    /// No such file, a newer or damaged one.
    pub async fn open_read_only(path: &Path) -> Result<Self, AuditError> {
        file::inspect(path).await?;
        let readers = file::readers(path);
        let head = read::head(&mut *readers.acquire().await?).await?;
        let (_, head) = watch::channel(head);
        Ok(Self {
            readers,
            head,
            mailbox: None,
        })
    }

    /// Records an entry and gives its place. It is durable when this returns; entries that wait together share one
    /// write to disk. Waits while the mailbox is full. Once sent, an entry is written even if the caller goes away.
    ///
    /// # Errors
    /// The entry is too large, or it could not be written: then nothing may be sent on its account.
    pub async fn append(&self, entry: Entry) -> Result<u64, AuditError> {
        self.append_until(entry, Until::Durable).await
    }

    /// Records an entry that nothing depends on, and gives its place. It survives the end of this process when this returns, and a
    /// power cut after [`SYNC_WITHIN`](crate::SYNC_WITHIN) or with the next [`Self::append`].
    ///
    /// # Errors
    /// As for [`Self::append`].
    pub async fn append_written(&self, entry: Entry) -> Result<u64, AuditError> {
        self.append_until(entry, Until::Written).await
    }

    async fn append_until(&self, entry: Entry, until: Until) -> Result<u64, AuditError> {
        entry.check()?;
        let mailbox = self.mailbox.as_ref().ok_or(AuditError::ReadOnly)?;
        let size = u32::try_from(entry.size()).unwrap_or(u32::MAX);
        let room = Arc::clone(&mailbox.room).acquire_many_owned(size).await;
        let room = room.map_err(|_| AuditError::Closed)?;
        self.send(|reply| Job::Append {
            entry: Box::new(entry),
            room,
            until,
            reply,
        })
        .await
    }

    /// Forgets the content of every row of a conversation, and records that in the same transaction: `record` makes the row,
    /// which has to keep what it is told in its detail. Gives the number of rows; without any, nothing is recorded. The rows
    /// stay, and the chain verifies as before.
    ///
    /// # Errors
    /// It could not be written: then nothing changed.
    pub async fn purge_content(
        &self,
        conversation: ConversationId,
        record: impl FnOnce(&Purged) -> Entry + Send + 'static,
    ) -> Result<u64, AuditError> {
        self.send(|reply| Job::Purge {
            conversation,
            record: Box::new(record),
            reply,
        })
        .await
    }

    /// The rows asked for, newest first. What one page costs is bounded, however long the record is: see [`Page::next`].
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn page(&self, filter: &Filter) -> Result<Page, AuditError> {
        read::page(&self.readers, filter).await
    }

    /// One row with its content, if it is there.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn row(&self, seq: u64) -> Result<Option<Row>, AuditError> {
        read::one(&self.readers, seq).await
    }

    /// The last seal of each server and subject.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn seals(&self) -> Result<Vec<Row>, AuditError> {
        read::seals(&self.readers).await
    }

    /// The outcomes of the calls that these rows decide about, as far as they stand near enough after them.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn outcomes(&self, rows: &[Row]) -> Result<Vec<Row>, AuditError> {
        read::outcomes(&self.readers, rows).await
    }

    /// Whether a call of this conversation was allowed, or of this server if it has none.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn was_allowed(
        &self,
        call: CallId,
        conversation: Option<ConversationId>,
        server: ServerId,
    ) -> Result<bool, AuditError> {
        read::was_allowed(&self.readers, call, conversation, server).await
    }

    /// The last durable row. For a record opened for reading: as it was when opened.
    #[must_use]
    pub fn head(&self) -> Head {
        *self.head.borrow()
    }

    /// Walks the whole chain and, if given, compares it with a head that was kept elsewhere.
    ///
    /// # Errors
    /// The file could not be read. A broken chain is no error but a [`Verification`].
    pub async fn verify(&self, checkpoint: Option<&Head>) -> Result<Verification, AuditError> {
        verify::verify(&self.readers, checkpoint).await
    }

    /// The rows at which time goes back by more than a second, first ones first, at most [`MAX_LIST_ROWS`]: each has an earlier time than
    /// the row before it.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn times_back(&self) -> Result<Vec<u64>, AuditError> {
        verify::times_back(&self.readers).await
    }

    /// Writes what waits and closes the file; other clones find it closed.
    pub async fn close(self) {
        // The last connection to go writes everything into the one file: that has to be the writer's.
        self.readers.close().await;
        // Already closed is as good.
        let _ = self.send(|reply| Job::Close { reply }).await;
    }

    async fn send(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<u64, AuditError>>) -> Job,
    ) -> Result<u64, AuditError> {
        let mailbox = self.mailbox.as_ref().ok_or(AuditError::ReadOnly)?;
        let (reply, answer) = oneshot::channel();
        mailbox
            .jobs
            .send(job(reply))
            .await
            .map_err(|_| AuditError::Closed)?;
        answer.await.map_err(|_| AuditError::Closed)?
    }
}
