//! Requests of ours that wait for their answers.

use std::collections::BTreeMap;

use domain::CallId;
use serde_json::value::RawValue;
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc},
    time::Instant,
};

use super::clock::Clock;
use crate::{CallError, features::tools::Progress};

/// Takes the result of a request, decodes it (on the connection's own thread) and hands it to who waits.
pub(crate) type Settle = Box<dyn FnOnce(Result<&RawValue, CallError>) + Send>;

/// Who waits for an answer.
pub(crate) enum Waiter {
    /// The session itself: it is opening.
    Opening,
    /// The session itself: it was silent and is asked whether it lives.
    IdlePing,
    /// A caller.
    Caller(Settle),
}

/// A call's identity and where its progress goes.
pub(crate) struct CallTrack {
    pub(crate) call: CallId,
    pub(crate) progress: mpsc::Sender<Progress>,
    /// The last value that counted; it must rise.
    pub(crate) last: Option<f64>,
}

/// One request that waits.
pub(crate) struct Pending {
    pub(crate) waiter: Waiter,
    pub(crate) clock: Clock,
    pub(crate) track: Option<CallTrack>,
    pub(crate) progress_seen: u32,
    pub(crate) _slot: Option<OwnedSemaphorePermit>,
}

/// All of them, by identifier.
#[derive(Default)]
pub(crate) struct Waiting(BTreeMap<u64, Pending>);

impl Waiting {
    pub(crate) fn insert(&mut self, id: u64, pending: Pending) {
        self.0.insert(id, pending);
    }

    pub(crate) fn remove(&mut self, id: u64) -> Option<Pending> {
        self.0.remove(&id)
    }

    pub(crate) fn get_mut(&mut self, id: u64) -> Option<&mut Pending> {
        self.0.get_mut(&id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn of_call(&self, call: CallId) -> Option<u64> {
        self.0
            .iter()
            .find(|(_, p)| p.track.as_ref().is_some_and(|t| t.call == call))
            .map(|(id, _)| *id)
    }

    /// The next moment at which one of them expires.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.0.values().filter_map(|p| p.clock.deadline()).min()
    }

    /// One that has expired.
    pub(crate) fn expired(&self, now: Instant) -> Option<u64> {
        self.0
            .iter()
            .find(|(_, p)| p.clock.deadline().is_some_and(|d| d <= now))
            .map(|(id, _)| *id)
    }

    /// Takes one out, whichever.
    pub(crate) fn pop(&mut self) -> Option<(u64, Pending)> {
        self.0.pop_first()
    }
}
