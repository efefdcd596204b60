//! The state of the keychain.

use secrets::KeychainStatus;

use crate::{
    api::{Event, KeychainView},
    inner::{Host, Inner},
};

impl Host {
    /// Tries the keychain again; one that is locked asks the user to unlock it.
    pub async fn retry_keychain(&self) -> KeychainView {
        keychain_view(&self.inner.retry_keychain().await)
    }
}

impl Inner {
    /// Tries the keychain again, which asks the user to unlock it if it is locked, and tells of its state.
    pub(crate) async fn retry_keychain(&self) -> KeychainStatus {
        let status = self.keychain.retry().await;
        self.emit(Event::Keychain {
            keychain: keychain_view(&status),
        });
        status
    }
}

/// The keychain for people.
pub(crate) fn keychain_view(status: &KeychainStatus) -> KeychainView {
    match status {
        KeychainStatus::Available => KeychainView::Available,
        KeychainStatus::Missing { reason } => KeychainView::Missing {
            reason: domain::visible(reason),
        },
        KeychainStatus::Locked => KeychainView::Locked,
        KeychainStatus::Denied { reason } => KeychainView::Denied {
            reason: domain::visible(reason),
        },
    }
}
