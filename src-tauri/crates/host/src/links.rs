//! Links in a conversation. Each is opened in the user's browser after an approval: opening one tells its host the whole address.

use std::collections::BTreeSet;

use consent::{DecidedBy, GrantScope, LinkApproval};
use domain::{ConversationId, ServerId};
use host_api::{ApiError, ErrorCode, HelpPage};
use messages::phrases;
use url::Url;

use crate::{
    inner::{Host, Inner},
    state::may_follow,
};

/// Maximum length of an address, in bytes: what common browsers take.
const MAX_ADDRESS: usize = 8 * 1024;

impl Host {
    /// Opens a link of a conversation in the user's browser after an approval, which shows the whole address and whose text is in
    /// it. Returns whether it was opened: not if it was denied, or if the same link already waits for an answer.
    ///
    /// # Errors
    /// There is no such conversation; the address is not a web address, contains user information or is longer than 8 KiB; the
    /// decision could not be recorded; the browser did not open.
    pub async fn open_link(
        &self,
        conversation: ConversationId,
        address: &str,
    ) -> Result<bool, ApiError> {
        let inner = &self.inner;
        inner.conversation(conversation).await?;
        let url = parse(address)?;
        let Some(_following) = inner.browser.follow(conversation, &url) else {
            return Ok(false);
        };
        let request = inner.link_request(conversation, &url).await?;
        match inner.consent.decide(request).await {
            Ok(allowed) => {
                let scope = allowed.scope;
                let link = allowed.approved.into_payload();
                if scope == GrantScope::Conversation {
                    inner.browser.allow(conversation, &link.origin);
                }
                if inner.browser.open_link(&link.url) {
                    return Ok(true);
                }
                let message = phrases::host_link_unopened();
                Err(ApiError::new(ErrorCode::Data, message))
            }
            Err(denied) if denied.by == DecidedBy::LedgerFailure => {
                let message = phrases::host_link_unrecorded();
                Err(ApiError::new(ErrorCode::Data, message))
            }
            Err(_denied) => Ok(false),
        }
    }

    /// Opens a page that Innkeeper itself refers to in the user's browser. Its address is fixed and tells its host nothing, so there is
    /// no approval.
    ///
    /// # Errors
    /// The browser did not open.
    pub fn open_help_page(&self, page: HelpPage) -> Result<(), ApiError> {
        match self.inner.browser.open_link(page.address()) {
            true => Ok(()),
            false => Err(ApiError::new(
                ErrorCode::Data,
                phrases::host_link_unopened(),
            )),
        }
    }
}

impl Inner {
    /// Returns the approval request for a link, with the servers whose text the address contains.
    async fn link_request(
        &self,
        conversation: ConversationId,
        url: &Url,
    ) -> Result<LinkApproval, ApiError> {
        let past = self.flows.past_of(&self.store, conversation).await?;
        let present = past.servers();
        let held = self.active_rules().await?.held_by_any(&present);
        let described = self.flows.defined.of(self.servers.snapshots().iter());
        let found = past.found_in_text(described, url.as_str()).await?;
        let named = |ids: BTreeSet<ServerId>| {
            let name = |id| self.servers.named(id).to_string();
            ids.into_iter().map(|id| (id, name(id))).collect()
        };
        let origin = url.origin().ascii_serialization();
        Ok(LinkApproval {
            conversation,
            origin_allowed: self.browser.is_allowed(conversation, &origin),
            url: url.to_string(),
            origin,
            holds: named(present.union(&held).copied().collect()),
            marks: found.marks,
            carries: named(found.from),
        })
    }
}

/// Returns the address as the browser gets it.
fn parse(address: &str) -> Result<Url, ApiError> {
    let invalid = |message| ApiError::new(ErrorCode::Invalid, message);
    if address.len() > MAX_ADDRESS {
        return Err(invalid(phrases::host_link_long(MAX_ADDRESS / 1024)));
    }
    let url = Url::parse(address).map_err(|_| invalid(phrases::host_link_invalid()))?;
    match may_follow(&url) && url.as_str().len() <= MAX_ADDRESS {
        true => Ok(url),
        false => Err(invalid(phrases::host_link_invalid())),
    }
}
