//! One update: found, fetched, verified, installed. The requests are those of `updates`, with its bounds; the updater plugin chooses the
//! file for this system, compares versions, verifies the signature together with the version, and replaces the program.

#[cfg(target_os = "linux")]
use std::path::PathBuf;
use std::sync::Arc;

#[cfg(not(target_os = "linux"))]
use tauri::utils::platform::bundle_type;
use tauri::{AppHandle, Runtime};
use tauri_plugin_updater::{Error, Update, UpdaterExt as _};
use tokio_util::sync::CancellationToken;
use updates::{Channel, Client, Manifest, UpdateError, Version};

#[cfg(target_os = "linux")]
use super::package;

/// How this copy of the program was installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// As a package of the system, which the system's own program replaces.
    #[cfg(target_os = "linux")]
    Package(package::Kind),
    /// As one file, an AppImage.
    #[cfg(target_os = "linux")]
    File(PathBuf),
    /// As Tauri's bundler made it: the plugin replaces it.
    #[cfg(not(target_os = "linux"))]
    Own,
}

impl Place {
    /// Returns how this copy was installed; none where it was not, as after a build from source.
    pub(crate) fn here(app: &AppHandle<impl Runtime>) -> Option<Self> {
        #[cfg(target_os = "linux")]
        {
            let image = || tauri::Manager::env(app).appimage.map(PathBuf::from);
            let package = package::Kind::here().map(Self::Package);
            package.or_else(|| image().map(Self::File))
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = app;
            bundle_type().map(|_| Self::Own)
        }
    }
}

/// The result of a check.
pub(crate) enum Checked {
    /// There is nothing newer. The version that the server offers, if it has one for this channel.
    Newest(Option<Version>),
    /// There is a newer version.
    Found(Box<NewerVersion>),
}

/// A version that can be fetched.
#[derive(Clone)]
pub(crate) struct NewerVersion {
    update: Update,
    /// What the server says of it.
    pub manifest: Manifest,
}

/// What fetches, verifies and installs updates.
pub(crate) struct Engine {
    client: Client,
    key: String,
    /// How this copy was installed.
    pub place: Option<Place>,
}

impl Engine {
    pub(crate) fn new(client: Client, key: String, place: Option<Place>) -> Self {
        Self { client, key, place }
    }

    /// Returns the host of the update server.
    pub(crate) fn host(&self) -> &str {
        self.client.source().host()
    }

    /// Asks the server for a newer version.
    pub(crate) async fn check(
        &self,
        app: &AppHandle<impl Runtime>,
        channel: Channel,
    ) -> Result<Checked, UpdateError> {
        let manifest = self.client.manifest(channel).await?;
        if !manifest.is_of(channel) {
            return Ok(Checked::Newest(None));
        }
        let builder = app
            .updater_builder()
            .pubkey(self.key.clone())
            .endpoints(vec![self.client.source().url(channel)])
            // A lower version is no update, even a signed one, and neither is another build of this one.
            .map(|builder| {
                builder
                    .version_comparator(|now, offered| offered.version.cmp_precedence(&now).is_gt())
            });
        let builder = builder.map_err(failed)?;
        let builder = match &self.place {
            #[cfg(target_os = "linux")]
            Some(Place::File(path)) => builder.executable_path(path),
            #[cfg(target_os = "linux")]
            Some(Place::Package(kind)) => builder.target(kind.target()),
            #[cfg(not(target_os = "linux"))]
            Some(Place::Own) => builder,
            None => builder,
        };
        let updater = builder.build().map_err(failed)?;
        // Not a request of the plugin's: it demands that the signature states the version.
        match updater
            .restore_update(manifest.raw.clone())
            .map_err(failed)?
        {
            Some(update) => Ok(Checked::Found(Box::new(NewerVersion { update, manifest }))),
            None => Ok(Checked::Newest(Some(manifest.version))),
        }
    }

    /// Fetches the file of a version, and verifies it.
    pub(crate) async fn fetch(
        &self,
        found: &NewerVersion,
        cancelled: &CancellationToken,
        progress: impl FnMut(u64, Option<u64>) + Send,
    ) -> Result<Vec<u8>, UpdateError> {
        let file = tokio::select! {
            biased;
            () = cancelled.cancelled() => return Err(UpdateError::Cancelled),
            file = self.client.file(&found.update.download_url, progress) => file?,
        };
        found.update.verify(&file).map_err(failed)?;
        Ok(file)
    }

    /// Installs a fetched file in place of this copy, after it is verified once more. On Windows, the program ends here.
    pub(crate) async fn install(
        &self,
        found: &NewerVersion,
        file: Arc<Vec<u8>>,
    ) -> Result<(), UpdateError> {
        let update = found.update.clone();
        match &self.place {
            #[cfg(target_os = "linux")]
            Some(Place::Package(kind)) => {
                update.verify(file.as_slice()).map_err(failed)?;
                package::install(*kind, &file).await
            }
            Some(_) => {
                let installing = move || update.install(file.as_slice()).map_err(failed);
                let installed = tauri::async_runtime::spawn_blocking(installing).await;
                installed.unwrap_or_else(|error| Err(UpdateError::NotInstalled(error.to_string())))
            }
            None => Err(UpdateError::NotInstalled("unknown installation".into())),
        }
    }
}

/// Sorts an error of the plugin.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the plugin's errors are an open set"
)]
fn failed(error: Error) -> UpdateError {
    let why = || domain::visible(&error.to_string());
    match &error {
        Error::Minisign(_) | Error::Base64(_) | Error::SignatureUtf8(_) => {
            UpdateError::Signature(why())
        }
        Error::SignedVersionMismatch { .. } | Error::MissingSignedVersion => {
            UpdateError::OtherVersion
        }
        Error::TargetNotFound(_) | Error::TargetsNotFound(_) => UpdateError::NoFile,
        Error::Serialization(_) | Error::Semver(_) | Error::UrlParse(_) => {
            UpdateError::Malformed("platforms")
        }
        _ => UpdateError::NotInstalled(why()),
    }
}
