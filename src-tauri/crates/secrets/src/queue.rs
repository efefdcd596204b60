//! The queue of operations that wait for the keychain.

use std::time::Duration;

use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

use crate::{
    KeychainStatus, Secret, SecretsError,
    status::SharedStatus,
    worker::{Job, Request},
};

/// Longest wait for one operation: time enough for a person to answer the system's unlock prompt.
pub const CALL_LIMIT: Duration = Duration::from_secs(15);
/// Most operations that wait for the keychain at once.
pub const QUEUE_LENGTH: usize = 64;

/// The sending side of the queue. Clones share it.
#[derive(Clone)]
pub(crate) struct JobQueue {
    jobs: mpsc::Sender<Job>,
    status: SharedStatus,
}

impl JobQueue {
    /// An empty queue, and its receiving side for the thread of the keychain.
    pub(crate) fn new(status: SharedStatus) -> (Self, mpsc::Receiver<Job>) {
        let (jobs, queue) = mpsc::channel(QUEUE_LENGTH);
        (Self { jobs, status }, queue)
    }

    pub(crate) fn status(&self) -> KeychainStatus {
        self.status.get()
    }

    pub(crate) fn report(&self, status: KeychainStatus) {
        self.status.report(status);
    }

    pub(crate) async fn ask(&self, request: Request) -> Result<Option<Secret>, SecretsError> {
        self.ask_within(request, CALL_LIMIT).await
    }

    pub(crate) async fn ask_within(
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
