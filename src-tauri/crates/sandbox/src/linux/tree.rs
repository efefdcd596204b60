//! Folders and mounts that are not attached anywhere yet, and the places to attach them.

use std::{
    fs::File,
    io::{self, Write as _},
    os::{
        fd::{AsFd, OwnedFd},
        unix::fs::MetadataExt as _,
    },
    path::{Path, PathBuf},
};

use rustix::{
    fs::{CWD, Mode, OFlags, ResolveFlags, mkdirat, open, openat, openat2},
    io::Errno,
    mount::{
        FsMountFlags, FsOpenFlags, MountAttrFlags, MoveMountFlags, OpenTreeFlags, fsconfig_create,
        fsconfig_set_string, fsmount, fsopen, move_mount, open_tree,
    },
};

use super::raw::{MountChange, change_mount};
use crate::FolderGrant;

/// Neither set-user-id programs nor devices: what every mount but those of `/dev` gets.
pub(super) const PLAIN: MountAttrFlags =
    MountAttrFlags::MOUNT_ATTR_NOSUID.union(MountAttrFlags::MOUNT_ATTR_NODEV);
pub(super) const READ_ONLY: MountAttrFlags = MountAttrFlags::MOUNT_ATTR_RDONLY;
pub(super) const NO_EXECUTE: MountAttrFlags = MountAttrFlags::MOUNT_ATTR_NOEXEC;

/// Opens a path of the host that may hold no link, without reading it.
pub(super) fn open_path(path: &Path) -> io::Result<OwnedFd> {
    Ok(openat2(
        CWD,
        path,
        OFlags::PATH | OFlags::CLOEXEC,
        Mode::empty(),
        ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS,
    )?)
}

/// Those of these places that exist, which are all that a rule can be about.
pub(super) fn existing(paths: impl Iterator<Item = PathBuf>) -> Vec<OwnedFd> {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    paths
        .filter_map(|path| open(path, flags, Mode::empty()).ok())
        .collect()
}

/// Opens something below a folder: through no link, and never outside of it. `None`: there is nothing of that kind.
pub(super) fn open_below(folder: impl AsFd, path: &Path) -> io::Result<Option<OwnedFd>> {
    let resolve = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS | ResolveFlags::BENEATH;
    match openat2(
        folder,
        path,
        OFlags::PATH | OFlags::CLOEXEC,
        Mode::empty(),
        resolve,
    ) {
        Ok(found) => Ok(Some(found)),
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The folder of a grant; `None` if another one is there now.
pub(super) fn open_granted(grant: &FolderGrant) -> io::Result<Option<OwnedFd>> {
    let folder = File::from(open_path(&grant.path)?);
    let now = folder.metadata()?;
    let same = now.is_dir() && (now.dev(), now.ino()) == (grant.device, grant.inode);
    Ok(same.then(|| folder.into()))
}

/// The flags that the mount of a granted folder gets.
pub(super) fn grant_flags(grant: &FolderGrant) -> MountAttrFlags {
    let mut flags = PLAIN;
    flags.set(NO_EXECUTE, !grant.execute);
    flags.set(READ_ONLY, !grant.access.writes());
    flags
}

/// A copy of a mounted folder or file with everything mounted below, and these flags.
pub(super) fn clone_tree(of: impl AsFd, flags: MountAttrFlags) -> io::Result<OwnedFd> {
    let how = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_EMPTY_PATH
        | OpenTreeFlags::AT_RECURSIVE;
    let tree = open_tree(of, "", how)?;
    let change = MountChange {
        set: flags,
        clear: MountAttrFlags::empty(),
        below: true,
        private: true,
    };
    change_mount(&tree, change)?;
    Ok(tree)
}

/// Adds flags to one mount, or takes them away.
pub(super) fn set_flags(
    mount: impl AsFd,
    flags: MountAttrFlags,
    set: bool,
    below: bool,
) -> io::Result<()> {
    let none = MountAttrFlags::empty();
    let (set, clear) = if set { (flags, none) } else { (none, flags) };
    let change = MountChange {
        set,
        clear,
        below,
        private: false,
    };
    change_mount(mount, change)
}

/// A new, empty file system of a kind.
pub(super) fn new_file_system(
    kind: &str,
    options: &[(&str, &str)],
    flags: MountAttrFlags,
) -> io::Result<OwnedFd> {
    let context = fsopen(kind, FsOpenFlags::FSOPEN_CLOEXEC)?;
    for (name, value) in options {
        fsconfig_set_string(&context, *name, *value)?;
    }
    fsconfig_create(&context)?;
    Ok(fsmount(&context, FsMountFlags::FSMOUNT_CLOEXEC, flags)?)
}

/// Attaches a tree to a place that was opened before.
pub(super) fn attach_to(tree: impl AsFd, place: impl AsFd) -> io::Result<()> {
    let how = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH | MoveMountFlags::MOVE_MOUNT_T_EMPTY_PATH;
    Ok(move_mount(tree, "", place, "", how)?)
}

/// Attaches a tree at a path below a folder.
pub(super) fn attach_at(tree: impl AsFd, folder: impl AsFd, path: &Path) -> io::Result<()> {
    Ok(move_mount(
        tree,
        "",
        folder,
        path,
        MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH,
    )?)
}

/// The mode of a folder that is only a mount point. When what lies over it is taken back in a writable place such as `/tmp`, nothing can
/// be written to it as if it were still there.
pub(super) const MOUNT_POINT: Mode = Mode::from_raw_mode(0o555);
/// The mode of the folders above.
pub(super) const ABOVE: Mode = Mode::from_raw_mode(0o755);

/// Makes a folder and those above it.
pub(super) fn make_folders(below: impl AsFd, path: &Path) -> io::Result<()> {
    let mut so_far = PathBuf::new();
    for part in path {
        so_far.push(part);
        make_folder(&below, &so_far, ABOVE)?;
    }
    Ok(())
}

/// Makes a folder that something is mounted on, and those above it.
pub(super) fn make_mount_point(below: impl AsFd, path: &Path) -> io::Result<()> {
    // The top is there.
    let Some(above) = path.parent() else {
        return Ok(());
    };
    make_folders(&below, above)?;
    make_folder(below, path, MOUNT_POINT)
}

fn make_folder(below: impl AsFd, path: &Path, mode: Mode) -> io::Result<()> {
    match mkdirat(below, path, mode) {
        Ok(()) | Err(Errno::EXIST) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Makes a file with this text, and the folders above it.
pub(super) fn make_file(below: impl AsFd, path: &Path, text: &str) -> io::Result<()> {
    make_folders(&below, path.parent().unwrap_or(Path::new("")))?;
    let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let file = openat(below, path, flags, Mode::from_raw_mode(0o644))?;
    File::from(file).write_all(text.as_bytes())
}
