//! How much processor time a server may take for what nobody asked it for.
//!
//! Frames that answer nothing are charged with the time that they take. A server that uses more than its share is not read from for a
//! while: its pipe is full then, and it waits too. Its answers wait in line with what it says, so that a call takes longer by one
//! such pause at most; calls to other servers do not.

use tokio::time::{Duration, Instant};

/// What is saved up at most: a burst of so much is read at once.
const MOST: Duration = Duration::from_millis(50);
/// Reading goes on once so much is there again.
const ENOUGH: Duration = Duration::from_millis(5);
/// Waking up for a frame and reading it counts as this at most: what took longer was spent waiting.
const WAKE: Duration = Duration::from_micros(20);

/// The allowance of one connection.
#[derive(Debug)]
pub(super) struct Allowance {
    /// One part in so many of a core.
    part: u32,
    /// What is left of it, and when that was.
    left: Duration,
    at: Instant,
    /// Until then nothing is read.
    paused: Option<Instant>,
}

impl Allowance {
    /// One part in so many of a core's time.
    pub(super) fn new(part: u32, now: Instant) -> Self {
        Self {
            part: part.max(1),
            left: MOST,
            at: now,
            paused: None,
        }
    }

    /// When reading goes on, if it does not.
    pub(super) fn paused(&self) -> Option<Instant> {
        self.paused
    }

    /// Lets reading go on if it is time.
    pub(super) fn resume(&mut self, now: Instant) {
        if self.paused.is_some_and(|until| until <= now) {
            self.paused = None;
        }
    }

    /// Charges frames that answered nothing, `part` of all those that were handled from one time to another.
    pub(super) fn charge(&mut self, (unasked, all): (u32, u32), from: Instant, to: Instant) {
        let waking = from.saturating_duration_since(self.at).min(WAKE);
        self.left = (self.left + to.saturating_duration_since(self.at) / self.part).min(MOST);
        self.at = to;
        let took = waking + to.saturating_duration_since(from);
        let charged = took * unasked / all.max(1);
        match self.left.checked_sub(charged) {
            Some(left) => self.left = left,
            None => {
                let missing = charged - self.left + ENOUGH;
                self.left = Duration::ZERO;
                self.paused = Some(to + missing * self.part);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long a server is read from that sends without a pause, and how long it is not, in a second.
    fn read_in_a_second(part: u32, frame: Duration) -> Duration {
        let begin = Instant::now();
        let mut now = begin;
        let mut allowance = Allowance::new(part, now);
        let mut read = Duration::ZERO;
        while now < begin + Duration::from_secs(1) {
            if let Some(until) = allowance.paused() {
                now = until;
                allowance.resume(now);
            }
            allowance.charge((1, 1), now, now + frame);
            now += frame;
            read += frame;
        }
        read
    }

    #[test]
    fn server_that_never_stops_gets_its_part_and_one_burst() {
        for frame in [10, 100, 1_000].map(Duration::from_micros) {
            let read = read_in_a_second(5, frame).as_millis();
            assert!((150..=270).contains(&read), "{frame:?}: {read} ms");
        }
    }

    #[test]
    fn answers_cost_nothing_and_neither_does_waiting() {
        let mut now = Instant::now();
        let mut allowance = Allowance::new(5, now);
        for _ in 0..10_000 {
            allowance.charge((0, 1), now, now + Duration::from_micros(100));
            now += Duration::from_micros(100);
            assert_eq!(allowance.paused(), None);
        }
        for _ in 0..1_000 {
            now += Duration::from_millis(1);
            allowance.charge((1, 1), now, now + Duration::from_micros(50));
            assert_eq!(allowance.paused(), None, "a twentieth of a core");
        }
    }
}
