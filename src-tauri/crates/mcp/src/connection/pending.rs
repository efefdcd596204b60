//! Requests of ours that wait for their answers.

use std::collections::BTreeMap;

use domain::CallId;
use serde_json::value::RawValue;
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc},
    time::Instant,
};

use super::{clock::Clock, round::Rounds};
use crate::{CallError, Era, SentAgain, features::tools::Progress};

/// Takes the result of a request, decodes it (on the connection's own thread) and hands it to who waits.
pub(crate) type Settle = Box<dyn FnOnce(Result<&RawValue, CallError>) + Send>;

/// Who waits for an answer.
pub(crate) enum Waiter {
    /// The session itself: it is opening, in the way of this era.
    Opening(Era),
    /// The session itself: the server forgot it, and it opens anew.
    Reopening,
    /// The session itself: it was silent and is asked whether it lives.
    IdlePing,
    /// The session itself: the answer is a stream of changes.
    Listening,
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
    /// The identifier that its caller knows: that of its first round.
    pub(crate) origin: u64,
    pub(crate) waiter: Waiter,
    pub(crate) made: Instant,
    pub(crate) clock: Clock,
    pub(crate) track: Option<CallTrack>,
    pub(crate) progress_seen: u32,
    /// How it is asked again with what the server needs, if it can be.
    pub(crate) rounds: Option<Rounds>,
    pub(crate) _slot: Option<OwnedSemaphorePermit>,
}

impl Pending {
    /// Whether the server took an earlier round of it: then it may have had an effect, whatever becomes of this one.
    pub(crate) fn begun(&self) -> bool {
        self.rounds.as_ref().is_some_and(Rounds::begun)
    }
}

/// All of them, by identifier.
#[derive(Default)]
pub(crate) struct Waiting {
    all: BTreeMap<u64, Pending>,
    /// None of them expires before this. Looked at with every message, so it is not sought anew each time.
    soonest: Option<Instant>,
}

impl Waiting {
    pub(crate) fn insert(&mut self, id: u64, pending: Pending) {
        self.not_before(pending.clock.deadline());
        self.all.insert(id, pending);
    }

    pub(crate) fn remove(&mut self, id: u64) -> Option<Pending> {
        self.all.remove(&id)
    }

    /// Changes one that waits; returns the result of `change`.
    pub(crate) fn change<T>(
        &mut self,
        id: u64,
        change: impl FnOnce(&mut Pending) -> T,
    ) -> Option<T> {
        let pending = self.all.get_mut(&id)?;
        let given = change(pending);
        let deadline = pending.clock.deadline();
        self.not_before(deadline);
        Some(given)
    }

    fn not_before(&mut self, deadline: Option<Instant>) {
        self.soonest = self.soonest.into_iter().chain(deadline).min();
    }

    pub(crate) fn contains(&self, id: u64) -> bool {
        self.all.contains_key(&id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The request that its caller knows by this identifier.
    pub(crate) fn of_origin(&self, origin: u64) -> Option<u64> {
        if self.all.get(&origin).is_some_and(|p| p.origin == origin) {
            return Some(origin);
        }
        let found = self.all.iter().find(|(_, p)| p.origin == origin);
        found.map(|(id, _)| *id)
    }

    /// Of which request this one is a later round, if it is one.
    pub(crate) fn round_of(&self, id: u64) -> Option<SentAgain> {
        let pending = self.all.get(&id).filter(|p| p.begun())?;
        Some(SentAgain {
            first: pending.origin,
            number: pending.rounds.as_ref()?.done,
        })
    }

    /// The requests of the session's opening that wait.
    pub(crate) fn openings(&self) -> Vec<u64> {
        let all = self.all.iter();
        all.filter(|(_, p)| matches!(p.waiter, Waiter::Opening(_)))
            .map(|(id, _)| *id)
            .collect()
    }

    pub(crate) fn of_call(&self, call: CallId) -> Option<u64> {
        self.all
            .iter()
            .find(|(_, p)| p.track.as_ref().is_some_and(|t| t.call == call))
            .map(|(id, _)| *id)
    }

    /// The one that waits, if it is the only one.
    pub(crate) fn only(&self) -> Option<u64> {
        let mut ids = self.all.keys();
        ids.next().copied().filter(|_| ids.next().is_none())
    }

    /// A sign of life came: the idle limits of calls begin anew, the hard ones stay.
    pub(crate) fn calls_are_alive(&mut self, now: Instant) {
        // What `soonest` says is too early then, which does no harm.
        for pending in self.all.values_mut().filter(|p| p.track.is_some()) {
            pending.clock.alive(now);
        }
    }

    /// Stops the clocks of the calls that wait now; gives which.
    pub(crate) fn pause_calls(&mut self, now: Instant) -> Vec<u64> {
        let calls = self.all.iter_mut().filter(|(_, p)| p.track.is_some());
        calls
            .map(|(id, pending)| {
                pending.clock.pause(now);
                *id
            })
            .collect()
    }

    /// A moment before which none of them expires: the next at which to look.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.soonest
    }

    /// One that has expired.
    pub(crate) fn expired(&mut self, now: Instant) -> Option<u64> {
        let next = |p: &Pending| p.clock.deadline();
        self.soonest = self.all.values().filter_map(next).min();
        self.all
            .iter()
            .find(|(_, p)| next(p).is_some_and(|d| d <= now))
            .map(|(id, _)| *id)
    }

    /// Takes one out, whichever.
    pub(crate) fn pop(&mut self) -> Option<(u64, Pending)> {
        self.all.pop_first()
    }
}
