//! Unix: servers run under the guard, spoken to over a socket pair that is the guard's standard input.

#[cfg(target_os = "linux")]
mod descendants;
mod family;
mod keep;
mod login_shell;
mod pass;
#[cfg(target_os = "linux")]
mod scope;
mod tether;
mod wire;

use std::{io, path::Path};

use tokio::{
    net::unix::pipe::{Receiver, Sender},
    process::{ChildStdin, ChildStdout},
};

pub(crate) use keep::run_guard;
pub(crate) use login_shell::{USUAL_FOLDERS, in_terminal, login_shell_path};
#[cfg(target_os = "linux")]
pub(crate) use scope::scope_name;
pub(crate) use tether::{Tether, start};

/// Other systems have no such groups.
#[cfg(not(target_os = "linux"))]
pub(crate) fn scope_name(_: domain::ServerId) -> Option<String> {
    None
}

/// The file names a command may have in a folder.
pub(crate) fn file_names(command: &str) -> [String; 1] {
    [command.to_owned()]
}

/// Whether this is a regular file that this user may run.
pub(crate) fn can_run(path: &Path) -> bool {
    path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

/// Whether two names mean the same variable.
pub(crate) fn same_env_name(a: &str, b: &str) -> bool {
    a == b
}

/// The two streams in the runtime of the caller.
pub(crate) fn moved_here(stdout: ChildStdout, stdin: ChildStdin) -> io::Result<(Receiver, Sender)> {
    let receiver = Receiver::from_owned_fd(stdout.into_owned_fd()?)?;
    let sender = Sender::from_owned_fd(stdin.into_owned_fd()?)?;
    Ok((receiver, sender))
}
