//! What a connection does when time passes: it gives up requests, notices a server that does not read, and pings a silent one.

use tokio::time::Instant;

use super::{Connection, pending::Waiter, round::Rounds};
use crate::{
    CallError, CloseReason, jsonrpc,
    session::Opening,
    transport::{Receive, TransportWriter},
};

impl<I: Receive, O: TransportWriter> Connection<I, O> {
    /// When something has to be done although nothing happens.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let stall = self
            .outbox
            .head_since()
            .map(|since| since + self.bounds.write_stall);
        let listening = self.listening.due();
        let paced = self.paced.iter().map(|(due, _)| *due).min();
        [
            self.waiting.deadline(),
            stall,
            self.ping_due(),
            self.soon,
            listening,
            paced,
            self.held_until(),
            self.allowance.paused(),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// A silent connection on which nothing waits is pinged. During a call its own time limit holds: a server that works
    /// on one thing at a time cannot answer. So it is while the server waits for a person.
    fn ping_due(&self) -> Option<Instant> {
        let asked = self.asked.values();
        let for_a_person = asked.filter(|a| a.asking.waits_for_a_person()).count() > 0;
        let idle = self.opening.is_none()
            && self.session.pings()
            && self.waiting.is_empty()
            && !for_a_person;
        idle.then(|| self.life.ping_due(self.bounds.ping_interval))
    }

    /// Does it.
    pub(super) fn on_time(&mut self) {
        let now = Instant::now();
        self.allowance.resume(now);
        while let Some(id) = self.waiting.expired(now) {
            self.give_up(id, "timed out", |sent| CallError::TimedOut { sent });
        }
        if self
            .outbox
            .head_since()
            .is_some_and(|since| since + self.bounds.write_stall <= now)
        {
            self.ending.get_or_insert(CloseReason::WriteStalled);
        }
        if self.held_until().is_some_and(|until| until <= now) {
            self.give_up_held();
        }
        if self.soon.is_some_and(|soon| soon <= now) {
            self.soon = None;
            let step = self.negotiation.silent();
            self.negotiate(step);
        }
        self.ask_paced_again(now);
        if self.listening.due().is_some_and(|due| due <= now) {
            self.listen_again();
        }
        if self.ping_due().is_some_and(|due| due <= now) {
            let ping = Opening {
                method: self.session.ping(),
                params: None,
                headers: Vec::new(),
            };
            self.own_request(ping, Waiter::IdlePing, self.bounds.ping);
        }
    }

    /// Stops waiting for a request: removes it if nothing of it was written, else tells the server.
    pub(super) fn give_up(&mut self, id: u64, reason: &str, error: impl FnOnce(bool) -> CallError) {
        let Some(pending) = self.waiting.remove(id) else {
            return;
        };
        let gathers = pending.rounds.as_ref().is_some_and(Rounds::gathers);
        if gathers {
            self.forget_round(id);
        }
        let under_way = !self.withdraw(id);
        let sent = under_way || pending.begun();
        self.outgoing.settled(id, false);
        match pending.waiter {
            Waiter::Reopening => self.ending = Some(CloseReason::SessionLost),
            Waiter::Opening(era) => {
                let step = self.negotiation.timed_out(era, self.bounds.connect);
                self.negotiate(step);
            }
            Waiter::Listening => {
                self.tell_cancelled(id, reason);
                self.listening_ended(id, None);
            }
            Waiter::IdlePing => self.ping_unanswered(),
            Waiter::Caller(settle) => {
                // Between two rounds nothing of it is under way.
                if under_way && !gathers {
                    self.tell_cancelled(id, reason);
                }
                let error = error(sent);
                if matches!(error, CallError::TimedOut { sent: true }) {
                    self.life.call_unanswered();
                }
                settle(Err(error));
            }
        }
    }

    pub(super) fn ping_unanswered(&mut self) {
        tracing::info!("a server did not answer a ping");
        if self.life.ping_unanswered(Instant::now()) {
            self.ending = Some(CloseReason::PingTimedOut);
        }
    }

    pub(super) fn tell_cancelled(&mut self, id: u64, reason: &str) {
        if !self.session.tells_cancelled(self.outgoing.wire()) {
            return;
        }
        #[derive(serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Cancelled<'a> {
            request_id: u64,
            reason: &'a str,
        }
        let params = Cancelled {
            request_id: id,
            reason,
        };
        if let Ok(text) = jsonrpc::notification("notifications/cancelled", Some(&params)) {
            self.push(text);
        }
    }
}
