//! Where decisions are written before they take effect.

use std::{future::Future, pin::Pin};

use domain::{ApprovalId, ConversationId, ServerId};
use policy::{Condition, Evaluation};

use crate::{ApprovalRequest, DecidedBy, Detail, GrantScope, Listed, Log};

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

/// One decision, as it is written down: about the request as it was last shown.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The server it is about.
    pub server: Option<ServerId>,
    /// The conversation it belongs to.
    pub conversation: Option<ConversationId>,
    /// What its row is about.
    pub log: Log,
    /// What the log keeps of the request besides.
    pub detail: Detail,
    /// The policy's evaluation, for a tool call.
    pub evaluation: Option<&'a Evaluation>,
    /// The condition that was allowed, for [`GrantScope::Where`].
    pub condition: Option<&'a Condition>,
    /// What was decided.
    pub verdict: &'a Verdict,
    /// Who decided.
    pub by: DecidedBy,
    /// The pending approval that was answered, if there was one, and its revision.
    pub prompt: Option<(ApprovalId, u32)>,
    /// Whether a person allowed it and trusts the server's reading from now on, as it was offered.
    pub trusts_reading: bool,
}

impl<'a> Record<'a> {
    /// A decision that answered no pending approval.
    pub(crate) fn of<K: Listed>(request: &'a K, verdict: &'a Verdict, by: DecidedBy) -> Self {
        Self {
            server: request.server(),
            conversation: request.conversation(),
            log: request.log(),
            detail: request.to_detail(),
            evaluation: request.evaluation(),
            condition: match verdict {
                Verdict::Allowed(GrantScope::Where(at)) => request.condition(*at),
                Verdict::Allowed(_) | Verdict::Denied { .. } => None,
            },
            verdict,
            by,
            prompt: None,
            trusts_reading: false,
        }
    }
}

impl ApprovalRequest {
    /// Its decision, as it is written down.
    pub(crate) fn record<'a>(&'a self, verdict: &'a Verdict, by: DecidedBy) -> Record<'a> {
        each_kind!(self, it => Record::of(&**it, verdict, by))
    }
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
