//! The outcome of a decision.

use std::fmt;

use crate::{Approved, DecidedBy, GrantScope, Listed};

/// An allowed action and how it was decided.
pub struct Allowed<K: Listed> {
    /// The approval.
    pub approved: Approved<K::Action>,
    /// For how long the person allowed it.
    pub scope: GrantScope,
    /// Who decided.
    pub by: DecidedBy,
    /// The approval request as it was answered.
    pub request: Box<K>,
    /// Whether the server's reading is trusted from now on, as it was offered.
    pub trusts_reading: bool,
}

impl<K: Listed> fmt::Debug for Allowed<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Allowed")
            .field("scope", &self.scope)
            .field("by", &self.by)
            .field("request", &self.request)
            .finish_non_exhaustive()
    }
}

/// A denied action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// Who decided.
    pub by: DecidedBy,
    /// A person's note.
    pub note: Option<String>,
}
