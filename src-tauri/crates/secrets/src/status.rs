//! The status of the keychain.

use std::sync::{Arc, Mutex, PoisonError};

/// How the keychain was last seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeychainStatus {
    /// It works.
    Available,
    /// There is none: secrets are kept in memory and forgotten when this process ends.
    Missing {
        /// The platform's words.
        reason: String,
    },
    /// It is there but locked; using it raises the system's prompt.
    Locked,
    /// It is there but refuses, fails or does not answer. Nothing falls back to memory.
    Denied {
        /// The platform's words.
        reason: String,
    },
}

/// The status as last seen, shared by the handles and the thread of the keychain.
#[derive(Clone)]
pub(crate) struct SharedStatus(Arc<Mutex<KeychainStatus>>);

impl SharedStatus {
    pub(crate) fn new(status: KeychainStatus) -> Self {
        Self(Arc::new(Mutex::new(status)))
    }

    pub(crate) fn get(&self) -> KeychainStatus {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn report(&self, status: KeychainStatus) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = status;
    }
}
