//! Whether a server lives.

use tokio::time::{Duration, Instant};

/// The signs of life of a server.
pub(super) struct Life {
    pub(super) last_received: Instant,
    /// How many pings in a row were not answered, and when the last one was given up.
    unanswered: (u32, Option<Instant>),
    /// A call was not answered in its time since something arrived.
    call_unanswered: bool,
}

impl Life {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            last_received: now,
            unanswered: (0, None),
            call_unanswered: false,
        }
    }

    /// Something arrived. `sign`: from the server, not from the transport.
    pub(super) fn arrived(&mut self, now: Instant, sign: bool) {
        *self = match sign {
            true => Self::new(now),
            false => Self {
                last_received: now,
                ..*self
            },
        };
    }

    /// When a silent server is pinged.
    pub(super) fn ping_due(&self, interval: Duration) -> Instant {
        let since = self.unanswered.1.unwrap_or(self.last_received);
        since.max(self.last_received) + interval
    }

    /// A call was not answered in its time.
    pub(super) fn call_unanswered(&mut self) {
        self.call_unanswered = true;
    }

    /// A ping was not answered. That alone says little: many servers do not know it, or work on one thing at a time. Only where a
    /// call was not answered either, and nothing came since, is a server lost that leaves two in a row unanswered.
    pub(super) fn ping_unanswered(&mut self, now: Instant) -> bool {
        self.unanswered = (self.unanswered.0.saturating_add(1), Some(now));
        self.unanswered.0 >= 2 && self.call_unanswered
    }
}
