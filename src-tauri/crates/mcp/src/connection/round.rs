//! What is kept of a request that can be asked again with what the server needs first.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::header::Header;

/// What it takes to ask again.
pub(crate) struct Rounds {
    /// The request as it was sent first.
    pub(super) text: String,
    pub(super) headers: Vec<Header>,
    /// Whether its answer may need more.
    pub(super) again: bool,
    pub(super) done: u32,
    pub(super) gathering: Option<Gathering>,
}

/// One round's input.
pub(super) struct Gathering {
    /// What the server wants back with it, JSON text as received.
    pub(super) state: Option<Box<RawValue>>,
    /// What is there, by the server's names, JSON text.
    pub(super) given: BTreeMap<String, String>,
    /// How much is not there yet.
    pub(super) missing: usize,
}

impl Rounds {
    pub(crate) fn new(text: String, headers: Vec<Header>, again: bool) -> Self {
        Self {
            text,
            headers,
            again,
            done: 0,
            gathering: None,
        }
    }

    /// Whether the server answered a round of it.
    pub(crate) fn begun(&self) -> bool {
        self.done > 0
    }

    /// Whether the last round is answered and the next one waits for this host.
    pub(crate) fn gathers(&self) -> bool {
        self.gathering.is_some()
    }
}
