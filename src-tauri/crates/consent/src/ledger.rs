//! Where decisions are written before they take effect.

use std::{future::Future, pin::Pin};

use domain::ApprovalId;
use policy::Evaluation;
use serde::{Deserialize, Serialize};

use crate::{ApprovalRequest, GrantScope};

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// A person, in the consent window.
    Person,
    /// A person, at a terminal's question.
    Terminal,
    /// A person closed the question without deciding.
    Dismissed,
    /// A rule, or a standing launch grant.
    Rule,
    /// The command line itself.
    CommandLine,
    /// There was nobody to ask: the program runs without a terminal.
    Unattended,
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

impl DecidedBy {
    const ALL: [Self; 13] = [
        Self::Person,
        Self::Terminal,
        Self::Dismissed,
        Self::Rule,
        Self::CommandLine,
        Self::Unattended,
        Self::Expiry,
        Self::Mute,
        Self::Repeat,
        Self::QueueFull,
        Self::Withdrawn,
        Self::StopAll,
        Self::LedgerFailure,
    ];

    /// Its word, as it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Terminal => "terminal",
            Self::Dismissed => "dismissed",
            Self::Rule => "rule",
            Self::CommandLine => "command_line",
            Self::Unattended => "unattended",
            Self::Expiry => "expiry",
            Self::Mute => "mute",
            Self::Repeat => "repeat",
            Self::QueueFull => "queue_full",
            Self::Withdrawn => "withdrawn",
            Self::StopAll => "stop_all",
            Self::LedgerFailure => "ledger_failure",
        }
    }

    /// The one with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.as_str() == word)
    }

    /// Whether a person answered.
    #[must_use]
    pub fn is_person(self) -> bool {
        matches!(self, Self::Person | Self::Terminal)
    }
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
