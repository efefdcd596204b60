//! The handle on the keychain and its status.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domain::{ProviderId, ServerId};
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

use crate::{
    HostSecrets, ProviderSecrets, ScopedSecrets, Secret, SecretsError,
    worker::{Job, Request, SharedStatus, Worker},
};

/// Longest wait for one act: time enough for a person to answer the system's unlock prompt.
pub const CALL_LIMIT: Duration = Duration::from_secs(15);
/// Longest wait for the first connection; it goes on in the background after that.
pub const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// Most acts that wait for the keychain at once.
pub const QUEUE_LENGTH: usize = 64;

/// How the keychain was last seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeychainStatus {
    /// It works.
    Available,
    /// There is none: secrets are kept in memory and forgotten when this process ends.
    Missing {
        /// The platform's words.
        reason: String,
    },
    /// It is there but locked; an act on it raises the system's prompt.
    Locked,
    /// It is there but refuses, fails or does not answer. Nothing falls back to memory.
    Denied {
        /// The platform's words.
        reason: String,
    },
}

/// The OS keychain, or memory where there is none. Clones share one connection.
#[derive(Clone)]
pub struct Keychain {
    jobs: mpsc::Sender<Job>,
    status: SharedStatus,
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
        let _ = keychain.ask_within(Request::Connect, CONNECT_LIMIT).await;
        keychain
    }

    /// A keychain that is only memory, and says so in its status.
    #[must_use]
    pub fn in_memory() -> Self {
        let keychain = Self::start("", true, "");
        keychain.report(KeychainStatus::Missing {
            reason: "secrets are kept in memory only".into(),
        });
        keychain
    }

    fn start(namespace: &str, memory_only: bool, reason: &str) -> Self {
        let status = Arc::new(Mutex::new(KeychainStatus::Denied {
            reason: reason.to_owned(),
        }));
        let (jobs, queue) = mpsc::channel(QUEUE_LENGTH);
        let worker = Worker::new(namespace, Arc::clone(&status), memory_only);
        let keychain = Self { jobs, status };
        // Not a task of the runtime: its shutdown would wait for a call that waits for the system's prompt.
        let started = std::thread::Builder::new()
            .name("keychain".into())
            .spawn(move || worker.run(queue));
        if let Err(error) = started {
            keychain.report(KeychainStatus::Denied {
                reason: error.to_string(),
            });
        }
        keychain
    }

    /// How the keychain was last seen. Asks nothing and never waits.
    #[must_use]
    pub fn status(&self) -> KeychainStatus {
        self.status
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Connects again, for a "try again" button; a keychain that is locked asks the user to unlock it. What was kept in
    /// memory moves into a keychain that is now there.
    pub async fn retry(&self) -> KeychainStatus {
        // A timeout shows in the status.
        let _ = self.ask(Request::Unlock).await;
        self.status()
    }

    /// The secrets of one server.
    #[must_use]
    pub fn server(&self, server: ServerId) -> ScopedSecrets {
        ScopedSecrets::new(self.clone(), server_scope(server))
    }

    /// The secrets of one model provider.
    #[must_use]
    pub fn provider(&self, provider: ProviderId) -> ProviderSecrets {
        ProviderSecrets::new(self.clone(), format!("provider/{provider}"))
    }

    /// The host's own entries.
    #[must_use]
    pub fn host(&self) -> HostSecrets {
        HostSecrets::new(self.clone(), "host".to_owned())
    }

    fn report(&self, status: KeychainStatus) {
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = status;
    }

    pub(crate) async fn ask(&self, request: Request) -> Result<Option<Secret>, SecretsError> {
        self.ask_within(request, CALL_LIMIT).await
    }

    async fn ask_within(
        &self,
        request: Request,
        limit: Duration,
    ) -> Result<Option<Secret>, SecretsError> {
        let gone = || SecretsError::Failed("the keychain's thread ended".into());
        let (reply, answer) = oneshot::channel();
        self.jobs
            .try_send(Job { request, reply })
            .map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => SecretsError::Busy,
                mpsc::error::TrySendError::Closed(_) => gone(),
            })?;
        match timeout(limit, answer).await {
            Ok(answer) => answer.map_err(|_| gone())?,
            Err(_) => {
                self.report(KeychainStatus::Denied {
                    reason: SecretsError::TimedOut.to_string(),
                });
                Err(SecretsError::TimedOut)
            }
        }
    }
}

/// The scope of one server's entries.
pub(crate) fn server_scope(server: ServerId) -> String {
    format!("server/{server}")
}
