//! A server at a URL forgot the session: it is opened anew, once for each request that came back unread
//! (2025-03-26, basic/transports, "Session Management").

use serde_json::value::RawValue;

use super::{Connection, pending::Waiter};
use crate::{
    CallError, CloseReason, ConnectError, HttpError, NotSent,
    events::ServerEvent,
    jsonrpc,
    transport::{Receive, Returned, TransportWriter},
};

impl<I: Receive, O: TransportWriter> Connection<I, O> {
    /// The server refused something because it knows this session no more.
    pub(super) fn on_session_gone(&mut self, generation: u32, returned: Option<Returned>) {
        let Some(returned) = returned else {
            return self.reopen(generation);
        };
        if !self.waiting.contains(returned.request) {
            return;
        }
        if returned.again {
            // A new session was gone at once: sending it a third time would not help.
            let error = CallError::Http {
                error: HttpError::SessionLost,
                sent: false,
            };
            return self.on_failed(returned.request, error);
        }
        self.reopen(generation);
        match &mut self.returned {
            Some(waiting) => waiting.push(returned),
            // Another session was opened meanwhile.
            None => self.send_again(returned),
        }
    }

    fn reopen(&mut self, generation: u32) {
        if self.returned.is_some() || generation != self.outgoing.generation() {
            return;
        }
        tracing::info!("a server forgot its session; another one is opened");
        self.counters.count(|c| c.renewed_sessions += 1);
        self.returned = Some(Vec::new());
        self.outgoing.renew();
        self.outbox.park();
        match self.session.opening() {
            Ok(Some(opening)) => {
                self.own_request(opening, Waiter::Reopening, self.bounds.connect);
            }
            Ok(None) | Err(_) => self.ending = Some(CloseReason::SessionLost),
        }
    }

    pub(super) fn finish_reopening(&mut self, outcome: Result<&RawValue, CallError>) {
        let opened = outcome
            .map_err(ConnectError::from)
            .and_then(|raw| self.session.opened(raw));
        let opened = match opened {
            Ok(opened) => opened,
            Err(error) => {
                tracing::warn!(%error, "a server did not open another session");
                let sign_in = matches!(error, ConnectError::NeedsSignIn(_));
                self.ending = Some(if sign_in {
                    CloseReason::NeedsSignIn
                } else {
                    CloseReason::SessionLost
                });
                return;
            }
        };
        // What was approved and listed was for the server as it was.
        let same = self.info.as_ref().is_some_and(|before| {
            before.protocol_version == opened.info.protocol_version
                && before.capabilities == opened.info.capabilities
        });
        if !same {
            self.ending = Some(CloseReason::SessionLost);
            return;
        }
        let greets = opened.then_notify.is_some();
        self.outgoing.opened(&opened.info.protocol_version, greets);
        if let Some(Ok(text)) = opened
            .then_notify
            .map(|m| jsonrpc::notification::<()>(m, None))
        {
            match self.room.take(text.len()) {
                Ok(place) => self.outbox.push_opening(text, None, Vec::new(), place),
                Err(_) => self.ending = Some(CloseReason::SessionLost),
            }
        }
        self.outbox.unpark();
        for returned in self.returned.take().unwrap_or_default() {
            self.send_again(returned);
        }
        self.forget_asked();
        self.put(ServerEvent::SessionRenewed);
    }

    fn send_again(&mut self, returned: Returned) {
        match self.room.take(returned.text.len()) {
            Ok(place) => self
                .outbox
                .push_again(returned.text, returned.request, place),
            Err(error) => self.on_failed(returned.request, error.into()),
        }
    }

    /// Takes a request back; says whether it surely was not processed.
    pub(super) fn withdraw(&mut self, request: u64) -> bool {
        let held = self.returned.as_mut().is_some_and(|all| {
            let before = all.len();
            all.retain(|returned| returned.request != request);
            all.len() < before
        });
        held || self.outbox.withdraw(request, self.outgoing.begun())
    }

    /// Ends the requests that came back unread and cannot be sent again.
    pub(super) fn give_back(&mut self) {
        for returned in self.returned.take().unwrap_or_default() {
            if let Some(pending) = self.waiting.remove(returned.request)
                && let Waiter::Caller(settle) = pending.waiter
            {
                settle(Err(NotSent::Closed.into()));
            }
        }
    }
}
