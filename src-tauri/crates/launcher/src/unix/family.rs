//! The guard's view of a server and all it started: its process group and, on Linux, every descendant.

use std::{
    thread,
    time::{Duration, Instant},
};

use rustix::{
    io::Errno,
    process::{
        Pid, Signal, WaitOptions, WaitStatus, kill_process_group, test_kill_process_group, wait,
    },
};

use sandbox::{Change, ChangeError, Confined, FolderChange, Outcome};

use super::wire::Report;
use crate::KILL_TIME;

/// How long the family has between SIGTERM and SIGKILL when the server or the host is gone.
pub(super) const LAST_WORDS: Duration = Duration::from_millis(300);

/// How often the end of the family is looked for, while it is being ended.
const LOOK: Duration = Duration::from_millis(3);

/// How long a round of SIGKILL may take to work before the next: new processes may have been started meanwhile.
const ROUND: Duration = Duration::from_millis(20);

/// Makes orphans of this process's descendants its own children, where the system can (Linux).
pub(super) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// A server, which leads its process group, and all it started.
pub(super) struct Family {
    server: Pid,
    /// The child of this process whose end is that of the server: the server itself, or the first process of its sandbox.
    child: Pid,
    outcome: Option<Report>,
    confined: Option<Box<dyn Confined>>,
}

impl Family {
    /// The family of a child of this process that leads its own group.
    pub(super) fn of(server: Pid) -> Self {
        Self {
            server,
            child: server,
            outcome: None,
            confined: None,
        }
    }

    /// The family of a confined server.
    pub(super) fn confined(confined: Box<dyn Confined>) -> Self {
        Self {
            server: confined.server(),
            child: confined.child(),
            outcome: None,
            confined: Some(confined),
        }
    }

    /// The server's process id.
    pub(super) fn server(&self) -> Pid {
        self.server
    }

    /// Changes the server's folders.
    pub(super) fn change_folder(&mut self, change: &FolderChange) -> Result<Change, ChangeError> {
        match &mut self.confined {
            Some(confined) => confined.change(change),
            None => Err(ChangeError::NeedsRestart),
        }
    }

    /// Takes note of every child that has ended; whether no child is left.
    pub(super) fn reap(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid == self.child => self.ended(status),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return false,
                Err(_) => return true,
            }
        }
    }

    /// The first process of a sandbox tells how the server ended, unless it was ended itself.
    fn ended(&mut self, status: WaitStatus) {
        let told = self
            .confined
            .as_mut()
            .and_then(|confined| confined.outcome());
        self.outcome = match told {
            Some(Outcome::Exited(code)) => Some(Report::Exited(code)),
            Some(Outcome::Signaled(signal)) => Some(Report::Signaled(signal)),
            None => status
                .exit_status()
                .map(Report::Exited)
                .or_else(|| status.terminating_signal().map(Report::Signaled)),
        };
        let out_of_memory = |confined: &dyn Confined| confined.ran_out_of_memory();
        if let Some(Report::Signaled(signal)) = self.outcome
            && signal == Signal::KILL.as_raw()
            && self.confined.as_deref().is_some_and(out_of_memory)
        {
            self.outcome = Some(Report::OutOfMemory(signal));
        }
    }

    /// How the server ended, if it has.
    pub(super) fn outcome(&self) -> Option<&Report> {
        self.outcome.as_ref()
    }

    /// SIGINT to the server's group.
    pub(super) fn interrupt(&self) {
        let _ = kill_process_group(self.server, Signal::INT);
    }

    /// Whether nobody of it is left.
    pub(super) fn is_gone(&mut self) -> bool {
        self.gone_within(Duration::ZERO)
    }

    /// SIGTERM to the server's group.
    pub(super) fn terminate(&self) {
        let _ = kill_process_group(self.server, Signal::TERM);
    }

    /// Ends everyone: SIGTERM and `grace` (unless it is zero), then SIGKILL until nobody is left or [`KILL_TIME`] is over.
    pub(super) fn end(&mut self, grace: Duration) {
        if !grace.is_zero() && !self.gone_within(Duration::ZERO) {
            self.signal_all(Signal::TERM);
            self.gone_within(grace);
        }
        let deadline = Instant::now() + KILL_TIME;
        while !self.gone_within(Duration::ZERO) && Instant::now() < deadline {
            self.signal_all(Signal::KILL);
            self.gone_within(ROUND);
        }
    }

    fn gone_within(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        loop {
            if self.reap() && self.group_is_gone() {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(LOOK);
        }
    }

    /// With orphans adopted, whoever is left is a child or hangs below one; elsewhere the group is asked.
    fn group_is_gone(&self) -> bool {
        cfg!(target_os = "linux") || test_kill_process_group(self.server).is_err()
    }

    #[cfg(target_os = "linux")]
    fn signal_all(&self, signal: Signal) {
        if self.outcome.is_none() {
            let _ = kill_process_group(self.server, signal);
        }
        for pid in super::descendants::descendants(rustix::process::getpid()) {
            let _ = rustix::process::kill_process(pid, signal);
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn signal_all(&self, signal: Signal) {
        let _ = kill_process_group(self.server, signal);
    }
}
