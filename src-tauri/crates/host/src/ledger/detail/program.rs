//! Updates of the program itself in the log.

use host_api::{UpdateChannelView, UpdateEvery};
use serde::{Deserialize, Serialize};

/// What happened about updates of the program itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "update", rename_all = "snake_case")]
pub enum ProgramUpdate {
    /// The update server is asked. Written before the request.
    Check {
        /// Which versions it is asked for.
        channel: UpdateChannelView,
        /// Whether the user chose it now.
        chosen: bool,
    },
    /// A file is requested. Written before the request.
    Download {
        /// Its version.
        version: String,
    },
    /// A verified file is installed. Written before the installation.
    Install {
        /// The version before.
        from: String,
        /// Its version.
        to: String,
    },
    /// The user chose when to look for updates, and which.
    Setting {
        /// When.
        every: UpdateEvery,
        /// Which.
        channel: UpdateChannelView,
    },
}

impl ProgramUpdate {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Check { .. } => "update_check",
            Self::Download { .. } => "update_download",
            Self::Install { .. } => "update_install",
            Self::Setting { .. } => "update_setting",
        }
    }
}
