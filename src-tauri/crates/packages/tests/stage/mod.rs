//! Runs commands without a sandbox, and remembers them. For tests only.

use std::{
    path::Path,
    process::Stdio,
    sync::{Arc, Mutex},
};

use packages::{
    Command, Execute, ExecuteError, Exit, Installer, Lines, Progress, Registries, Running, Store,
    Stream, Tools,
};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio_util::sync::CancellationToken;

/// Runs commands as they are, and remembers them.
#[derive(Default)]
pub struct Plain {
    pub commands: Mutex<Vec<Command>>,
}

impl Execute for Plain {
    fn run<'a>(
        &'a self,
        command: Command,
        lines: Lines<'a>,
        cancel: &'a CancellationToken,
    ) -> Running<'a> {
        Box::pin(async move {
            self.commands.lock().unwrap().push(command.clone());
            let limit = command.time_limit;
            let run = run(command, lines);
            tokio::select! {
                () = cancel.cancelled() => Err(ExecuteError::Cancelled),
                ended = tokio::time::timeout(limit, run) => ended.unwrap_or(Err(ExecuteError::TimedOut)),
            }
        })
    }
}

/// Ends what a command started.
struct Family(rustix::process::Pid);

impl Drop for Family {
    fn drop(&mut self) {
        let _ = rustix::process::kill_process_group(self.0, rustix::process::Signal::KILL);
    }
}

#[allow(
    clippy::disallowed_methods,
    reason = "a package manager in a test, not a server of the host"
)]
async fn run(command: Command, lines: Lines<'_>) -> Result<Exit, ExecuteError> {
    let env = command
        .env
        .iter()
        .map(|(name, value)| (name, value.expose()));
    let mut child = tokio::process::Command::new(&command.program)
        .args(&command.args)
        .env_clear()
        .envs(env)
        .current_dir(&command.cwd)
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(ExecuteError::Start)?;
    let pid = i32::try_from(child.id().unwrap()).unwrap();
    let _family = Family(rustix::process::Pid::from_raw(pid).unwrap());
    let mut stdout = child.stdout.take().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let out = async {
        let mut bytes = Vec::new();
        stdout.read_to_end(&mut bytes).await.unwrap();
        bytes
    };
    let err = async {
        let (mut bytes, mut line) = (Vec::new(), Vec::new());
        while stderr.read_until(b'\n', &mut line).await.unwrap() > 0 {
            lines(Stream::Err, String::from_utf8_lossy(&line).trim_end());
            bytes.append(&mut line);
        }
        bytes
    };
    let (stdout, stderr, status) = tokio::join!(out, err, child.wait());
    if stdout.len() > command.output_limit {
        return Err(ExecuteError::TooMuchOutput);
    }
    Ok(Exit {
        code: status.unwrap().code(),
        stdout,
        stderr,
    })
}

/// A store in a temporary folder, and an installer for it.
pub struct Stage {
    pub folder: tempfile::TempDir,
    pub execute: Arc<Plain>,
    pub installer: Installer,
    pub cancel: CancellationToken,
}

impl Stage {
    pub fn new(registries: Registries, tools: Tools) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("packages")).unwrap();
        let execute = Arc::new(Plain::default());
        let installer = Installer::new(store, Arc::<Plain>::clone(&execute), tools, registries);
        Self {
            folder,
            execute,
            installer,
            cancel: CancellationToken::new(),
        }
    }

    /// Names in the store, but for the folder with the servers.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path().join("packages")).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "servers")
            .collect();
        names.sort();
        names
    }
}

/// Watches nothing.
pub fn quiet(_: Progress) {}

/// The programs in `PATH`.
pub fn tools() -> Tools {
    Tools::find(|name| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(|file| file.is_absolute() && file.is_file())
    })
}

/// Runs a program with these arguments and no network settings, and returns what it wrote to standard output for this input.
pub async fn talk(program: &Path, args: &[String], folder: &Path, input: &str) -> String {
    use tokio::io::AsyncWriteExt as _;
    #[allow(clippy::disallowed_methods, reason = "a server in a test")]
    let mut child = tokio::process::Command::new(program)
        .args(args)
        .env_clear()
        .env("HOME", folder)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).await.unwrap();
    stdin.write_all(b"\n").await.unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = tokio::time::timeout(std::time::Duration::from_secs(60), lines.next_line()).await;
    let line = line
        .expect("it answers in time")
        .unwrap()
        .unwrap_or_default();
    child.kill().await.unwrap();
    line
}
