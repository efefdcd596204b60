//! The first exchange of a session, and the requests of the session itself.

use std::sync::atomic::Ordering;

use serde_json::value::RawValue;
use tokio::time::{Duration, Instant};

use super::{
    Connection,
    clock::Clock,
    pending::{Pending, Waiter},
};
use crate::{
    CallError, CloseReason, ConnectError, jsonrpc,
    transport::{Receive, TransportWriter},
};

impl<I: Receive, O: TransportWriter> Connection<I, O> {
    /// Sends the first request of the session. It is never part of a batch and never cancelled.
    pub(super) fn open(&mut self) {
        let opening = match self.session.opening() {
            Ok(opening) => opening,
            Err(error) => return self.fail_opening(error),
        };
        self.own_request(
            opening.method,
            Some(&opening.params),
            Waiter::Opening,
            self.bounds.connect,
        );
    }

    /// A request of the session itself.
    pub(super) fn own_request(
        &mut self,
        method: &str,
        params: Option<&RawValue>,
        waiter: Waiter,
        limit: Duration,
    ) {
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        let made = Instant::now();
        let opens = matches!(waiter, Waiter::Opening | Waiter::Reopening);
        let clock = Clock::start(made, limit, limit);
        self.waiting.insert(
            id,
            Pending {
                waiter,
                made,
                clock,
                track: None,
                progress_seen: 0,
                _slot: None,
            },
        );
        let Ok(text) = jsonrpc::request(id, method, params.as_ref()) else {
            return;
        };
        match self.room.take(text.len()) {
            Ok(place) if opens => self.outbox.push_opening(text, Some(id), place),
            Ok(place) => self.outbox.push(text, Some(id), place),
            Err(_) => self.counters.count(|c| c.dropped_outgoing += 1),
        }
    }

    /// The first answer came.
    pub(super) fn finish_opening(&mut self, outcome: Result<&RawValue, CallError>) {
        let opened = outcome
            .map_err(ConnectError::from)
            .and_then(|raw| self.session.opened(raw));
        match opened {
            Ok(opened) => {
                self.outgoing.opened(&opened.info.protocol_version);
                if let Some(Ok(text)) = opened
                    .then_notify
                    .map(|m| jsonrpc::notification::<()>(m, None))
                {
                    self.push(text);
                }
                self.info = Some(opened.info.clone());
                if let Some(waiter) = self.opening.take() {
                    // If nobody waits any more, the last handle is gone too and the loop ends.
                    let _ = waiter.send(Ok((opened.info, self.outgoing.wire())));
                }
            }
            Err(error) => self.fail_opening(error),
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
