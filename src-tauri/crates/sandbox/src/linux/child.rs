//! A child process that does not outlive its use.

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// A child of this process that is ended unless it is kept.
pub(super) struct Child(pub(super) Option<Pid>);

impl Child {
    pub(super) fn keep(mut self) -> Option<Pid> {
        self.0.take()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if let Some(pid) = self.0 {
            let _ = kill_process(pid, Signal::KILL);
            let _ = waitpid(Some(pid), WaitOptions::empty());
        }
    }
}
