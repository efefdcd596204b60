//! What is kept of the stream of changes of a server without a session.

use std::collections::BTreeSet;

use tokio::time::{Duration, Instant};

use crate::{bounds::LISTEN_RETRY, jsonrpc::ServerRequestId};

/// The stream of a connection.
#[derive(Default)]
pub(super) struct Listening {
    /// The request whose answer it is, while it is open.
    pub(super) request: Option<u64>,
    /// The resources it is about.
    pub(super) uris: BTreeSet<String>,
    /// When it is opened again, or the server is asked for its lists.
    pub(super) at: Option<Instant>,
    /// How often in a row it ended without a change.
    pub(super) fruitless: u32,
    /// It was open before: what changed since is not known.
    pub(super) before: bool,
    /// It is not opened any more.
    pub(super) polls: bool,
}

impl Listening {
    pub(super) fn due(&self) -> Option<Instant> {
        self.at
    }

    /// Whether the server names the request of the stream.
    pub(super) fn is(&self, id: &ServerRequestId) -> bool {
        self.request.is_some_and(|request| id.is_number(request))
    }

    /// A notification came.
    pub(super) fn heard(&mut self, method: &str) {
        let change = matches!(
            method,
            "notifications/tools/list_changed"
                | "notifications/prompts/list_changed"
                | "notifications/resources/list_changed"
                | "notifications/resources/updated"
        );
        if change {
            self.fruitless = 0;
        }
    }

    pub(super) fn wait(&self) -> Duration {
        let (least, most) = LISTEN_RETRY;
        let doubled = 2u32.saturating_pow(self.fruitless.saturating_sub(1));
        least.saturating_mul(doubled).min(most)
    }
}
