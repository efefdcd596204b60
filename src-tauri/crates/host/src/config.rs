//! The configuration of a host.

use std::path::PathBuf;

use launcher::GuardProgram;

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
    /// Returns the platform's data directory for this program. On Windows it is the one that stays on this machine.
    #[must_use]
    pub fn default_data_dir() -> Option<PathBuf> {
        directories::ProjectDirs::from("", "", "innkeeper")
            .map(|dirs| dirs.data_local_dir().to_path_buf())
    }
}
