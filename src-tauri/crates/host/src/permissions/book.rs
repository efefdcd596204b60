//! The number of the book of seals, which the keychain keeps beside the key, and whether a data directory was ever sealed.
//!
//! An older copy of the data has an older number. Where the keychain does not answer, a file outside of the data directory says
//! that there was one: then nothing that is stored counts.

use std::{
    fmt,
    future::Future,
    path::{Path, PathBuf},
    pin::Pin,
};

use audit::Audit;
use secrets::{HostSecrets, Keychain, KeychainStatus, Secret};
use store::{Announced, KeptNumber, SealLog, Sealed};

use crate::{config::HostConfig, ledger};

/// The keychain entry that holds the number.
const BOOK: &str = "permissions-book";
/// The file, in the configuration folder, that says that something was sealed in the usual data directory.
const SEALED: &str = "sealed";

/// Returns the keychain entry for a data directory. Each directory has its own book.
pub(crate) fn entry(data_dir: &Path) -> String {
    if HostConfig::default_data_dir().is_some_and(|usual| usual == data_dir) {
        BOOK.to_owned()
    } else {
        format!("{BOOK} {}", data_dir.display())
    }
}

/// Returns what the keychain says of the book. That there is no entry counts only if it can still be asked afterwards.
pub(super) async fn kept(keychain: &Keychain, data_dir: &Path) -> KeptNumber {
    match keychain.host().get(&entry(data_dir)).await {
        Ok(Some(text)) => text
            .expose()
            .parse()
            .map_or(KeptNumber::Unreadable, KeptNumber::Announced),
        Ok(None) if keychain.status() == KeychainStatus::Available => KeptNumber::None,
        Ok(None) | Err(_) => KeptNumber::Unreadable,
    }
}

/// The audit log and the keychain as the places where seals are recorded.
pub(super) struct Records {
    audit: Audit,
    keychain: HostSecrets,
    entry: String,
}

impl Records {
    pub(super) fn of(audit: &Audit, keychain: &Keychain, data_dir: &Path) -> Self {
        Self {
            audit: audit.clone(),
            keychain: keychain.host(),
            entry: entry(data_dir),
        }
    }
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Records")
    }
}

impl SealLog for Records {
    fn announce<'a>(
        &'a self,
        announced: &'a Announced,
    ) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>> {
        Box::pin(async move {
            let text = Secret::new(announced.to_string());
            let kept = self.keychain.set(&self.entry, &text).await;
            if let Err(error) = &kept {
                tracing::warn!(%error, "the number of a change of permissions could not be kept yet");
            }
            kept.is_ok()
        })
    }

    fn sealed<'a>(&'a self, sealed: &'a Sealed) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async move {
            let about = ledger::About::server(sealed.server, sealed.section.as_str());
            let event = ledger::Event::Sealed {
                number: sealed.number,
                digest: sealed.digest.clone(),
            };
            if let Err(error) = ledger::record(&self.audit, about, event).await {
                tracing::error!(%error, "a seal could not be recorded");
            }
        })
    }
}

/// Whether something of the usual data directory was ever sealed, as far as the marker outside of it tells.
pub(super) fn was_sealed(data_dir: &Path) -> bool {
    marker(data_dir).is_some_and(|marker| !matches!(marker.try_exists(), Ok(false)))
}

/// Marks the usual data directory as sealed, so that a keychain that is gone later is noticed.
pub(super) fn note_sealed(data_dir: &Path) {
    let Some(marker) = marker(data_dir).filter(|marker| !marker.exists()) else {
        return;
    };
    let folder = marker.parent().map_or(Ok(()), std::fs::create_dir_all);
    if let Err(error) = folder.and_then(|()| std::fs::write(&marker, "")) {
        tracing::warn!(%error, "it could not be noted that permissions are sealed");
    }
}

/// Returns the marker of the usual data directory; none for another one.
fn marker(data_dir: &Path) -> Option<PathBuf> {
    let usual = HostConfig::default_data_dir().is_some_and(|usual| usual == data_dir);
    let folders = directories::ProjectDirs::from("", "", "innkeeper").filter(|_| usual);
    folders.map(|folders| folders.config_dir().join(SEALED))
}
