//! The outcome of a decision.

use crate::{ApprovalRequest, Approved, DecidedBy, GrantScope};

/// An allowed action and how it was decided.
#[derive(Debug)]
pub struct Allowed<T> {
    /// The approval.
    pub approved: Approved<T>,
    /// For how long the person allowed it.
    pub scope: GrantScope,
    /// Who decided.
    pub by: DecidedBy,
    /// The approval request as it was answered.
    pub question: ApprovalRequest,
    /// Whether the server's reading is trusted from now on, as it was offered.
    pub trusts_reading: bool,
}

/// A denied action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// Who decided.
    pub by: DecidedBy,
    /// A person's note.
    pub note: Option<String>,
}
