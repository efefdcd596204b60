//! The configuration of a host, and the errors of opening one.

use std::path::PathBuf;

use launcher::GuardProgram;
use store::StoreError;

/// The configuration that a shell passes to a host.
#[derive(Clone, Debug)]
pub struct HostConfig {
    /// The data directory; created with mode 0700 if missing.
    pub data_dir: PathBuf,
    /// This program's version, sent to servers with its name.
    pub version: String,
    /// The guard program that starts local servers.
    pub guard: GuardProgram,
    /// Whether enabled servers start with the host.
    pub start_servers: bool,
}

impl HostConfig {
    /// Returns the platform's data directory for this program.
    #[must_use]
    pub fn default_data_dir() -> Option<PathBuf> {
        directories::ProjectDirs::from("", "", "innkeeper")
            .map(|dirs| dirs.data_dir().to_path_buf())
    }
}

/// Why the host could not be opened. Nothing was changed; [`crate::Recovery`] describes the possible actions.
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
