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
use crate::{SHELL_OUTPUT_MAX, SHELL_TIME, order::Variable};

/// Where programs usually are, for a host that knows nothing better.
pub(crate) const USUAL_FOLDERS: &str =
    "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:/snap/bin";

/// Stands before and after the value in the shell's output. No letter comes first, or `$PATH` would be another name.
const MARKER: &str = "=innkeeper-path=";

/// The variables of the host that the shell gets; `TERM` is set to `dumb` so that start-up files stay plain.
const SHELL_ENV: [&str; 9] = [
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "PATH",
    "LANG",
    "TMPDIR",
    "ZDOTDIR",
    "XDG_CONFIG_HOME",
];

/// How the shell is asked, in this order. People and installers extend `PATH` in files that only an interactive shell reads, such as
/// `.zshrc`; those may also start another program instead, or wait for a person.
const WAYS: [&[&str]; 2] = [&["-l", "-i"], &["-l"]];

/// Whether the host was started from a terminal, whose shell has set up the host's `PATH` already.
pub(crate) fn in_terminal() -> bool {
    std::env::var_os("TERM").is_some_and(|term| !term.is_empty())
        || std::io::stdin().is_terminal()
        || std::io::stderr().is_terminal()
}

/// The login shell's `PATH`; `None` when it could not tell in time.
pub(crate) async fn login_shell_path() -> Option<String> {
    let shell = std::env::var_os("SHELL").map_or_else(|| PathBuf::from("/bin/sh"), PathBuf::from);
    let own = SHELL_ENV
        .iter()
        .filter_map(|name| Some(((*name).into(), std::env::var_os(name)?)));
    path_of(&shell, &own.collect::<Vec<_>>()).await
}

async fn path_of(shell: &Path, env: &[Variable]) -> Option<String> {
    if !shell.is_absolute() || !can_run(shell) {
        return None;
    }
    for options in WAYS {
        if let Some(found) = told(shell, options, env).await {
            return Some(found);
        }
    }
    None
}

#[allow(
    clippy::disallowed_methods,
    reason = "the user's own shell, with a minimal environment and a time limit"
)]
async fn told(shell: &Path, options: &[&str], env: &[Variable]) -> Option<String> {
    let mut child = Command::new(shell)
        .args(options)
        .args(["-c", &format!("printf '%s' \"{MARKER}$PATH{MARKER}\"")])
        .env_clear()
        .envs(env.iter().map(|(name, value)| (name, value)))
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

/// The first text between two markers that can be a `PATH`. A shell that shows the commands it runs prints the markers too.
fn between_markers(output: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(output);
    let (before_last, _) = text.rsplit_once(MARKER)?;
    let mut values = before_last.split(MARKER).skip(1);
    values.find(|value| is_path(value)).map(str::to_owned)
}

/// Whether it is one line in UTF-8 with at least one absolute folder.
fn is_path(value: &str) -> bool {
    !value.contains(|c: char| c.is_control() || c == '\u{fffd}')
        && std::env::split_paths(value).any(|folder| folder.is_absolute())
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

    /// The last argument is the command.
    const RUN: &str = "for command; do :; done; eval \"$command\"";

    #[tokio::test]
    async fn noise_and_lingering_helpers_do_not_hide_the_value() {
        let folder = tempfile::tempdir().unwrap();
        // Plays a shell whose start-up files greet, change PATH and leave a helper with the pipe open for a second.
        let script =
            format!("echo Welcome; sleep 1 & PATH=/opt/tools:/bin; [ \"$1\" = -l ] && {RUN}");
        let noisy = shell(&folder, &script);
        let begun = Instant::now();
        assert_eq!(
            path_of(&noisy, &[]).await.as_deref(),
            Some("/opt/tools:/bin")
        );
        assert!(
            begun.elapsed().as_millis() < 900,
            "did not wait for the helper"
        );
    }

    #[tokio::test]
    async fn floods_and_failures_give_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(
            path_of(&shell(&folder, "exec yes"), &[]).await,
            None,
            "output is bounded"
        );
        assert_eq!(path_of(&shell(&folder, "exit 1"), &[]).await, None);
        assert_eq!(path_of(Path::new("/nonexistent/shell"), &[]).await, None);
        assert_eq!(path_of(Path::new("sh"), &[]).await, None);
    }

    #[tokio::test]
    async fn shell_that_fails_when_interactive_is_asked_without() {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("[ \"$2\" = -i ] && exit 1; PATH=/opt/login:/bin; {RUN}");
        let found = path_of(&shell(&folder, &script), &[]).await;
        assert_eq!(found.as_deref(), Some("/opt/login:/bin"));
    }

    #[test]
    fn only_a_path_is_taken_from_between_the_markers() {
        let said = |middle: &str| between_markers(format!("a{MARKER}{middle}{MARKER}b").as_bytes());
        assert_eq!(said("/bin:/opt x/ü").as_deref(), Some("/bin:/opt x/ü"));
        for refused in [
            "",
            "$PATH",
            "relative:also",
            "/bin\n/usr/bin",
            "/bin\u{1b}[0m",
            "/\u{fffd}",
        ] {
            assert_eq!(said(refused), None, "{refused:?}");
        }
        assert_eq!(between_markers(format!("{MARKER}/bin").as_bytes()), None);
        let echoed = format!("+ printf {MARKER}$PATH{MARKER}\n{MARKER}/usr/bin{MARKER}");
        assert_eq!(
            between_markers(echoed.as_bytes()).as_deref(),
            Some("/usr/bin")
        );
    }

    /// Real shells, those of them that are installed, with the file that people extend `PATH` in.
    #[tokio::test]
    async fn real_shells_tell_what_interactive_start_up_files_add() {
        // The standard profile of Debian sets PATH anew, so each file adds to it.
        let posix = "PATH=\"/opt/of the user:$PATH\"; export PATH; echo hello\n";
        let guarded = format!("case $- in *i*) ;; *) return;; esac\n{posix}");
        let files = [
            ("/bin/bash", ".bash_profile", guarded.as_str()),
            ("/bin/dash", ".profile", posix),
            ("/bin/zsh", ".zshrc", posix),
            (
                "/usr/bin/fish",
                ".config/fish/config.fish",
                "status is-interactive; and set -gx PATH '/opt/of the user' $PATH\n",
            ),
        ];
        let mut asked = 0;
        for (shell, file, text) in files {
            if !Path::new(shell).is_file() {
                continue;
            }
            let home = tempfile::tempdir().unwrap();
            let file = home.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
            let env: [Variable; 2] = [
                ("HOME".into(), home.path().into()),
                ("PATH".into(), "/usr/bin:/bin".into()),
            ];
            let found = path_of(Path::new(shell), &env).await.unwrap_or_default();
            assert!(
                found.starts_with("/opt/of the user:/"),
                "{shell}: {found:?}"
            );
            asked += 1;
        }
        assert!(asked > 0, "no shell is installed");
    }
}
