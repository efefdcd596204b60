//! A wrapper that makes reading a server's or model's data explicit in code.

use std::fmt;

/// Data from a server or a model. It has no `Display` and no `Deref`: whoever reads it says so.
#[derive(Clone, PartialEq, Eq)]
pub struct Untrusted<T>(T);

impl<T> Untrusted<T> {
    /// Marks data as untrusted.
    pub fn new(data: T) -> Self {
        Self(data)
    }

    /// The data, to be treated as data: shown as a claim, never followed.
    pub fn as_data(&self) -> &T {
        &self.0
    }

    /// The data by value, to be treated as data.
    pub fn into_data(self) -> T {
        self.0
    }
}

impl<T> fmt::Debug for Untrusted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Untrusted(..)")
    }
}
