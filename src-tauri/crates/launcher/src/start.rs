//! The start itself: an approval is consumed, checked against the disk once more, and becomes a running server.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use consent::Approved;
use domain::{Confined, Enforcement, LaunchSpec, LocalLaunch, LocalNetwork, ResolvedProgram};
use sandbox::{Access, Confinement, FolderGrant, Layers, Method, Network, Sockets};
use secrets::ScopedSecrets;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    process::{ChildStdin, ChildStdout},
};

use crate::{
    GuardProgram, LaunchError, Process, Record, StderrRing,
    content::contents,
    environment::{arguments, environment},
    npx::{npm_cache, npx_folder},
    order::{Order, Started},
    platform,
    process::INSTALLER_GRACE,
    programs::{is_system, run_of},
    resolve,
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
    /// What listens inside its network, to be served at once, if it reaches the hosts that the user allows.
    pub sockets: Option<Sockets>,
    /// What it looks for and does not get, if [`Places::recorded`]. It has to be read to its end: a server whose record is not read
    /// waits.
    pub record: Option<Record>,
}

/// The places of the user that a confined server gets. What it gets beside them is in its approved launch.
#[derive(Clone, Debug)]
pub struct Places {
    /// Its private folder, absolute, without links, existing.
    pub home: PathBuf,
    /// The folders that are granted to it.
    pub grants: Vec<FolderGrant>,
    /// The ports of the hosts that it may reach, in any order, of which the first [`sandbox::PORTS_MAX`] that need it are served
    /// at every address of a network of its own.
    pub ports: Vec<u16>,
    /// Whether what it looks for and does not get is recorded. It reaches no host of this machine's network in such a start, whatever
    /// its launch says: a network that is off or open is one that the host serves.
    pub recorded: bool,
}

/// Starts the approved program, once. Call it inside a tokio runtime with I/O and time.
///
/// The command is resolved again just before the start; between that and the start itself another process of the same
/// user could still exchange the file, which no host can prevent. The environment is cleared and holds the allowlist
/// ([`domain::INHERITED`]) and the approved variables only.
///
/// A launch that was approved as confined is started so, and sees `places` and its own files only. A working directory that it
/// does not see is replaced by its private folder.
///
/// # Errors
/// [`LaunchError::NotLocal`]; [`LaunchError::OtherServersSecrets`]; [`LaunchError::Changed`] and what [`resolve`] refuses;
/// [`LaunchError::Cwd`]; a variable without a value; [`LaunchError::Exec`] when the system refuses the program; failures of the
/// guard; [`LaunchError::Sandbox`] where a launch is to be confined and `places` are missing, or nothing as strong as approved
/// works here.
pub async fn launch(
    approved: Approved<LaunchSpec>,
    secrets: &ScopedSecrets,
    guard: GuardProgram,
    places: Option<Places>,
) -> Result<Running, LaunchError> {
    let spec = match approved.into_payload() {
        LaunchSpec::Local(spec) => spec,
        LaunchSpec::Remote(_) => return Err(LaunchError::NotLocal),
    };
    if !secrets.belongs_to(spec.server) {
        return Err(LaunchError::OtherServersSecrets);
    }
    let env = environment(&spec, secrets).await?;
    let args = arguments(&spec, secrets).await?;
    let spec = tokio::task::spawn_blocking(move || check_unchanged(&spec).map(|()| spec))
        .await
        .map_err(|error| LaunchError::Guard(std::io::Error::other(error)))??;
    let run = run_of(&spec);
    let confinement = match (spec.confinement.confined(), &places) {
        (Some(confined), Some(places)) => Some(Confinement {
            group: platform::scope_name(spec.server),
            ..sandboxed(confined, places)
        }),
        (Some(_), None) => {
            return Err(LaunchError::Sandbox {
                reason: "it has no private folder".to_owned(),
            });
        }
        (None, _) => None,
    };
    let home = confinement.as_ref().map(|c| c.home.as_path());
    let undo_folder = run
        .as_ref()
        .and_then(|run| npx_folder(run, &npm_cache(&spec, home)?))
        .filter(|folder| !folder.exists());
    let order = Order {
        undo_folder,
        undo_time: if run.is_some() {
            INSTALLER_GRACE
        } else {
            Duration::ZERO
        },
        program: started_file(&spec.program, confinement.as_ref()),
        args,
        cwd: spec.cwd,
        env,
        confinement,
    };
    let started = platform::start(&order, &guard).await?;
    let pid = started.tether.pid();
    tracing::info!(server = %spec.server, pid, "a local server was started");
    Ok(running(started))
}

/// A started program, with what its standard error says kept from now on.
pub(crate) fn running(started: Started<platform::Tether>) -> Running {
    let Started {
        pipes,
        tether,
        sandbox,
        sockets,
        record,
    } = started;
    Running {
        stdin: pipes.stdin,
        stdout: pipes.stdout,
        stderr: StderrRing::follow(pipes.stderr),
        process: Process::new(tether),
        sandbox,
        sockets,
        record,
    }
}

fn sandboxed(confined: &Confined, places: &Places) -> Confinement {
    let mut grants = places.grants.clone();
    let mut programs = confined.programs.clone();
    // A folder is mounted once: a granted one that holds the program may be executed.
    for grant in &mut grants {
        let before = programs.len();
        programs.retain(|program| *program != grant.path);
        grant.execute |= programs.len() < before;
    }
    let (network, ports) = match confined.network {
        _ if places.recorded => (Network::Brokered, served(&places.ports)),
        LocalNetwork::None => (Network::Off, Vec::new()),
        LocalNetwork::Asked => (Network::Brokered, served(&places.ports)),
        LocalNetwork::Open => (Network::Open, Vec::new()),
    };
    Confinement {
        programs,
        grants,
        network,
        ports,
        run_in_home: confined.run_in_home,
        unix_sockets: confined.unix_sockets,
        weakest: match confined.weakest {
            Enforcement::Advisory => Method::Advisory,
            Enforcement::Partial => Method::Filters,
            Enforcement::Full => Method::Namespaces,
        },
        recorded: places.recorded,
        ..Confinement::new(&places.home)
    }
}

fn served(ports: &[u16]) -> Vec<u16> {
    let mut served = ports.to_vec();
    served.sort_unstable();
    served.dedup();
    served.retain(|port| sandbox::can_be_served(*port));
    served.truncate(sandbox::PORTS_MAX);
    served
}

/// The file to run: the one that the command names, or the one that it leads to where the server does not see the link.
pub(crate) fn started_file(
    program: &ResolvedProgram,
    confinement: Option<&Confinement>,
) -> PathBuf {
    let Some(confinement) = confinement else {
        return program.path.clone();
    };
    let granted = confinement.grants.iter().map(|grant| &grant.path);
    let mut visible = confinement.programs.iter().chain(granted);
    let seen = is_system(&program.path) || visible.any(|seen| program.path.starts_with(seen));
    match &program.target {
        Some(target) if !seen => target.clone(),
        Some(_) | None => program.path.clone(),
    }
}

/// Which enforcement works on this system, found by starting `/bin/sh -c "exit 0"` in a sandbox. `home` is an existing folder
/// without links, which nothing is written to.
pub async fn strongest_enforcement(guard: &GuardProgram, home: &Path) -> Enforcement {
    let order = trial(Confinement {
        weakest: Method::Advisory,
        ..Confinement::new(home)
    });
    match platform::start(&order, guard).await {
        Ok(started) => {
            Process::new(started.tether).kill().await;
            started
                .sandbox
                .map_or(Enforcement::Advisory, |report| enforcement(report.method))
        }
        Err(error) => {
            tracing::warn!(%error, "it could not be found out which sandbox works here");
            Enforcement::Advisory
        }
    }
}

/// Folders for a trial of staged writes: absolute, without links, existing.
#[derive(Clone, Debug)]
pub struct StagingProbe {
    /// A private folder.
    pub home: PathBuf,
    /// The folder that is written to.
    pub lower: PathBuf,
    /// The layer that takes the changes, where those of servers are kept.
    pub upper: PathBuf,
    /// The folder that the layer needs.
    pub work: PathBuf,
}

/// Finds out whether changes of a folder can be kept apart from it, by starting a program in such a sandbox.
///
/// # Errors
/// Why not.
pub async fn staging_works(guard: &GuardProgram, probe: &StagingProbe) -> Result<(), String> {
    let layers = Layers {
        upper: probe.upper.clone(),
        work: probe.work.clone(),
    };
    let grant = FolderGrant::new(&probe.lower, Access::Staged(layers));
    let confinement = Confinement {
        weakest: Method::Namespaces,
        grants: vec![grant.map_err(|error| error.to_string())?],
        ..Confinement::new(&probe.home)
    };
    let started = platform::start(&trial(confinement), guard).await;
    let started = started.map_err(|error| error.to_string())?;
    Process::new(started.tether).kill().await;
    Ok(())
}

/// A program that ends at once.
fn trial(confinement: Confinement) -> Order {
    Order {
        program: "/bin/sh".into(),
        args: vec!["-c".to_owned(), "exit 0".to_owned()],
        cwd: "/".into(),
        env: Vec::new(),
        undo_time: Duration::ZERO,
        undo_folder: None,
        confinement: Some(confinement),
    }
}

/// How strong a method is.
#[must_use]
pub fn enforcement(method: Method) -> Enforcement {
    match method {
        Method::Advisory => Enforcement::Advisory,
        Method::Filters | Method::Profile => Enforcement::Partial,
        Method::Namespaces => Enforcement::Full,
    }
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
    let package = spec.package.as_ref();
    let command = package.map_or(spec.command.as_str().into(), |package| {
        package.program.to_string_lossy()
    });
    let now = resolve(&command, &spec.cwd, &spec.path_value)?;
    if now.path == spec.program.path && now.target == spec.program.target {
        return check_contents(spec);
    }
    Err(LaunchError::Changed {
        approved: leads_to(&spec.program),
        found: leads_to(&now),
    })
}

/// What was approved is what is started: where the files were read for the approval, they are the same now.
fn check_contents(spec: &LocalLaunch) -> Result<(), LaunchError> {
    if spec.contents.is_empty() {
        return Ok(());
    }
    let now = contents(spec);
    let mut changed = now.iter().filter(|file| !spec.contents.contains(file));
    match changed.next().or_else(|| {
        let mut gone = spec.contents.iter().filter(|file| !now.contains(file));
        gone.next()
    }) {
        None => Ok(()),
        Some(file) => Err(LaunchError::ChangedContent {
            path: file.path.clone(),
        }),
    }
}

fn leads_to(program: &ResolvedProgram) -> PathBuf {
    program
        .target
        .clone()
        .unwrap_or_else(|| program.path.clone())
}
