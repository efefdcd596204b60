//! Handles that reach the entries of one server, one provider or the host, and no others.

use domain::ServerId;

use crate::{Secret, SecretsError, entry::EntryKey, queue::JobQueue, worker::Request};

macro_rules! scope {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name {
            queue: JobQueue,
            scope: String,
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name)).field("scope", &self.scope).finish_non_exhaustive()
            }
        }

        impl $name {
            pub(crate) fn new(queue: JobQueue, scope: String) -> Self {
                Self { queue, scope }
            }

            /// Keeps a secret under `name`, replacing what was there.
            ///
            /// # Errors
            /// A bad name, a secret above [`crate::MAX_SECRET_BYTES`], or a keychain that is locked or fails. On
            /// [`SecretsError::TimedOut`] it may still be kept once the system's prompt is answered.
            pub async fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretsError> {
                let key = EntryKey::new(&self.scope, name)?;
                self.queue.ask(Request::Set(key, secret.clone())).await.map(drop)
            }

            /// The secret under `name`, if there is one.
            ///
            /// # Errors
            /// A bad name, a damaged secret, or a keychain that is locked or fails.
            pub async fn get(&self, name: &str) -> Result<Option<Secret>, SecretsError> {
                self.queue.ask(Request::Get(EntryKey::new(&self.scope, name)?)).await
            }

            /// Forgets the secret under `name`; nothing there is no error.
            ///
            /// # Errors
            /// A bad name, or a keychain that is locked or fails.
            pub async fn delete(&self, name: &str) -> Result<(), SecretsError> {
                self.queue.ask(Request::Delete(EntryKey::new(&self.scope, name)?)).await.map(drop)
            }

            /// Forgets all the secrets named; every one is tried.
            ///
            /// # Errors
            /// The first that could not be deleted.
            pub async fn delete_all<N: AsRef<str> + Sync>(&self, names: &[N]) -> Result<(), SecretsError> {
                let mut result = Ok(());
                for name in names {
                    result = result.and(self.delete(name.as_ref()).await);
                }
                result
            }
        }
    };
}

scope!(
    /// The secrets of one server: env values, headers, tokens.
    ScopedSecrets
);

impl ScopedSecrets {
    /// Whether these are the secrets of `server`.
    #[must_use]
    pub fn belongs_to(&self, server: ServerId) -> bool {
        self.scope == server_scope(server)
    }
}
scope!(
    /// The secrets of one model provider: its key.
    ProviderSecrets
);
scope!(
    /// The host's own entries, such as the head of the audit record.
    HostSecrets
);

/// The scope of one server's entries.
pub(crate) fn server_scope(server: ServerId) -> String {
    format!("server/{server}")
}
