//! Why the changes of a folder could not be read or changed as a whole.

use std::io;

/// Why the changes of a folder could not be read or changed as a whole. Single changes have an outcome of their own ([`crate::Why`]).
#[derive(Debug, thiserror::Error)]
pub enum StagingError {
    /// This system has no overlay that Innkeeper uses.
    #[error("reviewed changes are not supported on this system")]
    Unsupported,
    /// At its path is another folder than the one that was granted.
    #[error("another folder is at this path now")]
    AnotherFolder,
    /// There is no such change, or it is another one by now.
    #[error("this change is no longer pending, or is another one by now")]
    Stale,
    /// A folder could not be read or written.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: &'static str,
        /// What the system says.
        source: io::Error,
    },
}

impl From<io::Error> for StagingError {
    fn from(source: io::Error) -> Self {
        Self::Io {
            what: "the folder could not be read",
            source,
        }
    }
}

/// Names what was tried.
#[cfg(target_os = "linux")]
pub(crate) trait Tried<T> {
    fn tried(self, what: &'static str) -> Result<T, StagingError>;
}

#[cfg(target_os = "linux")]
impl<T, E: Into<io::Error>> Tried<T> for Result<T, E> {
    fn tried(self, what: &'static str) -> Result<T, StagingError> {
        self.map_err(|source| StagingError::Io {
            what,
            source: source.into(),
        })
    }
}
