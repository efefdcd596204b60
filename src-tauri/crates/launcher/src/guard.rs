//! The program that runs as the guard.

use std::path::PathBuf;

/// The first argument of a process that is to be a guard.
#[cfg(unix)]
pub(crate) const MARKER: &str = "__innkeeper_guard";

/// The binary that is started as a server's guard: any binary whose `main` begins with [`crate::run_guard_if_asked`].
#[derive(Clone, Debug)]
pub struct GuardProgram {
    #[cfg_attr(
        windows,
        allow(dead_code, reason = "a job object takes the guard's place")
    )]
    pub(crate) path: PathBuf,
}

impl GuardProgram {
    /// The running binary itself.
    ///
    /// On Linux this is `/proc/self/exe`, which stays this very version while an update replaces the file.
    ///
    /// # Errors
    /// When the system cannot tell which file is running.
    pub fn current_exe() -> std::io::Result<Self> {
        let path = if cfg!(target_os = "linux") {
            PathBuf::from("/proc/self/exe")
        } else {
            std::env::current_exe()?
        };
        Ok(Self { path })
    }

    /// Another binary, such as this crate's `innkeeper-guard`.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }
}
