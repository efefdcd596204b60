//! A running server: waiting for its end and ending it in stages.

use std::{fmt, time::Duration};

use tokio::time::timeout;

use crate::platform::Tether;

/// How long after a kill the whole family of a server may take to be gone, before it is given up on (a process in an
/// uninterruptible wait inside the kernel cannot be ended by anyone).
pub const KILL_TIME: Duration = Duration::from_secs(5);

/// What the host allows beside [`KILL_TIME`] for the guard to say so.
const KILL_SLACK: Duration = Duration::from_secs(1);

/// How a server ended. Both are `None` when that could not be learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExitReport {
    /// The exit code, when it ended by itself.
    pub code: Option<i32>,
    /// The signal that ended it (Unix).
    pub signal: Option<i32>,
}

/// How long each stage of a staged end lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StopTimes {
    /// From the end of the server's standard input to SIGTERM.
    pub eof: Duration,
    /// From SIGTERM to SIGKILL.
    pub terminate: Duration,
}

impl Default for StopTimes {
    fn default() -> Self {
        Self {
            eof: Duration::from_secs(2),
            terminate: Duration::from_secs(2),
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

    /// The server's process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.tether.pid()
    }

    /// Waits until the server has ended and what it left behind has been ended too. It can be dropped and called again.
    pub async fn wait(&mut self) -> ExitReport {
        if let Some(exit) = self.exit {
            return exit;
        }
        let exit = self.tether.exited().await;
        *self.exit.insert(exit)
    }

    /// Ends the server in stages: the caller has dropped its standard input; then SIGTERM to its process group, then
    /// SIGKILL to its whole family. Takes no longer than both times of `grace`, [`KILL_TIME`] and two seconds.
    ///
    /// On Windows there is no SIGTERM: the job is ended after the first stage.
    pub async fn stop(&mut self, grace: StopTimes) -> ExitReport {
        if let Ok(exit) = timeout(grace.eof, self.wait()).await {
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

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process")
            .field("pid", &self.pid())
            .field("exit", &self.exit)
            .finish_non_exhaustive()
    }
}
