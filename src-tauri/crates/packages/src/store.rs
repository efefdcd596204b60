//! Installed package sets on the disk.
//!
//! ```text
//! <root>/<digest>/tree/        the packages, as the server sees them
//! <root>/<digest>/tree.txt     a line for each entry of the tree
//! <root>/<digest>/set.json     the record; a set without it is not installed
//! <root>/<digest>.lock         held while the set is being installed
//! <root>/.work-*               caches and settings of a running package manager
//! <root>/servers/<key>.json    the versions that a server used
//! ```
//!
//! A set is built at its final path, because Python writes that path into what it installs. The record is written last, with a
//! rename, after everything else is durable. So a set is installed or it is not, whenever the machine stops.

mod files;
mod held;
mod history;
mod tree;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use self::{held::Held, tree::Tree};
pub use self::{
    history::{History, OLDER_MAX, Version},
    tree::{BYTES_MAX, FILES_MAX},
};
use crate::{
    digest::LockDigest,
    error::PackageError,
    installed::{Installed, Start},
    lock::{Lock, Package},
};

const TREE: &str = "tree";
const TREE_TEXT: &str = "tree.txt";
const RECORD: &str = "set.json";
const SERVERS: &str = "servers";
const WORK: &str = ".work-";
const LOCK_ENDING: &str = ".lock";
/// Most bytes of a record.
const RECORD_MAX: u64 = 256 << 10;
/// Most bytes of the text of a tree.
const TREE_TEXT_MAX: u64 = 128 << 20;

/// The record of an installed set.
#[derive(Serialize, Deserialize)]
struct Record {
    installed: Installed,
    /// Where links of the tree may lead beside into it: to the interpreter.
    outside: Vec<PathBuf>,
}

/// The package sets of this user. Its functions read and write the disk, and may block.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// The store in this folder, which is made if it is missing. What earlier installations left half done is removed.
    ///
    /// # Errors
    /// [`PackageError::Io`] if the folder cannot be made or read.
    pub fn open(root: &Path) -> Result<Self, PackageError> {
        let servers = root.join(SERVERS);
        fs::create_dir_all(&servers).map_err(PackageError::io(&servers))?;
        let root = dunce::canonicalize(root).map_err(PackageError::io(root))?;
        let store = Self { root };
        store.remove_leftovers()?;
        Ok(store)
    }

    /// The installed set with this digest. Its files are not checked.
    ///
    /// # Errors
    /// [`PackageError::Io`] if its record cannot be read.
    pub fn installed(&self, digest: &LockDigest) -> Result<Option<Installed>, PackageError> {
        Ok(self.record(digest)?.map(|record| record.installed))
    }

    /// Reads every file of a set, and compares it with what was installed. To be called before each start.
    ///
    /// # Errors
    /// [`PackageError::Changed`] names the first file that differs, is missing or was added; [`PackageError::NotInstalled`].
    pub fn verify(&self, digest: &LockDigest) -> Result<Installed, PackageError> {
        let record = self
            .record(digest)?
            .ok_or(PackageError::NotInstalled(*digest))?;
        let installed = record.installed;
        let tree = match Tree::read(&installed.folder, &record.outside) {
            Ok(tree) => tree,
            Err(PackageError::OutsideLink { path } | PackageError::OddFile { path }) => {
                return Err(PackageError::Changed { path });
            }
            Err(error) => return Err(error),
        };
        if tree.digest() == installed.tree {
            return Ok(installed);
        }
        let text = files::read(&self.folder(digest).join(TREE_TEXT), TREE_TEXT_MAX)?;
        let path = tree.first_difference(&text.unwrap_or_default());
        Err(PackageError::Changed {
            path: path.unwrap_or_else(|| TREE_TEXT.into()),
        })
    }

    /// All installed sets, sorted by digest.
    ///
    /// # Errors
    /// [`PackageError::Io`].
    pub fn sets(&self) -> Result<Vec<Installed>, PackageError> {
        let mut sets = Vec::new();
        for digest in self.digests()? {
            sets.extend(self.installed(&digest)?);
        }
        Ok(sets)
    }

    /// Removes every set that is not in `keep`, and returns the bytes that this freed. Sets that are being installed stay.
    ///
    /// # Errors
    /// [`PackageError::Io`].
    pub fn remove_unused(&self, keep: &BTreeSet<LockDigest>) -> Result<u64, PackageError> {
        let mut freed = 0;
        for digest in self.digests()? {
            if keep.contains(&digest) {
                continue;
            }
            let Ok(_lock) = self.lock(&digest) else {
                continue;
            };
            let bytes = self.installed(&digest).ok().flatten();
            self.remove(&digest)?;
            freed += bytes.map_or(0, |installed| installed.bytes);
        }
        Ok(freed)
    }

    /// The versions that a server used. `server`: its key, of ASCII letters, digits, `-` and `_`.
    ///
    /// # Errors
    /// [`PackageError::Io`].
    pub fn history(&self, server: &str) -> Result<History, PackageError> {
        history::read(&self.root.join(SERVERS), server)
    }

    /// Records that a server uses a set now. The one that it used before can be used again.
    ///
    /// # Errors
    /// [`PackageError::Io`], [`PackageError::DiskFull`].
    pub fn put_in_use(
        &self,
        server: &str,
        installed: &Installed,
        now_ms: i64,
    ) -> Result<History, PackageError> {
        history::put(&self.root.join(SERVERS), server, installed, now_ms)
    }

    /// Removes the record of a server. Its sets stay until [`Store::remove_unused`].
    ///
    /// # Errors
    /// [`PackageError::Io`].
    pub fn forget(&self, server: &str) -> Result<(), PackageError> {
        history::forget(&self.root.join(SERVERS), server)
    }

    /// A folder for a running package manager. It is removed when dropped.
    pub(crate) fn work(&self) -> Result<Work, PackageError> {
        let folder = tempfile::Builder::new().prefix(WORK).tempdir_in(&self.root);
        let folder = folder.map_err(PackageError::io(&self.root))?;
        let lock = Held::take(&work_lock(folder.path()))?;
        Ok(Work {
            folder,
            _lock: lock,
        })
    }

    /// Begins to install a set. What was there without a record is removed.
    pub(crate) fn begin(&self, digest: &LockDigest) -> Result<Draft, PackageError> {
        let lock = self.lock(digest)?;
        self.remove(digest)?;
        let draft = Draft {
            digest: *digest,
            store: self.clone(),
            is_done: false,
            _lock: lock,
        };
        let tree = draft.tree();
        fs::create_dir_all(&tree).map_err(PackageError::io(&tree))?;
        Ok(draft)
    }

    fn folder(&self, digest: &LockDigest) -> PathBuf {
        self.root.join(digest.to_string())
    }

    /// The record goes first, so that what is half removed is not installed.
    fn remove(&self, digest: &LockDigest) -> Result<(), PackageError> {
        let folder = self.folder(digest);
        files::remove(&folder.join(RECORD))?;
        files::remove(&folder)
    }

    fn record(&self, digest: &LockDigest) -> Result<Option<Record>, PackageError> {
        let folder = self.folder(digest);
        let record: Option<Record> = files::read_json(&folder.join(RECORD), RECORD_MAX)?;
        // After a move of the data folder, the paths in it lead elsewhere.
        Ok(record.filter(|record| {
            record.installed.digest == *digest && record.installed.folder == folder.join(TREE)
        }))
    }

    /// Takes the right to change a set, among all processes.
    fn lock(&self, digest: &LockDigest) -> Result<Held, PackageError> {
        let path = self.root.join(format!("{digest}{LOCK_ENDING}"));
        Held::take(&path)?.ok_or(PackageError::Busy(*digest))
    }

    /// Digests of all sets, installed or not.
    fn digests(&self) -> Result<Vec<LockDigest>, PackageError> {
        let mut digests: Vec<LockDigest> = self
            .names()?
            .iter()
            .filter_map(|name| name.parse().ok())
            .collect();
        digests.sort_unstable();
        Ok(digests)
    }

    fn names(&self) -> Result<Vec<String>, PackageError> {
        let entries = fs::read_dir(&self.root).map_err(PackageError::io(&self.root))?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        Ok(names.collect())
    }

    /// Whether a set has no record that can be parsed. A record that cannot be read now may be readable later.
    fn is_leftover(&self, digest: &LockDigest) -> bool {
        match self.record(digest) {
            Ok(record) => record.is_none(),
            Err(PackageError::Io { source, .. }) => {
                use std::io::ErrorKind::{FileTooLarge, InvalidData, UnexpectedEof};
                [FileTooLarge, InvalidData, UnexpectedEof].contains(&source.kind())
            }
            Err(_) => false,
        }
    }

    fn remove_leftovers(&self) -> Result<(), PackageError> {
        for digest in self.digests()? {
            if self.is_leftover(&digest)
                && let Ok(_lock) = self.lock(&digest)
            {
                self.remove(&digest)?;
            }
        }
        for name in self.names()? {
            let path = self.root.join(&name);
            if name.starts_with(WORK) && path.is_dir() {
                // A package manager that runs now holds it.
                if let Some(_lock) = Held::take(&work_lock(&path))? {
                    files::remove(&path)?;
                }
            } else if name.ends_with(LOCK_ENDING) {
                drop(Held::take(&path)?);
            }
        }
        files::remove_new(&self.root.join(SERVERS))
    }
}

/// The file that is locked while a folder for a package manager is in use.
fn work_lock(folder: &Path) -> PathBuf {
    folder.with_extension("lock")
}

/// A folder for a running package manager.
#[derive(Debug)]
pub(crate) struct Work {
    folder: TempDir,
    _lock: Option<Held>,
}

impl Work {
    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A set that is being installed. Dropped before it is finished, it leaves nothing.
#[derive(Debug)]
pub(crate) struct Draft {
    digest: LockDigest,
    store: Store,
    is_done: bool,
    _lock: Held,
}

impl Draft {
    /// The folder for the packages, as the server will see it.
    pub fn tree(&self) -> PathBuf {
        self.store.folder(&self.digest).join(TREE)
    }

    /// Reads the tree, makes everything durable, and writes the record.
    pub fn finish(
        mut self,
        lock: &Lock,
        main: Package,
        start: Start,
        now_ms: i64,
    ) -> Result<Installed, PackageError> {
        let folder = self.tree();
        let python = lock.python.as_ref();
        let outside: Vec<PathBuf> = python
            .map(|python| python.program.clone())
            .into_iter()
            .collect();
        let tree = Tree::read(&folder, &outside)?;
        let mut read_only = vec![folder.clone()];
        read_only.extend(python.map(|python| python.prefix.clone()));
        let installed = Installed {
            digest: self.digest,
            ecosystem: lock.ecosystem,
            main,
            folder,
            tree: tree.digest(),
            files: tree.files,
            bytes: tree.bytes,
            start,
            read_only,
            installed_ms: now_ms,
        };
        let set = self.store.folder(&self.digest);
        files::write(&set.join(TREE_TEXT), &tree.text())?;
        files::sync_all(&set).map_err(PackageError::io(&set))?;
        let record = Record {
            installed: installed.clone(),
            outside,
        };
        files::write_json(&set.join(RECORD), &record)?;
        files::sync_folder(&self.store.root).map_err(PackageError::io(&self.store.root))?;
        self.is_done = true;
        Ok(installed)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_done {
            // What cannot be removed now has no record, and is removed at the next start.
            let _ = self.store.remove(&self.digest);
        }
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
