//! What of a sandbox stopped a program, and the grant that helps.

use domain::Enforcement;
use messages::{Phrase, phrases};

/// A limit of the sandbox that a program can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::servers) enum Limit {
    /// Processes and threads of the whole family.
    Processes,
    /// Memory of one process.
    Memory,
    /// The size of `/tmp`.
    Space,
}

/// A program of the session or the system that is reached by a Unix socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::servers) enum Socket {
    Containers,
    SshAgent,
    SessionBus,
    Display,
    /// One that it makes itself.
    Own,
    Other,
}

/// What the filter of system calls refuses to every program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::servers) enum Refused {
    /// A sandbox of a browser's own.
    BrowserSandbox,
    Namespaces,
    Mounts,
    Tracing,
}

/// What of its sandbox stopped a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::servers) enum Barrier {
    /// A file or folder that it is not shown, and the folder to grant, unless that is the home itself.
    OutOfSight {
        path: String,
        folder: Option<String>,
    },
    /// A place that it may only read, and the folder to grant for writing, unless that is the home itself.
    ReadOnly {
        path: String,
        folder: Option<String>,
    },
    /// A program that it is not shown.
    Program(String),
    /// A file in its private or temporary folder that it may not run.
    NotExecutable(String),
    /// A file in a granted folder that it may not run.
    NotExecutableInGrant(String),
    /// A file of the user's home. Its own home is another folder.
    Home {
        /// The file, beginning with `~/`.
        file: String,
        /// The user's folder that holds it, unless that is the home itself.
        folder: Option<String>,
        /// Where its private folder would hold it.
        private: String,
        /// Whether such a folder or file holds secrets.
        secret: bool,
    },
    /// A program of the session or the system.
    Socket(Socket),
    /// A system call that no confined program may make.
    Refused(Refused),
    /// A system call of another architecture, which ends the program.
    ForeignCall,
    /// A file larger than the limit, which ends the program.
    FileTooLarge,
    /// A limit of its sandbox.
    Limit(Limit),
    /// A host that Innkeeper refused because it is not allowed.
    HostRefused(String),
    /// A program that listens on this machine. `asked` is whether it has a network at all.
    LocalService { address: String, asked: bool },
    /// It has no network; the host and port that it wanted, if it named one.
    NoNetwork {
        host: Option<String>,
        weakest: Enforcement,
    },
}

/// The sizes of [`sandbox::Limits`], in mebibytes.
fn mebibytes(bytes: u64) -> f64 {
    (bytes >> 20) as f64
}

impl Limit {
    /// Returns that the limit was hit.
    pub fn why(self) -> Phrase {
        let limits = sandbox::Limits::default();
        match self {
            Self::Processes => phrases::host_barrier_processes(limits.processes as f64),
            Self::Memory => phrases::host_barrier_memory(mebibytes(limits.memory)),
            Self::Space => phrases::host_barrier_space(mebibytes(limits.tmp)),
        }
    }

    /// Returns what to do about it.
    pub fn to_do(self, server: &str) -> Phrase {
        match self {
            Self::Processes => phrases::host_barrier_processes_hint(server),
            Self::Memory => phrases::host_barrier_memory_hint(server),
            Self::Space => phrases::host_barrier_space_hint(sandbox::HOME),
        }
    }
}

impl Barrier {
    /// Returns the known fact.
    pub fn why(&self) -> Phrase {
        match self {
            Self::OutOfSight { path, .. } => phrases::host_confinement_out_of_sight(path),
            Self::ReadOnly { path, .. } => phrases::host_confinement_only_reads(path),
            Self::Program(path) => phrases::host_barrier_program(path),
            Self::NotExecutable(path) | Self::NotExecutableInGrant(path) => {
                phrases::host_barrier_not_executable(path)
            }
            Self::Home { file, .. } => phrases::host_barrier_home(file),
            Self::Socket(Socket::Containers) => phrases::host_barrier_containers(),
            Self::Socket(Socket::SshAgent) => phrases::host_barrier_ssh_agent(),
            Self::Socket(Socket::SessionBus) => phrases::host_barrier_bus(),
            Self::Socket(Socket::Display) => phrases::host_barrier_display(),
            Self::Socket(Socket::Own) => phrases::host_barrier_own_socket(),
            Self::Socket(Socket::Other) => phrases::host_barrier_socket(),
            Self::Refused(Refused::BrowserSandbox) => phrases::host_barrier_browser(),
            Self::Refused(Refused::Namespaces) => phrases::host_barrier_namespaces(),
            Self::Refused(Refused::Mounts) => phrases::host_barrier_mounts(),
            Self::Refused(Refused::Tracing) => phrases::host_barrier_tracing(),
            Self::ForeignCall => phrases::host_barrier_foreign_call(),
            Self::FileTooLarge => {
                let limits = sandbox::Limits::default();
                phrases::host_barrier_file(mebibytes(limits.file_size))
            }
            Self::Limit(limit) => limit.why(),
            Self::HostRefused(host) => phrases::host_hosts_cause(host),
            Self::LocalService { address, .. } => phrases::host_barrier_local(address),
            Self::NoNetwork { host: None, .. } => phrases::host_confinement_no_network(),
            Self::NoNetwork {
                host: Some(host), ..
            } => phrases::host_barrier_no_network_to(host),
        }
    }

    /// Returns what to do for the server of this name.
    pub fn to_do(&self, server: &str) -> Phrase {
        // Both stand in commands that a person may copy to a shell, and neither is of that person.
        let (server, quoted) = (&domain::in_double_quotes(server), domain::in_double_quotes);
        match self {
            Self::OutOfSight {
                folder: Some(folder),
                ..
            } => phrases::host_confinement_out_of_sight_hint(quoted(folder), server),
            Self::ReadOnly {
                folder: Some(folder),
                ..
            } => phrases::host_confinement_only_reads_hint(quoted(folder), server),
            Self::OutOfSight { .. } | Self::ReadOnly { .. } => {
                phrases::host_confinement_in_home_hint()
            }
            Self::Program(path) | Self::NotExecutableInGrant(path) => {
                phrases::host_barrier_program_hint(quoted(path), server)
            }
            Self::NotExecutable(_) => phrases::host_barrier_not_executable_hint(server),
            Self::Home {
                folder,
                private,
                secret,
                ..
            } => home(folder.as_deref().map(quoted), private, *secret, server),
            Self::Socket(Socket::Containers) => phrases::host_barrier_containers_hint(server),
            Self::Socket(Socket::Own) => phrases::host_barrier_own_socket_hint(server),
            Self::Refused(Refused::BrowserSandbox) => phrases::host_barrier_browser_hint(),
            Self::FileTooLarge => phrases::host_barrier_file_hint(server),
            Self::Socket(_) | Self::Refused(_) | Self::ForeignCall => {
                phrases::host_barrier_unconfined_hint(server)
            }
            Self::Limit(limit) => limit.to_do(server),
            Self::HostRefused(host) => phrases::host_hosts_cause_hint(host, server),
            Self::LocalService {
                address,
                asked: true,
            } => phrases::host_barrier_local_hint(address, server),
            Self::LocalService {
                address,
                asked: false,
            } => phrases::host_barrier_local_offline_hint(address, server),
            Self::NoNetwork { host, weakest } => match (host, weakest) {
                (Some(host), Enforcement::Full) => {
                    phrases::host_barrier_no_network_to_hint(host, server)
                }
                (None, Enforcement::Full) => phrases::host_barrier_no_network_hint(server),
                (_, Enforcement::Partial | Enforcement::Advisory) => {
                    phrases::host_confinement_no_network_hint(server)
                }
            },
        }
    }

    /// Returns the same with each text of the server transformed.
    pub fn map_text(self, change: impl Fn(String) -> String) -> Self {
        match self {
            Self::OutOfSight { path, folder } => Self::OutOfSight {
                path: change(path),
                folder: folder.map(&change),
            },
            Self::ReadOnly { path, folder } => Self::ReadOnly {
                path: change(path),
                folder: folder.map(&change),
            },
            Self::Program(path) => Self::Program(change(path)),
            Self::NotExecutable(path) => Self::NotExecutable(change(path)),
            Self::NotExecutableInGrant(path) => Self::NotExecutableInGrant(change(path)),
            Self::Home {
                file,
                folder,
                private,
                secret,
            } => Self::Home {
                file: change(file),
                folder: folder.map(&change),
                private: change(private),
                secret,
            },
            Self::LocalService { address, asked } => Self::LocalService {
                address: change(address),
                asked,
            },
            Self::NoNetwork { host, weakest } => Self::NoNetwork {
                host: host.map(change),
                weakest,
            },
            other @ (Self::Socket(_)
            | Self::Refused(_)
            | Self::ForeignCall
            | Self::FileTooLarge
            | Self::Limit(_)
            | Self::HostRefused(_)) => other,
        }
    }
}

fn home(folder: Option<String>, private: &str, secret: bool, server: &str) -> Phrase {
    match (folder, secret) {
        (Some(folder), false) => phrases::host_barrier_home_hint(folder, private, server),
        (Some(folder), true) => phrases::host_barrier_home_secret_hint(folder, private, server),
        (None, false) => phrases::host_barrier_home_file_hint(private),
        (None, true) => phrases::host_barrier_home_secret_file_hint(private),
    }
}
