//! Which versions a server used: the one in use and two before it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files;
use crate::{digest::LockDigest, error::PackageError, installed::Installed, lock::Package};

/// Versions that are kept beside the one in use.
pub const OLDER_MAX: usize = 2;
/// Most bytes of a record.
const RECORD_MAX: u64 = 64 << 10;
/// Longest key of a server, in bytes.
const KEY_MAX: usize = 128;

/// One version that a server used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// The package set.
    pub digest: LockDigest,
    /// The package that the server is named by, in its exact version.
    pub main: Package,
    /// When the server began to use it, in milliseconds since 1970 UTC.
    pub since_ms: i64,
}

/// The versions of one server, the newest first: the one in use and at most [`OLDER_MAX`] older ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// The versions, the one in use first.
    pub versions: Vec<Version>,
}

impl History {
    /// The version in use.
    #[must_use]
    pub fn in_use(&self) -> Option<&Version> {
        self.versions.first()
    }

    /// Older versions, to which the server can go back.
    #[must_use]
    pub fn older(&self) -> &[Version] {
        self.versions.get(1..).unwrap_or_default()
    }

    /// Puts a set in use. The set that was in use becomes the newest of the older ones.
    fn put(&mut self, installed: &Installed, now_ms: i64) {
        if self.in_use().map(|version| version.digest) == Some(installed.digest) {
            return;
        }
        self.versions
            .retain(|version| version.digest != installed.digest);
        let version = Version {
            digest: installed.digest,
            main: installed.main.clone(),
            since_ms: now_ms,
        };
        self.versions.insert(0, version);
        self.versions.truncate(OLDER_MAX + 1);
    }
}

/// The record of a server's history in this folder.
pub(super) fn read(folder: &Path, server: &str) -> Result<History, PackageError> {
    let path = place(folder, server)?;
    Ok(files::read_json(&path, RECORD_MAX)?.unwrap_or_default())
}

/// Puts a set in use for a server, and returns what is on record then.
pub(super) fn put(
    folder: &Path,
    server: &str,
    installed: &Installed,
    now_ms: i64,
) -> Result<History, PackageError> {
    let mut history = read(folder, server)?;
    history.put(installed, now_ms);
    files::write_json(&place(folder, server)?, &history)?;
    Ok(history)
}

/// Removes the record of a server.
pub(super) fn forget(folder: &Path, server: &str) -> Result<(), PackageError> {
    files::remove(&place(folder, server)?)
}

fn place(folder: &Path, server: &str) -> Result<PathBuf, PackageError> {
    let usual = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let fits = !server.is_empty() && server.len() <= KEY_MAX && server.chars().all(usual);
    let path = folder.join(format!("{server}.json"));
    if fits {
        return Ok(path);
    }
    Err(PackageError::io(folder)(
        std::io::ErrorKind::InvalidInput.into(),
    ))
}
