//! The start itself: an approval is consumed, checked against the disk once more, and becomes a running server.

use std::{io, path::PathBuf, time::Duration};

use consent::Approved;
use domain::{LaunchSpec, LocalLaunch, ResolvedProgram};
use sandbox::Confinement;
use secrets::ScopedSecrets;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    process::{ChildStdin, ChildStdout},
};

use crate::{
    GuardProgram, LaunchError, Process, StderrRing,
    environment::environment,
    npx::{npm_cache, npx_folder},
    order::Order,
    platform,
    process::INSTALLER_GRACE,
    resolve,
    runner::package_run,
};

/// A server that was started.
#[derive(Debug)]
pub struct Running {
    /// Its standard input; dropping it asks the server to end (2025-03-26 §Lifecycle, Shutdown).
    pub stdin: ChildStdin,
    /// Its standard output.
    pub stdout: ChildStdout,
    /// The end of what it wrote to standard error.
    pub stderr: StderrRing,
    /// The process and its family.
    pub process: Process,
    /// What of its confinement the system enforces; `None`: it was started without one.
    pub sandbox: Option<sandbox::Report>,
}

/// Starts the approved program, once. Call it inside a tokio runtime with I/O and time.
///
/// The command is resolved again just before the start; between that and the start itself another process of the same
/// user could still exchange the file, which no host can prevent. The environment is cleared and holds the allowlist
/// ([`crate::INHERITED`]) and the approved variables only.
///
/// # Errors
/// [`LaunchError::NotLocal`]; [`LaunchError::OtherServersSecrets`]; [`LaunchError::Changed`] and what [`resolve`] refuses;
/// [`LaunchError::Cwd`]; a variable without a value; [`LaunchError::Exec`] when the system refuses the program; and
/// failures of the guard.
pub async fn launch(
    approved: Approved<LaunchSpec>,
    secrets: &ScopedSecrets,
    guard: GuardProgram,
) -> Result<Running, LaunchError> {
    run(approved, secrets, guard, None).await
}

/// The same, confined: the program sees and changes only what `confinement` lists. Its own files must be among
/// [`Confinement::programs`], unless they lie where the system keeps its programs. A working directory that it does not see is replaced
/// by its private folder.
///
/// # Errors
/// As [`launch`]; [`LaunchError::Sandbox`] where nothing as strong as [`Confinement::weakest`] works.
pub async fn launch_confined(
    approved: Approved<LaunchSpec>,
    secrets: &ScopedSecrets,
    guard: GuardProgram,
    confinement: Confinement,
) -> Result<Running, LaunchError> {
    run(approved, secrets, guard, Some(confinement)).await
}

async fn run(
    approved: Approved<LaunchSpec>,
    secrets: &ScopedSecrets,
    guard: GuardProgram,
    confinement: Option<Confinement>,
) -> Result<Running, LaunchError> {
    let spec = match approved.into_payload() {
        LaunchSpec::Local(spec) => spec,
        LaunchSpec::Remote(_) => return Err(LaunchError::NotLocal),
    };
    if !secrets.belongs_to(spec.server) {
        return Err(LaunchError::OtherServersSecrets);
    }
    let env = environment(&spec, secrets).await?;
    check_unchanged(&spec)?;
    let run = package_run(&spec.command, &spec.args);
    let undo_folder = run
        .as_ref()
        .and_then(|run| npx_folder(run, &npm_cache(&spec)?))
        .filter(|folder| !folder.exists());
    let order = Order {
        undo_folder,
        undo_time: if run.is_some() {
            INSTALLER_GRACE
        } else {
            Duration::ZERO
        },
        program: spec.program.path,
        args: spec.args,
        cwd: spec.cwd,
        env,
        confinement,
    };
    let (pipes, tether, sandbox) = platform::start(&order, &guard).await?;
    tracing::info!(server = %spec.server, pid = tether.pid(), "a local server was started");
    Ok(Running {
        stdin: pipes.stdin,
        stdout: pipes.stdout,
        stderr: StderrRing::follow(pipes.stderr),
        process: Process::new(tether),
        sandbox,
    })
}

/// Moves the two streams of a server to the runtime this is called in, so that its thread alone wakes up for them.
///
/// # Errors
/// The runtime refuses them. They are closed then.
pub fn moved_here(
    stdout: ChildStdout,
    stdin: ChildStdin,
) -> io::Result<(
    impl AsyncRead + Send + Unpin + 'static,
    impl AsyncWrite + Send + Unpin + 'static,
)> {
    platform::moved_here(stdout, stdin)
}

fn check_unchanged(spec: &LocalLaunch) -> Result<(), LaunchError> {
    if !spec.cwd.is_dir() {
        return Err(LaunchError::Cwd {
            path: spec.cwd.clone(),
        });
    }
    let now = resolve(&spec.command, &spec.cwd, &spec.path_value)?;
    if now.path == spec.program.path && now.target == spec.program.target {
        return Ok(());
    }
    Err(LaunchError::Changed {
        approved: leads_to(&spec.program),
        found: leads_to(&now),
    })
}

fn leads_to(program: &ResolvedProgram) -> PathBuf {
    program
        .target
        .clone()
        .unwrap_or_else(|| program.path.clone())
}
