//! The platform's keychain: connecting, connecting again, and one entry at a time. Every call here may block.

use std::{collections::HashMap, sync::Arc};

use keyring_core::{CredentialStore, Entry, Error, get_default_store};
use zeroize::Zeroizing;

use crate::{KeychainStatus, SecretsError, parts::PartBytes};

/// A connection to the platform's keychain.
pub(crate) struct Platform {
    namespace: String,
    store: Arc<CredentialStore>,
}

impl Platform {
    /// Connects. The platform's store is chosen by `keyring`; that happens once per process, so a later try makes
    /// the store anew.
    pub(crate) fn connect(namespace: &str) -> Result<Self, String> {
        static FIRST: std::sync::Once = std::sync::Once::new();
        let mut first = None;
        FIRST.call_once(|| {
            first = Some(
                keyring::Entry::store_status()
                    .as_ref()
                    .map_err(ToString::to_string),
            )
        });
        match first {
            Some(Ok(())) => {}
            Some(Err(reason)) => return Err(reason.clone()),
            None => renew_store().map_err(|e| e.to_string())?,
        }
        let store = get_default_store().ok_or_else(|| Error::NoDefaultStore.to_string())?;
        Ok(Self {
            namespace: namespace.to_owned(),
            store,
        })
    }

    fn entry(&self, account: &str) -> Result<Entry, Error> {
        self.store
            .build(&self.namespace, account, modifiers().as_ref())
    }

    pub(crate) fn set(&self, account: &str, bytes: &[u8]) -> Result<(), Error> {
        let entry = self.entry(account)?;
        match entry.set_secret(bytes) {
            Err(Error::NoStorageAccess(cause)) if make_default_collection(cause.as_ref()) => {
                entry.set_secret(bytes)
            }
            other => other,
        }
    }

    pub(crate) fn get(&self, account: &str) -> Result<Option<PartBytes>, Error> {
        match self.entry(account)?.get_secret() {
            Ok(bytes) => Ok(Some(Zeroizing::new(bytes))),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether there was something to delete.
    pub(crate) fn delete(&self, account: &str) -> Result<bool, Error> {
        match self.entry(account)?.delete_credential() {
            Ok(()) => Ok(true),
            Err(Error::NoEntry) => Ok(false),
            Err(Error::Ambiguous(entries)) => {
                entries.iter().try_for_each(Entry::delete_credential)?;
                Ok(true)
            }
            Err(error) => Err(error),
        }
    }
}

/// How an entry is kept: on Windows it stays on this machine, as the data folder does, and does not follow the user to others.
fn modifiers() -> Option<HashMap<&'static str, &'static str>> {
    cfg!(windows).then(|| HashMap::from([("persistence", "local")]))
}

/// What an error of the keychain means to the caller, and to the status.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "keyring's errors are an open set"
)]
pub(crate) fn classify(error: &Error) -> (SecretsError, KeychainStatus) {
    match error {
        Error::NoStorageAccess(_) => (SecretsError::Locked, KeychainStatus::Locked),
        // These are about one entry; the keychain itself works. Their bytes could be a secret: not shown.
        Error::BadEncoding(_) | Error::BadDataFormat(..) | Error::Ambiguous(_) => {
            (SecretsError::Damaged, KeychainStatus::Available)
        }
        other => {
            let reason = other.to_string();
            (
                SecretsError::Failed(reason.clone()),
                KeychainStatus::Denied { reason },
            )
        }
    }
}

/// Whether a failure may be cured by connecting again: the service was restarted, or the bus went away.
pub(crate) fn is_connection_failure(error: &Error) -> bool {
    matches!(error, Error::PlatformFailure(_))
}

#[cfg(all(unix, not(target_os = "macos")))]
mod secret_service_only {
    use secret_service::{EncryptionType, blocking::SecretService};

    /// Sets a new store: the old one's connection may be gone, or there was none.
    pub(crate) fn renew_store() -> Result<(), keyring_core::Error> {
        keyring_core::set_default_store(zbus_secret_service_keyring_store::Store::new()?);
        Ok(())
    }

    /// Whether the default collection is locked, asked without raising a prompt.
    pub(crate) fn is_locked() -> bool {
        SecretService::connect(EncryptionType::Plain)
            .and_then(|service| service.get_default_collection()?.is_locked())
            .unwrap_or(false)
    }

    /// Unlocks the default collection, for which the service asks the user. Whether it is unlocked then.
    pub(crate) fn unlock() -> bool {
        SecretService::connect(EncryptionType::Plain)
            .and_then(|service| {
                let collection = service.get_default_collection()?;
                collection.unlock()?;
                collection.is_locked()
            })
            .is_ok_and(|locked| !locked)
    }

    /// A fresh account has no default collection, and the store does not make one; the service asks the user for a
    /// password for it. Answers whether it was made, and does nothing when another cause is to blame.
    pub(crate) fn make_default_collection(
        cause: &(dyn std::error::Error + Send + Sync + 'static),
    ) -> bool {
        let missing = matches!(cause.downcast_ref(), Some(secret_service::Error::NoResult));
        missing
            && SecretService::connect(EncryptionType::Plain)
                .and_then(|service| {
                    service
                        .create_collection("Default keyring", "default")
                        .map(drop)
                })
                .is_ok()
    }
}
#[cfg(all(unix, not(target_os = "macos")))]
pub(crate) use secret_service_only::{is_locked, unlock};
#[cfg(all(unix, not(target_os = "macos")))]
use secret_service_only::{make_default_collection, renew_store};

#[cfg(not(all(unix, not(target_os = "macos"))))]
mod system_keychain {
    /// The system's keychain is part of the system: there is no connection to renew.
    pub(crate) fn renew_store() -> Result<(), keyring_core::Error> {
        Ok(())
    }

    /// The first use says so.
    pub(crate) fn is_locked() -> bool {
        false
    }

    /// The first use raises the system's prompt.
    pub(crate) fn unlock() -> bool {
        true
    }

    pub(crate) fn make_default_collection(
        _: &(dyn std::error::Error + Send + Sync + 'static),
    ) -> bool {
        false
    }
}
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(crate) use system_keychain::{is_locked, unlock};
#[cfg(not(all(unix, not(target_os = "macos"))))]
use system_keychain::{make_default_collection, renew_store};
