//! What one folder holds, as far as it matters here.

use std::{
    ffi::{CStr, OsStr, OsString},
    os::{
        fd::{BorrowedFd, OwnedFd},
        unix::ffi::OsStrExt as _,
    },
    path::Path,
    time::Instant,
};

use rustix::{
    fs::{AtFlags, Dir, FileType, Mode, OFlags, ResolveFlags, openat2, statat},
    io::Errno,
};

use crate::names::{GIT_MARKS, is_git_mark};

/// Marks a folder that a program can make again at any time.
pub(super) const CACHE_TAG: &str = "CACHEDIR.TAG";

/// Whether something with this name can make a place of its folder, or be one.
pub(in crate::linux) fn can_matter(name: &[u8]) -> bool {
    name.starts_with(b".") || is_git_mark(OsStr::from_bytes(name))
}

/// What is left of the bounds.
pub(super) struct Budget {
    pub(super) entries: usize,
    pub(super) until: Instant,
    /// How many more files may lead from one to the next.
    pub(super) nested: usize,
}

impl Budget {
    /// Takes one entry. `false`: nothing is left.
    pub(super) fn take(&mut self) -> bool {
        let left = self.entries.checked_sub(1);
        self.entries = left.unwrap_or_default();
        // The clock is asked now and then: asking costs as much as an entry.
        left.is_some() && (!self.entries.is_multiple_of(64) || !self.is_late())
    }

    pub(super) fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }
}

/// What a folder holds.
#[derive(Default)]
pub(super) struct Listing {
    /// Folders whose names are not hidden.
    pub(super) folders: Vec<OsString>,
    /// Links whose names are not hidden.
    pub(super) links: Vec<OsString>,
    /// What has a hidden name, and what it is.
    pub(super) hidden: Vec<(OsString, FileType)>,
    /// Whether a program marked it as its cache.
    pub(super) tagged: bool,
    head: bool,
    objects: bool,
    refs: bool,
    commondir: bool,
}

impl Listing {
    /// Whether Git would take the folder as one of its own: a repository, or the part of one that belongs to a worktree.
    pub(super) fn is_git(&self) -> bool {
        self.head && (self.commondir || (self.objects && self.refs))
    }

    fn note(&mut self, name: &CStr, kind: FileType) {
        let name = OsStr::from_bytes(name.to_bytes());
        if name == "." || name == ".." {
            return;
        }
        // Some file systems do not tell upper from lower case.
        let [head, objects, refs, commondir] =
            GIT_MARKS.map(|mark| name.eq_ignore_ascii_case(mark));
        self.head |= head;
        self.objects |= objects;
        self.refs |= refs;
        self.commondir |= commondir;
        self.tagged |= name == CACHE_TAG;
        if name.as_bytes().starts_with(b".") {
            self.hidden.push((name.to_owned(), kind));
        } else if kind == FileType::Directory {
            self.folders.push(name.to_owned());
        } else if kind == FileType::Symlink {
            self.links.push(name.to_owned());
        }
    }
}

/// Why a folder was not listed.
pub(super) enum NotListed {
    /// It is gone, or something else now.
    Gone,
    /// The system refused it, or it holds more than is left of the bounds.
    Refused,
}

/// Lists a folder below another one; an empty path is that one itself.
pub(super) fn list(
    top: BorrowedFd<'_>,
    path: &Path,
    budget: &mut Budget,
) -> Result<Listing, NotListed> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = open(top, path, flags).map_err(|error| match error {
        Errno::NOENT | Errno::NOTDIR | Errno::LOOP => NotListed::Gone,
        _ => NotListed::Refused,
    })?;
    let mut listing = Listing::default();
    let mut entries = Dir::new(folder).map_err(|_| NotListed::Refused)?;
    while let Some(entry) = entries.read() {
        let entry = entry.map_err(|_| NotListed::Refused)?;
        if !budget.take() {
            return Err(NotListed::Refused);
        }
        let mut kind = entry.file_type();
        if kind == FileType::Unknown {
            kind = kind_of(&entries, entry.file_name());
        }
        listing.note(entry.file_name(), kind);
    }
    Ok(listing)
}

fn kind_of(folder: &Dir, name: &CStr) -> FileType {
    let facts = folder
        .fd()
        .and_then(|folder| statat(folder, name, AtFlags::SYMLINK_NOFOLLOW));
    facts.map_or(FileType::Unknown, |facts| {
        FileType::from_raw_mode(facts.st_mode)
    })
}

/// Opens something below a folder, through no link on the way.
pub(super) fn open(top: BorrowedFd<'_>, path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
    let resolve = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS | ResolveFlags::BENEATH;
    let path = match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
    };
    openat2(top, path, flags, Mode::empty(), resolve)
}
