//! The handle on the keychain and its status.

use std::time::Duration;

use domain::{ProviderId, ServerId};

use crate::{
    HostSecrets, KeychainStatus, ProviderSecrets, ScopedSecrets,
    queue::JobQueue,
    scope::server_scope,
    status::SharedStatus,
    worker::{Request, Worker},
};

/// Longest wait for the first connection; it goes on in the background after that.
pub const CONNECT_LIMIT: Duration = Duration::from_secs(5);

/// The OS keychain, or memory where there is none. Clones share one connection.
#[derive(Clone)]
pub struct Keychain {
    queue: JobQueue,
}

impl std::fmt::Debug for Keychain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keychain")
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}

impl Keychain {
    /// Connects, waiting at most [`CONNECT_LIMIT`]; whatever is wrong shows in [`Keychain::status`].
    ///
    /// `namespace` is the service name of every entry. It must differ between data directories, or they would
    /// share the host's entries.
    pub async fn open(namespace: &str) -> Self {
        let keychain = Self::start(namespace, false, "the keychain has not answered yet");
        // The outcome is in the status; a keychain that hangs is one more status.
        let _ = keychain
            .queue
            .ask_within(Request::Connect, CONNECT_LIMIT)
            .await;
        keychain
    }

    /// A keychain that is only memory, and says so in its status.
    #[must_use]
    pub fn in_memory() -> Self {
        let keychain = Self::start("", true, "");
        keychain.queue.report(KeychainStatus::Missing {
            reason: "secrets are kept in memory only".into(),
        });
        keychain
    }

    fn start(namespace: &str, memory_only: bool, reason: &str) -> Self {
        let status = SharedStatus::new(KeychainStatus::Denied {
            reason: reason.to_owned(),
        });
        let (queue, jobs) = JobQueue::new(status.clone());
        let worker = Worker::new(namespace, status, memory_only);
        let keychain = Self { queue };
        // Not a task of the runtime: its shutdown would wait for a call that waits for the system's prompt.
        let started = std::thread::Builder::new()
            .name("keychain".into())
            .spawn(move || worker.run(jobs));
        if let Err(error) = started {
            keychain.queue.report(KeychainStatus::Denied {
                reason: error.to_string(),
            });
        }
        keychain
    }

    /// How the keychain was last seen. Asks nothing and never waits.
    #[must_use]
    pub fn status(&self) -> KeychainStatus {
        self.queue.status()
    }

    /// Connects again, for a "try again" button; a keychain that is locked asks the user to unlock it. What was kept in
    /// memory moves into a keychain that is now there.
    pub async fn retry(&self) -> KeychainStatus {
        // A timeout shows in the status.
        let _ = self.queue.ask(Request::Unlock).await;
        self.status()
    }

    /// The secrets of one server.
    #[must_use]
    pub fn server(&self, server: ServerId) -> ScopedSecrets {
        ScopedSecrets::new(self.queue.clone(), server_scope(server))
    }

    /// The secrets of one model provider.
    #[must_use]
    pub fn provider(&self, provider: ProviderId) -> ProviderSecrets {
        ProviderSecrets::new(self.queue.clone(), format!("provider/{provider}"))
    }

    /// The host's own entries.
    #[must_use]
    pub fn host(&self) -> HostSecrets {
        HostSecrets::new(self.queue.clone(), "host".to_owned())
    }
}

/// Against the real Credential Manager, which holds at most 2,560 bytes in one entry.
#[cfg(all(test, windows))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{MAX_SECRET_BYTES, Secret, SecretsError};

    #[tokio::test]
    async fn secret_longer_than_one_entry_survives_credential_manager() {
        let namespace = format!("innkeeper-test-{}", std::process::id());
        let keychain = Keychain::open(&namespace).await;
        assert_eq!(keychain.status(), KeychainStatus::Available);
        let host = keychain.host();
        for size in [1, 2_560, 2_561, 12_000, MAX_SECRET_BYTES, 7] {
            let text: String = "tok€n-".chars().cycle().take(size).collect();
            let text = &text[..text.floor_char_boundary(size)];
            host.set("token", &Secret::new(text.to_owned()))
                .await
                .unwrap();
            // Another connection: nothing comes from memory.
            let again = Keychain::open(&namespace).await;
            let found = again.host().get("token").await.unwrap().unwrap();
            assert_eq!(found.expose(), text);
        }
        let large = Secret::new("x".repeat(MAX_SECRET_BYTES + 1));
        let refused = host.set("token", &large).await;
        assert!(
            matches!(refused, Err(SecretsError::TooLarge { .. })),
            "{refused:?}"
        );
        host.delete("token").await.unwrap();
        assert!(host.get("token").await.unwrap().is_none());
    }
}
