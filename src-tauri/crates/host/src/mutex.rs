//! Locking that survives a panic of another holder.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock whose holder may have panicked: the values behind the locks of this crate are valid after each statement.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
