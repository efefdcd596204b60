//! The data directory: private to its user, owned by one process at a time.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, Write},
    path::{Path, PathBuf},
};

use crate::StoreError;

/// The lock's file. It stays when the process ends; only the OS lock on it counts.
const LOCK_FILE: &str = "innkeeper.lock";
/// Longest process number that is read from the lock file, in digits.
const PID_DIGITS: u64 = 10;

/// A data directory this process owns, until dropped.
#[derive(Debug)]
pub(crate) struct DataDir {
    path: PathBuf,
    _lock: File,
}

impl DataDir {
    /// Makes the directory if needed, closes it to other users (0700) and takes the lock.
    pub(crate) fn own(path: &Path) -> Result<Self, StoreError> {
        make_private(path)?;
        let mut lock = private_file().open(path.join(LOCK_FILE))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::HeldBy {
                    pid: holder(&mut lock),
                });
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        lock.set_len(0)?;
        lock.rewind()?;
        write!(lock, "{}", std::process::id())?;
        lock.flush()?;
        Ok(Self {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// The process that holds the lock. Unknown while it has not written its number yet, or where the lock keeps others
/// from reading.
fn holder(lock: &mut File) -> Option<u32> {
    let mut text = String::new();
    lock.take(PID_DIGITS).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

#[cfg(unix)]
fn make_private(path: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)?;
    let mut permissions = std::fs::metadata(path)?.permissions();
    if permissions.mode() & 0o777 != 0o700 {
        permissions.set_mode(0o700);
        std::fs::set_permissions(path, permissions)?;
    }
    Ok(())
}

/// Elsewhere the platform's data directory is the user's own already.
#[cfg(not(unix))]
fn make_private(path: &Path) -> Result<(), StoreError> {
    Ok(std::fs::create_dir_all(path)?)
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
