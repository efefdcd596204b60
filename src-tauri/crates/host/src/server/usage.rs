//! Whether a server is in use. A server in use does not fall asleep.

use std::sync::{Arc, Mutex};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

use crate::mutex::lock;

/// Most users at once; more wait. Fewer than a connection takes (256), which refuses a further request: calls that come at once wait for
/// each other, and leave room for what is asked beside them.
const USERS: u32 = 192;

/// Who uses a server, and since when nobody does.
pub(crate) struct Usage {
    users: Arc<Semaphore>,
    last: Mutex<Instant>,
}

impl Usage {
    /// Creates it for a server that was used just now.
    pub fn new() -> Self {
        Self {
            users: Arc::new(Semaphore::new(USERS as usize)),
            last: Mutex::new(Instant::now()),
        }
    }

    /// Notes a use that is over.
    pub fn touch(&self) {
        *lock(&self.last) = Instant::now();
    }

    /// Keeps the server awake until the returned value is dropped. Waits for a server that is falling asleep.
    pub async fn begin(self: &Arc<Self>) -> InUse {
        // The semaphore is never closed.
        let user = Arc::clone(&self.users).acquire_owned().await.ok();
        self.touch();
        InUse {
            usage: Arc::clone(self),
            _user: user,
        }
    }

    /// Keeps new users waiting until the returned value is dropped; none if the server is in use.
    pub fn try_end(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.users).try_acquire_many_owned(USERS).ok()
    }

    /// Returns when the last use ended.
    pub fn last(&self) -> Instant {
        *lock(&self.last)
    }
}

/// A use of a server.
pub(crate) struct InUse {
    usage: Arc<Usage>,
    _user: Option<OwnedSemaphorePermit>,
}

impl Drop for InUse {
    fn drop(&mut self) {
        self.usage.touch();
    }
}
