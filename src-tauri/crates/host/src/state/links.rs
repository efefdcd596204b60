//! The link that waits for the window: one at a time, and not too often.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::mutex::lock;

/// The least time between two links that are taken.
const REST: Duration = Duration::from_secs(2);

/// The link that waits for the window.
#[derive(Default)]
pub(crate) struct WaitingLink(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    link: Option<String>,
    last: Option<Instant>,
}

impl WaitingLink {
    /// Holds a link until the window takes it. Returns false if another one waits, or one came a moment ago.
    pub fn put(&self, link: &str) -> bool {
        let mut waiting = lock(&self.0);
        let soon = waiting.last.is_some_and(|last| last.elapsed() < REST);
        if soon || waiting.link.is_some() {
            return false;
        }
        waiting.link = Some(link.to_owned());
        waiting.last = Some(Instant::now());
        true
    }

    /// Whether a link waits.
    pub fn is_waiting(&self) -> bool {
        lock(&self.0).link.is_some()
    }

    /// Returns the link, which waits no more.
    pub fn take(&self) -> Option<String> {
        lock(&self.0).link.take()
    }
}
