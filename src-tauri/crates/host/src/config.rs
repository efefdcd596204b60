//! What a host is opened with, and why it could not be opened.

use std::path::PathBuf;

use launcher::GuardProgram;
use store::StoreError;

/// What a host needs to know of its shell.
#[derive(Clone, Debug)]
pub struct HostConfig {
    /// Where the data lives; made if missing, with mode 0700.
    pub data_dir: PathBuf,
    /// This program's version, told to servers beside its name.
    pub version: String,
    /// How the guard of a local server is started.
    pub guard: GuardProgram,
    /// Whether enabled servers start with the host.
    pub start_servers: bool,
}

impl HostConfig {
    /// The platform's data directory for this program.
    #[must_use]
    pub fn default_data_dir() -> Option<PathBuf> {
        directories::ProjectDirs::from("", "", "innkeeper")
            .map(|dirs| dirs.data_dir().to_path_buf())
    }
}

/// Why the host could not be opened. Nothing was changed; [`crate::Recovery`] says what can be done.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The audit log.
    #[error("the audit log could not be opened: {0}")]
    Audit(#[from] audit::AuditError),
    /// The HTTP client for models.
    #[error("model connections could not be set up: {0}")]
    Llm(#[from] llm::LlmError),
}
