//! Contents of resources that the server lets this client use again for a while (2026-07-28, server/utilities/caching).
//!
//! The hints are the server's word: they only decide how often it is asked, within bounds. A cache belongs to one connection and is
//! never shared, whatever the scope of a result is.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::value::RawValue;
use tokio::time::{Duration, Instant};

use crate::bounds::{CACHED_BYTES, CACHED_RESOURCES};

/// The contents of one connection.
#[derive(Default)]
pub(crate) struct Cache(Mutex<Contents>);

#[derive(Default)]
struct Contents {
    /// The oldest first.
    all: VecDeque<Entry>,
    bytes: usize,
    /// Changes with whatever may make a result that is under way no longer fit to keep.
    changes: u64,
}

struct Entry {
    uri: String,
    result: Box<RawValue>,
    until: Instant,
}

impl Cache {
    fn kept(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What [`Cache::keep`] needs of a request that begins now.
    pub(crate) fn begin(&self) -> u64 {
        self.kept().changes
    }

    /// The result for a URI, while it may be used again.
    pub(crate) fn get(&self, uri: &str) -> Option<Box<RawValue>> {
        let mut kept = self.kept();
        kept.drop_stale();
        let found = kept.all.iter().find(|entry| entry.uri == uri);
        found.map(|entry| entry.result.clone())
    }

    /// Keeps the result of a request for so long, unless something changed since it began.
    pub(crate) fn keep(&self, uri: &str, result: &RawValue, fresh: Duration, begun: u64) {
        let size = result.get().len() + uri.len();
        let mut kept = self.kept();
        if kept.changes != begun || fresh.is_zero() || size > CACHED_BYTES / 4 {
            return;
        }
        kept.drop_stale();
        kept.forget(uri);
        kept.bytes += size;
        kept.all.push_back(Entry {
            uri: uri.to_owned(),
            result: result.to_owned(),
            until: Instant::now() + fresh,
        });
        while kept.all.len() > CACHED_RESOURCES || kept.bytes > CACHED_BYTES {
            kept.drop_oldest();
        }
    }

    /// The content of a resource changed; of all of them, without one.
    pub(crate) fn changed(&self, uri: Option<&str>) {
        let mut kept = self.kept();
        kept.changes += 1;
        match uri {
            Some(uri) => kept.forget(uri),
            None => {
                kept.all.clear();
                kept.bytes = 0;
            }
        }
    }

    /// A request is answered in rounds: its result depends on more than its URI. No result that is under way is kept.
    pub(crate) fn in_rounds(&self) {
        self.kept().changes += 1;
    }
}

impl Contents {
    fn drop_stale(&mut self) {
        let now = Instant::now();
        self.retain(|entry| entry.until > now);
    }

    fn forget(&mut self, uri: &str) {
        self.retain(|entry| entry.uri != uri);
    }

    fn retain(&mut self, stays: impl Fn(&Entry) -> bool) {
        self.all.retain(stays);
        let sizes = self.all.iter();
        self.bytes = sizes.map(|e| e.uri.len() + e.result.get().len()).sum();
    }

    fn drop_oldest(&mut self) {
        if let Some(oldest) = self.all.pop_front() {
            self.bytes -= oldest.uri.len() + oldest.result.get().len();
        }
    }
}
