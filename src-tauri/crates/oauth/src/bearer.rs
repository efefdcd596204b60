//! The token that requests carry.

use std::fmt;

use secrets::Secret;

/// A token as a request carries it: to its own server, in `Authorization`, and nowhere else.
#[derive(Clone)]
pub struct Bearer {
    token: Secret,
    generation: u64,
}

impl Bearer {
    pub(crate) fn new(token: Secret, generation: u64) -> Self {
        Self { token, generation }
    }

    /// The token: visible ASCII.
    #[must_use]
    pub fn token(&self) -> &Secret {
        &self.token
    }

    /// Which token of its account it is; a later one has a higher number.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bearer")
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}
