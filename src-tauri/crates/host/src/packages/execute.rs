//! Commands of package managers in a sandbox, with the registries as their only network.

use std::{ffi::OsString, io, path::PathBuf, sync::Arc};

use ::packages::{
    Command, Execute, ExecuteError, Exit, HostPort, Lines, Network, PackageError, Running, Stream,
};
use domain::Enforcement;
use egress::{Addresses, Bounds, Broker, Decide, Destination, Pending, Setup, Verdict};
use launcher::{GuardProgram, LaunchError, Tool};
use sandbox::{Access, Confinement, FolderGrant, Method, Sockets};
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    net::{TcpListener, UdpSocket},
};
use tokio_util::sync::CancellationToken;

use crate::inner::Inner;

/// The name of the private folder of package managers.
const HOME: &str = "package-managers";
/// Connections of a package manager at once: uv opens 50.
const CONNECTIONS: usize = 128;
/// Longest line that is told as progress, in bytes. A longer one is told in pieces.
const LINE: usize = 4 * 1024;

/// Runs commands of package managers in the strongest sandbox that works here.
pub(super) struct InSandbox {
    guard: GuardProgram,
    home: PathBuf,
    path_value: String,
    enforcement: Enforcement,
}

impl InSandbox {
    pub(super) async fn new(inner: &Inner) -> Result<Self, PackageError> {
        let home = inner
            .private_folder(HOME)
            .map_err(|source| PackageError::Io {
                path: inner.config.data_dir.clone(),
                source,
            })?;
        Ok(Self {
            guard: inner.config.guard.clone(),
            home,
            path_value: inner.path_value.clone(),
            enforcement: inner.enforcement().await,
        })
    }

    /// What a command sees, changes and reaches: exactly what it says.
    fn confinement(&self, command: &Command) -> io::Result<Confinement> {
        let mut confinement = Confinement::new(&self.home);
        confinement.programs =
            launcher::files_of(&command.program, &self.path_value).map_err(io::Error::other)?;
        for path in &command.readable {
            let path = dunce::canonicalize(path)?;
            if !launcher::is_system(&path) && !confinement.programs.contains(&path) {
                confinement.programs.push(path);
            }
        }
        for folder in &command.writable {
            let grant = FolderGrant::new(&dunce::canonicalize(folder)?, Access::Write)?;
            confinement.grants.push(FolderGrant {
                execute: true,
                own: true,
                ..grant
            });
        }
        confinement.run_in_home = true;
        confinement.weakest = match self.enforcement {
            Enforcement::Advisory => Method::Advisory,
            Enforcement::Partial => Method::Filters,
            Enforcement::Full => Method::Namespaces,
        };
        confinement.network = match (&command.network, self.enforcement) {
            (Network::None, _) => sandbox::Network::Off,
            (Network::Hosts(_), Enforcement::Full) => sandbox::Network::Brokered,
            // Nothing there can be limited to some hosts.
            (Network::Hosts(_), Enforcement::Partial | Enforcement::Advisory) => {
                sandbox::Network::Open
            }
        };
        if let Network::Hosts(hosts) = &command.network {
            let ports = hosts.iter().map(|host| host.port);
            confinement.ports = ports.filter(|port| sandbox::can_be_served(*port)).collect();
            confinement.ports.sort_unstable();
            confinement.ports.dedup();
            confinement.ports.truncate(sandbox::PORTS_MAX);
        }
        Ok(confinement)
    }

    async fn execute(
        &self,
        command: Command,
        lines: Lines<'_>,
        cancel: &CancellationToken,
    ) -> Result<Exit, ExecuteError> {
        let confinement = self.confinement(&command).map_err(ExecuteError::Start)?;
        let tool = Tool {
            program: command.program,
            args: command.args,
            env: command
                .env
                .iter()
                .map(|(name, value)| (OsString::from(name), OsString::from(value.expose())))
                .collect(),
            cwd: command.cwd,
            confinement,
        };
        let mut running = launcher::run_tool(tool, &self.guard)
            .await
            .map_err(not_run)?;
        let broker = match (running.sockets.take(), command.network) {
            (Some(sockets), Network::Hosts(hosts)) => {
                Some(serve(sockets, &hosts).map_err(ExecuteError::Start)?)
            }
            (Some(_) | None, _) => None,
        };
        let most = command.output_limit;
        let out = all(running.stdout, Stream::Out, most, lines);
        let err = all(running.stderr, Stream::Err, most, lines);
        let ended = async { tokio::join!(out, err) };
        let ended = tokio::time::timeout(command.time_limit, ended);
        let ended = cancel.run_until_cancelled(ended).await;
        let result = match ended {
            None => Err(ExecuteError::Cancelled),
            Some(Err(_)) => Err(ExecuteError::TimedOut),
            Some(Ok((stdout, stderr))) => {
                let end = tokio::time::timeout(command.time_limit, running.process.wait()).await;
                match (end, stdout.cut) {
                    (Err(_), _) => Err(ExecuteError::TimedOut),
                    (Ok(_), true) => Err(ExecuteError::TooMuchOutput),
                    (Ok(exit), false) => Ok(Exit {
                        code: exit.code,
                        stdout: stdout.bytes,
                        stderr: stderr.bytes,
                    }),
                }
            }
        };
        if result.is_err() {
            running.process.kill().await;
        }
        if let Some(broker) = broker {
            broker.stop().await;
        }
        result
    }
}

impl Execute for InSandbox {
    fn run<'a>(
        &'a self,
        command: Command,
        lines: Lines<'a>,
        cancel: &'a CancellationToken,
    ) -> Running<'a> {
        Box::pin(self.execute(command, lines, cancel))
    }
}

fn not_run(error: LaunchError) -> ExecuteError {
    if let LaunchError::Sandbox { reason } = error {
        ExecuteError::Sandbox(reason)
    } else {
        ExecuteError::Start(io::Error::other(error))
    }
}

/// The hosts of the registries, and nobody to ask about others.
struct Only(Vec<Destination>);

impl Decide for Only {
    fn decided(&self, to: &Destination) -> Option<Verdict> {
        Some(match self.0.contains(to) {
            true => Verdict::Allow,
            false => Verdict::Deny,
        })
    }

    fn ask(&self, _: &Destination) -> Pending {
        Box::pin(async { Verdict::Deny })
    }
}

fn serve(sockets: Sockets, hosts: &[HostPort]) -> io::Result<Arc<Broker>> {
    let hosts = hosts.iter();
    let only = hosts.filter_map(|host| Destination::parse(&host.host, host.port).ok());
    let setup = Setup {
        // A registry may lie in a private network. Which server it is, TLS proves.
        addresses: Addresses::Any,
        bounds: Bounds {
            connections: CONNECTIONS,
            ..Bounds::default()
        },
        ..Setup::default()
    };
    let broker = Arc::new(Broker::with(HOME, Arc::new(Only(only.collect())), setup));
    broker.serve_proxy(TcpListener::from_std(sockets.proxy)?);
    for listener in sockets.every {
        broker.serve_transparent(TcpListener::from_std(listener)?);
    }
    broker.serve_dns(UdpSocket::from_std(sockets.dns)?);
    broker.serve_dns_tcp(TcpListener::from_std(sockets.dns_tcp)?);
    Ok(broker)
}

/// What a stream held.
struct Output {
    bytes: Vec<u8>,
    /// Whether it was more than is kept.
    cut: bool,
}

/// Reads a stream to its end and tells each line. Of standard output the beginning is kept, of standard error the end.
async fn all(
    mut from: impl AsyncRead + Unpin,
    of: Stream,
    most: usize,
    lines: Lines<'_>,
) -> Output {
    let mut output = Output {
        bytes: Vec::new(),
        cut: false,
    };
    let mut line = Vec::new();
    let mut piece = vec![0; 8 * 1024];
    // A stream that fails has ended.
    while let Ok(read) = from.read(&mut piece).await {
        let new = piece.get(..read).unwrap_or_default();
        if new.is_empty() {
            break;
        }
        output.bytes.extend_from_slice(new);
        let over = output.bytes.len().saturating_sub(most);
        if over > 0 {
            output.cut = true;
            match of {
                Stream::Out => output.bytes.truncate(most),
                Stream::Err => drop(output.bytes.drain(..over)),
            }
        }
        for byte in new {
            if *byte == b'\n' || *byte == b'\r' || line.len() >= LINE {
                tell(&mut line, of, lines);
            }
            if *byte != b'\n' && *byte != b'\r' {
                line.push(*byte);
            }
        }
    }
    tell(&mut line, of, lines);
    output
}

fn tell(line: &mut Vec<u8>, of: Stream, lines: Lines<'_>) {
    if !line.is_empty() {
        lines(of, &String::from_utf8_lossy(line));
        line.clear();
    }
}
