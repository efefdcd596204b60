//! A container for at most one value.

use std::sync::Mutex;

use crate::mutex::lock;

/// Holds at most one value, which later calls replace or take.
pub(crate) struct Slot<T>(Mutex<Option<T>>);

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Slot<T> {
    /// Replaces the value.
    pub fn put(&self, value: T) {
        *lock(&self.0) = Some(value);
    }

    /// Removes the value and returns it.
    pub fn take(&self) -> Option<T> {
        lock(&self.0).take()
    }

    /// Removes the value and returns it if it is the `wanted` one.
    pub fn take_if(&self, wanted: impl FnOnce(&T) -> bool) -> Option<T> {
        lock(&self.0).take_if(|value| wanted(value))
    }
}

impl<T: Clone> Slot<T> {
    /// Returns a copy of the value.
    pub fn get(&self) -> Option<T> {
        lock(&self.0).clone()
    }
}
