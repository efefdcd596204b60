//! Both phases: resolve, and after a review install.

mod bench;
mod failure;
mod npm;
mod npm_entry;
mod pip;
mod prefix;
mod python;
mod python_details;
mod python_entry;
mod uv;

use std::sync::Arc;

use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use self::bench::Bench;
pub use self::bench::{INSTALL_TIME, Phase, Progress, RESOLVE_TIME, Watch};
use crate::{
    digest::LockDigest,
    error::PackageError,
    execute::Execute,
    installed::Installed,
    lock,
    recipe::{Ecosystem, Recipe},
    registries::Registries,
    review::Resolved,
    store::Store,
    tools::Tools,
};

/// Resolves and installs package sets with the package managers of this machine. No install script of a package runs.
#[derive(Clone)]
pub struct Installer {
    store: Store,
    execute: Arc<dyn Execute>,
    tools: Tools,
    registries: Registries,
}

impl Installer {
    /// An installer that runs package managers with `execute`.
    pub fn new(
        store: Store,
        execute: Arc<dyn Execute>,
        tools: Tools,
        registries: Registries,
    ) -> Self {
        Self {
            store,
            execute,
            tools,
            registries,
        }
    }

    /// The store that it installs into.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The first phase: finds exact versions and digests. Reaches the registries of the ecosystem and nothing else; changes only a
    /// temporary folder of the store. It takes seconds, at most [`crate::RESOLVE_TIME`] for each command.
    ///
    /// # Errors
    /// [`PackageError`].
    pub async fn resolve(
        &self,
        recipe: &Recipe,
        watch: Watch<'_>,
        cancel: &CancellationToken,
    ) -> Result<Resolved, PackageError> {
        let bench = self.bench(recipe.ecosystem(), watch, cancel)?;
        let work = blocking(&self.store, Store::work).await?;
        match recipe.ecosystem() {
            Ecosystem::Npm => npm::resolve(&bench, &work, recipe).await,
            Ecosystem::Python => python::resolve(&bench, &work, recipe).await,
        }
    }

    /// The second phase: installs what was reviewed, and nothing else. A set that is installed already is verified and returned.
    /// It takes seconds, at most [`crate::INSTALL_TIME`] for each command.
    ///
    /// # Errors
    /// [`PackageError::LockChanged`] if the lock is not the one with `resolved.digest`; [`PackageError::Integrity`] if a
    /// download does not match it. After an error nothing is installed, and nothing is left.
    pub async fn install(
        &self,
        resolved: &Resolved,
        watch: Watch<'_>,
        cancel: &CancellationToken,
    ) -> Result<Installed, PackageError> {
        if resolved.lock.digest() != resolved.digest {
            return Err(PackageError::LockChanged);
        }
        let bench = self.bench(resolved.lock.ecosystem, watch, cancel)?;
        // The registries may be others than at the time of the review.
        let review = lock::check(&resolved.lock, bench.hosts())?;
        let digest = resolved.digest;
        let present = blocking(&self.store, move |store| match store.verify(&digest) {
            Ok(installed) => Ok(Some(installed)),
            Err(PackageError::NotInstalled(_) | PackageError::Changed { .. }) => Ok(None),
            Err(error) => Err(error),
        });
        if let Some(installed) = present.await? {
            return Ok(installed);
        }
        let work = blocking(&self.store, Store::work).await?;
        let draft = blocking(&self.store, move |store| store.begin(&digest)).await?;
        let tree = draft.tree();
        let start = match resolved.lock.ecosystem {
            Ecosystem::Npm => npm::install(&bench, &work, &tree, &resolved.lock).await?,
            Ecosystem::Python => python::install(&bench, &work, &tree, &resolved.lock).await?,
        };
        bench.phase(Phase::Check);
        let (lock, main) = (resolved.lock.clone(), review.main);
        let finished = spawn_blocking(move || draft.finish(&lock, main, start, domain::now_ms()));
        joined(finished.await)
    }

    /// The installed set with this digest. Its files are not checked; see [`Installer::verify`].
    ///
    /// # Errors
    /// [`PackageError::Io`].
    pub async fn installed(&self, digest: &LockDigest) -> Result<Option<Installed>, PackageError> {
        let digest = *digest;
        blocking(&self.store, move |store| store.installed(&digest)).await
    }

    /// Compares every file of a set with what was installed. To be called before each start.
    ///
    /// # Errors
    /// [`PackageError::Changed`] with the first file that differs; [`PackageError::NotInstalled`].
    pub async fn verify(&self, digest: &LockDigest) -> Result<Installed, PackageError> {
        let digest = *digest;
        blocking(&self.store, move |store| store.verify(&digest)).await
    }

    fn bench<'a>(
        &'a self,
        ecosystem: Ecosystem,
        watch: Watch<'a>,
        cancel: &'a CancellationToken,
    ) -> Result<Bench<'a>, PackageError> {
        Ok(Bench {
            execute: &*self.execute,
            tools: &self.tools,
            registries: &self.registries,
            hosts: self.registries.hosts(ecosystem)?,
            ecosystem,
            watch,
            cancel,
        })
    }
}

/// Calls a function of the store where it may block.
async fn blocking<T: Send + 'static>(
    store: &Store,
    call: impl FnOnce(&Store) -> Result<T, PackageError> + Send + 'static,
) -> Result<T, PackageError> {
    let store = store.clone();
    joined(spawn_blocking(move || call(&store)).await)
}

fn joined<T>(
    result: Result<Result<T, PackageError>, tokio::task::JoinError>,
) -> Result<T, PackageError> {
    // The runtime is shutting down, or the call panicked: either way there is no result.
    result.unwrap_or(Err(PackageError::Cancelled))
}
