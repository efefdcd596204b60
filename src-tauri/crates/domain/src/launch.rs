//! What is approved before a server is started or connected to.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Confinement, Enforcement, LaunchDigest, LocalNetwork, PassedRoot, ServerId};

mod facts;

pub use facts::LaunchFacts;
pub(crate) use facts::{FILES, PACKAGE};

/// Where the value of an environment variable comes from. Values are never part of a specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EnvSource {
    /// Kept in the OS keychain for this server alone.
    Keychain,
    /// The host's own variable of that name, read at each launch.
    Host,
}

/// One environment variable a server gets beside the fixed allowlist.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EnvEntry {
    /// The variable's name.
    pub name: String,
    /// Where its value is read from at launch.
    pub source: EnvSource,
}

/// A variable with the value it gets.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct VariableValue {
    /// The variable's name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// Leaves the value out: it may hold a credential.
impl fmt::Debug for VariableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VariableValue")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What is in a file that a launch runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileContent {
    /// The file, links followed.
    pub path: PathBuf,
    /// SHA-256 of all of it in hexadecimal digits, or why it was not read.
    pub content: String,
}

/// How a command name became a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedProgram {
    /// The file found for the command, absolute.
    pub path: PathBuf,
    /// The file it leads to when links are followed, if that is another one.
    pub target: Option<PathBuf>,
    /// The folders that were searched, in order; empty when the command was a path.
    pub searched: Vec<PathBuf>,
}

/// A package that was installed for a server. Its program is started in place of the package runner of the command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstalledPackage {
    /// Its name, as the registry has it.
    pub name: String,
    /// Its exact version.
    pub version: String,
    /// SHA-256 of the lock that names every package of the set, in hexadecimal digits.
    pub lock: String,
    /// SHA-256 of every installed file, in hexadecimal digits.
    pub tree: String,
    /// The program, absolute.
    pub program: PathBuf,
    /// Its arguments, with those of the server.
    pub args: Vec<String>,
    /// The folders that the program needs, absolute.
    pub folders: Vec<PathBuf>,
    /// The packages that were installed for it, if it is a bundle that needs some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<PackageSet>,
    /// The values that a person entered for the options of a bundle, as its arguments hold them; none for a package of a registry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered: Option<Vec<String>>,
}

/// The packages of a registry that a bundle needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageSet {
    /// SHA-256 of the lock that names every package, in hexadecimal digits.
    pub lock: String,
    /// SHA-256 of every installed file, in hexadecimal digits.
    pub tree: String,
}

/// A program to start on this machine, exactly as it will be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalLaunch {
    /// The server it is started for; set by the host.
    pub server: ServerId,
    /// The command as the user wrote it.
    pub command: String,
    /// The file the command resolved to.
    pub program: ResolvedProgram,
    /// The arguments after the command, untouched.
    pub args: Vec<String>,
    /// The working directory, absolute.
    pub cwd: PathBuf,
    /// The variables beside the allowlist, sorted by name.
    pub env: Vec<EnvEntry>,
    /// The values of those variables that load code or redirect requests ([`crate::variable_risk`]), if they are kept for this server.
    /// Sorted by name.
    pub risky: Vec<VariableValue>,
    /// The values of the others that are kept for this server and hold no credential, as far as name and look tell. Sorted by name.
    pub plain: Vec<VariableValue>,
    /// What is in the files that it runs, links followed: its program, the script in its arguments, their interpreters. Empty if
    /// they were not read.
    pub contents: Vec<FileContent>,
    /// The granted folders it is started with. Those that are arguments stand last among `args` too.
    pub roots: Vec<PassedRoot>,
    /// The value of `PATH` the server gets.
    pub path_value: String,
    /// How it is confined.
    pub confinement: Confinement,
    /// The installed package that is started in place of the command, if it is a package runner whose package was installed. Then
    /// [`Self::program`] is that of the package.
    pub package: Option<InstalledPackage>,
}

/// Where the value of a header comes from. Values are never part of a specification.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeaderSource {
    /// Kept in the OS keychain for this server alone.
    Keychain,
    /// The host's own variable of this name, read at each connection.
    Host(String),
}

/// One header that goes with every request to a server at a URL.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HeaderEntry {
    /// Its name, as the user wrote it; letter case does not matter.
    pub name: String,
    /// Where its value is read from at each connection.
    pub source: HeaderSource,
}

impl HeaderEntry {
    /// The name under which its value is kept: that of no variable, whatever the letter case.
    #[must_use]
    pub fn kept_as(&self) -> String {
        format!("header:{}", self.name.to_ascii_lowercase())
    }
}

/// A server at a URL, exactly as it will be connected to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteLaunch {
    /// The server it is for; set by the host.
    pub server: ServerId,
    /// The full URL.
    pub url: String,
    /// The headers beside those of the protocol, sorted by name.
    pub headers: Vec<HeaderEntry>,
}

/// What a connection to a server starts with.
#[allow(
    clippy::large_enum_variant,
    reason = "a few exist at a time, none in a collection"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchSpec {
    /// A program on this machine, spoken to over stdio.
    Local(LocalLaunch),
    /// A server at a URL.
    Remote(RemoteLaunch),
}

impl LocalLaunch {
    /// The same launch in its sandbox or, with `unconfined`, outside of it; see [`Confinement::switched`].
    #[must_use]
    pub fn switched(self, unconfined: bool) -> Self {
        Self {
            confinement: self.confinement.switched(unconfined),
            ..self
        }
    }

    /// The arguments that the program is started with.
    #[must_use]
    pub fn started_args(&self) -> &[String] {
        let package = self.package.as_ref();
        package.map_or(&self.args, |package| &package.args)
    }
}

impl LaunchSpec {
    /// The server this is for.
    #[must_use]
    pub fn server(&self) -> ServerId {
        match self {
            Self::Local(local) => local.server,
            Self::Remote(remote) => remote.server,
        }
    }

    /// The digest that a permanent launch grant is bound to: command, resolved file, arguments, working directory and
    /// the names (with their sources) of the environment, confinement; or the URL and the names (with their sources) of the headers.
    #[must_use]
    pub fn digest(&self) -> LaunchDigest {
        let mut hash = Sha256::new();
        let mut field = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        };
        match self {
            Self::Local(local) => {
                field(b"local");
                field(local.command.as_bytes());
                field(local.program.path.as_os_str().as_encoded_bytes());
                let target = local.program.target.as_deref().unwrap_or(Path::new(""));
                field(target.as_os_str().as_encoded_bytes());
                field(local.cwd.as_os_str().as_encoded_bytes());
                field(&(local.args.len() as u64).to_be_bytes());
                for arg in &local.args {
                    field(arg.as_bytes());
                }
                if let Some(package) = &local.package {
                    field(b"package");
                    for part in [
                        &package.name,
                        &package.version,
                        &package.lock,
                        &package.tree,
                    ] {
                        field(part.as_bytes());
                    }
                    field(&(package.args.len() as u64).to_be_bytes());
                    for arg in &package.args {
                        field(arg.as_bytes());
                    }
                    if let Some(set) = &package.set {
                        field(b"set");
                        field(set.lock.as_bytes());
                        field(set.tree.as_bytes());
                    }
                }
                for entry in &local.env {
                    field(entry.name.as_bytes());
                    field(match entry.source {
                        EnvSource::Keychain => b"keychain",
                        EnvSource::Host => b"host",
                    });
                }
                for variable in &local.risky {
                    field(b"risky");
                    field(variable.name.as_bytes());
                    field(variable.value.as_bytes());
                }
                for root in &local.roots {
                    if let Some(variable) = &root.variable {
                        field(b"root");
                        field(variable.as_bytes());
                        field(root.path.as_bytes());
                    }
                }
                match &local.confinement {
                    Confinement::Unconfined { instead: _ } => field(b"unconfined"),
                    Confinement::Confined(confined) => {
                        field(b"confined");
                        field(match confined.network {
                            LocalNetwork::None => b"no network",
                            LocalNetwork::Asked => b"asked network",
                            LocalNetwork::Open => b"open network",
                        });
                        field(&[u8::from(confined.run_in_home)]);
                        field(&[u8::from(confined.unix_sockets)]);
                        field(match confined.weakest {
                            Enforcement::Advisory => b"advisory",
                            Enforcement::Partial => b"partial",
                            Enforcement::Full => b"full",
                        });
                        for program in &confined.programs {
                            field(program.as_os_str().as_encoded_bytes());
                        }
                    }
                }
            }
            Self::Remote(remote) => {
                field(b"remote");
                field(remote.url.as_bytes());
                for header in &remote.headers {
                    field(header.name.to_ascii_lowercase().as_bytes());
                    match &header.source {
                        HeaderSource::Keychain => field(b"keychain"),
                        HeaderSource::Host(variable) => {
                            field(b"host");
                            field(variable.as_bytes());
                        }
                    }
                }
            }
        }
        LaunchDigest(hash.finalize().into())
    }
}

#[cfg(test)]
mod tests;
