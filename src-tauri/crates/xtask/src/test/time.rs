//! How long a step took, and how much of the processors the machine used meanwhile.

use std::{
    fs,
    time::{Duration, Instant},
};

/// What a step took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Took {
    /// From its start to its end.
    pub time: Duration,
    /// The share of all processors' time in which the machine worked, 0 to 100. `None` where the system does not say.
    pub busy: Option<u64>,
}

/// Measures what a step takes.
pub struct Watch {
    start: Instant,
    ticks: Option<Ticks>,
}

impl Watch {
    /// Starts now.
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
            ticks: Ticks::now(),
        }
    }

    /// When it was started.
    pub fn started(&self) -> Instant {
        self.start
    }

    /// What was taken until now.
    pub fn stop(&self) -> Took {
        let busy = |before: &Ticks| Ticks::now()?.busy_since(before);
        Took {
            time: self.start.elapsed(),
            busy: self.ticks.as_ref().and_then(busy),
        }
    }
}

/// What all processors did since the machine started, in ticks.
struct Ticks {
    idle: u64,
    all: u64,
}

impl Ticks {
    /// From Linux. Other systems have no such file.
    fn now() -> Option<Self> {
        Self::read(&fs::read_to_string("/proc/stat").ok()?)
    }

    /// The first eight numbers of the first line: user, nice, system, idle, waiting for disks, two kinds of interrupts, and what
    /// another virtual machine took. What follows is counted in the first two.
    fn read(stat: &str) -> Option<Self> {
        let numbers: Vec<u64> = stat
            .lines()
            .next()?
            .strip_prefix("cpu ")?
            .split_whitespace()
            .take(8)
            .map(|number| number.parse().ok())
            .collect::<Option<_>>()?;
        let [_, _, _, idle, waiting, ..] = numbers[..] else {
            return None;
        };
        Some(Self {
            idle: idle.saturating_add(waiting),
            all: numbers.iter().sum(),
        })
    }

    fn busy_since(&self, before: &Self) -> Option<u64> {
        let all = self.all.checked_sub(before.all)?;
        let idle = self.idle.checked_sub(before.idle)?;
        (all.checked_sub(idle)? * 100).checked_div(all)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn idle_and_waiting_for_disks_are_not_work() {
        let before = Ticks::read("cpu  10 0 10 50 10 0 0 0 99 99\ncpu0 1 2").unwrap();
        let after = Ticks::read("cpu  40 10 20 90 20 5 5 0 999 999\n").unwrap();
        assert_eq!(after.busy_since(&before), Some(54));
        assert_eq!(before.busy_since(&after), None);
        assert_eq!(before.busy_since(&before), None);
    }

    #[test]
    fn another_text_says_nothing() {
        for stat in [
            "",
            "cpu",
            "cpu  1 2 3",
            "cpu  1 2 x 4 5 6 7 8",
            "intr 1 2 3 4 5 6 7 8",
        ] {
            assert!(Ticks::read(stat).is_none(), "{stat}");
        }
    }
}
