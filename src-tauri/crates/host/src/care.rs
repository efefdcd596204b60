//! Maintenance of the files while the host runs: the integrity check that is too long for startup, and the daily backup.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use store::{Part, StoreError};

use crate::inner::{Host, Inner};

/// Delay of the maintenance after startup.
const PAUSE: Duration = Duration::from_secs(5);
/// Time limit of the integrity check of one file.
const CHECK_LIMIT: Duration = Duration::from_secs(15 * 60);

/// Runs the check and the backup once, until the host closes.
pub(crate) async fn care(inner: Arc<Inner>) {
    tokio::select! {
        () = inner.closing.cancelled() => {}
        () = async {
            tokio::time::sleep(PAUSE).await;
            if sound(&inner).await {
                back_up(&inner).await;
            }
        } => {}
    }
}

/// Whether the check found no damage.
async fn sound(inner: &Inner) -> bool {
    for part in Part::ALL {
        if part == Part::Database && inner.store.checked() {
            continue;
        }
        let (end, closing) = (Instant::now() + CHECK_LIMIT, inner.closing.clone());
        let go_on = move || Instant::now() < end && !closing.is_cancelled();
        match store::check(&part.path(inner.store.dir()), go_on).await {
            Err(StoreError::Damaged(text)) => {
                inner.damage.report(part, text);
                return false;
            }
            Err(error) => tracing::warn!(%error, "a file could not be checked"),
            Ok(_) => {}
        }
    }
    true
}

async fn back_up(inner: &Inner) {
    match store::back_up_daily(inner.store.dir(), domain::now_ms()).await {
        Ok(made) => tracing::debug!(made, "copies of the day"),
        Err(error) => tracing::warn!(%error, "the copy of the day was not made"),
    }
}

impl Host {
    /// Waits until damage is found in an open file. The caller should then close the host.
    pub async fn damaged(&self) -> archive::OpenError {
        match self.inner.damage.found().await {
            Some((Part::Database, text)) => StoreError::Damaged(text).into(),
            Some((Part::Audit, text)) => audit::AuditError::Damaged(text).into(),
            // The host itself holds the sender.
            None => std::future::pending().await,
        }
    }
}
