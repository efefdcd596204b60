//! How a server is spoken to: what is remembered of it.

use std::sync::Arc;

use domain::now_ms;
use mcp::Era;
use store::{ServerRecord, StoredEra};
use tokio::sync::watch;

use crate::{inner::Inner, server::ServerSnapshot};

/// How long a server with sessions is not probed again, in milliseconds: an update may have taught it the newer way.
const FRESH_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// Returns how a server is spoken to first; none to find it out.
pub(super) fn known(record: &ServerRecord) -> Option<Era> {
    match record.era? {
        StoredEra {
            stateless: true, ..
        } => Some(Era::Stateless),
        StoredEra { probed_ms, .. } => {
            let age = now_ms().saturating_sub(probed_ms);
            (0..FRESH_MS).contains(&age).then_some(Era::Stateful)
        }
    }
}

impl Inner {
    /// Stores how a server is spoken to the next time; none to find it out then.
    pub(super) async fn remember_era(
        &self,
        snapshot: &watch::Sender<Arc<ServerSnapshot>>,
        era: Option<Era>,
    ) {
        let record = snapshot.borrow().record.clone();
        if known(&record) == era {
            return;
        }
        let era = era.map(|era| StoredEra {
            stateless: era == Era::Stateless,
            probed_ms: now_ms(),
        });
        if let Err(error) = self.store.servers().set_era(record.id, era.as_ref()).await {
            tracing::debug!(%error, "how a server is spoken to could not be stored");
        }
        snapshot.send_modify(|old| Arc::make_mut(old).record.era = era);
    }
}
