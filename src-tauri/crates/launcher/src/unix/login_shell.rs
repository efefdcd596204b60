//! Asks the user's login shell for its `PATH`. What its start-up files print is noise around two markers.

use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
    process::Stdio,
};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{
    io::AsyncReadExt,
    process::{ChildStdout, Command},
    time::timeout,
};

use super::can_run;
use crate::{SHELL_OUTPUT_MAX, SHELL_TIME};

/// Where programs usually are, for a host that knows nothing better.
pub(crate) const USUAL_FOLDERS: &str =
    "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:/snap/bin";

/// Stands before and after the value in the shell's output. No letter comes first, or `$PATH` would be another name.
const MARKER: &str = "=innkeeper-path=";

/// The variables of the host that the shell gets; `TERM` is set to `dumb` so that start-up files stay plain.
const SHELL_ENV: [&str; 7] = ["HOME", "USER", "LOGNAME", "SHELL", "PATH", "LANG", "TMPDIR"];

/// Whether the host was started from a terminal, whose shell has set up the host's `PATH` already.
pub(crate) fn in_terminal() -> bool {
    std::env::var_os("TERM").is_some_and(|term| !term.is_empty())
        || std::io::stdin().is_terminal()
        || std::io::stderr().is_terminal()
}

/// The login shell's `PATH`; `None` when it could not tell in time.
pub(crate) async fn login_shell_path() -> Option<String> {
    let shell = std::env::var_os("SHELL").map_or_else(|| PathBuf::from("/bin/sh"), PathBuf::from);
    path_of(&shell).await
}

#[allow(
    clippy::disallowed_methods,
    reason = "the user's own shell, with a minimal environment and a time limit"
)]
async fn path_of(shell: &Path) -> Option<String> {
    if !shell.is_absolute() || !can_run(shell) {
        return None;
    }
    let mut child = Command::new(shell)
        .args([
            "-l",
            "-c",
            &format!("printf '%s' \"{MARKER}$PATH{MARKER}\""),
        ])
        .env_clear()
        .envs(
            SHELL_ENV
                .iter()
                .filter_map(|name| Some((name, std::env::var_os(name)?))),
        )
        .env("TERM", "dumb")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .ok()?;
    let group = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
    let stdout = child.stdout.take()?;
    let found = timeout(SHELL_TIME, marked_value(stdout))
        .await
        .ok()
        .flatten();
    if found.is_none()
        && let Some(group) = group
    {
        // Not after a success: start-up files may start helpers that are meant to stay.
        let _ = kill_process_group(group, Signal::KILL);
    }
    found
}

/// Reads no further than the second marker: a helper left in the background may hold the pipe open.
async fn marked_value(mut stdout: ChildStdout) -> Option<String> {
    let mut output = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let count = stdout.read(&mut chunk).await.ok()?;
        output.extend_from_slice(chunk.get(..count)?);
        if let Some(value) = between_markers(&output) {
            return Some(value);
        }
        if count == 0 || output.len() > SHELL_OUTPUT_MAX {
            return None;
        }
    }
}

fn between_markers(output: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(output);
    let (_, rest) = text.split_once(MARKER)?;
    let (value, _) = rest.split_once(MARKER)?;
    (!value.is_empty() && !value.contains(['\n', '\0', '\u{fffd}'])).then(|| value.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt, time::Instant};

    use super::*;

    fn shell(folder: &tempfile::TempDir, script: &str) -> PathBuf {
        let path = folder.path().join("shell");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[tokio::test]
    async fn noise_and_lingering_helpers_do_not_hide_the_value() {
        let folder = tempfile::tempdir().unwrap();
        // Plays a shell whose start-up files greet, change PATH and leave a helper with the pipe open for a second.
        let noisy = shell(
            &folder,
            "echo Welcome; sleep 1 & PATH=/opt/tools:/bin; [ \"$1\" = -l ] && eval \"$3\"",
        );
        let begun = Instant::now();
        assert_eq!(path_of(&noisy).await.as_deref(), Some("/opt/tools:/bin"));
        assert!(
            begun.elapsed().as_millis() < 900,
            "did not wait for the helper"
        );
    }

    #[tokio::test]
    async fn floods_and_failures_give_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(
            path_of(&shell(&folder, "exec yes")).await,
            None,
            "output is bounded"
        );
        assert_eq!(path_of(&shell(&folder, "exit 1")).await, None);
        assert_eq!(path_of(Path::new("/nonexistent/shell")).await, None);
        assert_eq!(path_of(Path::new("sh")).await, None);
        assert!(
            path_of(Path::new("/bin/sh")).await.is_some(),
            "a real shell tells"
        );
    }
}
