//! Commands of package managers, and the trait that runs them. The caller implements it over the sandbox.

use std::{fmt, future::Future, io, path::PathBuf, pin::Pin, time::Duration};

use secrets::Secret;
use tokio_util::sync::CancellationToken;

/// A host and a port that a command may reach.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HostPort {
    /// The name or address, in lower case; an IPv6 address without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
}

impl fmt::Display for HostPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

/// What a command may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Network {
    /// Nothing.
    None,
    /// These hosts and no other.
    Hosts(Vec<HostPort>),
}

/// The value of a variable.
#[derive(Clone, Debug)]
pub enum Value {
    /// A value that may be shown.
    Plain(String),
    /// A value with a credential.
    Secret(Secret),
}

impl Value {
    /// The value itself, for the process that gets it.
    #[must_use]
    pub fn expose(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Secret(secret) => secret.expose(),
        }
    }
}

/// A command of a package manager, with everything that it may use.
#[derive(Clone, Debug)]
pub struct Command {
    /// The program, absolute.
    pub program: PathBuf,
    /// Its arguments. No credential is among them.
    pub args: Vec<String>,
    /// Its whole environment: nothing is inherited.
    pub env: Vec<(String, Value)>,
    /// The working folder, one of `writable` or below it.
    pub cwd: PathBuf,
    /// Folders that it may change. They exist.
    pub writable: Vec<PathBuf>,
    /// Files and folders beside the program that it reads and may execute: the installation of Node.js or Python, the
    /// certificates. Each once; some may be the system's own.
    pub readable: Vec<PathBuf>,
    /// What it may reach.
    pub network: Network,
    /// How long it may run.
    pub time_limit: Duration,
    /// The most bytes that are kept of standard output. More is an error ([`ExecuteError::TooMuchOutput`]). Of standard error
    /// as many bytes are kept from its end.
    pub output_limit: usize,
}

/// Where a line of output comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// Standard output, at most [`Command::output_limit`] bytes.
    pub stdout: Vec<u8>,
    /// The end of standard error, at most [`Command::output_limit`] bytes.
    pub stderr: Vec<u8>,
}

impl Exit {
    /// Whether it ended with code 0.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.code == Some(0)
    }
}

/// Why a command did not end on its own.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExecuteError {
    /// The program could not be started.
    #[error("the program could not be started: {0}")]
    Start(#[source] io::Error),
    /// The sandbox could not be applied. The program did not run.
    #[error("the program could not be confined: {0}")]
    Sandbox(String),
    /// It took longer than [`Command::time_limit`], and was ended.
    #[error("the program took too long")]
    TimedOut,
    /// It was ended because the caller cancelled.
    #[error("the program was cancelled")]
    Cancelled,
    /// It wrote more than [`Command::output_limit`] bytes to standard output, and was ended.
    #[error("the program wrote too much output")]
    TooMuchOutput,
}

/// The result of [`Execute::run`], once it is there.
pub type Running<'a> = Pin<Box<dyn Future<Output = Result<Exit, ExecuteError>> + Send + 'a>>;

/// A function that takes each line of output as it is written, without its line break. It must not block.
pub type Lines<'a> = &'a (dyn Fn(Stream, &str) + Send + Sync);

/// Runs commands of package managers.
///
/// Whoever implements it confines the command: it reads the system's programs, [`Command::program`] and
/// [`Command::readable`], changes [`Command::writable`], and reaches [`Command::network`]. With the result, everything that the
/// command started has ended.
pub trait Execute: Send + Sync {
    /// Runs a command to its end. When `cancel` is cancelled or the future is dropped, the command and everything that it
    /// started ends.
    fn run<'a>(
        &'a self,
        command: Command,
        lines: Lines<'a>,
        cancel: &'a CancellationToken,
    ) -> Running<'a>;
}
