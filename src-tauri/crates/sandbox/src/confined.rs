//! A confined server that runs.

use std::os::fd::OwnedFd;

use rustix::process::Pid;

use crate::{Change, ChangeError, FolderChange, Report, Sockets};

/// A confined server that runs, in the process that started it.
///
/// The caller waits for [`Confined::child`], which is its own child process, and ends it to end the server. One
/// implementation exists for each [`crate::Method`].
pub trait Confined {
    /// The child process to wait for. With [`crate::Method::Namespaces`], everything in the sandbox ends with it.
    fn child(&self) -> Pid;

    /// The server, which leads its own process group: the child, or a descendant of it.
    fn server(&self) -> Pid;

    /// What the system enforces.
    fn report(&self) -> &Report;

    /// How the server ended, if that was heard. `None`: how the child ended is how the server ended.
    fn outcome(&mut self) -> Option<Outcome> {
        None
    }

    /// Whether a process of the family was ended because the memory of its control group was used up.
    fn ran_out_of_memory(&self) -> bool {
        false
    }

    /// The sockets of the server's network, once, if it is [`crate::Network::Brokered`] and this method has one.
    fn sockets(&mut self) -> Option<Sockets> {
        None
    }

    /// Where the record of this start is read from, once, if it is [`crate::Confinement::recorded`]: lines of [`crate::Recorded`].
    fn record(&mut self) -> Option<OwnedFd> {
        None
    }

    /// Changes what the server may do with a folder.
    ///
    /// # Errors
    /// [`ChangeError`]. The server has no more than before then, but may still have what was to be taken: end it.
    fn change(&mut self, _: &FolderChange) -> Result<Change, ChangeError> {
        Err(ChangeError::NeedsRestart)
    }
}

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// With this code.
    Exited(i32),
    /// By this signal.
    Signaled(i32),
}
