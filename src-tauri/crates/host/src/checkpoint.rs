//! Keeps the head of the audit log in the keychain, so that a cut-off tail can be told.

use std::{sync::Arc, time::Duration};

use secrets::{KeychainStatus, Secret};

use crate::Inner;

/// The keychain entry that holds the head.
pub(crate) const HEAD: &str = "audit-head";
/// How often it is looked at.
const TICK: Duration = Duration::from_secs(5);
/// The head is saved when it is this old and changed.
const MAX_AGE: Duration = Duration::from_secs(60);
/// The head is saved after so many rows.
const MAX_ROWS: u64 = 1_000;

/// Saves the head until the host closes.
pub(crate) async fn keep(inner: Arc<Inner>) {
    save(&inner).await;
    let mut saved = (inner.audit.head().seq, tokio::time::Instant::now());
    loop {
        tokio::select! {
            () = inner.closing.cancelled() => return,
            () = tokio::time::sleep(TICK) => {}
        }
        let rows = inner.audit.head().seq.saturating_sub(saved.0);
        if rows >= MAX_ROWS || (rows > 0 && saved.1.elapsed() >= MAX_AGE) {
            save(&inner).await;
            saved = (inner.audit.head().seq, tokio::time::Instant::now());
        }
    }
}

/// Saves the head now. Without a keychain it is not kept: `verify` says so.
pub(crate) async fn save(inner: &Inner) {
    // A locked keychain would ask the person for a password, of which the log is no reason.
    if inner.keychain.status() != KeychainStatus::Available {
        return;
    }
    let head = inner.audit.head().to_text();
    if let Err(error) = inner.keychain.host().set(HEAD, &Secret::new(head)).await {
        tracing::warn!(%error, "the head of the audit log could not be kept in the keychain");
    }
}

/// The head that was saved last, if there is one. What is only in memory proves nothing.
pub(crate) async fn saved(inner: &Inner) -> Option<audit::Head> {
    if inner.keychain.status() != KeychainStatus::Available {
        return None;
    }
    let text = inner.keychain.host().get(HEAD).await.ok().flatten()?;
    text.expose().parse().ok()
}
