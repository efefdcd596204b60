//! Real programs that tests talk to, not written by us: MCP servers from npm and PyPI, and a scripted model
//! endpoint. This crate knows where they are installed and how each is started; the versions are pinned in
//! `package-lock.json` and `requirements.txt` beside it, and `cargo xtask test` installs them.

mod aimock;
mod llama;
mod mirror;
mod places;
mod protected;
mod proxy;
mod servers;

use std::path::PathBuf;

pub use aimock::{Aimock, READY_LIMIT, Recorded};
pub use llama::Llama;
pub use mirror::Mirror;
pub use places::{CACHE_VARIABLE, cache_dir, folder, python, python_home, requirements, root};
pub use protected::{Counts, Protected, Visit, Visitor, browser, visit};
pub use proxy::Proxy;
pub use servers::{aimock_bin, node, node_server, python_server, rust_server, uvx};

/// Why a peer could not be used.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// The file is not there: the peers were not installed, or the lock file lacks the package.
    #[error("{} is missing: run `cargo xtask test --only peers`", .0.display())]
    NotInstalled(PathBuf),
    /// The program is not in `PATH`.
    #[error("{0} is not in PATH")]
    NoProgram(&'static str),
    /// Neither [`CACHE_VARIABLE`] nor a home folder says where the cache is.
    #[error("no cache folder: set {CACHE_VARIABLE}")]
    NoCache,
    /// A file or a connection failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A JSON document was not what it should be.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The package's description has no program to start.
    #[error("{0} has no program")]
    NoBin(String),
    /// The program ended, or said nothing of its port in [`READY_LIMIT`]. Holds what it said.
    #[error("not ready: {0}")]
    NotReady(String),
    /// The answer of the control endpoint was not the one expected.
    #[error("unexpected answer: {0}")]
    Answer(String),
}
