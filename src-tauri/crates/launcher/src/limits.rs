//! Limits of time and size.

use std::time::Duration;

/// How long the guard may take to report that the program runs.
pub const START_TIME: Duration = Duration::from_secs(10);

/// How long a change of a running server's folders may take.
pub const CHANGE_TIME: Duration = Duration::from_secs(15);

/// How long after a kill the whole family of a server may take to be gone, before it is given up on (a process in an
/// uninterruptible wait inside the kernel cannot be ended by anyone).
pub const KILL_TIME: Duration = Duration::from_secs(5);

/// How long the login shell may take to tell its `PATH`, each of the two times that it is asked.
pub const SHELL_TIME: Duration = Duration::from_secs(5);

/// How much output of the login shell is read, in bytes, before it is given up on.
pub const SHELL_OUTPUT_MAX: usize = 64 * 1024;
