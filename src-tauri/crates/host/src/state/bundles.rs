//! State of unpacked bundles: the open store, and what was shown of bundles that are not accepted yet.

use std::{collections::VecDeque, sync::Mutex};

use bundles::Store;
use host_api::BundleView;
use tokio::sync::OnceCell;

use crate::{mutex::lock, serial::Serial};

/// Most bundles that are kept for a review.
const MAX_SHOWN: usize = 16;

/// See the module.
#[derive(Default)]
pub(crate) struct UnpackedBundles {
    store: OnceCell<Store>,
    /// Keeps others from removing a bundle that is unpacked and has no server yet.
    pub changing: Serial,
    shown: Mutex<VecDeque<BundleView>>,
}

impl UnpackedBundles {
    /// The store, once it is open.
    pub fn store(&self) -> &OnceCell<Store> {
        &self.store
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
