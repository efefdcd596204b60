//! Removes what an upper layer no longer needs. No overlay may be mounted over it.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    io,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::fs::{AtFlags, FileType, Mode, XattrFlags, lremovexattr, lsetxattr, mknodat, unlinkat};

use super::{
    layer::{OPAQUE, is_opaque},
    tree::{by_number, meta, names, open_below, split},
    trees::Trees,
};

/// Removes entries that make no difference, and the folders that are left empty by that. What cannot be removed stays: it makes no
/// difference.
pub(super) fn drop_equal(trees: &Trees, equal: &[PathBuf]) {
    for path in equal {
        let _ = drop_entry(trees, path);
    }
    let parents: BTreeSet<&Path> = equal.iter().filter_map(|path| path.parent()).collect();
    // The deepest first.
    for parent in parents.into_iter().rev() {
        drop_empty(trees, parent);
    }
}

/// Removes one file, link or mark of a deletion from the layer. What the lower folder holds there shows through then.
pub(super) fn drop_entry(trees: &Trees, path: &Path) -> io::Result<()> {
    let (parent, name) = split(path);
    unfold(trees, parent)?;
    let folder = open_below(&trees.upper, parent)?;
    Ok(unlinkat(folder, name, AtFlags::empty())?)
}

/// Removes a folder of the layer and those above, as long as they are empty and say nothing.
pub(super) fn drop_empty(trees: &Trees, path: &Path) {
    let mut path = path;
    while !path.as_os_str().is_empty() && matches!(drop_folder(trees, path), Ok(true)) {
        path = path.parent().unwrap_or(Path::new(""));
    }
}

fn drop_folder(trees: &Trees, path: &Path) -> io::Result<bool> {
    let (parent, name) = split(path);
    let upper = open_below(&trees.upper, parent)?;
    let lower = open_below(&trees.lower, parent)?;
    let (Some(own), Some(below)) = (meta(&upper, name)?, meta(&lower, name)?) else {
        return Ok(false);
    };
    let hides =
        is_opaque(&upper, name)? && !names(open_below(&lower, Path::new(name))?)?.is_empty();
    if own.mode != below.mode || hides || !names(open_below(&upper, Path::new(name))?)?.is_empty() {
        return Ok(false);
    }
    unlinkat(&upper, OsStr::new(name), AtFlags::REMOVEDIR)?;
    Ok(true)
}

/// Makes every folder of the layer down to this one show the lower folder again, with a mark for each entry that stays deleted. Then single
/// entries can be dropped.
pub(super) fn unfold(trees: &Trees, path: &Path) -> io::Result<()> {
    let mut so_far = PathBuf::new();
    for part in path {
        so_far.push(part);
        let (above, name) = split(&so_far);
        let layer = open_below(&trees.upper, above)?;
        if !is_opaque(&layer, name)? {
            continue;
        }
        let upper = open_below(&layer, Path::new(name))?;
        if let Ok(lower) = open_below(&trees.lower, &so_far) {
            mark_deletions(&upper, &lower)?;
        }
        lremovexattr(by_number(&layer, name), OPAQUE)?;
    }
    Ok(())
}

fn mark_deletions(upper: &OwnedFd, lower: &OwnedFd) -> io::Result<()> {
    for name in names(lower)? {
        match meta(upper, &name)? {
            // Anybody may make this device: it is the mark of overlayfs and opens nothing.
            None => mknodat(upper, &name, FileType::CharacterDevice, Mode::empty(), 0)?,
            Some(own) if own.kind == FileType::Directory => {
                let path = by_number(upper, &name);
                lsetxattr(path, OPAQUE, b"y", XattrFlags::empty())?;
            }
            Some(_) => {}
        }
    }
    Ok(())
}
