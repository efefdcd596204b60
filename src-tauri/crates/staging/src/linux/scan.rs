//! Reads an upper layer as changes of the lower folder.

use std::{
    ffi::OsStr,
    io,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::{fs::FileType, io::Errno};

use super::{
    bases::Bases,
    digests::Fields,
    layer::{Entry, entry},
    tree::{Meta, Moment, leaf, meta, names, open_folder},
    trees::Trees,
};
use crate::{Block, Bounds, Change, Pending, Side, Staged, StagingError, State};

/// What an upper layer holds.
#[derive(Default)]
pub(super) struct Scanned {
    pub(super) pending: Pending,
    /// Entries that make no difference: they equal the lower folder's.
    pub(super) equal: Vec<PathBuf>,
}

/// Reads the whole layer, and records what new changes were made from.
pub(super) fn scan(
    staged: &Staged,
    trees: &Trees,
    bounds: &Bounds,
) -> Result<Scanned, StagingError> {
    let mut scan = Scan {
        folder: &staged.lower.path,
        bounds,
        left: bounds.entries,
        bases: Bases::load(staged)?,
        found: Scanned::default(),
    };
    let top = Level {
        upper: &trees.upper,
        lower: Some(&trees.lower),
        path: Path::new(""),
        opaque: None,
        depth: 0,
    };
    scan.walk(&top)?;
    if !scan.found.pending.more {
        scan.bases.forget_unseen();
    }
    scan.bases.save()?;
    Ok(scan.found)
}

/// One folder of the layer.
struct Level<'a> {
    upper: &'a OwnedFd,
    /// The lower folder at the same path, if there is one.
    lower: Option<&'a OwnedFd>,
    path: &'a Path,
    /// Set if nothing of the lower folder shows through: when the folder that hides it was made.
    opaque: Option<Option<Moment>>,
    depth: usize,
}

/// One entry of the layer.
struct Place<'a> {
    level: &'a Level<'a>,
    name: &'a OsStr,
    path: PathBuf,
    upper: Meta,
    lower: Option<Meta>,
}

struct Scan<'a> {
    folder: &'a Path,
    bounds: &'a Bounds,
    left: usize,
    bases: Bases,
    found: Scanned,
}

/// Why a side cannot be told.
enum Trouble {
    Blocked(Block),
    /// It is gone: the server or somebody else deleted it a moment ago.
    Gone,
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::NotFound {
            Self::Gone
        } else {
            Self::Blocked(Block::Unreadable)
        }
    }
}

impl Scan<'_> {
    /// Takes one entry from the budget.
    fn takes(&mut self) -> bool {
        let takes = self.left > 0;
        self.left = self.left.saturating_sub(1);
        self.found.pending.more |= !takes;
        takes
    }

    fn walk(&mut self, level: &Level<'_>) -> io::Result<()> {
        let mut all = names(level.upper)?;
        if level.opaque.is_some()
            && let Some(lower) = level.lower
        {
            // What is in the lower folder alone is deleted.
            all.extend(names(lower)?);
            all.sort();
            all.dedup();
        }
        for name in all {
            if !self.takes() {
                return Ok(());
            }
            let path = level.path.join(&name);
            if let Err(Trouble::Blocked(why)) = self.one(level, &name, &path) {
                self.block(path, why);
            }
        }
        Ok(())
    }

    fn one(&mut self, level: &Level<'_>, name: &OsStr, path: &Path) -> Result<(), Trouble> {
        let lower = match level.lower {
            Some(folder) => meta(folder, name)?,
            None => None,
        };
        let Some(upper) = meta(level.upper, name)? else {
            let (Some(lower), Some(made)) = (lower, level.opaque) else {
                return Ok(());
            };
            return self.deleted(level, name, path, lower, made);
        };
        let place = Place {
            level,
            name,
            path: path.to_owned(),
            upper,
            lower,
        };
        match entry(level.upper, name, &upper)? {
            Entry::Deleted => match lower {
                Some(lower) => self.deleted(level, name, path, lower, Some(upper.changed)),
                None => {
                    self.found.equal.push(place.path);
                    Ok(())
                }
            },
            Entry::Special => Err(Trouble::Blocked(Block::Special)),
            Entry::NotWhole => Err(Trouble::Blocked(Block::NotWhole)),
            Entry::Leaf => self.leaf(place),
            Entry::Folder { opaque } => self.folder(place, opaque),
        }
    }

    fn leaf(&mut self, place: Place<'_>) -> Result<(), Trouble> {
        let (level, name) = (place.level, place.name);
        let gone = Trouble::Gone;
        let new = leaf(level.upper, name, place.upper, self.folder, &place.path)?.ok_or(gone)?;
        let old = match (level.lower, place.lower) {
            (Some(_), Some(found)) if found.kind == FileType::Directory => {
                return Err(Trouble::Blocked(Block::FolderAndFile));
            }
            (Some(lower), Some(found)) => {
                let old = leaf(lower, name, found, self.folder, &place.path)?;
                Some(old.ok_or(Trouble::Blocked(Block::Special))?)
            }
            (_, _) => None,
        };
        if old.as_ref() == Some(&new) {
            self.found.equal.push(place.path);
            return Ok(());
        }
        let late = is_late(place.lower.map(|lower| lower.changed), place.upper.born);
        self.push(place.path, old, Some(new), late);
        Ok(())
    }

    fn folder(&mut self, place: Place<'_>, opaque: bool) -> Result<(), Trouble> {
        let level = place.level;
        if level.depth >= self.bounds.depth {
            return Err(Trouble::Blocked(Block::Deep));
        }
        let lower = match (level.lower, place.lower) {
            (Some(_), Some(found)) if found.kind != FileType::Directory => {
                return Err(Trouble::Blocked(Block::FolderAndFile));
            }
            (Some(lower), Some(_)) => Some(open_folder(lower, place.name)?),
            (_, _) => None,
        };
        let upper = open_folder(level.upper, place.name)?;
        let mode = place.upper.mode;
        let old = place.lower.map(|lower| Side::Folder { mode: lower.mode });
        let new = Some(Side::Folder { mode });
        let listed = self.found.pending.changes.len();
        if old.is_some() && old != new {
            // Its own moment of change tells of what is in it, too.
            self.push(place.path.clone(), old, new.clone(), false);
        }
        let below = Level {
            upper: &upper,
            lower: lower.as_ref(),
            path: &place.path,
            opaque: match (level.opaque, opaque) {
                (None, false) => None,
                (_, true) => Some(place.upper.born),
                (around, false) => around,
            },
            depth: level.depth + 1,
        };
        self.walk(&below)?;
        // One that holds something comes with it.
        if place.lower.is_none() && self.found.pending.changes.len() == listed {
            self.push(place.path, None, new, false);
        }
        Ok(())
    }

    /// What the lower folder holds is deleted. `made`: no later than when it was.
    fn deleted(
        &mut self,
        level: &Level<'_>,
        name: &OsStr,
        path: &Path,
        found: Meta,
        made: Option<Moment>,
    ) -> Result<(), Trouble> {
        let Some(lower) = level.lower else {
            return Ok(());
        };
        let (old, changed) = if found.kind == FileType::Directory {
            let mut bounds = self.tree_bounds(level.depth);
            let tree = tree(lower, name, path, &mut bounds);
            self.left = bounds.left;
            tree?
        } else {
            let old = leaf(lower, name, found, self.folder, path)?;
            let old = old.ok_or(Trouble::Blocked(Block::Special))?;
            (old, found.changed)
        };
        self.push(
            path.to_owned(),
            Some(old),
            None,
            is_late(Some(changed), made),
        );
        Ok(())
    }

    fn tree_bounds(&self, depth: usize) -> TreeBounds {
        TreeBounds {
            left: self.left,
            depth: self.bounds.depth.saturating_sub(depth),
        }
    }

    fn push(&mut self, path: PathBuf, old: Option<Side>, new: Option<Side>, late: bool) {
        let state = self.bases.judge(&path, old.as_ref(), late);
        let change = Change::new(path, old, new, state);
        self.found.pending.changes.push(change);
    }

    fn block(&mut self, path: PathBuf, why: Block) {
        let change = Change::new(path, None, None, State::Blocked(why));
        self.found.pending.changes.push(change);
    }
}

/// Whether the lower side changed after the server made its own. The kernel sets both moments, and no program can set them back.
fn is_late(lower: Option<Moment>, upper: Option<Moment>) -> bool {
    matches!((lower, upper), (Some(lower), Some(upper)) if lower > upper)
}

struct TreeBounds {
    left: usize,
    depth: usize,
}

/// A lower folder with everything in it, and when anything of it last changed.
fn tree(
    at: &OwnedFd,
    name: &OsStr,
    path: &Path,
    bounds: &mut TreeBounds,
) -> Result<(Side, Moment), Trouble> {
    let mut sum = Sum {
        files: 0,
        bytes: 0,
        fields: Fields::default(),
        changed: (0, 0),
    };
    sum.add(at, name, path, bounds)?;
    let side = Side::Tree {
        files: sum.files,
        bytes: sum.bytes,
        digest: sum.fields.end(),
    };
    Ok((side, sum.changed))
}

/// The side of an entry of the lower folder as it is now, for a comparison with one that was listed.
pub(super) fn now(
    at: &OwnedFd,
    name: &OsStr,
    like: Option<&Side>,
    bounds: &Bounds,
) -> io::Result<Option<Side>> {
    let Some(found) = meta(at, name)? else {
        return Ok(None);
    };
    let unreadable = || io::Error::from(Errno::ACCESS);
    match like {
        Some(Side::Tree { .. }) if found.kind == FileType::Directory => {
            let mut bounds = TreeBounds {
                left: bounds.entries,
                depth: bounds.depth,
            };
            match tree(at, name, Path::new(name), &mut bounds) {
                Ok((side, _)) => Ok(Some(side)),
                Err(Trouble::Gone) => Ok(None),
                Err(Trouble::Blocked(_)) => Err(unreadable()),
            }
        }
        _ if found.kind == FileType::Directory => Ok(Some(Side::Folder { mode: found.mode })),
        // Where the link leads is no part of the comparison of sides by their digest.
        _ => leaf(at, name, found, Path::new("/"), Path::new(name)),
    }
}

struct Sum {
    files: u64,
    bytes: u64,
    fields: Fields,
    changed: Moment,
}

impl Sum {
    fn add(
        &mut self,
        at: &OwnedFd,
        name: &OsStr,
        path: &Path,
        bounds: &mut TreeBounds,
    ) -> Result<(), Trouble> {
        if bounds.left == 0 || bounds.depth == 0 {
            return Err(Trouble::Blocked(Block::Deep));
        }
        bounds.left -= 1;
        let found = meta(at, name)?.ok_or(Trouble::Gone)?;
        self.changed = self.changed.max(found.changed);
        self.fields.number(u64::from(found.mode));
        if found.kind != FileType::Directory {
            let side = leaf(at, name, found, Path::new("/"), path)?;
            let side = side.ok_or(Trouble::Blocked(Block::Special))?;
            self.files += 1;
            if let Side::File { bytes, .. } = side {
                self.bytes += bytes;
            }
            self.fields.add(&Side::digest(Some(&side)).0);
            return Ok(());
        }
        let folder = open_folder(at, name)?;
        let inside = names(&folder)?;
        self.fields.number(inside.len() as u64);
        bounds.depth -= 1;
        for name in inside {
            self.fields.add(name.as_encoded_bytes());
            self.add(&folder, &name, &path.join(&name), bounds)?;
        }
        bounds.depth += 1;
        Ok(())
    }
}
