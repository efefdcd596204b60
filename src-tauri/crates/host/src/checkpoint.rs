//! Keeps the head of the audit log in the keychain, so that a cut-off tail can be told. A head is only replaced by one of a
//! log that contains it: what shows that rows are missing is not overwritten by the next start.

use std::{path::Path, sync::Arc, time::Duration};

use secrets::{KeychainStatus, Secret};

use crate::{config::HostConfig, inner::Inner};

/// The keychain entry that holds the head.
const HEAD: &str = "audit-head";
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

/// The keychain entry of the log in a data directory. Each directory has its own log.
pub(crate) fn entry(data_dir: &Path) -> String {
    if HostConfig::default_data_dir().is_some_and(|usual| usual == data_dir) {
        HEAD.to_owned()
    } else {
        format!("{HEAD} {}", data_dir.display())
    }
}

/// Saves the head now, unless the log is not the one whose head was saved last. Without a keychain it is not kept: `verify`
/// says so.
pub(crate) async fn save(inner: &Inner) {
    if let Some(before) = saved(inner).await
        && !contains(inner, &before).await
    {
        tracing::warn!("rows of the audit log are missing; what shows it stays in the keychain");
        return;
    }
    set(inner).await;
}

/// Takes the log as it is for the one whose end is to be known: a person put it there.
pub(crate) async fn renew(inner: &Inner) {
    set(inner).await;
}

async fn set(inner: &Inner) {
    // A locked keychain would ask the person for a password, of which the log is no reason.
    if inner.keychain.status() != KeychainStatus::Available {
        return;
    }
    let head = Secret::new(inner.audit.head().to_text());
    let name = entry(inner.store.dir());
    if let Err(error) = inner.keychain.host().set(&name, &head).await {
        tracing::warn!(%error, "the head of the audit log could not be kept in the keychain");
    }
}

/// Whether the log has the row that this head was taken from.
async fn contains(inner: &Inner, head: &audit::Head) -> bool {
    if head.seq == 0 {
        return true;
    }
    let row = inner.audit.row(head.seq).await;
    // What cannot be read now is looked at again later.
    row.is_ok_and(|row| row.is_some_and(|row| head.to_text().ends_with(&format!(":{}", row.hash))))
}

/// The head that was saved last, if there is one. What is only in memory proves nothing.
pub(crate) async fn saved(inner: &Inner) -> Option<audit::Head> {
    if inner.keychain.status() != KeychainStatus::Available {
        return None;
    }
    let name = entry(inner.store.dir());
    let text = inner.keychain.host().get(&name).await.ok().flatten()?;
    text.expose().parse().ok()
}
