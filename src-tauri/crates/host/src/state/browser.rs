//! The user's browser.

use std::sync::Arc;

use url::Url;

use super::slot::Slot;

/// Opens a page in the user's browser; returns whether it did.
type Opener = Arc<dyn Fn(&Url) -> bool + Send + Sync>;

/// Opens pages in the user's browser, once a shell provided the means.
#[derive(Default)]
pub(crate) struct Browser(Slot<Opener>);

impl Browser {
    /// Sets how pages are opened.
    pub fn set(&self, open: impl Fn(&Url) -> bool + Send + Sync + 'static) {
        self.0.put(Arc::new(open));
    }

    /// Opens a page, if its address may be opened, and returns whether that succeeded.
    pub fn open(&self, url: &Url) -> bool {
        may_open(url) && self.0.get().is_some_and(|open| open(url))
    }
}

/// Whether an address is one that a browser is opened for by this program: encrypted, or on this machine, and naming nobody.
pub(crate) fn may_open(url: &Url) -> bool {
    let web = url.scheme() == "https" || (url.scheme() == "http" && domain::is_loopback(url));
    web && url.username().is_empty() && url.password().is_none()
}
