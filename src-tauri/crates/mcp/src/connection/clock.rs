//! How long one request may still wait.

use std::time::Duration;

use tokio::time::Instant;

/// The two limits of a request: since the last sign of life, and altogether. Both stand still while it is paused.
#[derive(Debug)]
pub(crate) struct Clock {
    idle: Duration,
    idle_end: Instant,
    hard_end: Instant,
    pauses: u32,
    paused_at: Option<Instant>,
}

impl Clock {
    pub(crate) fn start(now: Instant, idle: Duration, hard: Duration) -> Self {
        Self {
            idle,
            idle_end: now + idle,
            hard_end: now + hard,
            pauses: 0,
            paused_at: None,
        }
    }

    /// When the request expires, if it is not paused.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.paused_at
            .is_none()
            .then(|| self.idle_end.min(self.hard_end))
    }

    /// Progress: the idle limit begins anew, the hard one stays.
    pub(crate) fn alive(&mut self, now: Instant) {
        self.idle_end = self.paused_at.unwrap_or(now) + self.idle;
    }

    /// The request waits for a person. Pauses nest.
    pub(crate) fn pause(&mut self, now: Instant) {
        self.pauses += 1;
        self.paused_at.get_or_insert(now);
    }

    /// Ends one pause.
    pub(crate) fn resume(&mut self, now: Instant) {
        self.pauses = self.pauses.saturating_sub(1);
        if self.pauses > 0 {
            return;
        }
        if let Some(since) = self.paused_at.take() {
            let stood = now.saturating_duration_since(since);
            self.idle_end += stood;
            self.hard_end += stood;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_stops_both_limits_and_progress_only_one() {
        let s = Duration::from_secs;
        let t0 = Instant::now();
        let mut clock = Clock::start(t0, s(60), s(100));
        assert_eq!(clock.deadline(), Some(t0 + s(60)));
        clock.alive(t0 + s(30));
        assert_eq!(clock.deadline(), Some(t0 + s(90)));
        clock.alive(t0 + s(80));
        assert_eq!(clock.deadline(), Some(t0 + s(100)), "the hard limit stays");
        clock.pause(t0 + s(90));
        clock.pause(t0 + s(91));
        clock.resume(t0 + s(95));
        assert_eq!(clock.deadline(), None, "pauses nest");
        clock.resume(t0 + s(190));
        assert_eq!(clock.deadline(), Some(t0 + s(200)));
    }
}
