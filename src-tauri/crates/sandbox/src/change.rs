//! Changes of a running server's folders.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{Access, FolderGrant, Refusal};

/// A change of a running server's folders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FolderChange {
    /// The server gets this folder.
    Grant(FolderGrant),
    /// The server loses the folder at this path.
    Revoke(PathBuf),
    /// What the server may do in the folder at this path: read, or read and write. A staged folder is revoked and granted anew.
    Access(PathBuf, Access),
}

/// The result of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The server has nothing left of what was taken.
    Done,
    /// The server still holds something open. After a revoke it can open nothing more in the folder; after a change to
    /// [`Access::Read`] the folder is still writable. Only a restart of the server ends this.
    Held,
}

/// Why a grant of a running server was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ChangeError {
    /// The method in use cannot change grants while the server runs: restart it.
    #[error("the server has to be restarted to change this folder")]
    NeedsRestart,
    /// The folder lies in another granted folder, or holds one: restart the server.
    #[error("the folder overlaps another one; the server has to be restarted")]
    Nested,
    /// The path cannot be a grant.
    #[error("this path cannot be granted")]
    Path,
    /// The folder is granted already.
    #[error("the folder is granted already")]
    Granted,
    /// The folder is not granted.
    #[error("the folder is not granted")]
    NotGranted,
    /// At the path is another folder than the one that was approved.
    #[error("another folder is at this path now")]
    AnotherFolder,
    /// The system refused a step. Nothing was widened, but the server should be restarted.
    #[error("{0}")]
    Refused(Refusal),
}
