//! The time by which rules end. It does not go back with the wall clock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

/// How far the wall clock may be behind the latest known time, in milliseconds. Systems that keep it right correct it by less.
const BEHIND: i64 = 2 * 60 * 1_000;

/// A time, and what the clock that never goes back showed then. It is stored, and counts as long as the system runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Which start of the system it was; none where the system does not tell.
    boot: Option<String>,
    #[serde(flatten)]
    at: Reading,
}

/// What both clocks show, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Reading {
    /// The time since the Unix epoch.
    wall_ms: i64,
    /// The time since some moment, which passes while the system sleeps too, where it tells that.
    ticks_ms: i64,
}

impl Reading {
    fn now() -> Self {
        Self {
            wall_ms: domain::now_ms(),
            ticks_ms: ticks_ms(),
        }
    }

    /// The time so many ticks later.
    fn passed(self, ticks_ms: i64) -> i64 {
        let passed = ticks_ms.saturating_sub(self.ticks_ms).max(0);
        self.wall_ms.saturating_add(passed)
    }
}

/// The latest time that was known, from which the clock that never goes back counts on.
#[derive(Debug)]
pub struct Clock(Mutex<Reading>);

impl Default for Clock {
    fn default() -> Self {
        Self(Mutex::new(Reading::now()))
    }
}

impl Clock {
    /// Returns the time in milliseconds since the Unix epoch: never less than before, even if the wall clock was set back.
    pub fn now_ms(&self) -> i64 {
        advance(&mut self.lock(), Reading::now())
    }

    /// Whether the wall clock is behind the latest known time by more than a correction.
    pub fn is_behind(&self) -> bool {
        let read = Reading::now();
        is_behind(advance(&mut self.lock(), read), read)
    }

    fn lock(&self) -> MutexGuard<'_, Reading> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts from the wall clock again.
    pub fn follow_wall(&self) {
        *self.lock() = Reading::now();
    }

    /// Counts on from what was stored, and from the time that was recorded last.
    pub fn resume(&self, stored: Option<&Mark>, recorded_ms: Option<i64>) {
        let known = resumed(stored, recorded_ms, boot().as_deref(), Reading::now());
        *self.lock() = known;
    }

    /// Returns what to store.
    pub fn mark(&self) -> Mark {
        let mut known = self.lock();
        advance(&mut known, Reading::now());
        Mark {
            boot: boot(),
            at: *known,
        }
    }
}

/// The time at a reading. Where the wall clock is ahead, that is the latest known time from then on.
fn advance(known: &mut Reading, read: Reading) -> i64 {
    let passed = known.passed(read.ticks_ms);
    if read.wall_ms > passed {
        *known = read;
    }
    passed.max(read.wall_ms)
}

fn is_behind(now_ms: i64, read: Reading) -> bool {
    now_ms.saturating_sub(read.wall_ms) > BEHIND
}

/// The latest known time at the first reading. Ticks of another start of the system say nothing.
fn resumed(
    stored: Option<&Mark>,
    recorded_ms: Option<i64>,
    boot: Option<&str>,
    read: Reading,
) -> Reading {
    let stored = stored.map(
        |mark| match boot.is_some() && mark.boot.as_deref() == boot {
            true => mark.at.passed(read.ticks_ms),
            false => mark.at.wall_ms,
        },
    );
    let known = [Some(read.wall_ms), stored, recorded_ms];
    Reading {
        wall_ms: known.into_iter().flatten().max().unwrap_or(read.wall_ms),
        ..read
    }
}

#[cfg(target_os = "linux")]
fn ticks_ms() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

/// Elsewhere, the time since the first call.
#[cfg(not(target_os = "linux"))]
fn ticks_ms() -> i64 {
    static FIRST: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let passed = FIRST.get_or_init(std::time::Instant::now).elapsed();
    i64::try_from(passed.as_millis()).unwrap_or(i64::MAX)
}

/// Which start of the system this is; none where the system does not tell.
fn boot() -> Option<String> {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(id.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;

    fn at(wall: i64, ticks: i64) -> Reading {
        Reading {
            wall_ms: wall * MINUTE,
            ticks_ms: ticks * MINUTE,
        }
    }

    #[test]
    fn time_passes_by_the_clock_that_is_ahead() {
        let mut known = at(100, 5);
        for (read, now) in [
            (at(101, 6), 101),
            // Set back by an hour, and by it again.
            (at(42, 7), 102),
            (at(0, 17), 112),
            // Set forward, and back to what it was.
            (at(500, 18), 500),
            (at(114, 19), 501),
        ] {
            assert_eq!(advance(&mut known, read), now * MINUTE, "{read:?}");
        }
    }

    #[test]
    fn a_clock_is_behind_by_more_than_a_correction() {
        let read = at(100, 0);
        for (ahead, behind) in [(0, false), (2, false), (3, true)] {
            assert_eq!(is_behind((100 + ahead) * MINUTE, read), behind);
        }
    }

    #[test]
    fn stored_time_counts_on_within_one_start_of_the_system() {
        let mark = |boot: Option<&str>| Mark {
            boot: boot.map(str::to_owned),
            at: at(100, 5),
        };
        let read = at(90, 25);
        for (stored, recorded, wall) in [
            (Some(mark(Some("this"))), None, 120),
            (Some(mark(Some("this"))), Some(130), 130),
            (Some(mark(Some("other"))), None, 100),
            (Some(mark(None)), None, 100),
            (None, Some(95), 95),
            (None, Some(80), 90),
            (None, None, 90),
        ] {
            let recorded = recorded.map(|minutes: i64| minutes * MINUTE);
            let known = resumed(stored.as_ref(), recorded, Some("this"), read);
            assert_eq!(known, at(wall, 25), "{stored:?}");
        }
        let untold = resumed(Some(&mark(None)), None, None, read);
        assert_eq!(untold, at(100, 25));
    }

    #[test]
    fn ticks_never_go_back() {
        let first = ticks_ms();
        assert!(ticks_ms() >= first);
    }
}
