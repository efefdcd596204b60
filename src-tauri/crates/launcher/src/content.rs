//! What is in the files that a launch runs: its program, the script in its arguments, their interpreters.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use domain::{FileContent, LocalLaunch};
use sha2::{Digest, Sha256};

use crate::programs::{interpreter, named_by};

/// Most files of one launch.
const FILES: usize = 16;
/// The largest file that is read, in bytes. Of a larger one only its size counts.
const LARGEST: u64 = 1 << 30;
/// How much is read at a time, in bytes.
const CHUNK: usize = 64 * 1024;

/// The same launch with what is in its files now.
///
/// It reads them whole, unless they were read before and the system says that they did not change since. It may block.
#[must_use]
pub fn with_contents(spec: LocalLaunch) -> LocalLaunch {
    LocalLaunch {
        contents: contents(&spec),
        ..spec
    }
}

/// What is in the files of a launch, in the order they are found.
pub(crate) fn contents(spec: &LocalLaunch) -> Vec<FileContent> {
    let mut waiting: Vec<PathBuf> = named_by(spec);
    waiting.retain(|path| path.is_file());
    waiting.insert(0, spec.program.path.clone());
    let mut waiting = VecDeque::from(waiting);
    let mut found: Vec<FileContent> = Vec::new();
    while let Some(path) = waiting.pop_front() {
        let real = dunce::canonicalize(&path).unwrap_or(path);
        if found.len() >= FILES || found.iter().any(|file| file.path == real) {
            continue;
        }
        waiting.extend(interpreter(&real, spec));
        let content = content(&real).unwrap_or_else(|error| {
            tracing::debug!(%error, path = %real.display(), "a file of a launch cannot be read");
            "unreadable".to_owned()
        });
        found.push(FileContent {
            path: real,
            content,
        });
    }
    found
}

fn content(path: &Path) -> io::Result<String> {
    // Opening a pipe would wait for its other end.
    if !path.metadata()?.is_file() {
        return Ok("not a file".to_owned());
    }
    let mut file = File::open(path)?;
    let before = file.metadata()?;
    if !before.is_file() {
        return Ok("not a file".to_owned());
    }
    if before.len() > LARGEST {
        return Ok(format!("{} bytes", before.len()));
    }
    let mark = cache::mark(&before);
    if let Some(known) = mark.as_ref().and_then(cache::find) {
        return Ok(known);
    }
    let mut hash = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk)? {
            0 => break,
            read => hash.update(chunk.get(..read).unwrap_or_default()),
        }
    }
    let digest: String = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
    let after = cache::mark(&file.metadata()?);
    if let Some(mark) = after.filter(|after| mark.as_ref() == Some(after)) {
        cache::keep(mark, &digest);
    }
    Ok(digest)
}

/// Digests of files that the system says did not change since they were read.
#[cfg(unix)]
mod cache {
    use std::{
        collections::HashMap,
        fs::Metadata,
        os::unix::fs::MetadataExt,
        sync::{Mutex, MutexGuard, PoisonError},
        time::{Duration, SystemTime, UNIX_EPOCH},
    };

    /// Which file it was, and when anything of it changed last. No program can set that time back without changing the clock.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub(super) struct Mark {
        device: u64,
        inode: u64,
        bytes: u64,
        changed: (i64, i64),
    }

    /// Most digests that are kept.
    const MOST: usize = 256;
    /// A file that changed so shortly ago may change again within one tick of the file system's clock.
    const SETTLED: Duration = Duration::from_secs(2);

    static KNOWN: Mutex<Option<HashMap<Mark, String>>> = Mutex::new(None);

    fn known() -> MutexGuard<'static, Option<HashMap<Mark, String>>> {
        KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The mark of a file; none if it changed just now.
    pub(super) fn mark(of: &Metadata) -> Option<Mark> {
        let changed = UNIX_EPOCH + Duration::from_secs(u64::try_from(of.ctime()).ok()?);
        let age = SystemTime::now().duration_since(changed).ok()?;
        (age > SETTLED).then(|| Mark {
            device: of.dev(),
            inode: of.ino(),
            bytes: of.len(),
            changed: (of.ctime(), of.ctime_nsec()),
        })
    }

    pub(super) fn find(mark: &Mark) -> Option<String> {
        known().as_ref()?.get(mark).cloned()
    }

    pub(super) fn keep(mark: Mark, digest: &str) {
        let mut known = known();
        let known = known.get_or_insert_default();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(mark, digest.to_owned());
    }
}

/// Nothing here says for sure that a file did not change.
#[cfg(not(unix))]
mod cache {
    use std::fs::Metadata;

    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Mark {}

    pub(super) fn mark(_: &Metadata) -> Option<Mark> {
        None
    }

    pub(super) fn find(mark: &Mark) -> Option<String> {
        match *mark {}
    }

    pub(super) fn keep(mark: Mark, _: &str) {
        match mark {}
    }
}
