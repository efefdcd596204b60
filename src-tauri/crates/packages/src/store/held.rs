//! Locks among processes, as files beside what they protect.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

use crate::error::PackageError;

/// A lock that is held. Dropped, it is free, and its file is gone.
#[derive(Debug)]
pub(super) struct Held {
    path: PathBuf,
    _file: File,
}

impl Held {
    /// Takes a lock. `None` if somebody holds it.
    pub fn take(path: &Path) -> Result<Option<Self>, PackageError> {
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(PackageError::io(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(PackageError::io(path)(error)),
        }
        // The one before may have removed the file after it was opened here. Then another file counts.
        let is_current = is_at(&file, path).map_err(PackageError::io(path))?;
        Ok(is_current.then(|| Self {
            path: path.to_owned(),
            _file: file,
        }))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // It goes while it is still locked, so that nobody else has locked it. What cannot be removed does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let own = file.metadata()?;
    match fs::metadata(path) {
        Ok(other) => Ok((own.dev(), own.ino()) == (other.dev(), other.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// An open file cannot be removed there.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
