//! Why a server was not started, or a grant not changed.

use std::{io, path::PathBuf};

use crate::{Method, Refusal};

/// Why a confined server was not started.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A path of the confinement cannot be used.
    #[error("`{}` {why}", path.display())]
    Path {
        /// The path.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// More paths than [`crate::PATHS_MAX`].
    #[error("too many folders")]
    TooMany,
    /// Nothing as strong as the confinement demands works on this system.
    #[error("no sandbox as strong as {weakest:?} works here: {refusal}")]
    TooWeak {
        /// What was demanded.
        weakest: Method,
        /// What the system refused of the last method tried.
        refusal: Refusal,
    },
    /// The sandbox was built, but the system refused to run the program in it.
    #[error("the program could not be run: {0}")]
    Exec(#[source] io::Error),
}

/// Why a grant of a running server was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
