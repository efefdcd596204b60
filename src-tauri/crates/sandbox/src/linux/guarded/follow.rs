//! Where the text of a gitfile, a link or a configuration leads.

use std::{
    collections::VecDeque,
    ffi::OsString,
    fs::File,
    io::Read as _,
    os::{fd::BorrowedFd, unix::ffi::OsStringExt as _},
    path::{Component, Path, PathBuf},
};

use rustix::fs::{FileType, OFlags, fstat, readlinkat};

use super::listing;

/// Most links on one way, as the kernel has it.
const LINKS_MAX: usize = 40;
/// Most folders on one way.
const PARTS_MAX: usize = 256;
/// Most bytes of a file that are read.
const READ_MAX: u64 = 256 * 1024;

/// The folder that is searched.
#[derive(Clone, Copy)]
pub(super) struct Top<'a> {
    pub(super) folder: BorrowedFd<'a>,
    /// Its path outside.
    pub(super) at: &'a Path,
}

impl Top<'_> {
    /// Follows a text from a folder. Answers where it leads, relative to the searched folder and never that folder itself, and the links of
    /// that folder on the way. `None`: it leads outside.
    pub(super) fn follow(&self, from: &Path, text: &Path) -> (Option<PathBuf>, Vec<PathBuf>) {
        let mut here = self.at.join(from);
        let mut links = Vec::new();
        let mut parts: VecDeque<OsString> = parts(text);
        if parts.len() > PARTS_MAX {
            return (None, links);
        }
        while let Some(part) = parts.pop_front() {
            match part.as_encoded_bytes() {
                b"/" => here = "/".into(),
                b".." => {
                    here.pop();
                }
                _ => {
                    here.push(&part);
                    let link = self
                        .below(&here)
                        .and_then(|below| Some((below, self.link(below)?)));
                    let Some((below, target)) = link else {
                        continue;
                    };
                    links.push(below.to_owned());
                    if links.len() > LINKS_MAX || parts.len() > PARTS_MAX {
                        return (None, links);
                    }
                    here.pop();
                    for part in self::parts(&target).into_iter().rev() {
                        parts.push_front(part);
                    }
                }
            }
        }
        let to = self.below(&here).map(Path::to_owned).or_else(|| {
            // Named by a way outside that leads back in.
            let real = dunce::canonicalize(&here).ok()?;
            self.below(&real).map(Path::to_owned)
        });
        (to, links)
    }

    fn below<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        let below = path.strip_prefix(self.at).ok()?;
        (!below.as_os_str().is_empty()).then_some(below)
    }

    /// The text of a link; `None` if there is none.
    pub(super) fn link(&self, path: &Path) -> Option<PathBuf> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let link = listing::open(self.folder, path, flags).ok()?;
        let text = readlinkat(link, "", Vec::new()).ok()?;
        Some(OsString::from_vec(text.into_bytes()).into())
    }

    /// What something is; `None` if it is not there.
    pub(super) fn kind(&self, path: &Path) -> Option<FileType> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let found = listing::open(self.folder, path, flags).ok()?;
        let facts = fstat(found).ok()?;
        Some(FileType::from_raw_mode(facts.st_mode))
    }

    /// The first bytes of a file. Nothing that is no file is opened: a pipe would wait for its other end.
    pub(super) fn read(&self, path: &Path) -> Option<Vec<u8>> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        if self.kind(path) != Some(FileType::RegularFile) {
            return None;
        }
        let file = File::from(listing::open(self.folder, path, flags).ok()?);
        let mut bytes = Vec::new();
        file.take(READ_MAX).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}

fn parts(path: &Path) -> VecDeque<OsString> {
    let parts = path.components().filter_map(|part| match part {
        Component::CurDir | Component::Prefix(_) => None,
        Component::RootDir => Some("/".into()),
        Component::ParentDir => Some("..".into()),
        Component::Normal(name) => Some(name.to_owned()),
    });
    parts.collect()
}
