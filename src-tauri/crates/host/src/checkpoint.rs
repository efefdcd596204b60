//! Checkpoint of the audit log's head in the keychain, which detects truncation. A head is replaced only by that of a log that
//! contains it, so that the next start does not overwrite evidence of missing rows.

use std::{path::Path, sync::Arc, time::Duration};

use secrets::{KeychainStatus, Secret};

use crate::{config::HostConfig, inner::Inner};

/// The keychain entry that holds the head.
const HEAD: &str = "audit-head";
/// The interval between checks.
const TICK: Duration = Duration::from_secs(5);
/// The head is saved if it changed and the saved one is this old.
const MAX_AGE: Duration = Duration::from_secs(60);
/// The head is saved after this many rows.
const MAX_ROWS: u64 = 1_000;

/// Saves the head repeatedly until the host closes.
pub(crate) async fn keep(inner: Arc<Inner>) {
    save(&inner).await;
    let mut saved = (inner.audit.head().seq, tokio::time::Instant::now());
    loop {
        tokio::select! {
            () = inner.closing.cancelled() => return,
            () = tokio::time::sleep(TICK) => {}
        }
        inner.store.seals().announce_again().await;
        let rows = inner.audit.head().seq.saturating_sub(saved.0);
        if rows >= MAX_ROWS || (rows > 0 && saved.1.elapsed() >= MAX_AGE) {
            save(&inner).await;
            saved = (inner.audit.head().seq, tokio::time::Instant::now());
        }
    }
}

/// Returns the keychain entry for the log of a data directory. Each directory has its own log.
pub(crate) fn entry(data_dir: &Path) -> String {
    if HostConfig::default_data_dir().is_some_and(|usual| usual == data_dir) {
        HEAD.to_owned()
    } else {
        format!("{HEAD} {}", data_dir.display())
    }
}

/// Saves the head now, unless the log does not contain the head saved last, or that one cannot be read. Without a keychain it
/// is not saved, and `verify` reports that.
pub(crate) async fn save(inner: &Inner) {
    inner.store.seals().announce_again().await;
    match saved(inner).await {
        Saved::None => {}
        Saved::Head(before) if contains(inner, &before).await => {}
        Saved::Head(_) => {
            tracing::warn!(
                "rows of the audit log are missing; what shows it stays in the keychain"
            );
            return;
        }
        // It may show that rows are missing.
        Saved::Unreadable => {
            tracing::warn!("the saved head of the audit log cannot be read; it is not replaced");
            return;
        }
    }
    set(inner).await;
}

/// Accepts the current log as the reference for later checks, because a person restored it.
pub(crate) async fn renew(inner: &Inner) {
    set(inner).await;
}

async fn set(inner: &Inner) {
    // A locked keychain would prompt the person for a password, which the log does not justify.
    if inner.keychain.status() != KeychainStatus::Available {
        return;
    }
    let head = Secret::new(inner.audit.head().to_text());
    let name = entry(inner.store.dir());
    if let Err(error) = inner.keychain.host().set(&name, &head).await {
        tracing::warn!(%error, "the head of the audit log could not be kept in the keychain");
    }
}

/// Whether the log contains the row of this head.
pub(crate) async fn contains(inner: &Inner, head: &audit::Head) -> bool {
    if head.seq == 0 {
        return true;
    }
    let row = inner.audit.row(head.seq).await;
    // A log that cannot be read now is checked again later.
    row.is_ok_and(|row| row.is_some_and(|row| head.to_text().ends_with(&format!(":{}", row.hash))))
}

/// The head saved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// None was saved, or there is no keychain: a head that is only in memory proves nothing.
    None,
    /// This one.
    Head(audit::Head),
    /// The keychain did not answer, or its entry is no head.
    Unreadable,
}

impl Saved {
    /// The head, if there is one that can be read.
    pub(crate) fn head(&self) -> Option<&audit::Head> {
        match self {
            Self::Head(head) => Some(head),
            Self::None | Self::Unreadable => None,
        }
    }

    /// What the keychain returned. That there is no entry counts only if it can still be asked afterwards.
    fn of<E>(entry: Result<Option<&str>, E>, after: KeychainStatus) -> Self {
        match entry {
            Ok(Some(text)) => text.parse().map_or(Self::Unreadable, Self::Head),
            Ok(None) if after == KeychainStatus::Available => Self::None,
            Ok(None) | Err(_) => Self::Unreadable,
        }
    }
}

/// Returns the head saved last.
pub(crate) async fn saved(inner: &Inner) -> Saved {
    if inner.keychain.status() != KeychainStatus::Available {
        return Saved::None;
    }
    let name = entry(inner.store.dir());
    let found = inner.keychain.host().get(&name).await;
    let text = found
        .as_ref()
        .map(|found| found.as_ref().map(Secret::expose));
    Saved::of(text, inner.keychain.status())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_entry_that_is_certainly_not_there_counts_as_none() {
        let head = audit::Head::EMPTY.to_text();
        let of = |entry: Result<Option<&str>, ()>| Saved::of(entry, KeychainStatus::Available);
        assert_eq!(of(Ok(Some(&head))), Saved::Head(audit::Head::EMPTY));
        assert_eq!(of(Ok(None)), Saved::None);
        for unreadable in [Err(()), Ok(Some("")), Ok(Some("7:zz")), Ok(Some("head"))] {
            assert_eq!(of(unreadable), Saved::Unreadable);
        }
        let gone = Saved::of::<()>(Ok(None), KeychainStatus::Locked);
        assert_eq!(gone, Saved::Unreadable);
    }
}
