//! What lies over places in a granted folder: what is hidden, and what its server may not change.

use std::{
    io,
    os::fd::{AsFd, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{Mode, OFlags, ResolveFlags, openat2},
    io::Errno,
    mount::MountAttrFlags,
};

use super::{
    guarded::{self, Bounds, Guarded, Keep},
    tree::{
        NO_EXECUTE, PLAIN, READ_ONLY, attach_to, clone_tree, grant_flags, new_file_system,
        open_below, open_path,
    },
};
use crate::FolderGrant;

/// A mount that lies over a place in a granted folder.
pub(super) struct Cover {
    /// Relative to the folder.
    pub(super) path: PathBuf,
    pub(super) tree: OwnedFd,
    pub(super) flags: MountAttrFlags,
}

/// All that lies over places in a granted folder, the outer ones first.
pub(super) struct Covers {
    pub(super) covers: Vec<Cover>,
    /// Whether nothing in the folder may be changed: it is a place of the kind that is covered, or cannot be searched for them.
    pub(super) whole: bool,
    /// Folders in it that could not be searched and are read-only for that.
    pub(super) unsearched: Vec<PathBuf>,
}

/// What a link is covered by: a file that no server can open.
const NOTHING: &str = "/dev/null";

/// What lies over the places of a granted folder that its server may not see or, where it may write, not change. `apart`: other granted
/// folders in it.
pub(super) fn covers(
    folder: impl AsFd,
    grant: &FolderGrant,
    apart: &[PathBuf],
    bounds: Bounds,
) -> io::Result<Covers> {
    let mut covers = Vec::new();
    for path in &grant.hidden {
        if open_below(&folder, path)?.is_none() {
            continue;
        }
        let flags = PLAIN | NO_EXECUTE | READ_ONLY;
        covers.push(Cover {
            path: path.clone(),
            tree: new_file_system("tmpfs", &[("size", "4k"), ("mode", "555")], flags)?,
            flags,
        });
    }
    let guarded = match grant.access.writes() && !grant.own {
        true => {
            let apart = [&*grant.hidden, apart].concat();
            guarded::search(&folder, &grant.path, &apart, bounds)
        }
        false => Guarded::default(),
    };
    for (path, keep) in guarded.places {
        // What is apart has its own mount over it.
        let is_apart = |apart: &PathBuf| path.starts_with(apart);
        if !grant.hidden.iter().chain(apart).any(is_apart) {
            covers.extend(cover(&folder, grant, path, keep)?);
        }
    }
    // A mount over a folder would hide what was mounted in it before.
    covers.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(Covers {
        covers,
        whole: guarded.whole,
        unsearched: guarded.unsearched,
    })
}

/// A mount of a place onto itself: a mount point can neither be renamed nor replaced. `None`: the place is gone.
fn cover(
    folder: impl AsFd,
    grant: &FolderGrant,
    path: PathBuf,
    keep: Keep,
) -> io::Result<Option<Cover>> {
    let mut flags = grant_flags(grant);
    flags.set(READ_ONLY, keep != Keep::InPlace);
    let place = match keep {
        Keep::Link => {
            flags |= NO_EXECUTE;
            Some(open_path(Path::new(NOTHING))?)
        }
        Keep::ReadOnly | Keep::InPlace => open_below(&folder, &path)?,
    };
    let Some(place) = place else {
        return Ok(None);
    };
    let tree = clone_tree(&place, flags)?;
    Ok(Some(Cover { path, tree, flags }))
}

/// Attaches a cover in a folder. `false`: the place is gone.
pub(super) fn attach(cover: &Cover, folder: impl AsFd) -> io::Result<bool> {
    let resolve = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS | ResolveFlags::BENEATH;
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat2(folder, &cover.path, flags, Mode::empty(), resolve) {
        Ok(place) => attach_to(&cover.tree, &place).map(|()| true),
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
