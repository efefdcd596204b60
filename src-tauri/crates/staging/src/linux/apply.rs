//! Copies chosen changes into the user's folder.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    fs::{self, File},
    io::{self, Write as _},
    os::{fd::OwnedFd, unix::fs::PermissionsExt as _},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{
        AtFlags, Mode, OFlags, RenameFlags, fchmod, mkdirat, openat, renameat, renameat_with,
        symlinkat, syncfs, unlinkat,
    },
    io::Errno,
};

use super::{
    bases::Bases,
    journal::{self, Journal},
    scan::{now, scan},
    tidy::{drop_empty, drop_entry},
    tree::{digest_of, itself, meta, open_below, open_file, remove, split},
    trees::Trees,
};
use crate::{
    Applied, Bounds, Change, Digest, Kind, NotApplied, Side, Staged, StagingError, State, Why,
};

pub(crate) fn apply(
    staged: &Staged,
    chosen: &[Digest],
    bounds: &Bounds,
) -> Result<Applied, StagingError> {
    let trees = Trees::open(staged)?;
    journal::recover(staged, &trees)?;
    let pending = scan(staged, &trees, bounds)?.pending;
    let (ready, mut applied) = choose(pending.changes, chosen);
    let journal = Journal::begin(staged, ready.iter().map(|change| change.path.as_path()))?;
    for (number, change) in ready.into_iter().enumerate() {
        let copy = Copy {
            trees: &trees,
            change: &change,
            temporary: &journal.temporary(number),
            bounds,
        };
        match copy.run() {
            Ok(()) => applied.done.push(change),
            Err(why) => applied.left.push(left(&change, why)),
        }
    }
    // The user's folder holds them for good before the layer loses them.
    let _ = syncfs(&trees.lower);
    finish(staged, &trees, &applied.done)?;
    Ok(applied)
}

/// The chosen changes that are pending as they were shown, and an outcome for the others.
pub(super) fn choose(changes: Vec<Change>, chosen: &[Digest]) -> (Vec<Change>, Applied) {
    let mut by_digest: BTreeMap<Digest, Change> = changes
        .into_iter()
        .map(|change| (change.digest, change))
        .collect();
    let mut applied = Applied::default();
    let mut ready = Vec::new();
    for digest in chosen.iter().collect::<BTreeSet<_>>() {
        let why = match by_digest.remove(digest) {
            None => {
                applied.left.push(NotApplied {
                    path: None,
                    digest: *digest,
                    why: Why::Stale,
                });
                continue;
            }
            Some(change) => match change.state {
                State::Ready => {
                    ready.push(change);
                    continue;
                }
                State::Conflict => left(&change, Why::Conflict),
                State::Blocked(block) => left(&change, Why::Blocked(block)),
            },
        };
        applied.left.push(why);
    }
    // What an existing folder allows changes last: it may be less than putting something there takes.
    let of_folder =
        |change: &Change| change.old.is_some() && matches!(change.new, Some(Side::Folder { .. }));
    ready.sort_by(|one, other| (of_folder(one), &one.path).cmp(&(of_folder(other), &other.path)));
    (ready, applied)
}

pub(super) fn left(change: &Change, why: Why) -> NotApplied {
    NotApplied {
        path: Some(change.path.clone()),
        digest: change.digest,
        why,
    }
}

/// Takes applied changes out of the layer.
fn finish(staged: &Staged, trees: &Trees, done: &[Change]) -> Result<(), StagingError> {
    let mut bases = Bases::load(staged)?;
    let mut parents = BTreeSet::new();
    for change in done {
        bases.forget(&change.path);
        // An entry that stays equals the user's file, and is dropped later.
        if matches!(change.new, Some(Side::Folder { .. })) {
            parents.insert(change.path.clone());
        } else {
            let _ = drop_entry(trees, &change.path);
        }
        parents.extend(change.path.parent().map(PathBuf::from));
    }
    for parent in parents.iter().rev() {
        drop_empty(trees, parent);
    }
    bases.save()?;
    Journal::end(staged)
}

/// One change on its way.
struct Copy<'a> {
    trees: &'a Trees,
    change: &'a Change,
    temporary: &'a OsStr,
    bounds: &'a Bounds,
}

fn refused(error: impl Into<io::Error>) -> Why {
    Why::Refused(error.into())
}

impl Copy<'_> {
    fn run(&self) -> Result<(), Why> {
        let (parent, name) = split(&self.change.path);
        let folder = match self.change.old {
            None => self.parent_made(parent)?,
            Some(_) => open_below(&self.trees.lower, parent).map_err(|_| Why::Conflict)?,
        };
        match (&self.change.old, &self.change.new) {
            (Some(Side::File { .. }), Some(Side::File { mode, .. }))
                if self.change.kind() == Kind::Mode =>
            {
                self.set_mode(&folder, name, *mode)
            }
            (Some(_), Some(Side::Folder { mode })) => self.set_mode(&folder, name, *mode),
            (None, Some(Side::Folder { mode })) => {
                let mode = Mode::from_raw_mode(*mode);
                match mkdirat(&folder, name, mode) {
                    Ok(()) => self.set_mode_of_new(&folder, name, mode),
                    // Made by another change of the same choice.
                    Err(Errno::EXIST) => Err(Why::Conflict),
                    Err(error) => Err(refused(error)),
                }
            }
            (_, Some(Side::File { mode, digest, .. })) => {
                let copied = self.copy_file(&folder, *mode, *digest);
                self.put_in_place(&folder, name, copied)
            }
            (_, Some(Side::Link { target, outside: _ })) => {
                let made = symlinkat(target, &folder, self.temporary).map_err(refused);
                self.put_in_place(&folder, name, made)
            }
            (Some(Side::Tree { .. }), None) => {
                self.check(&folder, name)?;
                renameat_with(
                    &folder,
                    name,
                    &folder,
                    self.temporary,
                    RenameFlags::NOREPLACE,
                )
                .map_err(refused)?;
                remove(&folder, self.temporary).map_err(refused)
            }
            (Some(_), None) => {
                self.check(&folder, name)?;
                unlinkat(&folder, name, AtFlags::empty()).map_err(refused)
            }
            (_, Some(Side::Tree { .. })) | (None, None) => Err(Why::Stale),
        }
    }

    /// Opens the folder of a new entry, and makes it as it is in the layer where it does not exist.
    fn parent_made(&self, parent: &Path) -> Result<OwnedFd, Why> {
        let mut here = open_below(&self.trees.lower, Path::new("")).map_err(refused)?;
        let mut so_far = PathBuf::new();
        for part in parent {
            so_far.push(part);
            let next = match open_below(&here, Path::new(part)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let (above, name) = split(&so_far);
                    let layer = open_below(&self.trees.upper, above).map_err(|_| Why::Stale)?;
                    let own = meta(&layer, name).map_err(refused)?.ok_or(Why::Stale)?;
                    // Its owner can write to it, or nothing could be put there.
                    let mode = Mode::from_raw_mode(own.mode | 0o700);
                    mkdirat(&here, part, mode).map_err(refused)?;
                    self.set_mode_of_new(&here, part, mode)?;
                    open_below(&here, Path::new(part))
                }
                opened => opened,
            };
            here = next.map_err(|_| Why::Conflict)?;
        }
        Ok(here)
    }

    /// What a new folder may do is not up to the process's mask.
    fn set_mode_of_new(&self, folder: &OwnedFd, name: &OsStr, mode: Mode) -> Result<(), Why> {
        let made = open_below(folder, Path::new(name)).map_err(refused)?;
        fchmod(made, mode).map_err(refused)
    }

    /// Copies the layer's file beside its place. What was copied is what was shown, or it is none.
    fn copy_file(&self, folder: &OwnedFd, mode: u32, digest: Digest) -> Result<(), Why> {
        let (parent, name) = split(&self.change.path);
        let from = open_below(&self.trees.upper, parent)
            .and_then(|layer| open_file(layer, name))
            .map_err(|_| Why::Stale)?;
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let to = openat(folder, self.temporary, flags, Mode::RUSR | Mode::WUSR).map_err(refused)?;
        let mut to = File::from(to);
        let copied = digest_of(&from, |piece| to.write_all(piece)).map_err(refused)?;
        if copied.1 != digest {
            return Err(Why::Stale);
        }
        fchmod(&to, Mode::from_raw_mode(mode & 0o777)).map_err(refused)
    }

    /// Renames the temporary file to its name, if the folder still holds what the change was made from.
    fn put_in_place(
        &self,
        folder: &OwnedFd,
        name: &OsStr,
        made: Result<(), Why>,
    ) -> Result<(), Why> {
        let put = made.and_then(|()| self.check(folder, name)).and_then(|()| {
            let put = match self.change.old {
                Some(_) => renameat(folder, self.temporary, folder, name),
                None => renameat_with(folder, self.temporary, folder, name, RenameFlags::NOREPLACE),
            };
            put.map_err(|error| match error {
                Errno::EXIST => Why::Conflict,
                error => refused(error),
            })
        });
        if put.is_err() {
            let _ = unlinkat(folder, self.temporary, AtFlags::empty());
        }
        put
    }

    /// Whether the folder still holds what was shown.
    fn check(&self, folder: &OwnedFd, name: &OsStr) -> Result<(), Why> {
        let old = self.change.old.as_ref();
        let now = now(folder, name, old, self.bounds).map_err(refused)?;
        if Side::digest(now.as_ref()) == Side::digest(old) {
            Ok(())
        } else {
            Err(Why::Conflict)
        }
    }

    fn set_mode(&self, folder: &OwnedFd, name: &OsStr, mode: u32) -> Result<(), Why> {
        self.check(folder, name)?;
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let place = openat(folder, name, flags, Mode::empty()).map_err(refused)?;
        // The number leads to that very entry, which is no link.
        let mode = fs::Permissions::from_mode(mode & 0o777);
        fs::set_permissions(itself(&place), mode).map_err(refused)
    }
}
