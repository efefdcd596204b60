//! Why a confined server was not started.

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
    /// More ports than [`crate::PORTS_MAX`], one that is served anyway, one listed twice, or ports of a server that has no
    /// network of its own.
    #[error("the ports of the network are too many, repeated, or not to be served")]
    Ports,
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
