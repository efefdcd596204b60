//! The user's browser.

use std::sync::Arc;

use url::Url;

use super::slot::Slot;

/// Opens a page in the user's browser; returns whether it did.
type Opener = Arc<dyn Fn(&Url) -> bool + Send + Sync>;

/// Opens pages in the user's browser, once a shell set the opener.
#[derive(Default)]
pub(crate) struct Browser(Slot<Opener>);

impl Browser {
    /// Sets the function that opens pages.
    pub fn set(&self, open: impl Fn(&Url) -> bool + Send + Sync + 'static) {
        self.0.put(Arc::new(open));
    }

    /// Opens a page, if its URL may be opened, and returns whether that succeeded.
    pub fn open(&self, url: &Url) -> bool {
        may_open(url) && self.0.get().is_some_and(|open| open(url))
    }
}

/// Whether this program may open a URL in a browser: encrypted or on this machine, and without user information.
pub(crate) fn may_open(url: &Url) -> bool {
    let web = url.scheme() == "https" || (url.scheme() == "http" && domain::is_loopback(url));
    web && url.username().is_empty() && url.password().is_none()
}
