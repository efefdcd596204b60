//! Unix: servers run under the guard, spoken to over a socket pair that is the guard's standard input.

#[cfg(target_os = "linux")]
mod descendants;
mod family;
mod keep;
mod login_shell;
mod tether;
mod wire;

use std::path::Path;

pub(crate) use keep::run_guard;
pub(crate) use login_shell::{USUAL_FOLDERS, in_terminal, login_shell_path};
pub(crate) use tether::{Tether, start};

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
