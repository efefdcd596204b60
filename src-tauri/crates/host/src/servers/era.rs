//! How a server is spoken to: what is remembered of it, and what the user chose.

use std::sync::Arc;

use domain::{EraChoice, ServerId, now_ms};
use host_api::{ApiError, ServerStateView};
use mcp::{Era, EraOrder};
use messages::phrases;
use store::{ServerRecord, StoredEra};
use tokio::sync::watch;

use crate::{
    inner::{Host, Inner},
    server::{ServerSnapshot, StartBy},
};

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

/// Returns which ways of speaking to a server are tried, in which order.
///
/// A local server that may make requests of its own is spoken to with a session, if it can be: SDKs have tools that make such
/// requests in messages, and tools that make them in results. A session serves both; without one, the former fail. A server at a
/// URL may be several processes behind a proxy, of which only one knows a session.
pub(super) fn order(record: &ServerRecord) -> EraOrder {
    let asks = record.sampling || record.elicitation;
    match record.era_choice {
        EraChoice::WithSessions => EraOrder::Only(Era::Stateful),
        EraChoice::WithoutSessions => EraOrder::Only(Era::Stateless),
        EraChoice::Automatic if asks && record.url.is_none() => EraOrder::Session,
        EraChoice::Automatic => EraOrder::Newest,
    }
}

impl Host {
    /// Stores how a server is spoken to from now on. A server that runs is started again.
    ///
    /// # Errors
    /// There is no such server, or the choice could not be stored; then nothing changed.
    pub async fn set_era_choice(&self, id: ServerId, choice: EraChoice) -> Result<(), ApiError> {
        let inner = &self.inner;
        let handle = inner.servers.handle(id)?;
        let _one_at_a_time = inner.servers.switch().await;
        if handle.snapshot().record.era_choice == choice {
            return Ok(());
        }
        inner.store.servers().set_era_choice(id, choice).await?;
        handle.settle(|record| record.era_choice = choice);
        inner.forget_era(id).await?;
        inner.tell_server(&handle);
        if matches!(handle.snapshot().state, ServerStateView::Ready { .. }) {
            handle.stop(phrases::host_reconnects_era());
            handle.start(StartBy::Person);
        }
        Ok(())
    }
}

impl Inner {
    /// Forgets how a server was spoken to, because something changed that decides it.
    pub(crate) async fn forget_era(&self, id: ServerId) -> Result<(), ApiError> {
        self.store.servers().set_era(id, None).await?;
        self.servers.handle(id)?.settle(|record| record.era = None);
        Ok(())
    }

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
