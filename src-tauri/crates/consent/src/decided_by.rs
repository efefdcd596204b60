//! The source of a decision.

use serde::{Deserialize, Serialize};

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// A person, in the consent window.
    Person,
    /// A person, at a terminal.
    Terminal,
    /// A person closed the approval request without deciding.
    Dismissed,
    /// A rule, or a permanent launch grant.
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
    /// Too many approvals were pending.
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
