//! What the platform starts, and the pipes it returns.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use crate::Record;
use sandbox::{Confinement, Sockets};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

/// One variable with its value. No `Debug`: the value may be a secret.
pub(crate) type Variable = (OsString, OsString);

/// What the platform starts, complete with the values of the environment. No `Debug`: they may be secrets.
#[cfg_attr(
    windows,
    allow(
        dead_code,
        reason = "a job object cannot interrupt, so nothing is undone"
    )
)]
pub(crate) struct Order {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<String>,
    pub(crate) cwd: PathBuf,
    pub(crate) env: Vec<Variable>,
    /// How long it may take to undo what it has half written, once it is interrupted; zero if it is no package runner.
    pub(crate) undo_time: Duration,
    /// What it makes in this start and leaves half written if it is ended by force: it is removed then.
    pub(crate) undo_folder: Option<PathBuf>,
    /// What it may see, change and use; `None`: whatever this user can.
    pub(crate) confinement: Option<Confinement>,
}

/// The host's ends of a server's three pipes.
pub(crate) struct Pipes {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
}

/// A server that the platform started, with what the platform holds it by.
pub(crate) struct Started<T> {
    pub(crate) pipes: Pipes,
    pub(crate) tether: T,
    /// What of its confinement is enforced.
    pub(crate) sandbox: Option<sandbox::Report>,
    /// What listens inside its network, if it has one that is served from outside.
    pub(crate) sockets: Option<Sockets>,
    /// What it looks for, if that is recorded.
    pub(crate) record: Option<Record>,
}
