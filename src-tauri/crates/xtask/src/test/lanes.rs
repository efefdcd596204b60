//! Two lanes. The first runs the steps in their order. The second runs, beside them, steps that leave most of a processor idle.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use super::{
    report::{Outcome, Report},
    step::{Load, Step},
    time::{Took, Watch},
};
use crate::child;

/// Memory that must be available for a second lane, in KiB.
const MEMORY: u64 = 6 * 1024 * 1024;
/// How long a lane waits before it looks for an interrupt.
const LOOK: Duration = Duration::from_millis(200);

/// What a step is run by.
pub type Act<'a> = dyn Fn(&Step, Duration) -> Outcome + Sync + 'a;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Waiting,
    Running,
    Done,
}

struct State {
    status: Vec<Status>,
    report: Report,
}

/// The steps of a run.
pub struct Lanes<'a> {
    steps: &'a [&'static Step],
    act: &'a Act<'a>,
    state: Mutex<State>,
    changed: Condvar,
    watch: Watch,
    whole: Duration,
}

impl<'a> Lanes<'a> {
    /// Steps that `act` runs, together for at most `whole`. Those with a reason in `left_out` are reported as skipped.
    pub fn new(
        steps: &'a [&'static Step],
        left_out: Vec<Option<String>>,
        whole: Duration,
        act: &'a Act<'a>,
    ) -> Self {
        let mut state = State {
            status: vec![Status::Waiting; steps.len()],
            report: Report::default(),
        };
        for ((step, reason), status) in steps.iter().zip(left_out).zip(&mut state.status) {
            if let Some(reason) = reason {
                state
                    .report
                    .add(step.name, Took::default(), Outcome::Skipped(reason));
                *status = Status::Done;
            }
        }
        Self {
            steps,
            act,
            state: Mutex::new(state),
            changed: Condvar::new(),
            watch: Watch::start(),
            whole,
        }
    }

    /// Runs all steps, or until Ctrl-C. `both` says whether there is a second lane.
    pub fn run(self, both: bool) -> Report {
        thread::scope(|scope| {
            if both {
                scope.spawn(|| self.lane(&[Load::Light]));
            }
            self.lane(&[Load::Heavy, Load::Light]);
        });
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let names: Vec<&str> = self.steps.iter().map(|step| step.name).collect();
        state.report.in_order(&names)
    }

    fn lane(&self, loads: &[Load]) {
        while let Some(at) = self.next(loads) {
            let Some(step) = self.steps.get(at) else {
                return;
            };
            let beside = !loads.contains(&Load::Heavy);
            child::mark(beside.then_some(step.name));
            println!(
                "\n── {}{}: {}",
                step.name,
                if beside { " (beside)" } else { "" },
                step.about
            );
            let watch = Watch::start();
            let unmet = self.state().report.unmet(step.needs).map(str::to_owned);
            let outcome = match unmet {
                Some(need) => Outcome::Skipped(format!("needs {need}")),
                None => self.within_time(step),
            };
            let mut state = self.state();
            state.report.add(step.name, watch.stop(), outcome);
            if let Some(status) = state.status.get_mut(at) {
                *status = Status::Done;
            }
            self.changed.notify_all();
        }
    }

    fn within_time(&self, step: &Step) -> Outcome {
        let left = self.whole.saturating_sub(self.watch.started().elapsed());
        if step.may_be_dropped && left < step.limit {
            let (needed, left) = (step.limit.as_secs() / 60, left.as_secs() / 60);
            return Outcome::Skipped(format!("it may take {needed} minutes; {left} are left"));
        }
        if left.is_zero() {
            return Outcome::out_of_time();
        }
        (self.act)(step, step.limit.min(left))
    }

    /// The next step for a lane with these loads, the first ones preferred. Waits while others may make one ready.
    fn next(&self, loads: &[Load]) -> Option<usize> {
        let mut state = self.state();
        loop {
            if child::interrupted() || !state.status.contains(&Status::Waiting) {
                return None;
            }
            let ready = loads.iter().find_map(|load| {
                (0..self.steps.len()).find(|&at| self.is_ready(&state.status, at, *load))
            });
            if let Some(at) = ready {
                if let Some(status) = state.status.get_mut(at) {
                    *status = Status::Running;
                }
                return Some(at);
            }
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn is_ready(&self, status: &[Status], at: usize, load: Load) -> bool {
        let waits = status.get(at) == Some(&Status::Waiting);
        let needs = |step: &&&'static Step| {
            self.steps
                .get(at)
                .is_some_and(|this| this.needs.contains(&step.name))
        };
        let mut unfinished = self
            .steps
            .iter()
            .zip(status)
            .filter(|(step, status)| needs(step) && **status != Status::Done);
        waits
            && self.steps.get(at).is_some_and(|step| step.load == load)
            && unfinished.next().is_none()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether this computer has a processor and memory for a second lane. Where the system does not say, it has not.
pub fn second_lane() -> bool {
    let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let said = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let available = said.lines().find_map(|line| {
        let number = line
            .strip_prefix("MemAvailable:")?
            .trim()
            .strip_suffix("kB")?;
        number.trim().parse::<u64>().ok()
    });
    processors > 1 && available.is_some_and(|available| available >= MEMORY)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::test::{counts::Counts, step::Tier};

    const HOUR: Duration = Duration::from_secs(3600);

    fn step(name: &'static str, needs: &'static [&'static str], load: Load) -> &'static Step {
        Box::leak(Box::new(Step {
            name,
            about: "",
            needs,
            limit: HOUR,
            tier: Tier::Always,
            load,
            may_be_dropped: false,
            act: |_, _| Ok(Outcome::out_of_time()),
        }))
    }

    fn passed() -> Outcome {
        Outcome::Passed(Counts::one_passed())
    }

    #[test]
    fn a_light_step_runs_beside_a_heavy_one() {
        let steps = [
            step("heavy", &[], Load::Heavy),
            step("light", &[], Load::Light),
        ];
        let meet = Barrier::new(2);
        let act = |_: &Step, _: Duration| {
            meet.wait();
            passed()
        };
        let report = Lanes::new(&steps, vec![None, None], HOUR, &act).run(true);
        assert!(report.passed());
    }

    #[test]
    fn one_lane_runs_each_step_after_what_it_needs() {
        let steps = [
            step("a", &[], Load::Heavy),
            step("b", &["c"], Load::Heavy),
            step("c", &[], Load::Light),
        ];
        let order = Mutex::new(Vec::new());
        let act = |step: &Step, _: Duration| {
            order.lock().unwrap().push(step.name);
            passed()
        };
        Lanes::new(&steps, vec![None; 3], HOUR, &act).run(false);
        assert_eq!(*order.lock().unwrap(), ["a", "c", "b"]);
    }

    #[test]
    fn what_needs_a_failed_step_is_skipped() {
        let steps = [step("a", &[], Load::Heavy), step("b", &["a"], Load::Light)];
        let act = |_: &Step, _: Duration| Outcome::out_of_time();
        let report = Lanes::new(&steps, vec![None, None], HOUR, &act).run(true);
        assert_eq!(report.last_line(), "0 passed, 1 failed, 1 skipped");
    }

    #[test]
    fn what_is_left_out_is_not_run_and_counts_as_skipped() {
        let steps = [step("a", &[], Load::Heavy), step("b", &[], Load::Heavy)];
        let act = |step: &Step, _: Duration| {
            assert_eq!(step.name, "b");
            passed()
        };
        let left_out = vec![Some("no change concerns it".to_owned()), None];
        let report = Lanes::new(&steps, left_out, HOUR, &act).run(true);
        assert_eq!(report.last_line(), "1 passed, 0 failed, 1 skipped");
    }
}
