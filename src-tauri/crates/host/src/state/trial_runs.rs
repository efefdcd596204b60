//! Trial runs of servers: which servers start in one, and what they looked for in it.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Mutex,
};

use domain::{LocalLaunch, ServerId, now_ms};
use egress::Destination;
use sandbox::{Recorded, Sought};

use crate::mutex::lock;

/// Maximum number of different hosts that are kept of one trial run.
const MAX_HOSTS: usize = 200;

/// Trial runs. They end with the program, and nothing of them is stored.
#[derive(Default)]
pub(crate) struct TrialRuns {
    runs: Mutex<HashMap<ServerId, TrialRun>>,
}

/// The trial run of one server.
#[derive(Clone, Debug)]
pub(crate) struct TrialRun {
    /// Whether the server starts in it, and what it looks for is added.
    pub on: bool,
    /// When it began, in milliseconds since the Unix epoch.
    pub since_ms: i64,
    /// What the server looked for and did not get, with how often.
    pub sought: BTreeMap<Sought, u32>,
    /// The hosts that it tried to reach, with how often.
    pub hosts: BTreeMap<String, u32>,
    /// Whether it looked for more than was kept.
    pub more: bool,
    /// The launch of its last start; none before the first.
    pub launch: Option<LocalLaunch>,
}

impl TrialRuns {
    /// Begins a trial run anew.
    pub fn begin(&self, server: ServerId) {
        let run = TrialRun {
            on: true,
            since_ms: now_ms(),
            sought: BTreeMap::new(),
            hosts: BTreeMap::new(),
            more: false,
            launch: None,
        };
        lock(&self.runs).insert(server, run);
    }

    /// Keeps the launch of a start, and returns how often each thing was sought in the starts before it.
    pub fn starts(&self, launch: LocalLaunch) -> BTreeMap<Sought, u32> {
        let mut runs = lock(&self.runs);
        let run = runs.get_mut(&launch.server).filter(|run| run.on);
        run.map_or_else(BTreeMap::new, |run| {
            run.launch = Some(launch);
            run.sought.clone()
        })
    }

    /// Whether a server starts in its trial run.
    pub fn is_on(&self, server: ServerId) -> bool {
        lock(&self.runs).get(&server).is_some_and(|run| run.on)
    }

    /// Ends a trial run and keeps what was found. Returns whether it was on.
    pub fn end(&self, server: ServerId) -> bool {
        let mut runs = lock(&self.runs);
        let run = runs.get_mut(&server);
        run.is_some_and(|run| std::mem::take(&mut run.on))
    }

    /// Forgets everything about the trial run of a server.
    pub fn forget(&self, server: ServerId) {
        lock(&self.runs).remove(&server);
    }

    /// Returns the trial run of a server, if there was one since the program started.
    pub fn of(&self, server: ServerId) -> Option<TrialRun> {
        lock(&self.runs).get(&server).cloned()
    }

    /// Adds what one start recorded. `before`: how often each thing was sought in the starts before it.
    pub fn add(&self, server: ServerId, recorded: Recorded, before: &BTreeMap<Sought, u32>) {
        let mut runs = lock(&self.runs);
        let Some(run) = runs.get_mut(&server).filter(|run| run.on) else {
            return;
        };
        match recorded {
            Recorded::Sought(sought, times) => {
                let full = run.sought.len() >= sandbox::SOUGHT_MAX;
                if full && !run.sought.contains_key(&sought) {
                    run.more = true;
                    return;
                }
                let before = before.get(&sought).copied().unwrap_or_default();
                run.sought.insert(sought, before.saturating_add(times));
            }
            Recorded::More => run.more = true,
        }
    }

    /// Adds a host that the server tried to reach.
    pub fn add_host(&self, server: ServerId, to: &Destination) {
        let mut runs = lock(&self.runs);
        let Some(run) = runs.get_mut(&server).filter(|run| run.on) else {
            return;
        };
        let to = to.to_string();
        if run.hosts.len() >= MAX_HOSTS && !run.hosts.contains_key(&to) {
            run.more = true;
            return;
        }
        let times = run.hosts.entry(to).or_default();
        *times = times.saturating_add(1);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use sandbox::Want;

    use super::*;

    #[test]
    fn starts_of_one_trial_run_add_up_and_nothing_is_added_after_its_end() {
        let (runs, server) = (TrialRuns::default(), ServerId::new());
        let sought = || Sought::Path {
            path: "/work/notes".into(),
            want: Want::Read,
            in_home: false,
        };
        runs.add(server, Recorded::More, &BTreeMap::new());
        assert!(runs.of(server).is_none());
        runs.begin(server);
        runs.add(server, Recorded::Sought(sought(), 2), &BTreeMap::new());
        let before = runs.of(server).unwrap().sought;
        runs.add(server, Recorded::Sought(sought(), 1), &before);
        runs.add(server, Recorded::Sought(sought(), 3), &before);
        assert_eq!(
            runs.of(server).unwrap().sought,
            BTreeMap::from([(sought(), 5)])
        );
        assert!(runs.end(server) && !runs.end(server));
        runs.add(server, Recorded::More, &before);
        assert!(!runs.of(server).unwrap().more);
    }
}
