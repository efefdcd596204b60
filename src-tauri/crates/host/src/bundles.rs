//! MCP bundles: files that hold a local server. A bundle is read and checked without being unpacked; a person reviews it and enters its
//! options; then it is unpacked, and becomes a server like any other. The digests of the file and of the unpacked files are part of the
//! launch that is accepted, and compared before each start.

mod changes;
mod folders;
mod recipe;
mod view;

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use ::bundles::{Bundle, BundleError, Launch, Roots, Store};
use domain::{InstalledPackage, PackageSet, ServerId, now_ms, version_manager};
use host_api::{ApiError, BundleView, ErrorCode, FailureKind, FailureView, OpenedBundleView};
use launcher::LaunchError;
use messages::phrases;
use store::{ServerRecord, StoredBundle};

use crate::inner::{Host, Inner};

pub(crate) use recipe::recipe;
pub(crate) use view::{obstacle, of as shown, places};

/// The folder of unpacked bundles in the data folder.
pub(crate) const FOLDER: &str = "bundles";
/// Under this name, too, Python is installed.
const PYTHON_3: &str = "python3";
/// The option of Python with which it writes no compiled modules.
const NO_COMPILED_MODULES: &str = "-B";
/// Variables with folders in which Python and Node.js look for modules.
const MODULES: [&str; 2] = ["PYTHONPATH", "NODE_PATH"];

/// Returns the bundle that a server is started from.
pub(crate) fn in_use(record: &ServerRecord) -> Option<&StoredBundle> {
    let bundle = record.bundle.as_ref();
    bundle.filter(|bundle| record.url.is_none() && bundle.command == record.command)
}

/// Returns how a server is started from its bundle, if it is. `installed`: the packages that were installed for it. It reads the disk, and may block.
pub(crate) fn package_of_bundle(
    record: &ServerRecord,
    installed: Option<InstalledPackage>,
    data_dir: &Path,
    path_value: &str,
) -> Option<Result<InstalledPackage, LaunchError>> {
    let bundle = in_use(record)?;
    let root = data_dir.join(FOLDER);
    let root = dunce::canonicalize(&root).unwrap_or(root);
    let folder = root.join(&bundle.digest);
    let command = Launch::in_folder(&record.command, &folder);
    let find = |command: &str| launcher::resolve(command, &root, path_value);
    let program = match find(&command) {
        Err(LaunchError::NotFound { .. }) if command == "python" => {
            find(PYTHON_3).map(|program| program.path)
        }
        found => found.map(|program| program.path),
    };
    // Outside of a sandbox, Python would write compiled modules beside those of the bundle, which is refused then.
    let bare = command.strip_prefix("python");
    let is_python = bare.is_some_and(|version| !version.contains(|c: char| c.is_alphabetic()));
    let own = is_python.then(|| NO_COMPILED_MODULES.to_owned());
    let args = record
        .args
        .iter()
        .map(|arg| Launch::in_folder(arg, &folder));
    let package = InstalledPackage {
        name: bundle.name.clone(),
        version: bundle.version.clone(),
        lock: bundle.digest.clone(),
        tree: bundle.tree.clone(),
        program: PathBuf::new(),
        args: own.into_iter().chain(args).collect(),
        folders: vec![folder],
        set: None,
        entered: Some(entered(bundle)),
    };
    if bundle.recipe.is_some() {
        let installed = installed.ok_or(LaunchError::NoPackages);
        return Some(installed.map(|own| with_packages(package, own)));
    }
    Some(program.map(|program| {
        InstalledPackage {
            folders: package
                .folders
                .into_iter()
                .chain(version_manager(&program, std::env::home_dir().as_deref()))
                .collect(),
            program,
            ..package
        }
    }))
}

/// The values that a person entered for its options, as the arguments hold them: one by one, and several of one option in one text.
fn entered(bundle: &StoredBundle) -> Vec<String> {
    let answers: BTreeMap<String, Vec<String>> =
        serde_json::from_value(bundle.answers.clone()).unwrap_or_default();
    let joined = answers.values().filter(|values| values.len() > 1);
    let joined: Vec<String> = joined.map(|values| values.join(",")).collect();
    joined
        .into_iter()
        .chain(answers.into_values().flatten())
        .collect()
}

/// Whether a variable names folders of modules, all of them in the bundle that is started: its files were reviewed and are compared.
pub(crate) fn finds_own_modules(package: &InstalledPackage, name: &str, value: &str) -> bool {
    let own = Path::new(FOLDER).join(&package.lock);
    let Some(folder) = package.folders.first().filter(|one| one.ends_with(own)) else {
        return false;
    };
    let is_inside = |path: PathBuf| {
        let mut parts = path.components();
        path.starts_with(folder) && !parts.any(|part| part == Component::ParentDir)
    };
    MODULES.contains(&name) && std::env::split_paths(value).all(is_inside)
}

/// Has a bundle run by the Python of the packages that were installed for it.
fn with_packages(bundle: InstalledPackage, installed: InstalledPackage) -> InstalledPackage {
    InstalledPackage {
        program: installed.program,
        folders: [bundle.folders, installed.folders].concat(),
        set: Some(PackageSet {
            lock: installed.lock,
            tree: installed.tree,
        }),
        ..bundle
    }
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
            obstacle: view::obstacle(&bundle),
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

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_modules_are_those_of_the_bundle_only_inside_of_it() {
        let lock = "a".repeat(64);
        let own = format!("/data/bundles/{lock}");
        let package = |folder: &str| InstalledPackage {
            name: "x".into(),
            version: "1".into(),
            lock: lock.clone(),
            tree: "b".repeat(64),
            program: "/usr/bin/python3".into(),
            args: Vec::new(),
            folders: vec![folder.into(), "/usr".into()],
            set: None,
            entered: None,
        };
        let bundle = package(&own);
        let finds = |name: &str, value: &str| finds_own_modules(&bundle, name, value);
        assert!(finds("PYTHONPATH", &format!("{own}/lib:{own}")));
        for value in [
            String::new(),
            "lib".into(),
            "/usr/lib".into(),
            format!("{own}/lib:"),
            format!("{own}/lib:/tmp"),
            format!("{own}/../other"),
            format!("{own}x/lib"),
        ] {
            assert!(!finds("PYTHONPATH", &value), "{value}");
        }
        assert!(!finds("LD_PRELOAD", &format!("{own}/x.so")));
        let other = package("/data/packages/x/tree");
        assert!(!finds_own_modules(&other, "PYTHONPATH", &own));
    }
}
