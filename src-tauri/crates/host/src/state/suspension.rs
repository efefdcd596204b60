//! The state after the kill switch.

use std::{collections::BTreeSet, sync::Mutex};

use domain::{ServerId, now_ms};
use host_api::StoppedView;

use crate::mutex::lock;

/// Whether rules are suspended, and what the kill switch stopped, until the user resumes.
#[derive(Default)]
pub(crate) struct Suspension(Mutex<State>);

#[derive(Default)]
struct State {
    /// Whether rules may not allow until the user resumes.
    suspended: bool,
    /// How often the kill switch was used: a confirmation from before its last use resumes nothing.
    stops: u64,
    stopped: Option<Stopped>,
}

/// What was running when the kill switch was used.
struct Stopped {
    at_ms: i64,
    /// The servers that have not been started since.
    servers: BTreeSet<ServerId>,
}

impl Suspension {
    /// Suspends the rules, and stores the running servers.
    pub fn suspend(&self, running: Vec<ServerId>) {
        let mut state = lock(&self.0);
        state.suspended = true;
        state.stops += 1;
        // After two uses in a row, the servers of the first one count too.
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

    /// Ends the suspension, unless the kill switch was used again since `stops`.
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

    /// Takes the stopped servers, for a start, and returns them with the number of uses so far.
    pub fn take_servers(&self) -> (BTreeSet<ServerId>, u64) {
        let mut state = lock(&self.0);
        let stopped = state.stopped.as_mut();
        let servers = stopped.map(|stopped| std::mem::take(&mut stopped.servers));
        (servers.unwrap_or_default(), state.stops)
    }

    /// Removes a server that a person decided about since. Returns whether it was among the stopped ones.
    pub fn remove(&self, server: ServerId) -> bool {
        let mut state = lock(&self.0);
        let stopped = state.stopped.as_mut();
        stopped.is_some_and(|stopped| stopped.servers.remove(&server))
    }

    /// Returns what remains stopped or suspended. Once nothing remains, the state is cleared.
    pub fn settle(&self) -> Option<StoppedView> {
        let mut state = lock(&self.0);
        let over = |stopped: &Stopped| stopped.servers.is_empty();
        if !state.suspended && state.stopped.as_ref().is_some_and(over) {
            state.stopped = None;
        }
        state.view()
    }

    /// Returns what remains stopped or suspended.
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
