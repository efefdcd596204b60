//! Secrets: the OS keychain, and handles scoped to one server, one provider or the host.
//!
//! Only this crate knows the keychain. One thread of its own speaks to it, because a locked keychain may block on
//! the system's prompt: callers wait at most [`CALL_LIMIT`], and neither start nor exit waits for that thread.
//! Without a keychain, secrets live in memory for this process only; they are never written anywhere in plain text.
//! What is written to a log goes through [`scrub`] first.

mod backend;
mod entry;
mod error;
mod held;
mod keychain;
mod parts;
mod scope;
mod scrub;
mod secret;
mod worker;

pub use entry::MAX_NAME_BYTES;
pub use error::SecretsError;
pub use held::without_held;
pub use keychain::{CALL_LIMIT, CONNECT_LIMIT, Keychain, KeychainStatus, QUEUE_LENGTH};
pub use parts::{MAX_PARTS, MAX_SECRET_BYTES, PART_BYTES};
pub use scope::{HostSecrets, ProviderSecrets, ScopedSecrets};
pub use scrub::{scrub, without_keys};
pub use secret::Secret;
