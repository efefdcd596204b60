//! Where decisions are written before they take effect.

use std::{future::Future, pin::Pin};

use domain::PromptId;
use policy::Evaluation;
use serde::{Deserialize, Serialize};

use crate::{GrantScope, Question};

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// A person, in the consent window or at a terminal's question.
    Person,
    /// A person closed the question without deciding.
    Dismissed,
    /// A rule, or a standing launch grant.
    Rule,
    /// The command line itself.
    CommandLine,
    /// Nobody answered in time.
    Expiry,
    /// The server is muted in this conversation after repeated denials.
    Mute,
    /// A person denied exactly this, and said nothing since.
    Repeat,
    /// Too many questions were waiting.
    QueueFull,
    /// The asker went away: the turn was stopped, or the program quit.
    Withdrawn,
    /// Everything was stopped.
    StopAll,
    /// The record could not be written.
    LedgerFailure,
}

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Allowed, for how long.
    Allowed(GrantScope),
    /// Denied, with a person's note for the model if they gave one.
    Denied {
        /// The note.
        note: Option<String>,
    },
}

/// One decision, as it is written down.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// What was asked, as it was last shown.
    pub question: &'a Question,
    /// The policy's evaluation, for a tool call.
    pub evaluation: Option<&'a Evaluation>,
    /// What was decided.
    pub verdict: &'a Verdict,
    /// Who decided.
    pub by: DecidedBy,
    /// The prompt that was answered, if there was one, and its revision.
    pub prompt: Option<(PromptId, u32)>,
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
