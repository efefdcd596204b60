//! Unpacked bundles on the disk.
//!
//! ```text
//! <root>/<digest of the file>/   the files of a bundle
//! <root>/.work-*                 one that is being unpacked
//! ```
//!
//! A bundle is unpacked beside its place and moved there by one rename. So it is there as a whole or not at all, whenever the machine
//! stops; and every start compares its files.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
};

use crate::{Bundle, BundleError, tree::Tree};

const WORK: &str = ".work-";

/// An unpacked bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// Its folder, absolute.
    pub folder: PathBuf,
    /// The digest of its files, as [`Bundle::tree`].
    pub tree: String,
}

/// The unpacked bundles of this user. Its functions read and write the disk, and may block.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// The store in this folder, which is made if it is missing. What was left half unpacked is removed: only one process may use it.
    ///
    /// # Errors
    /// The folder cannot be made or read.
    pub fn open(root: &Path) -> Result<Self, BundleError> {
        fs::create_dir_all(root).map_err(BundleError::io(root))?;
        let root = dunce::canonicalize(root).map_err(BundleError::io(root))?;
        let store = Self { root };
        for name in store.names()? {
            if name.starts_with(WORK) {
                let path = store.root.join(name);
                fs::remove_dir_all(&path).map_err(BundleError::io(&path))?;
            }
        }
        Ok(store)
    }

    /// Where a bundle with this digest is unpacked to.
    #[must_use]
    pub fn folder(&self, digest: &str) -> PathBuf {
        self.root.join(digest)
    }

    /// Unpacks a bundle, unless it is there unchanged.
    ///
    /// # Errors
    /// The disk is full or cannot be written. Then nothing is left.
    pub fn unpack(&self, bundle: &Bundle) -> Result<Unpacked, BundleError> {
        let folder = self.folder(bundle.digest());
        let tree = bundle.tree();
        let unpacked = Unpacked {
            folder: folder.clone(),
            tree,
        };
        if folder.exists() {
            if self.verify(bundle.digest(), &unpacked.tree).is_ok() {
                return Ok(unpacked);
            }
            self.remove(bundle.digest())?;
        }
        let work = tempfile::Builder::new().prefix(WORK).tempdir_in(&self.root);
        let work = work.map_err(BundleError::io(&self.root))?;
        let inside = work.path().join("files");
        fs::create_dir(&inside).map_err(BundleError::io(&inside))?;
        let (entries, content) = bundle.entries();
        for entry in entries {
            let path = inside.join(&entry.path);
            let above = if entry.is_folder {
                Some(path.as_path())
            } else {
                path.parent()
            };
            if let Some(above) = above {
                fs::create_dir_all(above).map_err(BundleError::io(above))?;
            }
            if entry.is_folder {
                continue;
            }
            let mut file = created(&path, bundle.expected().is_executable(&entry.path))?;
            entry.unpack(content, |part| {
                file.write_all(part).map_err(BundleError::io(&path))
            })?;
        }
        if Tree::read(&inside)? != *bundle.expected() {
            return Err(BundleError::Changed { path: inside });
        }
        fs::rename(&inside, &folder).map_err(BundleError::io(&folder))?;
        Ok(unpacked)
    }

    /// Reads every file of an unpacked bundle, and compares it with what was unpacked. To be called before each start.
    ///
    /// # Errors
    /// It is not there, or differs.
    pub fn verify(&self, digest: &str, tree: &str) -> Result<(), BundleError> {
        let folder = self.folder(digest);
        if !is_digest(digest) || !folder.is_dir() {
            return Err(BundleError::NotUnpacked);
        }
        match Tree::read(&folder)?.digest() == tree {
            true => Ok(()),
            false => Err(BundleError::Changed { path: folder }),
        }
    }

    /// Removes every bundle whose digest is not in `keep`.
    ///
    /// # Errors
    /// A folder cannot be removed.
    pub fn remove_unused(&self, keep: &BTreeSet<String>) -> Result<(), BundleError> {
        for name in self.names()? {
            if is_digest(&name) && !keep.contains(&name) {
                self.remove(&name)?;
            }
        }
        Ok(())
    }

    /// The folder goes out of its place first, so that no half of it is used.
    fn remove(&self, digest: &str) -> Result<(), BundleError> {
        let work = tempfile::Builder::new().prefix(WORK).tempdir_in(&self.root);
        let work = work.map_err(BundleError::io(&self.root))?;
        let folder = self.folder(digest);
        fs::rename(&folder, work.path().join("gone")).map_err(BundleError::io(&folder))?;
        let path = work.path().to_path_buf();
        work.close().map_err(BundleError::io(path))
    }

    fn names(&self) -> Result<Vec<String>, BundleError> {
        let entries = fs::read_dir(&self.root).map_err(BundleError::io(&self.root))?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        Ok(names.collect())
    }
}

fn is_digest(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A new file: never one that is there, or what a link leads to.
fn created(path: &Path, is_executable: bool) -> Result<File, BundleError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(if is_executable { 0o755 } else { 0o644 });
    }
    #[cfg(not(unix))]
    let _ = is_executable;
    options.open(path).map_err(BundleError::io(path))
}
