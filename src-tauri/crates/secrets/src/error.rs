//! What can go wrong with a secret. No message ever contains one.

use crate::{MAX_NAME_BYTES, MAX_SECRET_BYTES};

/// Why a secret could not be kept, read or deleted.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum SecretsError {
    /// The keychain is locked, or its unlock prompt was dismissed. Nothing was changed.
    #[error("the keychain is locked; unlock it and try again")]
    Locked,
    /// The keychain did not answer in time, usually because the system's own prompt waits for the user.
    /// A change asked for may still happen once it is answered.
    #[error("the keychain did not answer; look for its unlock prompt and try again")]
    TimedOut,
    /// Too many requests are already waiting for the keychain.
    #[error("too many requests are waiting for the keychain; try again")]
    Busy,
    /// The secret is larger than [`MAX_SECRET_BYTES`].
    #[error("the secret has {bytes} bytes; at most {MAX_SECRET_BYTES} can be kept")]
    TooLarge {
        /// Its size in bytes.
        bytes: usize,
    },
    /// The name is empty, longer than [`MAX_NAME_BYTES`] or contains a control character.
    #[error("a secret's name has 1 to {MAX_NAME_BYTES} bytes and no control characters")]
    BadName,
    /// What the keychain holds under this name is not what was put there.
    #[error("the stored secret is damaged; enter it again")]
    Damaged,
    /// The keychain refused or failed; the text is the platform's.
    #[error("the keychain failed: {0}")]
    Failed(String),
}
