//! The private folder of a local server: its size on the disk, its limit, and its clearing.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use domain::ServerId;
use host_api::{
    ApiError, ErrorCode, FailureKind, FailureView, LogLevelView, PrivateFolderView, ServerStateView,
};
use messages::phrases;
use store::ServerRecord;

use crate::{
    inner::{Host, Inner},
    servers::failure_of,
    walk::{Bounds, walk},
};

/// How much a private folder may hold when its server starts, in gibibytes, unless the user chose otherwise.
const USUAL_GIB: u32 = 2;
/// The highest limit that the user can choose, in gibibytes.
pub(crate) const MOST_GIB: u32 = 1_024;
/// How much of a private folder is measured.
const LARGE: Bounds = Bounds {
    entries: 1_000_000,
    waiting: 100_000,
    depth: 500,
    time: Duration::from_secs(3),
};
/// Time limit for the end of a server whose folder is cleared.
const END: Duration = Duration::from_secs(15);

/// The measured size of a private folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Usage {
    /// What it takes on the disk, in bytes.
    bytes: u64,
    /// Whether there may be more: the measurement ended before the folder did.
    at_least: bool,
}

impl Host {
    /// Returns the private folder of a local server with its size on the disk.
    ///
    /// # Errors
    /// There is no such server, or it is a remote one.
    pub async fn private_folder(&self, id: ServerId) -> Result<PrivateFolderView, ApiError> {
        let record = self.local_record(id)?;
        let usage = self.inner.private_usage(id).await;
        Ok(PrivateFolderView {
            path: domain::visible(&self.inner.private_path(id).to_string_lossy()),
            bytes: usage.bytes as f64,
            at_least: usage.at_least,
            limit_gib: gib(&record),
            over: usage.bytes > limit(&record),
        })
    }

    /// Stops a local server and deletes what it keeps in its private folder.
    ///
    /// # Errors
    /// There is no such server, it is a remote one, it did not end in time, or not everything could be deleted.
    pub async fn clear_private_folder(&self, id: ServerId) -> Result<(), ApiError> {
        self.local_record(id)?;
        let handle = self.inner.servers.handle(id)?;
        handle.stop(phrases::host_private_stopped());
        let mut watch = handle.watch();
        let stopped = watch.wait_for(|now| {
            let ended = matches!(
                now.state,
                ServerStateView::Stopped { .. }
                    | ServerStateView::Asleep
                    | ServerStateView::Failed { .. }
            );
            ended && !now.stopping
        });
        match tokio::time::timeout(END, stopped).await {
            Ok(Ok(_)) => {}
            Ok(Err(_)) | Err(_) => {
                return Err(ApiError::new(
                    ErrorCode::Timeout,
                    phrases::host_private_runs(),
                ));
            }
        }
        let cleared = self.inner.delete_folder(self.inner.private_path(id)).await;
        cleared.map_err(|error| {
            let message = phrases::host_private_not_cleared(error.to_string());
            ApiError::new(ErrorCode::Data, message)
        })?;
        let book = &handle.snapshot().book;
        book.log
            .note(LogLevelView::Info, phrases::host_private_cleared());
        Ok(())
    }

    fn local_record(&self, id: ServerId) -> Result<ServerRecord, ApiError> {
        let record = self.inner.servers.handle(id)?.snapshot().record.clone();
        if record.url.is_some() {
            let message = phrases::host_confinement_remote();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        Ok(record)
    }
}

impl Inner {
    /// Returns why a confined server may not start, if its private folder holds more than its limit.
    pub(crate) async fn private_folder_full(&self, record: &ServerRecord) -> Option<FailureView> {
        let (usage, limit) = (self.private_usage(record.id).await, limit(record));
        (usage.bytes > limit).then(|| {
            let message = phrases::host_private_full(mebibytes(limit), mebibytes(usage.bytes));
            let hint = phrases::host_private_full_hint(domain::in_double_quotes(&record.name));
            failure_of(FailureKind::Launch, message, hint)
        })
    }

    /// Returns a private folder that is not the one of a server, empty.
    ///
    /// # Errors
    /// It could not be emptied or made.
    pub(crate) async fn emptied_folder(&self, name: &str) -> io::Result<PathBuf> {
        self.delete_folder(self.private_folder(name)?).await?;
        self.private_folder(name)
    }

    /// Deletes a folder of a program that has ended.
    ///
    /// # Errors
    /// Not all of it could be deleted.
    pub(crate) async fn delete_folder(&self, folder: PathBuf) -> io::Result<()> {
        let clearing = tokio::task::spawn_blocking(move || clear(&folder));
        clearing.await.map_err(io::Error::other).flatten()
    }

    /// Returns how much a folder takes on the disk, as far as it could be measured, in bytes.
    pub(crate) async fn bytes_in(&self, folder: PathBuf) -> u64 {
        let measuring = tokio::task::spawn_blocking(move || measure(&folder));
        measuring.await.unwrap_or_default().bytes
    }

    async fn private_usage(&self, id: ServerId) -> Usage {
        let folder = self.private_path(id);
        let measuring = tokio::task::spawn_blocking(move || measure(&folder));
        measuring.await.unwrap_or_default()
    }
}

fn gib(record: &ServerRecord) -> u32 {
    record.confinement.private_gib.unwrap_or(USUAL_GIB)
}

fn limit(record: &ServerRecord) -> u64 {
    u64::from(gib(record)) << 30
}

fn mebibytes(bytes: u64) -> f64 {
    (bytes >> 20) as f64
}

/// Measures a folder. One that does not exist is empty.
fn measure(folder: &Path) -> Usage {
    let mut bytes = 0_u64;
    let whole = walk(folder, LARGE, |entry, _, _| {
        let size = entry.metadata().map_or(0, |meta| on_disk(&meta));
        bytes = bytes.saturating_add(size);
        true
    });
    Usage {
        bytes,
        at_least: !whole,
    }
}

#[cfg(unix)]
fn on_disk(meta: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::blocks(meta).saturating_mul(512)
}

#[cfg(not(unix))]
fn on_disk(meta: &fs::Metadata) -> u64 {
    meta.len()
}

/// Deletes everything in a folder of a server that has ended. It may have taken its folders' permissions away.
pub(crate) fn clear(folder: &Path) -> std::io::Result<()> {
    let gone = |folder: &Path| match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        other => other,
    };
    gone(folder).or_else(|_| {
        walk(folder, LARGE, |entry, kind, _| {
            if kind.is_dir() {
                open_up(&entry.path());
            }
            true
        });
        gone(folder)
    })
}

#[cfg(unix)]
fn open_up(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    // What stays closed makes the deletion fail, which says so.
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
}

#[cfg(not(unix))]
fn open_up(_: &Path) {}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn size_is_what_the_disk_holds_and_clearing_leaves_nothing_and_follows_no_link() {
        let dir = tempfile::tempdir().unwrap();
        let (home, other) = (dir.path().join("home"), dir.path().join("other"));
        assert_eq!(measure(&home), Usage::default());
        fs::create_dir_all(home.join("deep/closed")).unwrap();
        fs::create_dir(&other).unwrap();
        fs::write(other.join("kept"), vec![1; 1 << 20]).unwrap();
        fs::write(home.join("deep/closed/file"), vec![1; 100_000]).unwrap();
        symlink(&other, home.join("link")).unwrap();
        let sparse = fs::File::create(home.join("sparse")).unwrap();
        sparse.set_len(3 << 30).unwrap();
        let usage = measure(&home);
        assert!((100_000..400_000).contains(&usage.bytes), "{usage:?}");
        assert!(!usage.at_least);

        let closed = fs::Permissions::from_mode(0o000);
        fs::set_permissions(home.join("deep/closed"), closed).unwrap();
        clear(&home).unwrap();
        assert!(!home.exists() && other.join("kept").exists());
        clear(&home).unwrap();
    }
}
