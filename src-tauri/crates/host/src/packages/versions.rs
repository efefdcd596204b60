//! Packages of servers for a shell: what is installed, updates, older versions, the space they take.

use std::{collections::BTreeSet, sync::Arc};

use ::packages::{LockDigest, NextStep, PackageError, Recipe};
use domain::ServerId;
use host_api::{
    ApiError, ErrorCode, Event, OlderPackageView, PackageSetsView, PackageUpdateView,
    ServerPackageView,
};
use messages::phrases;
use store::{ServerRecord, StoredPackage};

use super::{
    blocking,
    failing::{hint, message, said},
    installing::{installed_for, stored, to_install},
    recipe_of,
    view::reviewed,
};
use crate::{
    bundles::in_use,
    inner::{Host, Inner},
};

impl Host {
    /// Returns the package of a server; none if its command is no package runner whose package can be installed once.
    ///
    /// # Errors
    /// There is no such server, or the folder of packages cannot be read.
    pub async fn server_package(
        &self,
        id: ServerId,
    ) -> Result<Option<ServerPackageView>, ApiError> {
        let inner = &self.inner;
        let record = inner.servers.handle(id)?.snapshot().record.clone();
        if run_of(&record).is_none() {
            return Ok(None);
        }
        let used = installed_for(&record).and(record.package.as_ref());
        let mut view = ServerPackageView {
            fetches: record.confinement.fetches,
            package: used.map(|package| reviewed(package, None)),
            files: 0,
            bytes: 0.0,
            installed_ms: None,
            older: Vec::new(),
        };
        let Some(used) = used else {
            return Ok(Some(view));
        };
        let (key, lock) = (id.to_string(), used.installed.lock.clone());
        let store = inner.package_store().await.map_err(api)?;
        let read = blocking(move || {
            let installed = match lock.parse::<LockDigest>() {
                Ok(digest) => store.installed(&digest)?,
                Err(_) => None,
            };
            Ok((installed, store.history(&key)?))
        });
        let (installed, history) = read.await.map_err(api)?;
        if let Some(installed) = installed {
            view.files = u32::try_from(installed.files).unwrap_or(u32::MAX);
            view.bytes = installed.bytes as f64;
            view.installed_ms = Some(installed.installed_ms as f64);
        }
        let others = history.versions.iter();
        view.older = others
            .filter(|version| version.digest.to_string() != used.installed.lock)
            .map(|version| OlderPackageView {
                lock: version.digest.to_string(),
                version: domain::visible(&version.main.version),
                since_ms: version.since_ms as f64,
            })
            .collect();
        Ok(Some(view))
    }

    /// Resolves the package of a server anew, installs it beside the one in use, and requests approval of the launch with it. The server
    /// goes on with the old one until a person accepts. Progress is told by [`Event::Package`]; [`Host::cancel_package`] ends it.
    /// `allowed` is set if the command line itself names the action.
    ///
    /// # Errors
    /// There is no such server or package, work on it goes on already, it cannot be resolved or installed, or the launch was not accepted;
    /// then nothing changed.
    pub async fn update_package(
        &self,
        id: ServerId,
        allowed: bool,
    ) -> Result<PackageUpdateView, ApiError> {
        let inner = &self.inner;
        let record = inner.servers.handle(id)?.snapshot().record.clone();
        let recipe = run_of(&record).ok_or_else(no_package)?;
        let new = Box::pin(inner.install_beside(id, &recipe)).await?;
        let used = installed_for(&record).and(record.package.as_ref());
        if used.is_some_and(|used| used.installed == new.installed) {
            return Ok(PackageUpdateView::Current {
                version: domain::visible(&new.installed.version),
            });
        }
        let version = domain::visible(&new.installed.version);
        inner.try_beside(&with(&record, &new)).await?;
        self.switch_package(record, new, allowed).await?;
        Ok(PackageUpdateView::Accepted { version })
    }

    /// Requests approval of a server's launch with an older version of its package, which is installed still.
    ///
    /// # Errors
    /// There is no such server or version, its files are not what was installed, or the launch was not accepted; then nothing changed.
    pub async fn go_back_package(
        &self,
        id: ServerId,
        lock: &str,
        allowed: bool,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let record = inner.servers.handle(id)?.snapshot().record.clone();
        let recipe = run_of(&record).ok_or_else(no_package)?;
        let digest: LockDigest = lock.parse().map_err(|_| no_package())?;
        let store = inner.package_store().await.map_err(api)?;
        let key = id.to_string();
        let verified = blocking(move || {
            let history = store.history(&key)?;
            match history
                .versions
                .iter()
                .any(|version| version.digest == digest)
            {
                true => store.verify(&digest),
                false => Err(PackageError::NotInstalled(digest)),
            }
        });
        let installed = verified.await.map_err(api)?;
        let older = stored(&recipe, installed, None);
        inner.packages.show(older.clone());
        self.switch_package(record, older, allowed).await
    }

    /// Chooses whether the package runner of a server is started as its command says, and fetches the package itself at each start. The
    /// changed launch is reviewed at the next start.
    ///
    /// # Errors
    /// There is no such server or package, or the choice could not be stored.
    pub async fn fetch_package(&self, id: ServerId, fetches: bool) -> Result<(), ApiError> {
        let record = self.inner.servers.handle(id)?.snapshot().record.clone();
        run_of(&record).ok_or_else(no_package)?;
        let choice = domain::ConfinementChoice {
            fetches,
            ..record.confinement
        };
        self.set_confinement(id, choice).await
    }

    /// Cancels the work on the package of a server. Returns whether there was some.
    #[must_use]
    pub fn cancel_package(&self, id: ServerId) -> bool {
        self.inner.packages.cancel(id)
    }

    /// Returns how many packages are installed, and how much space they take.
    ///
    /// # Errors
    /// The folder of packages cannot be read.
    pub async fn package_sets(&self) -> Result<PackageSetsView, ApiError> {
        let keep = self.inner.packages_in_use().await?;
        let store = self.inner.package_store().await.map_err(api)?;
        let sets = blocking(move || store.sets()).await.map_err(api)?;
        let mut view = PackageSetsView::default();
        for set in &sets {
            view.sets += 1;
            view.bytes += set.bytes as f64;
            if !keep.contains(&set.digest) {
                view.unused += 1;
                view.unused_bytes += set.bytes as f64;
            }
        }
        Ok(view)
    }

    /// Deletes the packages that no server uses or can go back to, and returns how many bytes that freed.
    ///
    /// # Errors
    /// Not all could be deleted.
    pub async fn remove_unused_packages(&self) -> Result<f64, ApiError> {
        let keep = self.inner.packages_in_use().await?;
        let store = self.inner.package_store().await.map_err(api)?;
        let freed = blocking(move || store.remove_unused(&keep)).await;
        Ok(freed.map_err(api)? as f64)
    }

    /// Has the launch with another package accepted, then uses it.
    async fn switch_package(
        &self,
        record: ServerRecord,
        package: StoredPackage,
        allowed: bool,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let id = record.id;
        // One that was accepted and never started is a version to go back to as well.
        if let Some(used) = record
            .package
            .as_ref()
            .filter(|_| record.launch_grant.is_some())
        {
            inner.use_package(id, &used.installed).await;
        }
        let with_it = with(&record, &package);
        Box::pin(self.review_as(&with_it, allowed, false)).await?;
        inner
            .store
            .servers()
            .set_package(id, Some(&package))
            .await?;
        let handle = inner.servers.handle(id)?;
        if handle.snapshot().record.confinement.fetches {
            inner
                .store
                .servers()
                .set_confinement(id, &with_it.confinement)
                .await?;
        }
        inner.use_package(id, &package.installed).await;
        handle.settle(|record| {
            record.package = Some(package);
            record.confinement.fetches = false;
        });
        inner.tell_server(&handle);
        handle.start_anew();
        Ok(())
    }
}

impl Inner {
    /// Returns a server with its package, which is installed now if that was not done yet.
    pub(crate) async fn with_package(
        self: &Arc<Self>,
        record: ServerRecord,
    ) -> Result<ServerRecord, ApiError> {
        let Some(recipe) = to_install(&record) else {
            return Ok(record);
        };
        let package = self.install_beside(record.id, &recipe).await?;
        let servers = self.store.servers();
        servers.set_package(record.id, Some(&package)).await?;
        if let Some(handle) = self.servers.get(record.id) {
            handle.settle(|record| record.package = Some(package.clone()));
        }
        Ok(ServerRecord {
            package: Some(package),
            ..record
        })
    }

    /// Installs a package beside the one that a server uses, and tells the progress.
    pub(crate) async fn install_beside(
        self: &Arc<Self>,
        id: ServerId,
        recipe: &Recipe,
    ) -> Result<StoredPackage, ApiError> {
        let busy = || ApiError::new(ErrorCode::Invalid, phrases::host_package_busy());
        let work = self.packages.begin(id).ok_or_else(busy)?;
        let tell = |said: Option<&str>, done: bool| {
            self.emit(Event::Package {
                server: id.to_string(),
                said: said.map(str::to_owned),
                done,
            });
        };
        tell(None, false);
        let said = |line: &str| tell(Some(line), false);
        let installed = self.install_package(recipe, &said, &work.cancel).await;
        drop(work);
        tell(None, true);
        installed.map_err(api)
    }

    /// Starts the new version of a package once for its review, as work on the package that the user can cancel.
    async fn try_beside(self: &Arc<Self>, updated: &ServerRecord) -> Result<(), ApiError> {
        let busy = || ApiError::new(ErrorCode::Invalid, phrases::host_package_busy());
        let work = self.packages.begin(updated.id).ok_or_else(busy)?;
        let cancel = work.cancel.clone();
        let tell = |done: bool| {
            self.emit(Event::Package {
                server: updated.id.to_string(),
                said: None,
                done,
            });
        };
        tell(false);
        Box::pin(self.try_update(updated, &cancel)).await;
        drop(work);
        tell(true);
        match cancel.is_cancelled() {
            true => Err(api(PackageError::Cancelled)),
            false => Ok(()),
        }
    }

    /// Returns the packages that a server uses or can go back to.
    async fn packages_in_use(self: &Arc<Self>) -> Result<BTreeSet<LockDigest>, ApiError> {
        let mut records = self.store.servers().list().await?;
        // What was removed can be restored for a while.
        records.extend(self.store.servers().set_aside().await?);
        let store = self.package_store().await.map_err(api)?;
        let read = blocking(move || {
            let mut keep = BTreeSet::new();
            for record in records {
                let used = record.package.as_ref();
                let lock = used.map(|package| package.installed.lock.parse::<LockDigest>());
                keep.extend(lock.and_then(Result::ok));
                let history = store.history(&record.id.to_string())?;
                keep.extend(history.versions.into_iter().map(|version| version.digest));
            }
            Ok(keep)
        });
        read.await.map_err(api)
    }
}

/// Returns the package run of a server's command. The packages of a bundle change with the bundle alone.
fn run_of(record: &ServerRecord) -> Option<Recipe> {
    recipe_of(record).filter(|_| in_use(record).is_none())
}

/// Returns a server as it would be with a package.
fn with(record: &ServerRecord, package: &StoredPackage) -> ServerRecord {
    ServerRecord {
        package: Some(package.clone()),
        confinement: domain::ConfinementChoice {
            fetches: false,
            ..record.confinement.clone()
        },
        ..record.clone()
    }
}

fn no_package() -> ApiError {
    ApiError::new(ErrorCode::Invalid, phrases::host_package_none())
}

fn api(error: PackageError) -> ApiError {
    let hint = match said(&error) {
        Some(line) if error.next_step() == NextStep::ReadDetail => phrases::host_package_said(line),
        Some(_) | None => hint(error.next_step()),
    };
    ApiError::new(ErrorCode::Server, message(&error)).hint(hint)
}
