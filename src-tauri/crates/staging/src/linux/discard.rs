//! Drops changes from the layer: the server sees the user's files there again.

use std::{collections::BTreeMap, ffi::OsStr, io};

use rustix::fs::{AtFlags, Mode, chmodat};

use super::{
    apply::{choose, left},
    bases::Bases,
    journal,
    scan::scan,
    tidy::{drop_empty, unfold},
    tree::{open_below, open_top, remove, split},
    trees::Trees,
};
use crate::{
    Applied, Bounds, Change, Digest, Side, Staged, StagingError, State, Why, error::Tried,
};

pub(crate) fn discard(
    staged: &Staged,
    chosen: &[Digest],
    bounds: &Bounds,
) -> Result<Applied, StagingError> {
    let trees = Trees::open(staged)?;
    journal::recover(staged, &trees)?;
    let mut changes = scan(staged, &trees, bounds)?.pending.changes;
    let states: Vec<State> = changes.iter().map(|change| change.state).collect();
    for change in &mut changes {
        // Whatever stands in the way of applying it does not stand in the way of this.
        change.state = State::Ready;
    }
    let by_digest: BTreeMap<Digest, State> = changes
        .iter()
        .map(|change| change.digest)
        .zip(states)
        .collect();
    let (ready, mut applied) = choose(changes, chosen);
    let mut bases = Bases::load(staged)?;
    for mut change in ready {
        match drop_change(&trees, &change) {
            Ok(()) => {
                bases.forget(&change.path);
                if let Some(state) = by_digest.get(&change.digest) {
                    change.state = *state;
                }
                applied.done.push(change);
            }
            Err(error) => applied.left.push(left(&change, Why::Refused(error))),
        }
    }
    bases.save()?;
    Ok(applied)
}

fn drop_change(trees: &Trees, change: &Change) -> io::Result<()> {
    let (parent, name) = split(&change.path);
    unfold(trees, parent)?;
    let layer = open_below(&trees.upper, parent)?;
    match (&change.old, &change.new) {
        (Some(Side::Folder { mode }), Some(Side::Folder { .. })) => {
            let mode = Mode::from_raw_mode(*mode);
            chmodat(&layer, name, mode, AtFlags::empty())?;
            drop_empty(trees, &change.path);
        }
        (_, _) => remove(&layer, name)?,
    }
    drop_empty(trees, parent);
    Ok(())
}

pub(crate) fn discard_all(staged: &Staged) -> Result<(), StagingError> {
    let Some((parent, name)) = staged.store.parent().zip(staged.store.file_name()) else {
        return Ok(());
    };
    let parent = match open_top(parent) {
        Ok(parent) => parent,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).tried("the store could not be opened"),
    };
    remove(&parent, OsStr::new(name)).tried("the store could not be deleted")
}
