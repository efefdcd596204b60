//! Serialization of operations that must not overlap.

use tokio::sync::{Semaphore, SemaphorePermit};

/// Serializes operations that read, check and then store something: one runs at a time, in the order of arrival.
pub(crate) struct Serial(Semaphore);

impl Default for Serial {
    fn default() -> Self {
        Self(Semaphore::new(1))
    }
}

impl Serial {
    /// Waits until no other operation runs. The next one begins when the permit is dropped.
    pub async fn enter(&self) -> Permit<'_> {
        // The semaphore is never closed.
        Permit {
            _one: self.0.acquire().await.ok(),
        }
    }
}

/// Permission to run alone, until it is dropped.
#[must_use]
pub(crate) struct Permit<'a> {
    _one: Option<SemaphorePermit<'a>>,
}
