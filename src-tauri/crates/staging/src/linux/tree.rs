//! Entries of a folder tree, by descriptors of the folders they are in. A name is one component; no link is followed.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Read as _},
    os::{
        fd::{AsFd, AsRawFd as _, OwnedFd},
        unix::ffi::{OsStrExt as _, OsStringExt as _},
    },
    path::{Component, Path, PathBuf},
};

use rustix::{
    fs::{
        AtFlags, CWD, Dir, FileType, Mode, OFlags, ResolveFlags, StatxFlags, chmodat, lgetxattr,
        openat, openat2, readlinkat, statx, unlinkat,
    },
    io::Errno,
};
use sha2::{Digest as _, Sha256};

use crate::{Digest, Side};

const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// A moment: seconds and nanoseconds since the Unix epoch.
pub(super) type Moment = (i64, u32);

/// What the system knows of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meta {
    pub(super) kind: FileType,
    /// Permissions only.
    pub(super) mode: u32,
    pub(super) bytes: u64,
    /// Whether it is the device 0:0, by which overlayfs marks what is deleted.
    pub(super) is_device_zero: bool,
    /// When anything of it last changed. No program can set it.
    pub(super) changed: Moment,
    /// When it was made, where the file system keeps that.
    pub(super) born: Option<Moment>,
}

/// Opens a folder by an absolute path without links.
pub(super) fn open_top(path: &Path) -> io::Result<OwnedFd> {
    let resolve = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    Ok(openat2(CWD, path, FOLDER, Mode::empty(), resolve)?)
}

/// Opens a folder below another one: on the same file system, through no link, never outside.
pub(super) fn open_below(top: impl AsFd, path: &Path) -> io::Result<OwnedFd> {
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    let resolve = ResolveFlags::NO_SYMLINKS
        | ResolveFlags::NO_MAGICLINKS
        | ResolveFlags::BENEATH
        | ResolveFlags::NO_XDEV;
    Ok(openat2(top, path, FOLDER, Mode::empty(), resolve)?)
}

/// Opens a folder in another one.
pub(super) fn open_folder(at: impl AsFd, name: &OsStr) -> io::Result<OwnedFd> {
    open_below(at, Path::new(name))
}

/// Opens a file for reading. What is no file is refused; a pipe does not make it wait.
pub(super) fn open_file(at: impl AsFd, name: &OsStr) -> io::Result<File> {
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = File::from(openat(at, name, flags, Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    Ok(file)
}

/// What the system knows of an entry; none if there is none.
pub(super) fn meta(at: impl AsFd, name: &OsStr) -> io::Result<Option<Meta>> {
    let wanted = StatxFlags::BASIC_STATS | StatxFlags::BTIME;
    let found = match statx(at, name, AtFlags::SYMLINK_NOFOLLOW, wanted) {
        Ok(found) => found,
        Err(Errno::NOENT) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let kind = FileType::from_raw_mode(u32::from(found.stx_mode));
    let has_birth = found.stx_mask & StatxFlags::BTIME.bits() != 0;
    Ok(Some(Meta {
        kind,
        mode: u32::from(found.stx_mode) & 0o777,
        bytes: found.stx_size,
        is_device_zero: kind == FileType::CharacterDevice
            && (found.stx_rdev_major, found.stx_rdev_minor) == (0, 0),
        changed: (found.stx_ctime.tv_sec, found.stx_ctime.tv_nsec),
        born: has_birth.then_some((found.stx_btime.tv_sec, found.stx_btime.tv_nsec)),
    }))
}

/// The names in a folder, sorted.
pub(super) fn names(folder: impl AsFd) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let name = entry?.file_name().to_bytes().to_owned();
        if name != b"." && name != b".." {
            names.push(OsString::from_vec(name));
        }
    }
    names.sort();
    Ok(names)
}

/// The path of an open entry by the number of its descriptor.
pub(super) fn itself(of: impl AsFd) -> PathBuf {
    let number = of.as_fd().as_raw_fd();
    Path::new("/proc/self/fd").join(number.to_string())
}

/// The path of an entry by the number of its folder's descriptor, for calls that take paths only.
pub(super) fn by_number(at: impl AsFd, name: &OsStr) -> PathBuf {
    itself(at).join(name)
}

/// An extended attribute of an entry; none if it has none of this name.
pub(super) fn attribute(at: impl AsFd, name: &OsStr, key: &str) -> io::Result<Option<Vec<u8>>> {
    let mut value = [0; 64];
    match lgetxattr(by_number(at, name), key, &mut value) {
        Ok(length) => Ok(Some(value.get(..length).unwrap_or_default().to_vec())),
        // Longer than any that is looked for.
        Err(Errno::RANGE) => Ok(Some(value.to_vec())),
        Err(Errno::NODATA | Errno::OPNOTSUPP | Errno::NOENT) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The number of bytes of a file to its end, and their digest. `each` gets them in turn.
pub(super) fn digest_of(
    mut file: &File,
    mut each: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<(u64, Digest)> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 128 * 1024];
    let mut bytes = 0;
    loop {
        let length = match file.read(&mut buffer) {
            Ok(0) => return Ok((bytes, Digest(hash.finalize().into()))),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let piece = buffer.get(..length).unwrap_or_default();
        hash.update(piece);
        each(piece)?;
        bytes += length as u64;
    }
}

/// A file or link as a side of a change. `folder` and `path`: where it stands.
pub(super) fn leaf(
    at: impl AsFd,
    name: &OsStr,
    meta: Meta,
    folder: &Path,
    path: &Path,
) -> io::Result<Option<Side>> {
    if meta.kind == FileType::RegularFile {
        let (bytes, digest) = digest_of(&open_file(at, name)?, |_| Ok(()))?;
        let mode = meta.mode;
        return Ok(Some(Side::File {
            bytes,
            mode,
            digest,
        }));
    }
    if meta.kind != FileType::Symlink {
        return Ok(None);
    }
    let target = readlinkat(at, name, Vec::new())?;
    let target = PathBuf::from(OsStr::from_bytes(target.as_bytes()));
    let outside = leads_outside(folder, path, &target);
    Ok(Some(Side::Link { target, outside }))
}

/// Deletes an entry with everything in it. A folder that its owner made unreadable is opened for that.
pub(super) fn remove(at: impl AsFd + Copy, name: &OsStr) -> io::Result<()> {
    let Some(found) = meta(at, name)? else {
        return Ok(());
    };
    if found.kind != FileType::Directory {
        return Ok(unlinkat(at, name, AtFlags::empty())?);
    }
    if found.mode & 0o700 != 0o700 {
        chmodat(at, name, Mode::RWXU, AtFlags::empty())?;
    }
    let inside = open_folder(at, name)?;
    for name in names(&inside)? {
        remove(&inside, &name)?;
    }
    Ok(unlinkat(at, name, AtFlags::REMOVEDIR)?)
}

/// The folder that a path is in, and its last component.
pub(super) fn split(path: &Path) -> (&Path, &OsStr) {
    (
        path.parent().unwrap_or(Path::new("")),
        path.file_name().unwrap_or_default(),
    )
}

/// Whether a link in a folder leads out of it. `at`: the link, relative to the folder.
fn leads_outside(folder: &Path, at: &Path, target: &Path) -> bool {
    if target.is_absolute() {
        let plain = target
            .components()
            .all(|part| !matches!(part, Component::ParentDir));
        return !(plain && target.starts_with(folder));
    }
    let mut depth = at.components().count().saturating_sub(1);
    for part in target.components() {
        match part {
            Component::Normal(_) => depth += 1,
            Component::ParentDir if depth > 0 => depth -= 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return true,
            Component::CurDir => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_leave_the_folder_are_told() {
        let leads = |at: &str, target: &str| {
            leads_outside(Path::new("/home/me/work"), Path::new(at), Path::new(target))
        };
        for (at, target) in [
            ("a", "b"),
            ("a/b", "../c"),
            ("a", "./b/../c"),
            ("a", "/home/me/work/x"),
        ] {
            assert!(!leads(at, target), "{at} {target}");
        }
        for (at, target) in [
            ("a", "../b"),
            ("a/b", "../../c"),
            ("a", "b/../../c"),
            ("a", "/etc/passwd"),
            ("a", "/home/me/work/../.ssh"),
            ("a", "/home/me/workshop"),
        ] {
            assert!(leads(at, target), "{at} {target}");
        }
    }
}
