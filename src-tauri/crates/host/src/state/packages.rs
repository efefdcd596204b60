//! State of installed packages: the open store, work in progress, and what was shown of packages that are not accepted yet.

use std::{
    collections::{HashMap, VecDeque},
    sync::Mutex,
};

use domain::ServerId;
use packages::Store;
use store::StoredPackage;
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;

use crate::mutex::lock;

/// Most packages that are kept for a review.
const MAX_SHOWN: usize = 16;

/// See the module.
#[derive(Default)]
pub(crate) struct InstalledPackages {
    store: OnceCell<Store>,
    work: Mutex<HashMap<ServerId, CancellationToken>>,
    shown: Mutex<VecDeque<StoredPackage>>,
}

/// Work on the package of a server, until it is dropped.
pub(crate) struct PackageWork<'a> {
    all: &'a InstalledPackages,
    server: ServerId,
    /// Cancelled when the user cancels the work.
    pub cancel: CancellationToken,
}

impl InstalledPackages {
    /// The store, once it is open.
    pub fn store(&self) -> &OnceCell<Store> {
        &self.store
    }

    /// Begins work on the package of a server; none if there is some.
    pub fn begin(&self, server: ServerId) -> Option<PackageWork<'_>> {
        let mut work = lock(&self.work);
        if work.contains_key(&server) {
            return None;
        }
        let cancel = CancellationToken::new();
        work.insert(server, cancel.clone());
        Some(PackageWork {
            all: self,
            server,
            cancel,
        })
    }

    /// Cancels the work on the package of a server. Returns whether there was some.
    pub fn cancel(&self, server: ServerId) -> bool {
        let work = lock(&self.work);
        let found = work.get(&server);
        if let Some(cancel) = found {
            cancel.cancel();
        }
        found.is_some()
    }

    /// Keeps a package for its review.
    pub fn show(&self, package: StoredPackage) {
        let mut shown = lock(&self.shown);
        shown.retain(|other| other.installed.lock != package.installed.lock);
        shown.push_back(package);
        if shown.len() > MAX_SHOWN {
            shown.pop_front();
        }
    }

    /// Returns the package with this lock that was kept for its review.
    pub fn shown(&self, its_lock: &str) -> Option<StoredPackage> {
        let shown = lock(&self.shown);
        let mut shown = shown.iter();
        shown
            .find(|package| package.installed.lock == its_lock)
            .cloned()
    }
}

impl Drop for PackageWork<'_> {
    fn drop(&mut self) {
        lock(&self.all.work).remove(&self.server);
    }
}
