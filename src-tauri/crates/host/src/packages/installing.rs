//! Resolving and installing the package of a server.

use std::sync::Arc;

use ::packages::{Installed, PackageError, Progress, Recipe, Review};
use domain::{InstalledPackage, ServerId, now_ms};
use store::{ServerRecord, StoredPackage};
use tokio_util::sync::CancellationToken;

use super::{blocking, recipe_of};
use crate::{bundles::in_use, inner::Inner};

/// Takes each line of a package manager: at most 256 bytes, hidden characters made visible.
pub(crate) type Said<'a> = &'a (dyn Fn(&str) + Send + Sync);

/// Returns the package that was installed for a server, with the server's arguments, if it is the one that its command names.
pub(crate) fn installed_for(record: &ServerRecord) -> Option<InstalledPackage> {
    let stored = record.package.as_ref().filter(|_| !fetches(record))?;
    let recipe = recipe_of(record)?;
    let before: Recipe = serde_json::from_value(stored.recipe.clone()).ok()?;
    let same = Recipe {
        args: Vec::new(),
        ..recipe.clone()
    } == before;
    let mut installed = stored.installed.clone();
    installed.args.extend(recipe.args);
    same.then_some(installed)
}

/// Whether the package runner of a server is started as its command says. A bundle has no package runner.
fn fetches(record: &ServerRecord) -> bool {
    record.confinement.fetches && in_use(record).is_none()
}

/// Returns the package run of a server whose package is to be installed before its launch is reviewed. A server that was accepted as its
/// command says goes on so.
pub(crate) fn to_install(record: &ServerRecord) -> Option<Recipe> {
    let is_bundle = in_use(record).is_some();
    let fetched = record.package.is_none() && record.launch_grant.is_some() && !is_bundle;
    if fetched || fetches(record) || installed_for(record).is_some() {
        return None;
    }
    recipe_of(record)
}

impl Inner {
    /// Resolves a package and installs it, without its scripts. Nothing of it runs.
    pub(crate) async fn install_package(
        self: &Arc<Self>,
        recipe: &Recipe,
        said: Said<'_>,
        cancel: &CancellationToken,
    ) -> Result<StoredPackage, PackageError> {
        let installer = self.installer().await?;
        let watch = |progress: Progress| {
            if let Progress::Line(line) = progress {
                said(&line);
            }
        };
        let resolved = installer.resolve(recipe, &watch, cancel).await?;
        let installed = installer.install(&resolved, &watch, cancel).await?;
        let stored = stored(recipe, installed, Some(&resolved.review));
        self.packages.show(stored.clone());
        Ok(stored)
    }

    /// Records that a server uses a package from now on, so that it can go back to the one before.
    pub(crate) async fn use_package(
        self: &Arc<Self>,
        server: ServerId,
        package: &InstalledPackage,
    ) {
        let recorded = async {
            let digest = package
                .lock
                .parse()
                .map_err(|_| PackageError::LockChanged)?;
            let store = self.package_store().await?;
            blocking(move || {
                let key = server.to_string();
                let history = store.history(&key)?;
                if history
                    .in_use()
                    .is_some_and(|version| version.digest == digest)
                {
                    return Ok(());
                }
                match store.installed(&digest)? {
                    Some(installed) => store.put_in_use(&key, &installed, now_ms()).map(drop),
                    None => Err(PackageError::NotInstalled(digest)),
                }
            })
            .await
        };
        if let Err(error) = recorded.await {
            tracing::warn!(%error, "the package that a server uses could not be recorded");
        }
    }
}

/// A package as it is stored with its server.
pub(super) fn stored(
    recipe: &Recipe,
    installed: Installed,
    review: Option<&Review>,
) -> StoredPackage {
    let recipe = Recipe {
        args: Vec::new(),
        ..recipe.clone()
    };
    // Neither has anything that JSON cannot hold.
    let json = |value: Result<serde_json::Value, _>| value.unwrap_or_default();
    StoredPackage {
        recipe: json(serde_json::to_value(&recipe)),
        review: json(serde_json::to_value(review)),
        installed: InstalledPackage {
            name: installed.main.name,
            version: installed.main.version,
            lock: installed.digest.to_string(),
            tree: installed.tree.to_string(),
            program: installed.start.program,
            args: installed.start.args,
            folders: installed.read_only,
            set: None,
            entered: None,
        },
    }
}
