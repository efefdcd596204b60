//! The proof that an action was approved.

use std::fmt;

/// Something a person, a rule or a command line approved, written down before this value came to be.
///
/// It can neither be cloned nor made outside this crate: one approval is one action.
///
/// ```compile_fail
/// let forged = consent::Approved { payload: 1 };
/// ```
/// ```compile_fail
/// fn twice(a: consent::Approved<u8>) { let b = a.clone(); }
/// ```
#[must_use = "an approval that is dropped does nothing"]
pub struct Approved<T> {
    payload: T,
}

impl<T> Approved<T> {
    pub(crate) fn mint(payload: T) -> Self {
        Self { payload }
    }

    /// What was approved.
    pub fn payload(&self) -> &T {
        &self.payload
    }

    /// Consumes the approval to do the action once.
    pub fn into_payload(self) -> T {
        self.payload
    }
}

impl<T: fmt::Debug> fmt::Debug for Approved<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Approved").field(&self.payload).finish()
    }
}
