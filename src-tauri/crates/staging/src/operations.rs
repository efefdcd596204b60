//! What is done with a folder and the layer over it.

use crate::{Applied, Bounds, Change, Contents, Digest, Pending, Staged, StagingError};

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
    pub fn contents(&self, change: &Change, bounds: &Bounds) -> Result<Contents, StagingError> {
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

    pub fn contents(&self, _: &Change, _: &Bounds) -> Result<Contents, StagingError> {
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
