//! The user's browser.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use domain::ConversationId;
use url::Url;

use super::slot::Slot;
use crate::mutex::lock;

/// Opens a page in the user's browser; returns whether it did.
type Opener = Arc<dyn Fn(&Url) -> bool + Send + Sync>;

/// A link of a conversation.
type Link = (ConversationId, String);

/// Opens pages in the user's browser, once a shell set the opener.
#[derive(Default)]
pub(crate) struct Browser {
    opener: Slot<Opener>,
    /// Links that wait for an answer.
    following: Mutex<BTreeSet<Link>>,
    /// Origins whose links the user allowed in a conversation, until Innkeeper ends.
    allowed: Mutex<BTreeSet<Link>>,
}

impl Browser {
    /// Sets the function that opens pages.
    pub fn set(&self, open: impl Fn(&Url) -> bool + Send + Sync + 'static) {
        self.opener.put(Arc::new(open));
    }

    /// Opens a server's page, if its URL may be opened, and returns whether that succeeded.
    pub fn open(&self, url: &Url) -> bool {
        may_open(url) && self.hand_over(url)
    }

    /// Opens an approved link, and returns whether that succeeded.
    pub fn open_link(&self, url: &str) -> bool {
        Url::parse(url).is_ok_and(|url| may_follow(&url) && self.hand_over(&url))
    }

    fn hand_over(&self, url: &Url) -> bool {
        self.opener.get().is_some_and(|open| open(url))
    }

    /// Begins to follow a link; none if it is being followed. It ends when the result is dropped.
    pub fn follow(&self, conversation: ConversationId, url: &Url) -> Option<Following<'_>> {
        let link = (conversation, url.to_string());
        let begun = lock(&self.following).insert(link.clone());
        begun.then_some(Following {
            browser: self,
            link,
        })
    }

    /// Allows links to an origin in a conversation.
    pub fn allow(&self, conversation: ConversationId, origin: &str) {
        lock(&self.allowed).insert((conversation, origin.to_owned()));
    }

    /// Whether links to an origin are allowed in a conversation.
    pub fn is_allowed(&self, conversation: ConversationId, origin: &str) -> bool {
        lock(&self.allowed).contains(&(conversation, origin.to_owned()))
    }
}

/// A link that is being followed.
pub(crate) struct Following<'a> {
    browser: &'a Browser,
    link: Link,
}

impl Drop for Following<'_> {
    fn drop(&mut self) {
        lock(&self.browser.following).remove(&self.link);
    }
}

/// Whether this program may open a server's page in a browser: encrypted or on this machine, and without user information.
pub(crate) fn may_open(url: &Url) -> bool {
    let web = url.scheme() == "https" || (url.scheme() == "http" && domain::is_loopback(url));
    web && is_anonymous(url)
}

/// Whether this program may open a link that the user follows: a web address without user information, which could pose as a host.
pub(crate) fn may_follow(url: &Url) -> bool {
    matches!(url.scheme(), "https" | "http") && url.has_host() && is_anonymous(url)
}

fn is_anonymous(url: &Url) -> bool {
    url.username().is_empty() && url.password().is_none()
}
