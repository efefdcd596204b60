//! What a server sends of its own accord, on its way to the host: a queue bounded in events and bytes.
//!
//! A full queue drops and counts; storms of the same notification become one event.

use std::{
    collections::{HashSet, VecDeque},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::Untrusted;
use lenient::Fields;
use serde_json::value::RawValue;
use tokio::sync::Notify;

use crate::{
    CloseReason, LogLevel, ServerRequest,
    bounds::{Bounds, CLAIM_CHARS, URI_BYTES},
    text::clipped,
};

/// What was dropped because the host did not read its events fast enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Log messages.
    pub logs: u64,
    /// Changes of single resources.
    pub updates: u64,
    /// Requests of the server; each was answered with an error.
    pub requests: u64,
}

/// What a server did of its own accord.
#[derive(Debug)]
pub enum ServerEvent {
    /// Its tools changed; several changes may be one event.
    ToolsChanged,
    /// Its resources or templates changed; several changes may be one event.
    ResourcesChanged,
    /// Its prompts changed; several changes may be one event.
    PromptsChanged,
    /// A resource changed; several changes of it may be one event.
    ResourceUpdated {
        /// Its URI, or that of one beneath a resource that was subscribed to; at most 8 KiB.
        uri: Untrusted<String>,
    },
    /// It logged something.
    Log {
        /// How grave it says it is.
        level: LogLevel,
        /// The part of it that logs.
        logger: Option<Untrusted<String>>,
        /// What it logged, JSON text.
        data: Untrusted<String>,
    },
    /// It asks for something.
    Request(ServerRequest),
    /// It had forgotten the session, and another one was opened: what it was told before, it knows no more.
    SessionRenewed,
    /// It does not keep telling of changes, so they are looked for every [`crate::bounds::LISTEN_POLL`].
    ChangesNotTold,
    /// What it sent the user to a page for is done (2025-11-25, client/elicitation, "Completion Notifications").
    VisitComplete {
        /// Its name for the visit, at most 300 characters.
        elicitation: Untrusted<String>,
    },
    /// Events were dropped since the last one read.
    Dropped(Dropped),
    /// The connection ended. Always the last event.
    Closed(CloseReason),
}

#[derive(Default)]
struct State {
    items: VecDeque<(usize, ServerEvent)>,
    /// The change notices among them: a storm of the same one is one.
    changes: HashSet<Change>,
    bytes: usize,
    dropped: Dropped,
    closed: Option<CloseReason>,
    ended: bool,
    receiver_gone: bool,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    ready: Notify,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the host reads a server's events.
pub struct Events(Arc<Queue>);

impl Events {
    /// The next event; `None` after [`ServerEvent::Closed`]. Cancel-safe.
    pub async fn recv(&mut self) -> Option<ServerEvent> {
        loop {
            if let Some(next) = self.next() {
                return next;
            }
            self.0.ready.notified().await;
        }
    }

    /// `Some(None)` at the end, `None` while there is nothing.
    fn next(&mut self) -> Option<Option<ServerEvent>> {
        let mut state = self.0.lock();
        if let Some((bytes, event)) = state.items.pop_front() {
            state.bytes -= bytes;
            if let Some(change) = Change::of(&event) {
                state.changes.remove(&change);
            }
            return Some(Some(event));
        }
        if state.dropped != Dropped::default() {
            return Some(Some(ServerEvent::Dropped(mem::take(&mut state.dropped))));
        }
        if let Some(reason) = state.closed.take() {
            return Some(Some(ServerEvent::Closed(reason)));
        }
        state.ended.then_some(None)
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.receiver_gone = true;
        let left = mem::take(&mut state.items);
        drop(state);
        // Requests among them answer with an error.
        drop(left);
    }
}

impl std::fmt::Debug for Events {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Events(..)")
    }
}

/// Where the connection puts a server's events.
pub(crate) struct EventSender {
    queue: Arc<Queue>,
    most: usize,
    most_bytes: usize,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    Queued,
    Coalesced,
    Dropped,
}

pub(crate) fn queue(bounds: &Bounds) -> (EventSender, Events) {
    let queue = Arc::new(Queue::default());
    let sender = EventSender {
        queue: queue.clone(),
        most: bounds.events,
        most_bytes: bounds.event_bytes,
    };
    (sender, Events(queue))
}

impl EventSender {
    /// Queues an event, or drops and counts it.
    pub(crate) fn put(&self, event: ServerEvent) -> Put {
        let mut state = self.queue.lock();
        let change = Change::of(&event);
        if change.as_ref().is_some_and(|c| state.changes.contains(c)) {
            return Put::Coalesced;
        }
        let bytes = size(&event);
        let full = state.items.len() >= self.most || state.bytes + bytes > self.most_bytes;
        // One change notice of each list, and of the session, always has a place: losing it would leave the host with an
        // old list.
        let must = change.as_ref().is_some_and(Change::is_of_a_list);
        if state.receiver_gone || (full && !must) {
            match &event {
                ServerEvent::Log { .. } => state.dropped.logs += 1,
                ServerEvent::ResourceUpdated { .. } => state.dropped.updates += 1,
                ServerEvent::Request(_) => state.dropped.requests += 1,
                ServerEvent::ToolsChanged
                | ServerEvent::ResourcesChanged
                | ServerEvent::PromptsChanged
                | ServerEvent::SessionRenewed
                | ServerEvent::ChangesNotTold
                | ServerEvent::VisitComplete { .. }
                | ServerEvent::Dropped(_)
                | ServerEvent::Closed(_) => {}
            }
            drop(state);
            return Put::Dropped;
        }
        state.changes.extend(change);
        state.items.push_back((bytes, event));
        state.bytes += bytes;
        drop(state);
        self.queue.ready.notify_one();
        Put::Queued
    }

    /// Ends the events, once: the first reason stays.
    pub(crate) fn close(&self, reason: CloseReason) {
        let mut state = self.queue.lock();
        if !state.ended {
            state.ended = true;
            state.closed = Some(reason);
        }
        drop(state);
        self.queue.ready.notify_one();
    }
}

impl Drop for EventSender {
    fn drop(&mut self) {
        self.close(CloseReason::Failed);
    }
}

fn size(event: &ServerEvent) -> usize {
    match event {
        ServerEvent::Log { logger, data, .. } => {
            data.as_data().len() + logger.as_ref().map_or(0, |l| l.as_data().len())
        }
        ServerEvent::ResourceUpdated { uri } => uri.as_data().len(),
        ServerEvent::Request(request) => request.size(),
        ServerEvent::VisitComplete { elicitation } => elicitation.as_data().len(),
        ServerEvent::ToolsChanged
        | ServerEvent::ResourcesChanged
        | ServerEvent::PromptsChanged
        | ServerEvent::SessionRenewed
        | ServerEvent::ChangesNotTold
        | ServerEvent::Dropped(_)
        | ServerEvent::Closed(_) => 0,
    }
}

/// What a change notice is about.
#[derive(PartialEq, Eq, Hash)]
enum Change {
    Tools,
    Resources,
    Prompts,
    Resource(String),
    Session,
}

impl Change {
    fn of(event: &ServerEvent) -> Option<Self> {
        match event {
            ServerEvent::ToolsChanged => Some(Self::Tools),
            ServerEvent::ResourcesChanged => Some(Self::Resources),
            ServerEvent::PromptsChanged => Some(Self::Prompts),
            ServerEvent::SessionRenewed => Some(Self::Session),
            ServerEvent::ResourceUpdated { uri } => Some(Self::Resource(uri.as_data().clone())),
            ServerEvent::Log { .. }
            | ServerEvent::Request(_)
            | ServerEvent::ChangesNotTold
            | ServerEvent::VisitComplete { .. }
            | ServerEvent::Dropped(_)
            | ServerEvent::Closed(_) => None,
        }
    }

    fn is_of_a_list(&self) -> bool {
        !matches!(self, Self::Resource(_))
    }
}

/// Reads the `params` of `notifications/message`. One without data is logged whole.
pub(crate) fn read_log(params: &RawValue) -> ServerEvent {
    let mut fields = Fields::of(params).unwrap_or_default();
    let level = fields.shown("level").unwrap_or_default();
    let data = ["data", "message", "msg"]
        .into_iter()
        .find_map(|name| fields.raw(name))
        .unwrap_or(params);
    ServerEvent::Log {
        level: LogLevel::nearest(&level),
        logger: fields.text("logger").map(Untrusted::new),
        data: Untrusted::new(data.get().to_owned()),
    }
}

/// Reads the `params` of `notifications/resources/updated`.
pub(crate) fn read_update(params: &RawValue) -> Option<ServerEvent> {
    let uri = Fields::of(params)?.text("uri")?;
    (uri.len() <= URI_BYTES).then(|| ServerEvent::ResourceUpdated {
        uri: Untrusted::new(uri),
    })
}

/// Reads the `params` of `notifications/elicitation/complete`.
pub(crate) fn read_visit(params: &RawValue) -> Option<ServerEvent> {
    let elicitation = Fields::of(params)?.text("elicitationId")?;
    Some(ServerEvent::VisitComplete {
        elicitation: Untrusted::new(clipped(&elicitation, CLAIM_CHARS)),
    })
}
