//! Destinations that may receive tool results in this run.

use std::{collections::BTreeSet, sync::Mutex};

use domain::{ConversationId, ProviderId};

use crate::mutex::lock;

/// Endpoints and origins that may receive tool results in this run.
#[derive(Default)]
pub(crate) struct RunOutflow {
    allowed: Mutex<BTreeSet<ProviderId>>,
    cleared: Mutex<BTreeSet<(ConversationId, String)>>,
}

impl RunOutflow {
    /// Allows an endpoint, on behalf of a command line.
    pub fn allow(&self, provider: ProviderId) {
        lock(&self.allowed).insert(provider);
    }

    /// Whether a command line allows an endpoint.
    pub fn is_allowed(&self, provider: ProviderId) -> bool {
        lock(&self.allowed).contains(&provider)
    }

    /// Allows an origin in a conversation.
    pub fn clear(&self, conversation: ConversationId, origin: &str) {
        lock(&self.cleared).insert((conversation, origin.to_owned()));
    }

    /// Whether an origin is allowed in a conversation.
    pub fn is_cleared(&self, conversation: ConversationId, origin: &str) -> bool {
        lock(&self.cleared).contains(&(conversation, origin.to_owned()))
    }
}
