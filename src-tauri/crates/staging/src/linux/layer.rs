//! What an entry of an upper layer means (Linux, `Documentation/filesystems/overlayfs.rst`; `userxattr`).

use std::{ffi::OsStr, io, os::fd::AsFd};

use rustix::fs::FileType;

use super::tree::{Meta, attribute};

/// Marks a folder whose lower contents do not show through.
pub(super) const OPAQUE: &str = "user.overlay.opaque";
/// Marks an empty file that stands for a deletion.
const WHITEOUT: &str = "user.overlay.whiteout";
/// Marks a file whose content is elsewhere.
const METACOPY: &str = "user.overlay.metacopy";
/// Names the place whose contents a folder or file has.
const REDIRECT: &str = "user.overlay.redirect";

/// What an entry of an upper layer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// What the lower folder holds there is deleted.
    Deleted,
    /// A folder. `opaque`: what the lower folder holds in it is deleted, but for what is in this one.
    Folder { opaque: bool },
    /// A whole file or a link.
    Leaf,
    /// A device, a pipe or a socket.
    Special,
    /// A part of an entry. The options of the mount rule it out, so somebody else made it.
    NotWhole,
}

/// Tells what an entry means.
pub(super) fn entry(at: impl AsFd + Copy, name: &OsStr, meta: &Meta) -> io::Result<Entry> {
    let has = |key| attribute(at, name, key).map(|value| value.is_some());
    Ok(match meta.kind {
        FileType::CharacterDevice if meta.is_device_zero => Entry::Deleted,
        FileType::Directory if has(REDIRECT)? => Entry::NotWhole,
        FileType::Directory => Entry::Folder {
            opaque: is_opaque(at, name)?,
        },
        FileType::RegularFile if meta.bytes == 0 && has(WHITEOUT)? => Entry::Deleted,
        FileType::RegularFile if has(METACOPY)? || has(REDIRECT)? => Entry::NotWhole,
        FileType::RegularFile | FileType::Symlink => Entry::Leaf,
        FileType::CharacterDevice
        | FileType::BlockDevice
        | FileType::Fifo
        | FileType::Socket
        | FileType::Unknown => Entry::Special,
    })
}

/// Whether the lower contents of a folder do not show through. With `x` they do, and single files in it stand for deletions.
pub(super) fn is_opaque(at: impl AsFd, name: &OsStr) -> io::Result<bool> {
    Ok(attribute(at, name, OPAQUE)?.is_some_and(|value| value != b"x"))
}
