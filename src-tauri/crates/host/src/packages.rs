//! Packages of servers: installed once from the registries of the user, and started from there without a network.
//!
//! Where the command of a server is a package runner, its package is resolved and installed in a sandbox before the launch is
//! reviewed; nothing of the package runs meanwhile. The review covers the digests of its lock and of every installed file.

mod execute;
mod failing;
mod installing;
mod versions;
mod view;

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use ::packages::{
    Installer, PackageError, Recipe, Recognition, Registries, Store, Tools, recognise,
};
use domain::{InstalledPackage, PackageSet};
use store::ServerRecord;

use crate::{bundles::in_use, inner::Inner};
use execute::InSandbox;

pub(crate) use failing::of_package;
pub(crate) use installing::{installed_for, to_install};

/// The folder of installed packages in the data folder.
pub(crate) const FOLDER: &str = "packages";

/// Returns the package run of a server's command, if its package can be installed once, or of its bundle, if that needs packages.
pub(crate) fn recipe_of(record: &ServerRecord) -> Option<Recipe> {
    // The sandbox of other systems does not reach the registries.
    if !cfg!(unix) || record.url.is_some() {
        return None;
    }
    if let Some(bundle) = in_use(record) {
        return serde_json::from_value(bundle.recipe.clone()?).ok();
    }
    match recognise(&record.command, &record.args) {
        Recognition::Package(recipe) | Recognition::Remote { recipe, .. } => Some(recipe),
        Recognition::AsWritten { .. } | Recognition::Container(_) | Recognition::Other => None,
    }
}

impl Inner {
    /// Returns the store of installed packages.
    async fn package_store(&self) -> Result<Store, PackageError> {
        let store = self.packages.store();
        let open = || async {
            let root = self.config.data_dir.join(FOLDER);
            blocking(move || {
                let root = std::path::absolute(&root).unwrap_or(root);
                Store::open(&root)
            })
            .await
        };
        store.get_or_try_init(open).await.cloned()
    }

    /// Returns an installer with the registries as the user's settings name them now.
    async fn installer(self: &Arc<Self>) -> Result<Installer, PackageError> {
        let store = self.package_store().await?;
        let execute = InSandbox::new(self).await?;
        let path = self.path_value.clone();
        let (registries, tools) = blocking(move || {
            let home = std::env::home_dir().unwrap_or_default();
            let env: BTreeMap<String, String> = std::env::vars_os()
                .filter_map(|(name, value)| {
                    Some((name.into_string().ok()?, value.into_string().ok()?))
                })
                .collect();
            let find = |name: &str| -> Option<PathBuf> {
                let found = launcher::resolve(name, &home, &path).ok()?;
                Some(found.path)
            };
            Ok((Registries::read(&home, &env), Tools::find(find)))
        })
        .await?;
        Ok(Installer::new(store, Arc::new(execute), tools, registries))
    }

    /// Compares the installed packages of a bundle with those that were accepted with its launch.
    pub(crate) async fn verify_set(
        self: &Arc<Self>,
        record: &ServerRecord,
        accepted: &PackageSet,
    ) -> Result<(), PackageError> {
        let used = record.package.as_ref().map(|package| &package.installed);
        let is_it =
            |used: &&InstalledPackage| used.lock == accepted.lock && used.tree == accepted.tree;
        match used.filter(is_it) {
            Some(used) => self.verify_package(used).await,
            None => Err(PackageError::LockChanged),
        }
    }

    /// Compares the installed files of a package with those that were accepted.
    pub(crate) async fn verify_package(
        self: &Arc<Self>,
        package: &InstalledPackage,
    ) -> Result<(), PackageError> {
        let digest: ::packages::LockDigest = package
            .lock
            .parse()
            .map_err(|_| PackageError::LockChanged)?;
        let store = self.package_store().await?;
        let installed = blocking(move || store.verify(&digest)).await?;
        match installed.tree.to_string() == package.tree {
            true => Ok(()),
            // The record beside the files is another one.
            false => Err(PackageError::Changed {
                path: installed.folder,
            }),
        }
    }
}

/// Runs what reads and writes the disk on a thread for that.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PackageError> + Send + 'static,
) -> Result<T, PackageError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(_) => Err(PackageError::Cancelled),
    }
}
