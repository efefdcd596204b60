//! What the steps of an installation have in common: running a command, and saying how far it is.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use domain::{cut, visible};
use tokio_util::sync::CancellationToken;

use super::prefix;
use crate::{
    error::PackageError,
    execute::{Command, Execute, Exit, HostPort, Network, Stream, Value},
    recipe::Ecosystem,
    registries::Registries,
    tools::Tools,
};

/// How long one command of the first phase may take.
pub const RESOLVE_TIME: Duration = Duration::from_secs(180);
/// How long one command of the second phase may take.
pub const INSTALL_TIME: Duration = Duration::from_secs(600);
/// Most bytes of standard output that are read.
const OUTPUT_MAX: usize = 8 << 20;
/// Longest line of progress, in bytes.
const PROGRESS_MAX: usize = 256;

/// How far an installation is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// A phase began.
    Phase(Phase),
    /// The package manager wrote a line: at most 256 bytes, hidden characters written out. Text of others.
    Line(String),
}

/// A part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding out about the Python of this machine.
    Interpreter,
    /// Choosing versions.
    Versions,
    /// Asking the registry who published the package, and when.
    Details,
    /// Downloading and unpacking.
    Download,
    /// Reading everything that was installed.
    Check,
}

/// A function that takes each step of progress. It must not block.
pub type Watch<'a> = &'a (dyn Fn(Progress) + Send + Sync);

/// One phase of an installation: how commands run, and who is told.
pub(super) struct Bench<'a> {
    pub execute: &'a dyn Execute,
    pub tools: &'a Tools,
    pub registries: &'a Registries,
    pub hosts: Vec<HostPort>,
    pub ecosystem: Ecosystem,
    pub watch: Watch<'a>,
    pub cancel: &'a CancellationToken,
}

/// One command of a package manager, as far as a step decides it.
pub(super) struct Step<'a> {
    pub program: &'a Path,
    pub args: Vec<String>,
    pub env: Vec<(String, Value)>,
    pub cwd: &'a Path,
    /// Folders that it changes: `cwd` is one of them or lies in one.
    pub writable: Vec<PathBuf>,
    pub readable: Vec<PathBuf>,
    pub is_online: bool,
    pub time_limit: Duration,
}

impl Bench<'_> {
    /// The hosts of the registries.
    pub fn hosts(&self) -> &[HostPort] {
        &self.hosts
    }

    /// Says that a phase begins.
    pub fn phase(&self, phase: Phase) {
        (self.watch)(Progress::Phase(phase));
    }

    /// Runs a command to its end, whatever its exit code.
    pub async fn run(&self, step: Step<'_>) -> Result<Exit, PackageError> {
        if self.cancel.is_cancelled() {
            return Err(PackageError::Cancelled);
        }
        let network = if step.is_online {
            Network::Hosts(self.hosts.clone())
        } else {
            Network::None
        };
        let certificates = self.registries.certificates(self.ecosystem);
        let mut readable = step.readable;
        readable.extend(prefix::of(step.program));
        readable.extend(certificates.map(Path::to_owned));
        readable.sort();
        readable.dedup();
        let command = Command {
            program: step.program.to_owned(),
            args: step.args,
            env: step.env,
            cwd: step.cwd.to_owned(),
            writable: step.writable,
            readable,
            network,
            time_limit: step.time_limit,
            output_limit: OUTPUT_MAX,
        };
        let lines = |stream: Stream, line: &str| {
            let line = line.trim();
            if stream == Stream::Err && !line.is_empty() {
                let line = visible(cut(line, PROGRESS_MAX));
                (self.watch)(Progress::Line(cut(&line, PROGRESS_MAX).to_owned()));
            }
        };
        let exit = self.execute.run(command, &lines, self.cancel).await?;
        // Whatever it says then, it was cancelled.
        if self.cancel.is_cancelled() && !exit.is_success() {
            return Err(PackageError::Cancelled);
        }
        Ok(exit)
    }

    /// The variables that every command gets. `work`: its folder for everything that is not kept.
    pub fn env(&self, work: &Path, programs: &[&Path]) -> Vec<(String, Value)> {
        let folder = |name: &str| Value::Plain(work.join(name).to_string_lossy().into_owned());
        let mut path: Vec<PathBuf> = programs
            .iter()
            .filter_map(|program| program.parent().map(Path::to_owned))
            .collect();
        path.extend(["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from));
        let path = std::env::join_paths(path).unwrap_or_default();
        let mut env = vec![
            (
                "PATH".to_owned(),
                Value::Plain(path.to_string_lossy().into_owned()),
            ),
            ("HOME".to_owned(), folder("home")),
            ("TMPDIR".to_owned(), folder("tmp")),
            ("LANG".to_owned(), Value::Plain("C.UTF-8".to_owned())),
            ("NO_COLOR".to_owned(), Value::Plain("1".to_owned())),
        ];
        if let Some(file) = self.registries.certificates(self.ecosystem) {
            let file = Value::Plain(file.to_string_lossy().into_owned());
            for name in ["SSL_CERT_FILE", "PIP_CERT", "NODE_EXTRA_CA_CERTS"] {
                env.push((name.to_owned(), file.clone()));
            }
        }
        env
    }
}

/// Makes the folders that [`Bench::env`] names.
pub(super) fn prepare(work: &Path) -> Result<(), PackageError> {
    for name in ["home", "tmp", "cache", "project"] {
        let folder = work.join(name);
        std::fs::create_dir_all(&folder).map_err(PackageError::io(&folder))?;
    }
    Ok(())
}

/// Reads a file that a package manager wrote, of at most `most` bytes.
pub(super) fn read(
    path: &Path,
    most: usize,
    bound: crate::error::Bound,
) -> Result<String, PackageError> {
    use std::io::Read as _;
    let file = std::fs::File::open(path).map_err(PackageError::io(path))?;
    let mut text = String::new();
    let limit = most as u64 + 1;
    file.take(limit)
        .read_to_string(&mut text)
        .map_err(PackageError::io(path))?;
    if text.len() > most {
        return Err(PackageError::TooLarge(bound));
    }
    Ok(text)
}

/// Writes a file for a package manager, for this user alone.
pub(super) fn write(path: &Path, text: &str) -> Result<(), PackageError> {
    use std::io::Write as _;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(PackageError::io(path))?;
    file.write_all(text.as_bytes())
        .map_err(PackageError::io(path))
}
