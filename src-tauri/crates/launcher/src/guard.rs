//! The program that runs as the guard.

use std::{fs::File, path::PathBuf, sync::Arc};

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
    /// Keeps the file that `path` leads to, where that is a descriptor.
    _file: Option<Arc<File>>,
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
        Ok(Self { path, _file: None })
    }

    /// The binary `innkeeper-guard` beside the running one, for a program with a window.
    ///
    /// Such a program cannot be a guard on Linux: its web view starts a thread before `main`, and a process with threads makes
    /// no sandbox. The file is opened now, and stays this very version while an update replaces it. On other systems this is
    /// [`Self::current_exe`].
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub fn beside() -> std::io::Result<Self> {
        if !cfg!(target_os = "linux") {
            return Self::current_exe();
        }
        let path = std::env::current_exe()?.with_file_name("innkeeper-guard");
        let file = File::open(&path).map_err(|error| {
            let message = format!("{} cannot be opened: {error}", path.display());
            std::io::Error::new(error.kind(), message)
        })?;
        Ok(Self::open(file))
    }

    #[cfg(unix)]
    fn open(file: File) -> Self {
        use std::os::fd::AsRawFd as _;
        Self {
            path: format!("/proc/self/fd/{}", file.as_raw_fd()).into(),
            _file: Some(Arc::new(file)),
        }
    }

    #[cfg(not(unix))]
    fn open(_: File) -> Self {
        Self::at(PathBuf::new())
    }

    /// Another binary, such as this crate's `innkeeper-guard`.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            _file: None,
        }
    }
}
