//! Messages that wait to be written, bounded in number and bytes.

use std::{collections::VecDeque, sync::Arc};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

use crate::{Bounds, NotSent, header::Header, transport::OutboundFrame};

/// Room in the outbox, shared by all who may add to it. Taken before a message enters the connection's mailbox, given back
/// when it is written.
#[derive(Clone)]
pub(crate) struct Room {
    messages: Arc<Semaphore>,
    bytes: Arc<Semaphore>,
}

/// The place of one message.
pub(crate) struct Place {
    _message: OwnedSemaphorePermit,
    _bytes: OwnedSemaphorePermit,
}

impl Room {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        let bytes = bounds.outgoing_bytes.min(Semaphore::MAX_PERMITS);
        Self {
            messages: Arc::new(Semaphore::new(bounds.outgoing_messages)),
            bytes: Arc::new(Semaphore::new(bytes)),
        }
    }

    /// A place for a message of this size, if there is one now.
    pub(crate) fn take(&self, bytes: usize) -> Result<Place, NotSent> {
        let bytes = u32::try_from(bytes).map_err(|_| NotSent::QueueFull)?;
        let message = self
            .messages
            .clone()
            .try_acquire_owned()
            .map_err(|_| NotSent::QueueFull)?;
        let bytes = self
            .bytes
            .clone()
            .try_acquire_many_owned(bytes)
            .map_err(|_| NotSent::QueueFull)?;
        Ok(Place {
            _message: message,
            _bytes: bytes,
        })
    }
}

struct Waiting {
    text: String,
    /// The request of ours this message is, if it is one.
    request: Option<u64>,
    /// What the transport says of it beside it.
    headers: Vec<Header>,
    /// It was sent before and surely not processed.
    again: bool,
    _place: Place,
}

/// The queue itself; the first of it are being written.
#[derive(Default)]
pub(crate) struct Outbox {
    queue: VecDeque<Waiting>,
    head_since: Option<Instant>,
    /// What waits until another session is open.
    parked: Option<VecDeque<Waiting>>,
}

impl Outbox {
    pub(crate) fn push(
        &mut self,
        text: String,
        request: Option<u64>,
        headers: Vec<Header>,
        place: Place,
    ) {
        let message = Waiting {
            text,
            request,
            headers,
            again: false,
            _place: place,
        };
        match &mut self.parked {
            Some(parked) => parked.push_back(message),
            None => self.append(message),
        }
    }

    /// The same for a request that came back unread.
    pub(crate) fn push_again(&mut self, text: String, request: u64, place: Place) {
        let message = Waiting {
            text,
            request: Some(request),
            headers: Vec::new(),
            again: true,
            _place: place,
        };
        match &mut self.parked {
            Some(parked) => parked.push_back(message),
            None => self.append(message),
        }
    }

    /// The same for what opens a session: it is not parked.
    pub(crate) fn push_opening(
        &mut self,
        text: String,
        request: Option<u64>,
        headers: Vec<Header>,
        place: Place,
    ) {
        self.append(Waiting {
            text,
            request,
            headers,
            again: false,
            _place: place,
        });
    }

    fn append(&mut self, message: Waiting) {
        if self.queue.is_empty() {
            self.head_since = Some(Instant::now());
        }
        self.queue.push_back(message);
    }

    /// What waits now and comes later is withheld until [`Outbox::unpark`]. Nothing of it may have begun.
    pub(crate) fn park(&mut self) {
        let waiting = std::mem::take(&mut self.queue);
        self.parked.get_or_insert_default().extend(waiting);
        self.head_since = None;
    }

    /// The withheld messages are written, in their order.
    pub(crate) fn unpark(&mut self) {
        for message in self.parked.take().unwrap_or_default() {
            self.append(message);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// The messages to write, in their order.
    pub(crate) fn letters(&self) -> impl Iterator<Item = OutboundFrame<'_>> {
        self.queue.iter().map(|w| OutboundFrame {
            text: &w.text,
            request: w.request,
            headers: &w.headers,
            again: w.again,
        })
    }

    /// Since when the head waits to be written completely.
    pub(crate) fn head_since(&self) -> Option<Instant> {
        self.head_since
    }

    /// So many messages, from the first, are written.
    pub(crate) fn done(&mut self, messages: usize) {
        if messages > 0 {
            self.queue.drain(..messages.min(self.queue.len()));
            self.head_since = (!self.queue.is_empty()).then(Instant::now);
        }
    }

    /// Takes a request back, if nothing of it was written; `begun` messages are, in part at least.
    pub(crate) fn withdraw(&mut self, request: u64, begun: usize) -> bool {
        if let Some(parked) = &mut self.parked
            && let Some(at) = parked.iter().position(|w| w.request == Some(request))
        {
            parked.remove(at);
            return true;
        }
        let at = self.queue.iter().position(|w| w.request == Some(request));
        match at {
            Some(at) if at < begun => false,
            Some(at) => {
                self.queue.remove(at);
                if at == 0 {
                    self.head_since = (!self.queue.is_empty()).then(Instant::now);
                }
                true
            }
            None => false,
        }
    }
}
