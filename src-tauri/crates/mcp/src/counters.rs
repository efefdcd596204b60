//! What went wrong on a connection without ending it, counted for the user.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// What a connection counted since it began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Lines on the server's output that are no JSON.
    pub noise_lines: u64,
    /// The last of them, bounded, hidden characters made visible.
    pub last_noise: Option<String>,
    /// Lines that are not UTF-8.
    pub bad_utf8: u64,
    /// Lines longer than a message may be.
    pub over_long: u64,
    /// JSON that is no message, or a notification that cannot be read.
    pub malformed: u64,
    /// Messages and batches refused for another bound.
    pub refused: u64,
    /// Answers that came after this host stopped waiting, or a second time.
    pub late_answers: u64,
    /// Answers to requests this host never made.
    pub unknown_answers: u64,
    /// Messages that were not as they must be, and were read anyway.
    pub repaired: Repaired,
    /// Notifications dropped because the host did not read its events fast enough.
    pub dropped_notifications: u64,
    /// Change notices that became one with an earlier one.
    pub coalesced_notifications: u64,
    /// Notifications this host has no use for.
    pub ignored_notifications: u64,
    /// Progress for no request of ours, that does not rise, beyond the bound, or that the host did not read in time.
    pub dropped_progress: u64,
    /// Requests of the server that were refused.
    pub refused_requests: u64,
    /// Those of them for sampling while that was switched off.
    pub refused_sampling: u64,
    /// Those of them for elicitation while that was switched off.
    pub refused_elicitation: u64,
    /// Answers and notices of this host that found the outgoing queue full.
    pub dropped_outgoing: u64,
    /// Answers and notices of this host that a server at a URL did not take.
    pub refused_posts: u64,
    /// Sessions that a server at a URL forgot, so that another was opened.
    pub renewed_sessions: u64,
}

/// What is wrong with a message that is read anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Its JSON is not valid.
    NotJson,
    /// Parts of it passed a bound, and were left out.
    PastBound,
    /// An identifier is of another type.
    OddId,
}

/// Messages that were not as they must be, and were read anyway.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// How many.
    pub messages: u64,
    /// What was wrong with the last of them.
    pub last: Option<Repair>,
}

impl Repaired {
    /// One more.
    pub(crate) fn count(&mut self, why: Repair) {
        self.messages += 1;
        self.last = Some(why);
    }
}

/// The counters as the connection and its handles share them.
#[derive(Clone, Default)]
pub(crate) struct SharedCounters(Arc<Mutex<Counters>>);

impl SharedCounters {
    /// Changes them.
    pub(crate) fn count(&self, change: impl FnOnce(&mut Counters)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// A copy.
    pub(crate) fn read(&self) -> Counters {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// How long answers took, to anything but calls of tools: what a tool does takes its own time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The last one; none if there was none yet.
    pub last: Option<Duration>,
    /// The slowest of this connection.
    pub slowest: Option<Duration>,
}

/// Answer times as the connection and its handles share them, in microseconds and one more; 0 is none.
#[derive(Clone, Default)]
pub(crate) struct SharedAnswers(Arc<(AtomicU64, AtomicU64)>);

impl SharedAnswers {
    /// An answer came after so long.
    pub(crate) fn took(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX - 1) + 1;
        self.0.0.store(micros, Ordering::Relaxed);
        self.0.1.fetch_max(micros, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> Answers {
        let time = |cell: &AtomicU64| {
            let micros = cell.load(Ordering::Relaxed).checked_sub(1)?;
            Some(Duration::from_micros(micros))
        };
        Answers {
            last: time(&self.0.0),
            slowest: time(&self.0.1),
        }
    }
}
