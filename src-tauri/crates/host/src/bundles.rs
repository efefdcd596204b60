//! MCP bundles: files that hold a local server. A bundle is read and checked without being unpacked; a person reviews it and enters its
//! options; then it is unpacked, and becomes a server like any other. The digests of the file and of the unpacked files are part of the
//! launch that is accepted, and compared before each start.

mod changes;
mod folders;
mod view;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use ::bundles::{Bundle, BundleError, Launch, Roots, Store};
use domain::{InstalledPackage, ServerId, now_ms};
use host_api::{ApiError, BundleView, ErrorCode, FailureKind, FailureView, OpenedBundleView};
use launcher::LaunchError;
use messages::phrases;
use store::{ServerRecord, StoredBundle};

use crate::inner::{Host, Inner};

pub(crate) use view::{obstacle, of as shown, places};

/// The folder of unpacked bundles in the data folder.
pub(crate) const FOLDER: &str = "bundles";
/// Under this name, too, Python is installed.
const PYTHON_3: &str = "python3";

/// Returns the bundle that a server is started from.
pub(crate) fn in_use(record: &ServerRecord) -> Option<&StoredBundle> {
    let bundle = record.bundle.as_ref();
    bundle.filter(|bundle| record.url.is_none() && bundle.command == record.command)
}

/// Returns how a server is started from its bundle, if it is. It reads the disk, and may block.
pub(crate) fn package_of_bundle(
    record: &ServerRecord,
    data_dir: &Path,
    path_value: &str,
) -> Option<Result<InstalledPackage, LaunchError>> {
    let bundle = in_use(record)?;
    let root = data_dir.join(FOLDER);
    let root = dunce::canonicalize(&root).unwrap_or(root);
    let folder = root.join(&bundle.digest);
    let command = Launch::in_folder(&record.command, &folder);
    let find = |command: &str| launcher::resolve(command, &root, path_value);
    let found = match find(&command) {
        Err(LaunchError::NotFound { .. }) if command == "python" => find(PYTHON_3),
        found => found,
    };
    let args = record.args.iter();
    Some(found.map(|program| InstalledPackage {
        name: bundle.name.clone(),
        version: bundle.version.clone(),
        lock: bundle.digest.clone(),
        tree: bundle.tree.clone(),
        program: program.path,
        args: args.map(|arg| Launch::in_folder(arg, &folder)).collect(),
        folders: vec![folder],
    }))
}

impl Host {
    /// Reads and checks a bundle. Nothing is unpacked or stored.
    ///
    /// # Errors
    /// The file cannot be read, or is no bundle that Innkeeper takes. The view says why it cannot be added, if it cannot.
    pub async fn open_bundle(&self, path: &str) -> Result<OpenedBundleView, ApiError> {
        let bundle = self.inner.read_bundle(path).await?;
        Ok(OpenedBundleView {
            bundle: view::of(&bundle),
            obstacle: view::obstacle(bundle.manifest()),
            updates: self.inner.bundle_updates(&bundle),
        })
    }
}

impl Inner {
    /// Reads and checks a bundle.
    pub(crate) async fn read_bundle(&self, path: &str) -> Result<Arc<Bundle>, ApiError> {
        let path = PathBuf::from(path);
        let read = blocking(move || Bundle::read(&path, &Roots::system(), now_ms()));
        read.await.map(Arc::new).map_err(refused)
    }

    /// Unpacks a bundle, unless it is there unchanged.
    pub(crate) async fn unpack_bundle(&self, bundle: &Arc<Bundle>) -> Result<(), ApiError> {
        let store = self.bundle_store().await.map_err(refused)?;
        let bundle = Arc::clone(bundle);
        let unpacked = blocking(move || store.unpack(&bundle)).await;
        unpacked.map(drop).map_err(refused)
    }

    /// Returns the store of unpacked bundles.
    pub(crate) async fn bundle_store(&self) -> Result<Store, BundleError> {
        let open = || async {
            let root = self.config.data_dir.join(FOLDER);
            blocking(move || Store::open(&root)).await
        };
        self.bundles.store().get_or_try_init(open).await.cloned()
    }

    /// Compares the unpacked files of a bundle with those that were accepted.
    pub(crate) async fn verify_bundle(
        &self,
        bundle: &StoredBundle,
        accepted: &InstalledPackage,
    ) -> Result<(), FailureView> {
        let verified = async {
            let store = self.bundle_store().await?;
            let (digest, tree) = (bundle.digest.clone(), accepted.tree.clone());
            blocking(move || store.verify(&digest, &tree)).await
        };
        verified.await.map_err(|error| FailureView {
            kind: FailureKind::Launch,
            message: phrases::host_bundle_changed(error.to_string()).into(),
            searched: Vec::new(),
            hint: phrases::host_bundle_changed_hint().into(),
            stderr: String::new(),
            said: Vec::new(),
            printed: Vec::new(),
            not_given: Vec::new(),
        })
    }

    /// Removes the unpacked bundles that no server uses.
    pub(crate) async fn remove_unused_bundles(&self) {
        let _changing = self.bundles.changing.enter().await;
        let removed = async {
            let mut records = self.store.servers().list().await.ok()?;
            // What was removed can be restored for a while.
            records.extend(self.store.servers().set_aside().await.ok()?);
            let bundles = records.into_iter().filter_map(|record| record.bundle);
            let keep = bundles.map(|bundle| bundle.digest).collect();
            let store = self.bundle_store().await.ok()?;
            blocking(move || store.remove_unused(&keep)).await.ok()
        };
        if removed.await.is_none() {
            tracing::warn!("the bundles that no server uses could not be removed");
        }
    }

    /// Returns the view of the bundle of a launch.
    pub(crate) fn shown_bundle(
        &self,
        server: ServerId,
        package: &InstalledPackage,
    ) -> Option<BundleView> {
        if let Some(new) = self.bundles.shown(&package.lock) {
            return Some(new);
        }
        let snapshot = self.servers.snapshot(server)?;
        let bundle = in_use(&snapshot.record)?;
        let is_it = bundle.digest == package.lock;
        let view = is_it.then(|| serde_json::from_value(bundle.review.clone()));
        view?.ok()
    }
}

/// Returns why a bundle was not read or unpacked.
pub(crate) fn refused(error: BundleError) -> ApiError {
    let message = phrases::host_bundle_refused(error.to_string());
    let hint = match error {
        BundleError::Io { .. } => phrases::host_bundle_read_hint(),
        BundleError::TooLarge
        | BundleError::Archive(_)
        | BundleError::Entry { .. }
        | BundleError::NoManifest
        | BundleError::Manifest(_)
        | BundleError::Changed { .. }
        | BundleError::NotUnpacked => phrases::host_bundle_refused_hint(),
    };
    ApiError::new(ErrorCode::Invalid, message).hint(hint)
}

/// Runs what reads and writes the disk on a thread for that.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BundleError> + Send + 'static,
) -> Result<T, BundleError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| {
        Err(BundleError::Io {
            path: PathBuf::new(),
            source: std::io::ErrorKind::Interrupted.into(),
        })
    })
}
