//! Why a verb did not do what it was asked.

use std::{io, time::Duration};

/// Exit code when a person has to act first, or the command line is wrong.
const NEEDS_A_PERSON: u8 = 2;
/// Exit code after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

/// Why a verb, a step or a program failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line is wrong; holds what to say.
    #[error("{0}")]
    Usage(String),
    /// Something is missing that only a person can add; holds what and how.
    #[error("{0}")]
    Needs(String),
    /// A program could not be started.
    #[error("{program} did not start: {source}")]
    Start {
        /// Its name.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// A program ended with a failure.
    #[error("{program} failed ({code})")]
    Status {
        /// Its name.
        program: String,
        /// Its exit code, or "signal".
        code: String,
    },
    /// A program was ended because it took too long.
    #[error("{program} was ended after {} s", .limit.as_secs())]
    TooLong {
        /// Its name.
        program: String,
        /// The time it had.
        limit: Duration,
    },
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// A file failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A program's JSON was not what it should be.
    #[error("unexpected JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A source does not parse, or is not what `house` expects; holds what to say.
    #[error("{0}")]
    House(String),
    /// A check does not hold; holds what was found instead.
    #[error("{0}")]
    Check(String),
    /// The peers' folder or cache could not be found.
    #[error(transparent)]
    Peer(#[from] peers::PeerError),
}

impl Failure {
    /// The exit code that says what kind of failure this is.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Needs(_) => NEEDS_A_PERSON,
            Self::Interrupted => INTERRUPTED,
            Self::Start { .. }
            | Self::Status { .. }
            | Self::TooLong { .. }
            | Self::Io(_)
            | Self::Json(_)
            | Self::House(_)
            | Self::Check(_)
            | Self::Peer(_) => 1,
        }
    }
}
