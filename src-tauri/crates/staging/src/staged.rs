//! A folder and the layer over it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::StagingError;

/// The user's folder, as it was when it was granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lower {
    /// Its absolute path without links.
    pub path: PathBuf,
    /// The number of the device that it is on.
    pub device: u64,
    /// Its inode. Another folder at the same path is refused.
    pub inode: u64,
}

impl Lower {
    /// The folder that is at `path` now.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn at(path: &Path) -> Result<Self, StagingError> {
        let metadata = fs::metadata(path)?;
        let (device, inode) = identity(&metadata);
        Ok(Self {
            path: path.to_owned(),
            device,
            inode,
        })
    }
}

#[cfg(unix)]
fn identity(metadata: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> (u64, u64) {
    (0, 0)
}

/// A folder and the layer that takes its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staged {
    pub(crate) lower: Lower,
    /// Where the layer and what is known of it are kept, for this folder of this server alone.
    pub(crate) store: PathBuf,
}

impl Staged {
    /// A folder whose changes are kept in `store`, an absolute path that holds nothing else.
    #[must_use]
    pub fn new(lower: Lower, store: PathBuf) -> Self {
        Self { lower, store }
    }

    /// The layer that holds what was changed.
    #[must_use]
    pub fn upper(&self) -> PathBuf {
        self.store.join("upper")
    }

    /// The folder that overlayfs needs for itself.
    #[must_use]
    pub fn work(&self) -> PathBuf {
        self.store.join("work")
    }

    /// Whether anything of the folder is stored. It may still have no pending change.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.upper().is_dir()
    }
}
