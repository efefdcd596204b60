//! Waits for the disk: one thread makes all rows durable that are written, and answers those who wait for that.
//!
//! SQLite writes a commit to its write-ahead log and leaves it to this thread to synchronize that file (`synchronous = NORMAL`). Rows are
//! therefore written while the disk is waited for, and a row that nobody waits for costs no wait.

use std::{
    fs::File,
    io,
    path::Path,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use tokio::sync::{oneshot, watch};

use crate::{AuditError, Head};

/// A row that nobody waits for is durable after this time at the latest, unless the disk is slower.
pub const SYNC_WITHIN: Duration = Duration::from_millis(100);

/// The answer to someone who waits, and what it says once everything before is durable.
pub(crate) type PendingReply = (oneshot::Sender<Result<u64, AuditError>>, u64);

/// Makes written rows durable, on a thread of its own that ends with [`Syncer::close`].
pub(crate) struct Syncer {
    shared: Arc<Shared>,
    ended: oneshot::Receiver<()>,
}

struct Shared {
    written: Mutex<Written>,
    changed: Condvar,
}

/// What is written and not durable.
#[derive(Default)]
struct Written {
    /// The last such row.
    head: Option<Head>,
    /// When it has to be durable at the latest.
    due: Option<Instant>,
    answers: Vec<PendingReply>,
    /// Why the disk failed. What it did not write it may have forgotten, so nothing later counts as durable.
    failed: Option<AuditError>,
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Syncer {
    /// Starts the thread for the write-ahead log of this database, which a connection keeps open. What it holds already is durable
    /// when this returns.
    pub fn start(database: &Path, head: watch::Sender<Head>) -> io::Result<Self> {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        // Systems exist that synchronize no file that is open for reading.
        let log = File::options().read(true).write(true).open(log)?;
        log.sync_data()?;
        let shared = Arc::new(Shared {
            written: Mutex::default(),
            changed: Condvar::new(),
        });
        let (end, ended) = oneshot::channel();
        let of_thread = Arc::clone(&shared);
        thread::Builder::new()
            .name("audit-sync".into())
            .spawn(move || {
                of_thread.run(&log, &head);
                drop(log);
                let _ = end.send(());
            })?;
        Ok(Self { shared, ended })
    }

    /// Takes rows up to `head` that were written, and those who wait until they are durable.
    pub fn written(&self, head: Head, answers: Vec<PendingReply>) {
        let waits = !answers.is_empty();
        let mut written = self.shared.lock();
        let idle = written.due.is_none();
        written.head = Some(head);
        written.answers.extend(answers);
        written.due.get_or_insert(Instant::now() + SYNC_WITHIN);
        drop(written);
        if waits || idle {
            self.shared.changed.notify_one();
        }
    }

    /// Why no further row becomes durable, if so.
    pub fn failed(&self) -> Option<AuditError> {
        self.shared.lock().failed.clone()
    }

    /// Makes durable what is written, and ends the thread.
    pub async fn close(mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_one();
        let _ = (&mut self.ended).await;
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_one();
    }
}

impl Shared {
    fn run(&self, log: &File, head: &watch::Sender<Head>) {
        while let Some((written, answers, failed)) = self.next() {
            let synced = match failed {
                Some(error) => Err(error),
                None => log.sync_data().map_err(|e| AuditError::Io(e.to_string())),
            };
            match &synced {
                Ok(()) => {
                    head.send_replace(written);
                }
                Err(error) => {
                    tracing::error!(%error, "the audit record could not be made durable");
                    self.lock().failed = Some(error.clone());
                }
            }
            for (reply, value) in answers {
                let _ = reply.send(synced.clone().map(|()| value));
            }
        }
    }

    /// Waits until something has to be made durable; none once closed.
    fn next(&self) -> Option<(Head, Vec<PendingReply>, Option<AuditError>)> {
        let mut written = self.lock();
        loop {
            let now = Instant::now();
            let left = written.due.map(|due| due.saturating_duration_since(now));
            if let Some(head) = written.head
                && (!written.answers.is_empty() || written.closed || left == Some(Duration::ZERO))
            {
                written.head = None;
                written.due = None;
                let answers = std::mem::take(&mut written.answers);
                return Some((head, answers, written.failed.clone()));
            }
            if written.closed {
                return None;
            }
            written = match left {
                Some(left) => {
                    let waited = self.changed.wait_timeout(written, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => {
                    let waited = self.changed.wait(written);
                    waited.unwrap_or_else(PoisonError::into_inner)
                }
            };
        }
    }
}
