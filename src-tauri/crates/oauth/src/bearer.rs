//! The token that requests carry.

use std::{fmt, sync::Arc};

use secrets::Secret;

use crate::proof::ProofKey;

/// A token as a request carries it: to its own server, in `Authorization`, and nowhere else.
#[derive(Clone)]
pub struct Bearer {
    token: Secret,
    generation: u64,
    key: Option<Arc<ProofKey>>,
}

impl Bearer {
    /// `key`: what the token is bound to, if it is.
    pub(crate) fn new(token: Secret, generation: u64, key: Option<Arc<ProofKey>>) -> Self {
        Self {
            token,
            generation,
            key,
        }
    }

    /// The name before it in `Authorization`. A token that is bound to a key is never sent as one that is not.
    #[must_use]
    pub fn scheme(&self) -> &'static str {
        match self.key {
            Some(_) => "DPoP",
            None => "Bearer",
        }
    }

    pub(crate) fn key(&self) -> Option<&ProofKey> {
        self.key.as_deref()
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
