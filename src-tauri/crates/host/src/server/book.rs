//! What is kept about a server while this program runs, over all its connections: its log, what passed, how calls ended.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use store::CallState;

use crate::{
    serial::Serial,
    server::{log::ServerLog, redactor::SecretRedactor, traffic::Traffic},
};

/// Most opened pages of a server that are remembered until it says that they are done.
const MAX_VISITS: usize = 32;

/// The book of one server.
pub(crate) struct ServerHistory {
    /// Its log.
    pub log: ServerLog,
    /// What passed over its connection.
    pub traffic: Arc<Traffic>,
    /// The values that are kept secret for it.
    pub veil: Arc<SecretRedactor>,
    /// How its calls ended.
    pub calls: CallCounts,
    /// Pages it sent the user to.
    pub visits: Visits,
    /// Questions of its to the user that were refused unasked.
    pub refused: Refused,
    /// Comparisons of what it says with what was accepted.
    pub pinning: Serial,
}

impl ServerHistory {
    /// An empty one.
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
        }
    }
}

/// Pages that a server sent the user to and that were opened: its names for the visits, and their origins.
#[derive(Default)]
pub(crate) struct Visits(Mutex<VecDeque<(String, String)>>);

impl Visits {
    /// A page was opened.
    pub fn opened(&self, name: String, origin: String) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.truncate(MAX_VISITS - 1);
        all.push_front((name, origin));
    }

    /// The server says that a visit is done: its origin, once, if it was opened.
    pub fn done(&self, name: &str) -> Option<String> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|(known, _)| known == name)?;
        all.remove(at).map(|(_, origin)| origin)
    }
}

/// Questions to the user that were refused unasked since this program started: how many, and when and why the last one was.
#[derive(Default)]
pub(crate) struct Refused(Mutex<Option<(u32, i64, String)>>);

impl Refused {
    /// One was refused.
    pub fn note(&self, why: &str) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last.as_ref().map_or(0, |(times, _, _)| *times);
        *last = Some((before.saturating_add(1), domain::now_ms(), why.to_owned()));
    }

    /// How many, and the last one.
    pub fn last(&self) -> Option<(u32, i64, String)> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone()
    }
}

/// How calls ended since this program started.
#[derive(Default)]
pub(crate) struct CallCounts {
    done: AtomicU32,
    failed: AtomicU32,
    denied: AtomicU32,
}

impl CallCounts {
    /// A call ended.
    pub fn count(&self, state: CallState) {
        let counter = match state {
            CallState::Done => &self.done,
            CallState::Denied => &self.denied,
            CallState::Failed | CallState::Cancelled | CallState::Unknown => &self.failed,
            CallState::Waiting | CallState::Running => return,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Those that were done, that failed, that were denied.
    pub fn read(&self) -> (u32, u32, u32) {
        let read = |counter: &AtomicU32| counter.load(Ordering::Relaxed);
        (read(&self.done), read(&self.failed), read(&self.denied))
    }
}
