//! The state that both halves and all tasks of one HTTP connection share.

use std::sync::Arc;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch},
    time::timeout,
};

use super::{session::Session, web::Web};
use crate::{
    BoundHit, Bounds, CallError, Wire, bounds::HTTP_HEARS, counters::SharedCounters,
    header::Header, transport::Frame,
};

/// How far the session is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Opened {
    /// The server took the notification that completes the opening.
    pub(super) greeted: bool,
    /// Whether the stream of the server's own messages is open: answers may come over it. None until that is known.
    pub(super) hears: Option<bool>,
}

/// What the two halves and all tasks of one connection share.
pub(super) struct Http {
    pub(super) web: Web,
    pub(super) session: Session,
    /// What worked the last time.
    pub(super) last: Option<Wire>,
    pub(super) bounds: Arc<Bounds>,
    pub(super) counters: SharedCounters,
    pub(super) arrived: mpsc::Sender<Arrived>,
    /// Who receives something large holds this.
    pub(super) large: Arc<Semaphore>,
    pub(super) lingering: Semaphore,
    pub(super) opened: watch::Sender<Opened>,
}

pub(super) enum Arrived {
    /// With the permit of a large one, given back when the connection takes it.
    Frame(
        Frame,
        #[allow(dead_code, reason = "held, not read")] Option<OwnedSemaphorePermit>,
    ),
    /// The one stream of a server of 2024-11-05 ended.
    End,
}

impl Http {
    /// Hands a frame to the connection; waits while it has enough to do.
    pub(super) async fn put(&self, frame: Frame) {
        self.put_large(frame, None).await;
    }

    /// The same for what may be large: the permit is held until the connection takes it.
    pub(super) async fn put_large(&self, frame: Frame, permit: Option<OwnedSemaphorePermit>) {
        // A connection that ended needs no more.
        let _ = self.arrived.send(Arrived::Frame(frame, permit)).await;
    }

    pub(super) async fn fail(&self, request: u64, error: CallError) {
        self.put(Frame::Failed { request, error }).await;
    }

    /// Whether an answer may come over the stream of the server's own messages.
    pub(super) async fn may_hear(&self) -> bool {
        let mut opened = self.opened.subscribe();
        let known = timeout(HTTP_HEARS, opened.wait_for(|o| o.hears.is_some())).await;
        matches!(known, Ok(Ok(opened)) if opened.hears == Some(true))
    }

    /// Whether that stream is open, or that this is not known.
    pub(super) fn hears(&self, hears: Option<bool>) {
        self.opened.send_modify(|opened| opened.hears = hears);
    }

    /// Whether the server took the greeting.
    pub(super) fn greeted(&self, greeted: bool) {
        self.opened.send_modify(|opened| opened.greeted = greeted);
    }

    /// A message is larger than the bound.
    pub(super) fn too_large(&self) -> CallError {
        self.counters.count(|c| c.over_long += 1);
        BoundHit::MessageBytes.into()
    }
}

/// A message as the tasks hold it.
pub(super) struct Message {
    pub(super) text: String,
    pub(super) request: Option<u64>,
    /// Its own headers, beside those of the session.
    pub(super) headers: Vec<Header>,
    pub(super) again: bool,
}

impl Message {
    /// All headers of the protocol, with those of the session. One that cannot be written is left out, and the server refuses the
    /// message for that.
    pub(super) fn all_headers(&self, mut headers: HeaderMap) -> HeaderMap {
        for (name, value) in &self.headers {
            let name = HeaderName::from_bytes(name.as_bytes());
            if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) {
                headers.insert(name, value);
            }
        }
        headers
    }
}
