//! Where decisions are written before they take effect.

use std::{future::Future, pin::Pin};

use domain::ApprovalId;
use policy::Evaluation;

use crate::{ApprovalRequest, DecidedBy, GrantScope};

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Allowed, for how long.
    Allowed(GrantScope),
    /// Denied, with a person's note for the model if there is one.
    Denied {
        /// The note.
        note: Option<String>,
    },
}

/// One decision, as it is written down.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The approval request, as it was last shown.
    pub question: &'a ApprovalRequest,
    /// The policy's evaluation, for a tool call.
    pub evaluation: Option<&'a Evaluation>,
    /// What was decided.
    pub verdict: &'a Verdict,
    /// Who decided.
    pub by: DecidedBy,
    /// The prompt that was answered, if there was one, and its revision.
    pub prompt: Option<(ApprovalId, u32)>,
    /// Whether a person allowed it and trusts the server's reading from now on, as it was offered.
    pub trusts_reading: bool,
}

/// The record could not be made durable.
#[derive(Debug, thiserror::Error)]
#[error("the decision could not be written down: {0}")]
pub struct LedgerError(pub String);

/// Makes decisions durable. An approval exists only after `record` returned `Ok`.
pub trait Ledger: Send + Sync + 'static {
    /// Writes one decision; returns when it would survive a power cut.
    fn record<'a>(
        &'a self,
        record: Record<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<(), LedgerError>> + Send + 'a>>;
}
