//! What the processes that build a sandbox tell each other.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{ChangeError, Outcome, Refusal};

/// One message.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// Child: some of the mounts of the sandbox.
    Mounts(Vec<Expected>),
    /// Child: the sandbox is built, with the mounts that were told before. These folders in it could not be searched.
    Built(Vec<PathBuf>),
    /// Child: one socket of the server's network is beside this.
    Socket,
    /// Guard: I hold all I need to look into you later.
    Opened,
    /// Child: every right is given up, the filters are on.
    Sealed(LandlockFacts),
    /// Guard: all of it reads back. Run the program.
    Verified,
    /// Child: the program runs (its pidfd is beside this).
    Started,
    /// Guard: I know the program's process id.
    Known,
    /// Child: a step failed.
    Refused(Refusal),
    /// Child: the system refused the program with this error number.
    NotRun(i32),
    /// Child: the program ended.
    Ended(Outcome),
    /// Helper: what became of a change of grants; whether something is still held.
    Changed(Result<bool, HelperError>),
}

/// Why a helper did not change a grant.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum HelperError {
    AnotherFolder,
    Refused(Refusal),
}

impl From<HelperError> for ChangeError {
    fn from(error: HelperError) -> Self {
        match error {
            HelperError::AnotherFolder => Self::AnotherFolder,
            HelperError::Refused(refusal) => Self::Refused(refusal),
        }
    }
}

/// One mount that the finished root must have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Expected {
    pub(super) at: PathBuf,
    /// The flags it must have at least (`MOUNT_ATTR_*`).
    pub(super) flags: u32,
    /// Whether mounts of the host may lie below it, with the same flags.
    pub(super) below: bool,
    /// Whether it must be an overlay: what is written there goes to a layer of its own.
    pub(super) staged: bool,
}

/// What Landlock does here.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct LandlockFacts {
    /// The version in force; 0: none.
    pub(super) version: u8,
}

impl LandlockFacts {
    /// Whether signals to processes outside are stopped.
    pub(super) fn scopes_signals(self) -> bool {
        self.version >= 6
    }
}
