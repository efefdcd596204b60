//! A running server: waiting for its end and ending it in stages.

use std::{fmt, time::Duration};

use sandbox::{Change, ChangeError, FolderChange, Refusal, Step};
use tokio::time::timeout;

use crate::{CHANGE_TIME, ExitReport, KILL_TIME, platform::Tether};

/// How long a package runner may take after SIGINT: npm ends only after the downloads under way, then undoes its work.
pub const INSTALLER_GRACE: Duration = Duration::from_secs(20);

/// The same where everything is stopped at once.
const INSTALLER_AT_ONCE: Duration = Duration::from_secs(5);

/// What the host allows beside [`KILL_TIME`] for the guard to say so.
const KILL_SLACK: Duration = Duration::from_secs(1);

/// How long each stage of a staged end lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StopTimes {
    /// From the end of the server's standard input to the first signal.
    pub eof: Duration,
    /// From SIGINT to SIGTERM; zero sends no SIGINT. A package runner undoes on SIGINT what it has half written.
    pub interrupt: Duration,
    /// From SIGTERM to SIGKILL.
    pub terminate: Duration,
}

impl Default for StopTimes {
    fn default() -> Self {
        Self {
            eof: Duration::from_secs(2),
            interrupt: Duration::ZERO,
            terminate: Duration::from_secs(2),
        }
    }
}

impl StopTimes {
    /// The same, with the time that a package runner needs to end without leaving a half-written cache.
    #[must_use]
    pub fn for_installer(self) -> Self {
        Self {
            interrupt: if self.eof < Self::default().eof {
                INSTALLER_AT_ONCE
            } else {
                INSTALLER_GRACE
            },
            ..self
        }
    }
}

/// A server's process and its whole family. Dropping it ends them all, without waiting.
pub struct Process {
    tether: Tether,
    exit: Option<ExitReport>,
}

impl Process {
    pub(crate) fn new(tether: Tether) -> Self {
        Self { tether, exit: None }
    }

    /// Tells the guard that the package is installed: from now on the family ends as any other.
    pub async fn settled(&mut self) {
        self.tether.settled().await;
    }

    /// The server's process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.tether.pid()
    }

    /// Changes the folders of a confined server. An error means that it has to be ended, if folders were to be taken.
    ///
    /// # Errors
    /// [`ChangeError`]; the change may have happened where [`sandbox::Step::Channel`] is refused.
    pub async fn change_folder(&mut self, change: &FolderChange) -> Result<Change, ChangeError> {
        if self.exit.is_some() {
            return Err(unanswered());
        }
        timeout(CHANGE_TIME, self.tether.change_folder(change))
            .await
            .unwrap_or_else(|_| Err(unanswered()))
    }

    /// Waits until the server has ended and what it left behind has been ended too. It can be dropped and called again.
    pub async fn wait(&mut self) -> ExitReport {
        if let Some(exit) = self.exit {
            return exit;
        }
        let exit = self.tether.exited().await;
        *self.exit.insert(exit)
    }

    /// Ends the server in stages: the caller has dropped its standard input; then SIGINT, if `grace` has time for it, and
    /// SIGTERM to its process group, then SIGKILL to its whole family. Takes no longer than the times of `grace`,
    /// [`KILL_TIME`] and two seconds.
    ///
    /// On Windows there is no SIGTERM: the job is ended after the first stage.
    pub async fn stop(&mut self, grace: StopTimes) -> ExitReport {
        if let Ok(exit) = timeout(grace.eof, self.wait()).await {
            return exit;
        }
        if !grace.interrupt.is_zero()
            && self.tether.interrupt().await
            && let Ok(exit) = timeout(grace.interrupt, self.wait()).await
        {
            return exit;
        }
        if self.tether.terminate().await
            && let Ok(exit) = timeout(grace.terminate, self.wait()).await
        {
            return exit;
        }
        self.kill().await
    }

    /// Ends the server's whole family at once and waits for it, no longer than [`KILL_TIME`] and two seconds.
    pub async fn kill(&mut self) -> ExitReport {
        if let Some(exit) = self.exit {
            return exit;
        }
        self.tether.kill().await;
        if let Ok(exit) = timeout(KILL_TIME + KILL_SLACK, self.wait()).await {
            return exit;
        }
        tracing::warn!(pid = self.pid(), "a server's processes did not end in time");
        self.tether.abandon();
        timeout(KILL_SLACK, self.wait()).await.unwrap_or_default()
    }
}

/// The guard did not answer.
pub(crate) fn unanswered() -> ChangeError {
    ChangeError::Refused(Refusal {
        step: Step::Channel,
        errno: 0,
    })
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process")
            .field("pid", &self.pid())
            .field("exit", &self.exit)
            .finish_non_exhaustive()
    }
}
