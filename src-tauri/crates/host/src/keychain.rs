//! The state of the keychain.

use host_api::{Event, KeychainView};
use secrets::KeychainStatus;

use crate::inner::{Host, Inner};

impl Host {
    /// Retries access to the keychain; a locked one prompts the user to unlock it.
    pub async fn retry_keychain(&self) -> KeychainView {
        keychain_view(&self.inner.retry_keychain().await)
    }
}

impl Inner {
    /// Retries access to the keychain, which prompts the user to unlock it if it is locked. Emits its state.
    pub(crate) async fn retry_keychain(&self) -> KeychainStatus {
        let status = self.keychain.retry().await;
        self.unlock_permissions().await;
        self.emit(Event::Keychain {
            keychain: keychain_view(&status),
        });
        status
    }
}

/// Returns the view of the keychain.
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
