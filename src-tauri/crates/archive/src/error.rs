//! Why the data of a host cannot be opened.

use store::StoreError;

/// Why the host could not be opened. Nothing was changed; [`crate::Recovery`] describes the possible actions.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The audit log.
    #[error("the audit log could not be opened: {0}")]
    Audit(#[from] audit::AuditError),
    /// The HTTP client for models, with the reason.
    #[error("model connections could not be set up: {0}")]
    Http(String),
}
