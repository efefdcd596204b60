//! What a program prints on its standard output that is no message of the protocol.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use crate::{bounds::NOISE_CHARS, text::shown};

/// How many of the first lines are kept; the last one is kept beside them.
const FIRST_LINES: usize = 3;

/// The first lines and the last one that a server printed among its messages. Clones share them.
///
/// The text is the server's: bounded, hidden characters made visible.
#[derive(Clone, Debug, Default)]
pub struct Printed(Arc<Mutex<Lines>>);

#[derive(Debug, Default)]
struct Lines {
    first: Vec<String>,
    last: Option<String>,
    since: Option<Instant>,
}

impl Printed {
    /// The lines that are kept, in their order.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let lines = self.lock();
        lines.first.iter().chain(&lines.last).cloned().collect()
    }

    /// When the first of them came.
    #[must_use]
    pub fn since(&self) -> Option<Instant> {
        self.lock().since
    }

    pub(crate) fn push(&self, line: &str) {
        let line = shown(line.trim(), NOISE_CHARS);
        let mut lines = self.lock();
        lines.since.get_or_insert_with(Instant::now);
        if lines.first.len() < FIRST_LINES {
            lines.first.push(line);
        } else {
            lines.last = Some(line);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
