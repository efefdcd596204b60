//! Bundles that an entry names: downloaded when the user starts that, and removed once they were added or given up.

use std::path::{Path, PathBuf};

use ::bundles::ARCHIVE_MAX;
use ::registry::DownloadError;
use host_api::{ApiError, ErrorCode, OpenedBundleView, RegistryChoice};
use messages::phrases;
use tempfile::TempPath;

use crate::inner::Host;

/// The folder of downloads in the data folder.
const FOLDER: &str = "downloads";

/// A bundle that was downloaded and checked, and not unpacked.
pub struct DownloadedBundle {
    /// Its file. It is removed once the bundle was added, and by [`Host::forget_download`].
    pub path: PathBuf,
    /// What a review shows of it.
    pub opened: OpenedBundleView,
}

/// Removes what earlier runs downloaded and did not use.
pub(crate) async fn remove_leftovers(data_dir: &Path) {
    match tokio::fs::remove_dir_all(data_dir.join(FOLDER)).await {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => tracing::warn!(%error, "the folder of downloads could not be removed"),
    }
}

impl Host {
    /// Downloads the bundle that a registry names, compares its digest with that of the entry, then reads and checks it. Nothing is unpacked
    /// or started. [`Host::add_bundle`] takes its file.
    ///
    /// # Errors
    /// As for [`Host::registry_entry`]; the entry does not say where and which it is, another download runs, the download failed or was
    /// stopped, or the bundle is refused. Then no file is kept.
    pub async fn download_bundle(
        &self,
        choice: &RegistryChoice,
    ) -> Result<DownloadedBundle, ApiError> {
        let (client, entry, way) = self.chosen_way(choice).await?;
        let invalid = |message| ApiError::new(ErrorCode::Invalid, message);
        if let Some(problem) = entry.problem().or_else(|| way.problem.clone()) {
            return Err(invalid(problem));
        }
        let file = way.bundle();
        let file = file.ok_or_else(|| invalid(phrases::host_download_none()))?;
        if let Some(problem) = file.problem(client.address()) {
            return Err(invalid(problem));
        }
        let running = self.inner.browsing.downloads.begin();
        let running = running.ok_or_else(|| invalid(phrases::host_download_busy()))?;
        let (disk, path) = created(&self.inner.config.data_dir).await?;
        let mut disk = tokio::fs::File::from_std(disk);
        let download = client.download(file, ARCHIVE_MAX, &mut disk);
        let done = tokio::select! {
            done = download => done,
            () = running.cancel.cancelled() => return Err(stopped()),
        };
        drop(disk);
        done.map_err(|error| ApiError::new(code(&error), error.text()))?;
        let text = path
            .to_str()
            .ok_or_else(|| unwritten("its path is no text"))?;
        let opened = tokio::select! {
            opened = self.open_bundle(text) => opened?,
            () = running.cancel.cancelled() => return Err(stopped()),
        };
        let downloaded = DownloadedBundle {
            path: path.to_path_buf(),
            opened,
        };
        match running.keep(path) {
            true => Ok(downloaded),
            false => Err(stopped()),
        }
    }

    /// Stops the download of a bundle, and removes the one that was downloaded last.
    pub fn forget_download(&self) {
        self.inner.browsing.downloads.forget();
    }
}

/// Makes an empty file that only this user reads.
async fn created(data_dir: &Path) -> Result<(std::fs::File, TempPath), ApiError> {
    let folder = data_dir.join(FOLDER);
    let make = move || {
        std::fs::create_dir_all(&folder)?;
        let mut builder = tempfile::Builder::new();
        let file = builder.suffix(".mcpb").tempfile_in(&folder)?;
        Ok::<_, std::io::Error>(file.into_parts())
    };
    match tokio::task::spawn_blocking(make).await {
        Ok(Ok(made)) => Ok(made),
        Ok(Err(error)) => Err(unwritten(&error.to_string())),
        Err(_) => Err(stopped()),
    }
}

fn code(error: &DownloadError) -> ErrorCode {
    match error {
        DownloadError::Digest | DownloadError::TooLarge(_) | DownloadError::NotHttps(_) => {
            ErrorCode::Invalid
        }
        DownloadError::Host(_, ::registry::RegistryError::TimedOut) => ErrorCode::Timeout,
        DownloadError::Host(..)
        | DownloadError::Redirects
        | DownloadError::WebPage(_)
        | DownloadError::Packed(_)
        | DownloadError::Disk(_) => ErrorCode::Server,
    }
}

fn unwritten(why: &str) -> ApiError {
    ApiError::new(ErrorCode::Server, phrases::host_download_disk(why))
}

fn stopped() -> ApiError {
    ApiError::new(ErrorCode::Invalid, phrases::host_download_stopped())
}
