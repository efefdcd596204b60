//! One server's folder, secrets and approvals, and a look at who still runs there.

mod confined;
mod runners;

use std::{
    ffi::OsStr,
    fs,
    future::Future,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use consent::{Approved, Consent, LaunchApproval, LaunchAuthority, Ledger, LedgerError, Record};
use domain::{EnvEntry, EnvSource, LaunchSpec, LocalLaunch, ServerId};
use launcher::{GuardProgram, LaunchError, Running, launch, local_spec};
use rustix::process::{Pid, Signal, kill_process};
use secrets::{Keychain, ScopedSecrets};
use tempfile::TempDir;
use tokio::{
    io::AsyncReadExt,
    time::{Instant, sleep},
};

/// Tells the binary of these tests to play a host in this folder.
pub const HOST_FOLDER: &str = "INNKEEPER_TEST_HOST_FOLDER";

/// Where programs of these tests are found.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// How long anything here may take.
const DEADLINE: Duration = Duration::from_secs(20);

pub struct Stage {
    pub folder: Folder,
    pub server: ServerId,
    pub secrets: ScopedSecrets,
}

/// A folder that is removed at the end, or one that belongs to another process.
pub enum Folder {
    Own(TempDir),
    Lent(PathBuf),
}

impl Folder {
    pub fn path(&self) -> &Path {
        match self {
            Self::Own(folder) => folder.path(),
            Self::Lent(folder) => folder,
        }
    }
}

impl Stage {
    pub fn new() -> Self {
        Self::with(Folder::Own(tempfile::tempdir().unwrap()))
    }

    pub fn in_folder(folder: &OsStr) -> Self {
        Self::with(Folder::Lent(folder.into()))
    }

    fn with(folder: Folder) -> Self {
        let server = ServerId::new();
        Self {
            folder,
            server,
            secrets: Keychain::in_memory().server(server),
        }
    }

    pub fn env(&self, entries: &[(&str, EnvSource)]) -> Vec<EnvEntry> {
        entries
            .iter()
            .map(|(name, source)| EnvEntry {
                name: (*name).to_owned(),
                source: *source,
            })
            .collect()
    }

    pub fn spec(&self, command: &str, args: &[&str]) -> Result<LocalLaunch, LaunchError> {
        self.spec_with(command, args, vec![])
    }

    pub fn spec_with(
        &self,
        command: &str,
        args: &[&str],
        env: Vec<EnvEntry>,
    ) -> Result<LocalLaunch, LaunchError> {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        local_spec(
            self.server,
            command,
            args,
            Some(self.folder.path()),
            env,
            PATH,
        )
    }

    pub fn spec_in(
        &self,
        command: &str,
        args: &[&str],
        path_value: &str,
    ) -> Result<LocalLaunch, LaunchError> {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        local_spec(
            self.server,
            command,
            args,
            Some(self.folder.path()),
            vec![],
            path_value,
        )
    }

    /// A shell script that may be run.
    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = dunce::canonicalize(self.folder.path()).unwrap().join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    pub async fn launch(&self, spec: LocalLaunch) -> Result<Running, LaunchError> {
        launch(
            approve(LaunchSpec::Local(spec)).await,
            &self.secrets,
            GuardProgram::at(guard()),
            None,
        )
        .await
    }

    /// The process ids that the server wrote to files of these names.
    pub async fn noted(&self, names: &[&str]) -> Vec<i32> {
        let mut pids = Vec::new();
        for name in names {
            let file = self.folder.path().join(name);
            until(|| file.exists(), || format!("{name} was not written")).await;
            pids.push(fs::read_to_string(&file).unwrap().trim().parse().unwrap());
        }
        pids
    }

    /// Every process whose working directory is this folder: all that descends from the server, wherever it hides.
    pub fn survivors(&self) -> Vec<i32> {
        let folder = dunce::canonicalize(self.folder.path()).unwrap();
        let processes = fs::read_dir("/proc").unwrap().flatten();
        processes
            .filter(|process| {
                fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd == folder)
            })
            .filter_map(|process| process.file_name().to_str()?.parse().ok())
            .collect()
    }

    pub async fn empties(&self) {
        until(
            || self.survivors().is_empty(),
            || format!("still run: {:?}", self.survivors()),
        )
        .await;
    }
}

/// A test that fails leaves nothing behind either.
impl Drop for Stage {
    fn drop(&mut self) {
        if matches!(self.folder, Folder::Own(_)) {
            for pid in self.survivors().into_iter().filter_map(Pid::from_raw) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }
}

pub fn guard() -> &'static str {
    env!("CARGO_BIN_EXE_innkeeper-guard")
}

/// The parent's process id.
pub fn parent_of(pid: u32) -> i32 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    status
        .lines()
        .find_map(|line| line.strip_prefix("PPid:"))
        .unwrap()
        .trim()
        .parse()
        .unwrap()
}

/// All that a server writes to its standard output until it ends, without input.
pub async fn output(mut running: Running) -> String {
    drop(running.stdin);
    let mut text = String::new();
    running.stdout.read_to_string(&mut text).await.unwrap();
    running.process.wait().await;
    text
}

/// An approval by the real road: the act itself stands on the command line.
pub async fn approve(spec: LaunchSpec) -> Approved<LaunchSpec> {
    let question = LaunchApproval {
        spec,
        server_name: "test".into(),
        authority: LaunchAuthority {
            standing: None,
            on_command_line: true,
        },
        accepted: None,
        missing_values: vec![],
        ticked: std::collections::BTreeSet::new(),
    };
    Consent::new(Arc::new(Forgetful))
        .decide(question)
        .await
        .unwrap()
        .approved
}

/// A ledger whose records nobody reads.
struct Forgetful;

impl Ledger for Forgetful {
    fn record<'a>(
        &'a self,
        _: Record<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<(), LedgerError>> + Send + 'a>> {
        Box::pin(async { Ok(()) })
    }
}

async fn until(done: impl Fn() -> bool, complaint: impl Fn() -> String) {
    let deadline = Instant::now() + DEADLINE;
    while !done() {
        assert!(Instant::now() < deadline, "{}", complaint());
        sleep(Duration::from_millis(10)).await;
    }
}
