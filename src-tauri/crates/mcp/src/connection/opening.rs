//! The first exchanges of a session, and the requests of the session itself.

use std::sync::{Arc, atomic::Ordering};

use serde_json::value::RawValue;
use tokio::time::{Duration, Instant};

use super::{
    Connection, Established,
    clock::Clock,
    pending::{Pending, Waiter},
};
use crate::{
    CallError, CloseReason, ConnectError, Era, Spoken, jsonrpc,
    session::{Asked, Opened, Opening, Step},
    transport::{Receive, TransportWriter},
};

impl<I: Receive, O: TransportWriter> Connection<I, O> {
    /// Sends the first request of the session. It is never part of a batch and never cancelled.
    pub(super) fn open(&mut self) {
        let first = self.negotiation.first();
        self.negotiate(first);
    }

    /// Does what the negotiation wants next.
    pub(super) fn negotiate(&mut self, step: Step) {
        match step {
            Step::Open(session, opened, spoken) => {
                self.session = session;
                self.establish(*opened, spoken);
            }
            Step::Ask(asked) => self.ask_opening(asked),
            Step::Wait(None) => {}
            Step::Wait(Some(time)) => self.soon = Some(Instant::now() + time),
            Step::Fail(error) => self.fail_opening(error),
        }
    }

    fn ask_opening(&mut self, asked: Asked) {
        match asked.era {
            Era::Stateless => self.outgoing.probes(),
            Era::Stateful => self.outgoing.opens(),
        }
        self.soon = asked.soon.map(|soon| Instant::now() + soon);
        self.own_request(
            asked.opening,
            Waiter::Opening(asked.era),
            self.bounds.connect,
        );
    }

    /// A request of the session itself; gives its identifier.
    pub(super) fn own_request(&mut self, request: Opening, waiter: Waiter, limit: Duration) -> u64 {
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        let made = Instant::now();
        let opens = matches!(waiter, Waiter::Opening(_) | Waiter::Reopening);
        let clock = Clock::start(made, limit, limit);
        self.waiting.insert(
            id,
            Pending {
                origin: id,
                waiter,
                made,
                clock,
                track: None,
                progress_seen: 0,
                rounds: None,
                _slot: None,
            },
        );
        let Ok(text) = jsonrpc::request(id, request.method, request.params.as_ref()) else {
            return id;
        };
        match self.room.take(text.len()) {
            Ok(place) if opens => self
                .outbox
                .push_opening(text, Some(id), request.headers, place),
            Ok(place) => self.outbox.push(text, Some(id), request.headers, place),
            Err(_) => self.counters.count(|c| c.dropped_outgoing += 1),
        }
        id
    }

    /// The first answer of an era came.
    pub(super) fn finish_opening(&mut self, era: Era, outcome: Result<&RawValue, CallError>) {
        if self.opening.is_some() {
            let step = self.negotiation.answered(era, outcome);
            self.negotiate(step);
        }
    }

    /// The session is open.
    fn establish(&mut self, opened: Opened, spoken: Spoken) {
        self.soon = None;
        for id in self.waiting.openings() {
            self.waiting.remove(id);
            self.outgoing.settled(id, false);
        }
        let greets = opened.then_notify.is_some();
        self.outgoing.opened(&opened.info.protocol_version, greets);
        if let Some(Ok(text)) = opened
            .then_notify
            .map(|m| jsonrpc::notification::<()>(m, None))
        {
            self.push(text);
        }
        self.info = Some(opened.info.clone());
        self.listen();
        let established = Established {
            info: opened.info,
            wire: self.outgoing.wire(),
            session: Arc::clone(&self.session),
            spoken,
        };
        if let Some(waiter) = self.opening.take() {
            // If nobody waits any more, the last handle is gone too and the loop ends.
            let _ = waiter.send(Ok(established));
        }
    }

    /// The session does not open.
    pub(super) fn fail_opening(&mut self, error: ConnectError) {
        if let Some(waiter) = self.opening.take() {
            let _ = waiter.send(Err(error));
        }
        self.ending = Some(CloseReason::NotEstablished);
    }
}
