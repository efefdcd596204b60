//! Both folders of a staged one, open and locked.

use std::{io, os::fd::OwnedFd};

use rustix::fs::{FlockOperation, flock};

use super::tree;
use crate::{Staged, StagingError, error::Tried};

/// Both folders, open.
pub(crate) struct Trees {
    pub(super) lower: OwnedFd,
    pub(super) upper: OwnedFd,
    /// The store, locked: one reads or changes a layer at a time, in this process and others.
    _store: OwnedFd,
}

impl Trees {
    pub(super) fn open(staged: &Staged) -> Result<Self, StagingError> {
        let lower =
            tree::open_top(&staged.lower.path).tried("the granted folder could not be opened")?;
        let now = rustix::fs::fstat(&lower).map_err(io::Error::from)?;
        if (now.st_dev, now.st_ino) != (staged.lower.device, staged.lower.inode) {
            return Err(StagingError::AnotherFolder);
        }
        let store = tree::open_top(&staged.store).tried("the layer could not be opened")?;
        flock(&store, FlockOperation::LockExclusive).tried("the layer could not be locked")?;
        let upper = tree::open_top(&staged.upper()).tried("the layer could not be opened")?;
        Ok(Self {
            lower,
            upper,
            _store: store,
        })
    }
}
