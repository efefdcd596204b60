//! Server history of this run, across all connections: its log, its traffic, the outcomes of its calls.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use messages::Text;
use store::CallState;
use tokio::sync::Semaphore;

use crate::{
    serial::Serial,
    server::{log::ServerLog, redactor::SecretRedactor, traffic::Traffic, usage::Usage},
};

/// Maximum number of opened pages that are remembered until the server reports their completion.
const MAX_VISITS: usize = 32;

/// The history of one server.
pub(crate) struct ServerHistory {
    /// Its log.
    pub log: ServerLog,
    /// The messages of its connection.
    pub traffic: Arc<Traffic>,
    /// The redactor for its secrets.
    pub veil: Arc<SecretRedactor>,
    /// The outcomes of its calls.
    pub calls: CallCounts,
    /// Pages that it directed the user to.
    pub visits: Visits,
    /// Its requests to the user that were refused automatically.
    pub refused: Refused,
    /// Serializes comparisons of its definitions with the accepted ones.
    pub pinning: Serial,
    /// Whether tools that it adds still belong to its first listing.
    pub first: FirstListing,
    /// Held while the cause of a failed call is looked for, one at a time: the paths that a server names may lie on a disk that hangs.
    pub diagnosis: Arc<Semaphore>,
    /// Who uses it.
    pub usage: Arc<Usage>,
}

impl ServerHistory {
    /// Creates an empty history.
    pub fn new() -> Self {
        let veil = Arc::new(SecretRedactor::default());
        Self {
            log: ServerLog::new(Arc::clone(&veil)),
            traffic: Arc::new(Traffic::new(Arc::clone(&veil))),
            veil,
            calls: CallCounts::default(),
            visits: Visits::default(),
            refused: Refused::default(),
            pinning: Serial::default(),
            first: FirstListing::default(),
            diagnosis: Arc::new(Semaphore::new(1)),
            usage: Arc::new(Usage::new()),
        }
    }
}

/// How long tools belong to a server's first listing at the longest. Many servers add some right after they start.
const FIRST: Duration = Duration::from_secs(60);

/// The first listing of a server. It ends when its tools are offered to a model, or after [`FIRST`].
#[derive(Default)]
pub(crate) struct FirstListing {
    began: OnceLock<Instant>,
    ended: AtomicBool,
}

impl FirstListing {
    /// Begins it, if it did not begin before.
    pub fn begin(&self) {
        self.began.get_or_init(Instant::now);
    }

    /// Whether it has begun and not ended.
    pub fn is_open(&self) -> bool {
        let recent = |began: &Instant| began.elapsed() < FIRST;
        !self.ended.load(Ordering::Acquire) && self.began.get().is_some_and(recent)
    }

    /// Ends it: the tools are offered to a model.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Release);
    }
}

/// Opened pages that a server directed the user to: its names for the visits, and their origins.
#[derive(Default)]
pub(crate) struct Visits(Mutex<VecDeque<(String, String)>>);

impl Visits {
    /// Records an opened page.
    pub fn opened(&self, name: String, origin: String) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.truncate(MAX_VISITS - 1);
        all.push_front((name, origin));
    }

    /// Removes a visit that the server reports as completed. Returns its origin, if the page was opened.
    pub fn done(&self, name: &str) -> Option<String> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|(known, _)| known == name)?;
        all.remove(at).map(|(_, origin)| origin)
    }
}

/// Requests to the user that were refused automatically since this program started: the count, and the time and reason of the last
/// one.
#[derive(Default)]
pub(crate) struct Refused(Mutex<Option<(u32, i64, Text)>>);

impl Refused {
    /// Records a refusal.
    pub fn note(&self, why: impl Into<Text>) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last.as_ref().map_or(0, |(times, _, _)| *times);
        *last = Some((before.saturating_add(1), domain::now_ms(), why.into()));
    }

    /// Returns the count and the last refusal.
    pub fn last(&self) -> Option<(u32, i64, Text)> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone()
    }
}

/// Counts of call outcomes since this program started.
#[derive(Default)]
pub(crate) struct CallCounts {
    done: AtomicU32,
    failed: AtomicU32,
    denied: AtomicU32,
}

impl CallCounts {
    /// Counts a finished call.
    pub fn count(&self, state: CallState) {
        let counter = match state {
            CallState::Done => &self.done,
            CallState::Denied => &self.denied,
            CallState::Failed | CallState::Cancelled | CallState::Unknown => &self.failed,
            CallState::Waiting | CallState::Running => return,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the numbers of completed, failed and denied calls.
    pub fn read(&self) -> (u32, u32, u32) {
        let read = |counter: &AtomicU32| counter.load(Ordering::Relaxed);
        (read(&self.done), read(&self.failed), read(&self.denied))
    }
}
