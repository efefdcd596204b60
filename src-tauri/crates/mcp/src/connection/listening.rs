//! What a server without a session says of its own accord: the answer to one request that stays open
//! (2026-07-28, basic/patterns/subscriptions).
//!
//! It is opened again when it ends, later each time that it brought nothing: some proxies end every answer after a fixed time.
//! After [`LISTEN_TRIES`] such times it is not opened any more. The host is told so, and looks for changes itself.

use tokio::time::Instant;

use super::{Connection, pending::Waiter};
use crate::{
    CallError,
    bounds::{LISTEN_GATHER, LISTEN_MAX, LISTEN_POLL, LISTEN_TRIES, LISTENED_RESOURCES},
    events::ServerEvent,
    transport::{Receive, TransportWriter},
};

impl<I: Receive, O: TransportWriter> Connection<I, O> {
    /// Opens the stream, if the session has one and there is something to listen for.
    pub(super) fn listen(&mut self) {
        self.listening.at = None;
        let Some(info) = &self.info else { return };
        let uris = &self.listening.uris;
        let Some(request) = self
            .session
            .listening(&info.capabilities, uris, &self.tasks.ids())
        else {
            return;
        };
        let id = self.own_request(request, Waiter::Listening, LISTEN_MAX);
        self.listening.request = Some(id);
    }

    /// The wait is over.
    pub(super) fn listen_again(&mut self) {
        if !self.listening.polls {
            return self.listen();
        }
        self.look_for_changes();
        self.listening.at = Some(Instant::now() + LISTEN_POLL);
    }

    /// The server will tell of changes from now on.
    pub(super) fn acknowledged(&mut self) {
        if std::mem::replace(&mut self.listening.before, true) {
            self.look_for_changes();
        }
    }

    /// Other resources are listened for.
    pub(super) fn change_listening(&mut self, uri: String, begins: bool) {
        let uris = &mut self.listening.uris;
        let changed = match begins {
            true => uris.len() < LISTENED_RESOURCES && uris.insert(uri),
            false => uris.remove(&uri),
        };
        if changed {
            self.listen_anew();
        }
    }

    /// A task that is followed changed: then it is asked for at once.
    pub(super) fn task_changed(&mut self, task: &str) {
        if self.tasks.changed(task) {
            self.listening.fruitless = 0;
        } else {
            self.counters.count(|c| c.ignored_notifications += 1);
        }
    }

    /// Something else is listened for. Several such changes are one.
    pub(super) fn listen_anew(&mut self) {
        if self.listening.polls {
            return;
        }
        if let Some(id) = self.listening.request.take() {
            self.waiting.remove(id);
            if !self.withdraw(id) {
                self.tell_cancelled(id, "something else is listened for");
            }
            self.outgoing.settled(id, false);
        }
        self.listening.before = false;
        self.listening.at = Some(Instant::now() + LISTEN_GATHER);
    }

    /// The server ends the stream by a notice.
    pub(super) fn listening_cancelled(&mut self) {
        if let Some(id) = self.listening.request {
            self.waiting.remove(id);
            self.outgoing.settled(id, false);
            self.listening_ended(id, None);
        }
    }

    /// The stream ended: as it should, or with an error.
    pub(super) fn listening_ended(&mut self, id: u64, error: Option<CallError>) {
        if self.listening.request != Some(id) {
            return;
        }
        self.listening.request = None;
        self.listening.fruitless = self.listening.fruitless.saturating_add(1);
        // A server that answers with an error will do so again.
        let refused = matches!(error, Some(CallError::Rpc { .. } | CallError::BadResult(_)));
        if refused || self.listening.fruitless >= LISTEN_TRIES {
            tracing::info!("a server does not keep telling of changes; they are looked for");
            self.listening.polls = true;
            self.listening.at = Some(Instant::now() + LISTEN_POLL);
            return self.put(ServerEvent::ChangesNotTold);
        }
        self.listening.at = Some(Instant::now() + self.listening.wait());
    }

    /// Has the host ask for what may have changed.
    fn look_for_changes(&mut self) {
        let Some(info) = &self.info else { return };
        let capabilities = &info.capabilities;
        let (tools, prompts, resources) = (
            capabilities.tools.is_some_and(|c| c.list_changed),
            capabilities.prompts.is_some_and(|c| c.list_changed),
            capabilities.resources.is_some_and(|c| c.list_changed),
        );
        if tools {
            self.put(ServerEvent::ToolsChanged);
        }
        if prompts {
            self.put(ServerEvent::PromptsChanged);
        }
        if resources {
            self.put(ServerEvent::ResourcesChanged);
        }
        for uri in self.listening.uris.clone() {
            let uri = domain::Untrusted::new(uri);
            self.put(ServerEvent::ResourceUpdated { uri });
        }
    }
}
