//! The program to run.

use std::{
    ffi::OsString,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

/// The program to run in the sandbox. No `Debug`: values of its environment may be secrets.
pub struct Program {
    /// The file, absolute.
    pub path: PathBuf,
    /// The arguments after its name.
    pub args: Vec<OsString>,
    /// Its whole environment. `HOME` and `TMPDIR` are replaced by those of the sandbox.
    pub env: Vec<(OsString, OsString)>,
    /// The working folder it wants. Where it does not see that one, it starts in its private folder.
    pub cwd: PathBuf,
    /// Its standard input, output and error.
    pub streams: [OwnedFd; 3],
}

impl Program {
    /// The environment with the sandbox's own `HOME` and `TMPDIR`.
    pub(crate) fn environment(&self, home: &Path, tmp: &Path) -> Vec<(OsString, OsString)> {
        let own = [("HOME", home), ("TMPDIR", tmp)];
        let kept = self
            .env
            .iter()
            .filter(|(name, _)| own.iter().all(|(set, _)| name != set));
        let own = own.map(|(name, value)| (name.into(), value.into()));
        kept.cloned().chain(own).collect()
    }
}
