//! Looking at disks that may not answer.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Permission to check a folder, one at a time: a hanging disk blocks one thread only, however many checks are requested.
#[derive(Clone, Debug)]
pub(crate) struct Eye(Arc<Semaphore>);

impl Default for Eye {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl Eye {
    /// Waits until no other check runs. The next one begins when the permit is dropped.
    pub async fn open(self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        self.0.acquire_owned().await.ok()
    }

    /// How many hold it, with permits and those who wait.
    #[cfg(test)]
    pub fn holders(&self) -> usize {
        Arc::strong_count(&self.0)
    }
}
