//! Errors of both phases, and what a person can do about each. The words are the caller's.

use std::{io, path::PathBuf};

use crate::{digest::LockDigest, execute::ExecuteError};

/// A program that is missing on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Node.js.
    Node,
    /// npm.
    Npm,
    /// Python 3.
    Python,
}

/// A bound that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// [`crate::LOCK_MAX`] bytes of a lock.
    Lock,
    /// [`crate::PACKAGES_MAX`] packages.
    Packages,
    /// [`crate::FILES_MAX`] files.
    Files,
    /// [`crate::BYTES_MAX`] bytes of files.
    Bytes,
    /// Output of a package manager.
    Output,
}

/// Why a configured registry cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryProblem {
    /// It is not a URL with a host.
    #[error("it is not a URL of a registry")]
    NotUrl,
    /// It is reached without TLS, and is not on this machine.
    #[error("it is not reached over HTTPS")]
    NotHttps,
}

/// What is wrong with a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LockProblem {
    /// It cannot be parsed.
    Syntax,
    /// A package that the command names is not in it.
    NoMain,
    /// A package has a name or a folder that is not allowed: `..`, an absolute path, a link, an option.
    Path(String),
    /// A package would be downloaded from a host that is none of the configured registries.
    ForeignHost {
        /// The package.
        package: String,
        /// The host and the port.
        host: String,
    },
    /// A package comes from a folder, a Git repository or a URL that is not HTTPS.
    NotFromRegistry {
        /// The package.
        package: String,
    },
    /// A package has no digest, or only a weak one.
    NoDigest {
        /// The package.
        package: String,
    },
}

/// Why a package could not be resolved, installed or verified. Text of others in it is cleaned and bounded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackageError {
    /// A program is missing on this machine.
    #[error("a program that is needed for packages is missing: {0:?}")]
    Missing(Tool),
    /// No Python of this version is on this machine. Innkeeper does not download one.
    #[error("Python {wanted} is not on this machine")]
    NoPython {
        /// The version as the command has it.
        wanted: String,
    },
    /// The user's settings name a registry that is not reached over HTTPS, or that is not a URL.
    #[error("the registry {url} in {origin} cannot be used: {problem}")]
    Registry {
        /// The URL without credentials.
        url: String,
        /// Where it is set: a variable or a file.
        origin: String,
        /// Why.
        problem: RegistryProblem,
    },
    /// The registry could not be reached.
    #[error("the package registry could not be reached: {detail}")]
    Unreachable {
        /// What the package manager wrote.
        detail: String,
    },
    /// The registry refused the credentials, or wants some.
    #[error("the package registry refused access: {detail}")]
    Refused {
        /// What the package manager wrote.
        detail: String,
    },
    /// The registry has no such package.
    #[error("the package registry has no package {package}")]
    NotFound {
        /// Its name, where the package manager says it; else that of the command.
        package: String,
    },
    /// The registry has no such version of a package, or the wanted versions exclude each other.
    #[error("no version fits: {detail}")]
    NoVersion {
        /// What the package manager wrote.
        detail: String,
    },
    /// The package, or one that it needs, has no wheel for this machine. Innkeeper does not build packages from source.
    #[error("a package has no wheel for this machine: {detail}")]
    NoWheel {
        /// The package, where the package manager says it.
        package: Option<String>,
        /// What the package manager wrote.
        detail: String,
    },
    /// A download is not what the lock says it is.
    #[error("a download does not match its digest: {detail}")]
    Integrity {
        /// What the package manager wrote.
        detail: String,
    },
    /// The lock is not acceptable.
    #[error("the lock is not acceptable: {0:?}")]
    Lock(LockProblem),
    /// The lock is not the one that was reviewed.
    #[error("the lock changed after the review")]
    LockChanged,
    /// The packages have no program with the wanted name, or several and none with the name of the package.
    #[error("the package does not say which of its programs is the server")]
    NoEntry {
        /// The programs that it has, at most 32.
        programs: Vec<String>,
    },
    /// A program of the package is not a file inside of it.
    #[error("the program {path} is not a file inside of its package")]
    BadEntry {
        /// The path as the package has it.
        path: String,
    },
    /// A link leads out of the tree.
    #[error("the link {} leads out of the package set", path.display())]
    OutsideLink {
        /// The link, relative to the tree.
        path: PathBuf,
    },
    /// An entry of the tree is neither a file, a folder nor a link, or its name is not Unicode.
    #[error("{} cannot be part of a package set", path.display())]
    OddFile {
        /// The entry, relative to the tree.
        path: PathBuf,
    },
    /// A file of an installed set is not what was installed: changed, added or removed.
    #[error("{} changed after the installation", path.display())]
    Changed {
        /// The file, relative to the tree.
        path: PathBuf,
    },
    /// The set is not installed.
    #[error("the package set {0} is not installed")]
    NotInstalled(LockDigest),
    /// Another process installs the same set now.
    #[error("the package set {0} is being installed")]
    Busy(LockDigest),
    /// Something is larger than what is accepted.
    #[error("a bound was exceeded: {0:?}")]
    TooLarge(Bound),
    /// No space is left on the device.
    #[error("no space is left on the device")]
    DiskFull,
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The package manager took too long, and was ended.
    #[error("the package manager took too long")]
    TimedOut,
    /// The package manager could not be run.
    #[error("the package manager could not be run: {0}")]
    Execute(#[source] ExecuteError),
    /// The package manager failed in another way.
    #[error("{program} failed: {detail}")]
    Failed {
        /// Its name.
        program: String,
        /// Its exit code; `None` if a signal ended it.
        code: Option<i32>,
        /// What it wrote.
        detail: String,
    },
    /// A file of the store could not be read or written.
    #[error("{} could not be used: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// What a person can do about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Install Node.js, which has npm.
    InstallNode,
    /// Install Python 3, or uv with a Python.
    InstallPython,
    /// Correct the registry in the settings of npm, uv or pip.
    FixRegistry,
    /// Check the connection, and try again.
    CheckConnection,
    /// Sign in to the registry, or correct the credentials in its settings.
    SignIn,
    /// Correct the name or the version of the package in the command.
    FixName,
    /// Choose another version of the package.
    OtherVersion,
    /// Do not install it: the content is not what the registry announced. Try again later; report it if it stays so.
    DoNotTrust,
    /// Name the program in the command (`-p PACKAGE PROGRAM`, `--from PACKAGE PROGRAM`).
    NameProgram,
    /// Resolve again, and review the result.
    ResolveAgain,
    /// Install the set again.
    InstallAgain,
    /// Make space.
    FreeSpace,
    /// Try again.
    Retry,
    /// Read what the package manager wrote.
    ReadDetail,
}

impl PackageError {
    /// What a person can do next.
    #[must_use]
    pub fn next_step(&self) -> NextStep {
        match self {
            Self::Missing(Tool::Node | Tool::Npm) => NextStep::InstallNode,
            Self::Missing(Tool::Python) | Self::NoPython { .. } => NextStep::InstallPython,
            Self::Registry { .. } => NextStep::FixRegistry,
            Self::Unreachable { .. } => NextStep::CheckConnection,
            Self::Refused { .. } => NextStep::SignIn,
            Self::NotFound { .. } => NextStep::FixName,
            Self::NoVersion { .. } | Self::NoWheel { .. } | Self::TooLarge(_) => {
                NextStep::OtherVersion
            }
            Self::Integrity { .. }
            | Self::Lock(_)
            | Self::BadEntry { .. }
            | Self::OutsideLink { .. }
            | Self::OddFile { .. } => NextStep::DoNotTrust,
            Self::NoEntry { .. } => NextStep::NameProgram,
            Self::LockChanged => NextStep::ResolveAgain,
            Self::Changed { .. } | Self::NotInstalled(_) => NextStep::InstallAgain,
            Self::DiskFull => NextStep::FreeSpace,
            Self::Busy(_) | Self::Cancelled | Self::TimedOut => NextStep::Retry,
            Self::Execute(_) | Self::Failed { .. } | Self::Io { .. } => NextStep::ReadDetail,
        }
    }

    /// An error of the file system at this path.
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| {
            let full = [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded];
            if full.contains(&source.kind()) {
                Self::DiskFull
            } else {
                Self::Io { path, source }
            }
        }
    }
}

impl From<ExecuteError> for PackageError {
    fn from(error: ExecuteError) -> Self {
        match error {
            ExecuteError::TimedOut => Self::TimedOut,
            ExecuteError::Cancelled => Self::Cancelled,
            ExecuteError::TooMuchOutput => Self::TooLarge(Bound::Output),
            error @ (ExecuteError::Start(_) | ExecuteError::Sandbox(_)) => Self::Execute(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_disk_is_told_apart_from_other_failures() {
        let of = |kind: io::ErrorKind| PackageError::io("/x")(kind.into());
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            assert_eq!(of(kind).next_step(), NextStep::FreeSpace);
        }
        let other = of(io::ErrorKind::PermissionDenied);
        assert!(matches!(other, PackageError::Io { .. }), "{other}");
    }
}
