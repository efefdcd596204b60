//! State of unpacked bundles: the open store, and what was shown of bundles that are not accepted yet.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use bundles::{Roots, Store};
use host_api::BundleView;
use tokio::sync::{Mutex as AsyncMutex, MutexGuard, OnceCell};

use crate::mutex::lock;

/// Most bundles that are kept for a review.
const MAX_SHOWN: usize = 16;

/// See the module.
#[derive(Default)]
pub(crate) struct UnpackedBundles {
    store: OnceCell<Store>,
    roots: OnceCell<Arc<Roots>>,
    changing: AsyncMutex<()>,
    shown: Mutex<VecDeque<BundleView>>,
}

impl UnpackedBundles {
    /// The store, once it is open.
    pub fn store(&self) -> &OnceCell<Store> {
        &self.store
    }

    /// The roots of this system, once they were read.
    pub fn roots(&self) -> &OnceCell<Arc<Roots>> {
        &self.roots
    }

    /// Keeps others from unpacking and removing bundles: what is unpacked has no server yet.
    pub async fn change(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().await
    }

    /// Keeps a bundle for its review.
    pub fn show(&self, bundle: BundleView) {
        let mut shown = lock(&self.shown);
        shown.retain(|other| other.digest != bundle.digest);
        shown.push_back(bundle);
        if shown.len() > MAX_SHOWN {
            shown.pop_front();
        }
    }

    /// Returns the bundle with this digest that was kept for its review.
    pub fn shown(&self, digest: &str) -> Option<BundleView> {
        let shown = lock(&self.shown);
        let mut shown = shown.iter();
        shown.find(|bundle| bundle.digest == digest).cloned()
    }
}
