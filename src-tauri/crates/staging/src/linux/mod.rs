//! Linux: reads and changes two folder trees by descriptors, through no link.

mod apply;
mod bases;
mod content;
mod digests;
mod discard;
mod journal;
mod layer;
mod scan;
mod tidy;
mod tree;
mod trees;

use std::{fs, io, os::unix::fs::DirBuilderExt as _};

use trees::Trees;

use crate::{Bounds, Change, Contents, Pending, Staged, StagingError, error::Tried};

pub(crate) use apply::apply;
pub(crate) use discard::{discard, discard_all};

pub(crate) fn make(staged: &Staged) -> Result<Trees, StagingError> {
    for folder in [&staged.store, &staged.upper(), &staged.work()] {
        let mut make = fs::DirBuilder::new();
        make.recursive(true)
            .mode(0o700)
            .create(folder)
            .tried("the store of pending changes could not be made")?;
    }
    let trees = Trees::open(staged)?;
    // The top of the layer is what the server sees as the folder itself.
    let mode = rustix::fs::fstat(&trees.lower)
        .map_err(io::Error::from)?
        .st_mode;
    let mode = rustix::fs::Mode::from_raw_mode(mode & 0o777 | 0o700);
    rustix::fs::fchmod(&trees.upper, mode).map_err(io::Error::from)?;
    Ok(trees)
}

pub(crate) fn prepare(staged: &Staged) -> Result<(), StagingError> {
    let trees = make(staged)?;
    journal::recover(staged, &trees)?;
    let found = scan::scan(staged, &trees, &Bounds::default())?;
    tidy::drop_equal(&trees, &found.equal);
    Ok(())
}

pub(crate) fn pending(staged: &Staged, bounds: &Bounds) -> Result<Pending, StagingError> {
    if !staged.exists() {
        return Ok(Pending::default());
    }
    let trees = Trees::open(staged)?;
    Ok(scan::scan(staged, &trees, bounds)?.pending)
}

pub(crate) fn contents(
    staged: &Staged,
    change: &Change,
    bounds: &Bounds,
) -> Result<Contents, StagingError> {
    let trees = Trees::open(staged)?;
    content::both(&trees, change, bounds)
}
