//! A folder and the layer over it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{Applied, Bounds, Contents, Digest, Pending, StagingError};

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

#[cfg(target_os = "linux")]
impl Staged {
    /// Makes the folders of the layer, as far as they do not exist.
    ///
    /// # Errors
    /// The store cannot be written, or another folder is at the path.
    pub fn make(&self) -> Result<(), StagingError> {
        crate::linux::make(self).map(drop)
    }

    /// Makes the layer ready for an overlay: its folders exist, what an interrupted apply left is finished, and entries that equal the
    /// user's files are gone. No overlay may be mounted over it.
    ///
    /// # Errors
    /// The store cannot be written, or another folder is at the path.
    pub fn prepare(&self) -> Result<(), StagingError> {
        crate::linux::prepare(self)
    }

    /// Lists the pending changes, and records what those that are new were made from.
    ///
    /// # Errors
    /// A folder cannot be read, or another one is at the path.
    pub fn pending(&self, bounds: &Bounds) -> Result<Pending, StagingError> {
        crate::linux::pending(self, bounds)
    }

    /// Reads both sides of a pending change.
    ///
    /// # Errors
    /// [`StagingError::Stale`], or it cannot be read.
    pub fn contents(
        &self,
        change: &crate::Change,
        bounds: &Bounds,
    ) -> Result<Contents, StagingError> {
        crate::linux::contents(self, change, bounds)
    }

    /// Applies the chosen changes to the user's folder. No overlay may be mounted over the layer.
    ///
    /// Each file is replaced as a whole, by a rename in its own folder. If this is interrupted at any moment, each file is the old one or the new
    /// one, what was not applied is still pending, and a second call completes it.
    ///
    /// # Errors
    /// Nothing was applied: a folder cannot be read, another one is at the path, or the store cannot be written.
    pub fn apply(&self, chosen: &[Digest], bounds: &Bounds) -> Result<Applied, StagingError> {
        crate::linux::apply(self, chosen, bounds)
    }

    /// Drops the chosen changes. No overlay may be mounted over the layer.
    ///
    /// # Errors
    /// Nothing was dropped: a folder cannot be read, or another one is at the path.
    pub fn discard(&self, chosen: &[Digest], bounds: &Bounds) -> Result<Applied, StagingError> {
        crate::linux::discard(self, chosen, bounds)
    }

    /// Drops every change, and the store with it. No overlay may be mounted over the layer.
    ///
    /// # Errors
    /// A part of the store could not be deleted.
    pub fn discard_all(&self) -> Result<(), StagingError> {
        crate::linux::discard_all(self)
    }
}

#[cfg(not(target_os = "linux"))]
#[allow(clippy::missing_errors_doc, missing_docs, reason = "all are refused")]
impl Staged {
    pub fn make(&self) -> Result<(), StagingError> {
        Err(StagingError::Unsupported)
    }

    pub fn prepare(&self) -> Result<(), StagingError> {
        Err(StagingError::Unsupported)
    }

    pub fn pending(&self, _: &Bounds) -> Result<Pending, StagingError> {
        Err(StagingError::Unsupported)
    }

    pub fn contents(&self, _: &crate::Change, _: &Bounds) -> Result<Contents, StagingError> {
        Err(StagingError::Unsupported)
    }

    pub fn apply(&self, _: &[Digest], _: &Bounds) -> Result<Applied, StagingError> {
        Err(StagingError::Unsupported)
    }

    pub fn discard(&self, _: &[Digest], _: &Bounds) -> Result<Applied, StagingError> {
        Err(StagingError::Unsupported)
    }

    pub fn discard_all(&self) -> Result<(), StagingError> {
        Err(StagingError::Unsupported)
    }
}
