//! Secrets in the system keychain, with handles scoped to one server, one model provider or the host.
//!
//! Only this crate talks to the keychain, on one thread of its own, because a locked keychain may block on the system's dialog. Callers wait at most
//! [`CALL_LIMIT`]; neither start nor exit waits for that thread. Without a keychain, secrets live in memory for this process and are
//! never written anywhere in plain text. Log lines pass through [`scrub`] first.
//!
//! ```
//! use domain::ServerId;
//! use secrets::{Keychain, Secret, SecretsError};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), SecretsError> {
//! let keychain = Keychain::in_memory();
//! let (mail, calendar) = (ServerId::new(), ServerId::new());
//! let token = Secret::new("a-long-token-of-mail".to_owned());
//! keychain.server(mail).set("TOKEN", &token).await?;
//!
//! let read = keychain.server(mail).get("TOKEN").await?;
//! assert_eq!(read.as_ref().map(Secret::expose), Some("a-long-token-of-mail"));
//! // Another server has another scope.
//! assert!(keychain.server(calendar).get("TOKEN").await?.is_none());
//! // While a secret is held, no log line contains it.
//! assert!(!secrets::scrub("sent a-long-token-of-mail").contains("a-long-token"));
//! # Ok(())
//! # }
//! ```

mod backend;
mod entry;
mod error;
mod held;
mod keychain;
mod limits;
mod parts;
mod queue;
mod redact;
mod scope;
mod scrub;
mod secret;
mod status;
mod worker;

pub use error::SecretsError;
pub use held::without_held;
pub use keychain::{CONNECT_LIMIT, Keychain};
pub use limits::{MAX_NAME_BYTES, MAX_PARTS, MAX_SECRET_BYTES, PART_BYTES};
pub use queue::{CALL_LIMIT, QUEUE_LENGTH};
pub use redact::redact;
pub use scope::{HostSecrets, ProviderSecrets, ScopedSecrets};
pub use scrub::{scrub, without_keys};
pub use secret::Secret;
pub use status::KeychainStatus;
