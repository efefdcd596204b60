//! A confined server that runs.

use std::path::Path;

use rustix::process::Pid;

use crate::{Access, ChangeError, FolderGrant, Report};

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

    /// Grants a folder.
    ///
    /// # Errors
    /// [`ChangeError`]. The server sees nothing of the folder then.
    fn grant(&mut self, _: &FolderGrant) -> Result<(), ChangeError> {
        Err(ChangeError::NeedsRestart)
    }

    /// Revokes a folder.
    ///
    /// # Errors
    /// [`ChangeError`]. The server may still have the folder then, and has to be ended.
    fn revoke(&mut self, _: &Path) -> Result<Change, ChangeError> {
        Err(ChangeError::NeedsRestart)
    }

    /// Changes what the server may do in a granted folder.
    ///
    /// # Errors
    /// [`ChangeError`]. The server may still write to the folder then if it could before, and has to be ended if that is
    /// to end.
    fn set_access(&mut self, _: &Path, _: Access) -> Result<Change, ChangeError> {
        Err(ChangeError::NeedsRestart)
    }
}

/// What became of a narrowed grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The server has nothing left of what was taken.
    Done,
    /// The server still holds something open. After a revoke it can open nothing more in the folder; after a change to
    /// [`Access::Read`] the folder is still writable. Only a restart of the server ends this.
    Held,
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
