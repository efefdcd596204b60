//! What the trial starts of updates found, for their reviews. Nothing of it is stored.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use approvals::TrialStart;
use domain::ServerId;

use tokio_util::sync::CancellationToken;

use crate::mutex::lock;

/// The last trial start of each server.
#[derive(Default)]
pub(crate) struct TrialStarts {
    last: Mutex<HashMap<ServerId, (String, Arc<TrialStart>)>>,
    stopped: Mutex<CancellationToken>,
}

impl TrialStarts {
    /// Keeps what the trial start of a package with this lock found.
    pub fn keep(&self, server: ServerId, its_lock: String, found: TrialStart) {
        lock(&self.last).insert(server, (its_lock, Arc::new(found)));
    }

    /// Returns what the last trial start of a server found, if it was one of the package with this lock.
    pub fn of(&self, server: ServerId, its_lock: &str) -> Option<Arc<TrialStart>> {
        let last = lock(&self.last);
        let (of, found) = last.get(&server)?;
        (of == its_lock).then(|| Arc::clone(found))
    }

    /// Returns what the last trial start of a server found.
    pub fn last(&self, server: ServerId) -> Option<Arc<TrialStart>> {
        let last = lock(&self.last);
        last.get(&server).map(|(_, found)| Arc::clone(found))
    }

    /// Returns what the kill switch cancels.
    pub fn stopped(&self) -> CancellationToken {
        lock(&self.stopped).clone()
    }

    /// Ends the trial starts that are under way.
    pub fn stop_all(&self) {
        std::mem::take(&mut *lock(&self.stopped)).cancel();
    }

    /// Forgets the trial start of a server.
    pub fn forget(&self, server: ServerId) {
        lock(&self.last).remove(&server);
    }
}
