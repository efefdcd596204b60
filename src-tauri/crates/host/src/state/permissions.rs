//! The servers whose stored permissions a person has to confirm.

use std::{collections::BTreeSet, sync::Mutex};

use domain::ServerId;
use host_api::UnconfirmedView;
use store::Unconfirmed;
use tokio::sync::Notify;

use crate::mutex::lock;

/// What was last found of them.
#[derive(Debug, Default)]
pub(crate) struct Permissions {
    now: Mutex<State>,
    doubt: Notify,
}

#[derive(Debug, Default)]
struct State {
    found: Unconfirmed,
    /// Whether the key that vouches for permissions could be read.
    has_key: bool,
}

impl Permissions {
    /// Records servers whose rules were found unconfirmed while they were read.
    pub fn note(&self, found: &BTreeSet<ServerId>) {
        let known = lock(&self.now);
        if found.iter().any(|server| !known.found.contains_key(server)) {
            self.doubt.notify_one();
        }
    }

    /// Waits until servers were noted that are not among those last found.
    pub async fn doubted(&self) {
        self.doubt.notified().await;
    }

    /// Records whether the key could be read.
    pub fn set_key(&self, has_key: bool) {
        lock(&self.now).has_key = has_key;
    }

    /// Whether the key could be read.
    pub fn has_key(&self) -> bool {
        lock(&self.now).has_key
    }

    /// Replaces what was found. Returns what is new in it; none if nothing changed.
    pub fn replace(&self, found: Unconfirmed) -> Option<Unconfirmed> {
        let mut state = lock(&self.now);
        if state.found == found {
            return None;
        }
        let before = std::mem::replace(&mut state.found, found);
        let new = state
            .found
            .iter()
            .filter(|(server, _)| !before.contains_key(server));
        Some(
            new.map(|(server, sections)| (*server, sections.clone()))
                .collect(),
        )
    }

    /// Whether a server's stored permissions have to be confirmed.
    pub fn is_unconfirmed(&self, server: ServerId) -> bool {
        lock(&self.now).found.contains_key(&server)
    }

    /// Returns them; none if there is nothing to confirm.
    pub fn view(&self) -> Option<UnconfirmedView> {
        let state = lock(&self.now);
        (!state.found.is_empty()).then(|| UnconfirmedView {
            servers: state.found.keys().map(ToString::to_string).collect(),
            keychain: state.has_key,
        })
    }
}
