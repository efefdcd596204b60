//! The data directory: private to its user, owned by one process at a time.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, Write},
    path::{Path, PathBuf},
};

use crate::{Holder, StoreError};

/// The lock's file. It stays when the process ends; only the OS lock on it counts. Its lines say who holds it:
/// process, program, since when, and where it listens for a second start.
pub(crate) const LOCK_FILE: &str = "innkeeper.lock";
/// Most that is read from it, in bytes.
const MAX_LOCK_BYTES: u64 = 4 * 1024;
/// Longest name of a program that is repeated.
const MAX_PROGRAM_CHARS: usize = 60;

/// A data directory this process owns, until dropped.
#[derive(Debug)]
pub(crate) struct DataDir {
    path: PathBuf,
    lock: File,
    since_ms: i64,
}

impl DataDir {
    /// Makes the directory if needed, closes it to other users (0700) and takes the lock.
    pub(crate) fn own(path: &Path) -> Result<Self, StoreError> {
        make_private(path)?;
        let lock = private_file().open(path.join(LOCK_FILE))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::HeldBy(read(&lock))),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let this = Self {
            path: path.to_owned(),
            lock,
            since_ms: domain::now_ms(),
        };
        this.announce(None)?;
        Ok(this)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Releases the lock before the value is dropped.
    pub(crate) fn release(&self) -> Result<(), StoreError> {
        Ok(self.lock.unlock()?)
    }

    /// Says who holds the lock, and where it listens for a second start.
    pub(crate) fn announce(&self, door: Option<&Path>) -> Result<(), StoreError> {
        let program = std::env::current_exe().unwrap_or_default();
        let program = program.file_stem().unwrap_or_default().to_string_lossy();
        let (pid, since) = (std::process::id(), self.since_ms);
        let door = door.and_then(Path::to_str).unwrap_or_default();
        let mut lock = &self.lock;
        lock.set_len(0)?;
        lock.rewind()?;
        lock.write_all(format!("{pid}\n{program}\n{since}\n{door}\n").as_bytes())?;
        Ok(lock.flush()?)
    }
}

/// Who holds a directory, or held it last. Only a try to take the lock tells which.
#[must_use]
pub fn holder(dir: &Path) -> Option<Holder> {
    File::open(dir.join(LOCK_FILE)).ok().map(|file| read(&file))
}

/// Who holds a directory now, if anybody does.
#[must_use]
pub fn held_by(dir: &Path) -> Option<Holder> {
    let lock = File::open(dir.join(LOCK_FILE)).ok()?;
    match lock.try_lock_shared() {
        // Released with the file.
        Ok(()) | Err(TryLockError::Error(_)) => None,
        Err(TryLockError::WouldBlock) => Some(read(&lock)),
    }
}

/// Nothing is known while the holder has not written yet, or where the lock keeps others from reading.
fn read(mut lock: &File) -> Holder {
    let mut text = String::new();
    let rewound = lock.rewind();
    if rewound.is_err() || lock.take(MAX_LOCK_BYTES).read_to_string(&mut text).is_err() {
        return Holder::default();
    }
    let mut lines = text.lines().map(|line| (!line.is_empty()).then_some(line));
    let mut next = || lines.next().flatten();
    Holder {
        pid: next().and_then(|text| text.parse().ok()),
        program: next().map(|text| {
            domain::visible(text)
                .chars()
                .take(MAX_PROGRAM_CHARS)
                .collect()
        }),
        since_ms: next().and_then(|text| text.parse().ok()),
        door: next().map(PathBuf::from),
    }
}

#[cfg(unix)]
pub(crate) fn make_private(path: &Path) -> Result<(), StoreError> {
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
pub(crate) fn make_private(path: &Path) -> Result<(), StoreError> {
    Ok(std::fs::create_dir_all(path)?)
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
