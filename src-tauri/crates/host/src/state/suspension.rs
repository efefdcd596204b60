//! The state after everything was stopped.

use std::{collections::BTreeSet, sync::Mutex};

use domain::{ServerId, now_ms};

use crate::{api::StoppedView, mutex::lock};

/// Whether rules are suspended, and what the kill switch stopped, until the user starts it again.
#[derive(Default)]
pub(crate) struct Suspension(Mutex<State>);

#[derive(Default)]
struct State {
    /// Whether rules do not allow until the user says so.
    suspended: bool,
    /// How often everything was stopped: a confirmation from before the last time resumes nothing.
    stops: u64,
    stopped: Option<Stopped>,
}

/// What was running when everything was stopped.
struct Stopped {
    at_ms: i64,
    /// The servers that were not started since.
    servers: BTreeSet<ServerId>,
}

impl Suspension {
    /// Suspends the rules, and remembers the servers that ran.
    pub fn suspend(&self, running: Vec<ServerId>) {
        let mut state = lock(&self.0);
        state.suspended = true;
        state.stops += 1;
        // Stopped twice in a row, the first time counts, too.
        let mut servers = state
            .stopped
            .take()
            .map_or_else(BTreeSet::new, |stopped| stopped.servers);
        servers.extend(running);
        state.stopped = Some(Stopped {
            at_ms: now_ms(),
            servers,
        });
    }

    /// Lets rules allow again, unless everything was stopped once more since there were so many stops.
    pub fn resume(&self, stops: u64) -> bool {
        let mut state = lock(&self.0);
        let last = state.stops == stops;
        if last {
            state.suspended = false;
        }
        last
    }

    /// Whether rules are suspended.
    pub fn is_suspended(&self) -> bool {
        lock(&self.0).suspended
    }

    /// Returns the number of stops so far.
    pub fn stops(&self) -> u64 {
        lock(&self.0).stops
    }

    /// Removes the servers that were stopped, for a start, and returns them with the number of stops so far.
    pub fn take_servers(&self) -> (BTreeSet<ServerId>, u64) {
        let mut state = lock(&self.0);
        let stopped = state.stopped.as_mut();
        let servers = stopped.map(|stopped| std::mem::take(&mut stopped.servers));
        (servers.unwrap_or_default(), state.stops)
    }

    /// Removes a server that a person decided about since; returns whether it was among those stopped.
    pub fn remove(&self, server: ServerId) -> bool {
        let mut state = lock(&self.0);
        let stopped = state.stopped.as_mut();
        stopped.is_some_and(|stopped| stopped.servers.remove(&server))
    }

    /// Returns what stays stopped or suspended. Once nothing is left, the stop is over.
    pub fn settle(&self) -> Option<StoppedView> {
        let mut state = lock(&self.0);
        let over = |stopped: &Stopped| stopped.servers.is_empty();
        if !state.suspended && state.stopped.as_ref().is_some_and(over) {
            state.stopped = None;
        }
        state.view()
    }

    /// Returns what stays stopped or suspended.
    pub fn view(&self) -> Option<StoppedView> {
        lock(&self.0).view()
    }
}

impl State {
    fn view(&self) -> Option<StoppedView> {
        let stopped = self.stopped.as_ref()?;
        Some(StoppedView {
            at_ms: stopped.at_ms as f64,
            servers: stopped.servers.iter().map(ToString::to_string).collect(),
            rules: self.suspended,
        })
    }
}
