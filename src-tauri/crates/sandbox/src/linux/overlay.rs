//! A granted folder as the server gets it: itself or a layer over it, with what lies over places in it, attached as one.

use std::{
    io,
    os::fd::{AsFd, AsRawFd as _, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::{
    fs::CWD,
    mount::{
        FsMountFlags, FsOpenFlags, MountAttrFlags, UnmountFlags, fsconfig_create,
        fsconfig_set_flag, fsconfig_set_string, fsmount, fsopen, unmount,
    },
};

use super::{
    covers::{Covers, attach, covers},
    guarded::Bounds,
    step::At,
    tree::{READ_ONLY, attach_at, clone_tree, grant_flags, open_path, set_flags},
};
use crate::{Access, FolderGrant, Layers, Refusal, Step};

/// A folder that is put together, attached nowhere.
pub(super) struct Assembled {
    pub(super) tree: OwnedFd,
    /// Those of the folder itself.
    pub(super) flags: MountAttrFlags,
    /// What lies over places in it.
    pub(super) covered: Vec<Covered>,
    /// Folders in it that are read-only because they could not be searched.
    pub(super) unsearched: Vec<PathBuf>,
}

/// A mount in the tree of a granted folder.
pub(super) struct Covered {
    /// Relative to the folder.
    pub(super) path: PathBuf,
    pub(super) flags: MountAttrFlags,
    /// Whether it is of the layer over the folder, like all that is writable in a staged one.
    pub(super) staged: bool,
}

/// Where a tree is attached for the moment in which something is put over it. Any folder will do: the mounts are this process's own.
const MEANWHILE: &str = "/tmp";

/// Puts a granted folder together. `folder` is the one that was approved, `apart` are paths in it of other granted folders.
pub(super) fn assemble(
    folder: &OwnedFd,
    grant: &FolderGrant,
    apart: &[PathBuf],
    bounds: Bounds,
) -> Result<Assembled, Refusal> {
    let mut flags = grant_flags(grant);
    let staged = grant.access.is_staged();
    let tree = match &grant.access {
        Access::Staged(layers) => overlay(folder, layers, flags).at(Step::Overlay)?,
        Access::Read | Access::Write => clone_tree(folder, flags).at(Step::Folder)?,
    };
    let meanwhile = Path::new(MEANWHILE);
    if staged {
        // What is in a layer can be mounted a second time only where the layer is attached.
        attach_at(&tree, CWD, meanwhile).at(Step::Attach)?;
    }
    let seen = if staged { &tree } else { folder };
    let Covers {
        covers,
        whole,
        unsearched,
    } = covers(seen, grant, apart, bounds).at(Step::Folder)?;
    if whole {
        set_flags(&tree, READ_ONLY, true, true).at(Step::Folder)?;
        flags |= READ_ONLY;
    }
    let mut assembled = Assembled {
        tree,
        flags,
        covered: Vec::new(),
        unsearched,
    };
    if covers.is_empty() && !staged {
        return Ok(assembled);
    }
    if !staged {
        attach_at(&assembled.tree, CWD, meanwhile).at(Step::Attach)?;
    }
    for cover in covers {
        if attach(&cover, &assembled.tree).at(Step::Attach)? {
            assembled.covered.push(Covered {
                path: cover.path,
                flags: cover.flags,
                staged: staged && !cover.flags.contains(READ_ONLY),
            });
        }
    }
    assembled.tree = clone_tree(&assembled.tree, MountAttrFlags::empty()).at(Step::Folder)?;
    // Nothing but the copy is to keep the layers in use.
    unmount(meanwhile, UnmountFlags::NOFOLLOW | UnmountFlags::DETACH).at(Step::Attach)?;
    Ok(assembled)
}

/// An overlay over `folder`, whose changes go to `layers`. The kernel gets the folders as descriptors that were opened through no link,
/// so that no path is looked up a second time.
fn overlay(folder: impl AsFd, layers: &Layers, flags: MountAttrFlags) -> io::Result<OwnedFd> {
    let (upper, work) = (open_path(&layers.upper)?, open_path(&layers.work)?);
    let by_number = |of: &dyn AsFd| format!("/proc/self/fd/{}", of.as_fd().as_raw_fd());
    let context = fsopen("overlay", FsOpenFlags::FSOPEN_CLOEXEC)?;
    for (name, value) in [
        ("source", "innkeeper"),
        ("lowerdir", &by_number(&folder)),
        ("upperdir", &by_number(&upper)),
        ("workdir", &by_number(&work)),
        // A file of the layer is always whole, and where it was made.
        ("redirect_dir", "nofollow"),
        ("metacopy", "off"),
        ("index", "off"),
    ] {
        fsconfig_set_string(&context, name, value)?;
    }
    // Its notes are attributes of the user's: those of the system take a capability outside of the namespace.
    fsconfig_set_flag(&context, "userxattr")?;
    fsconfig_create(&context)?;
    Ok(fsmount(&context, FsMountFlags::FSMOUNT_CLOEXEC, flags)?)
}
