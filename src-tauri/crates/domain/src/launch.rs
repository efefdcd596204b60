//! What is approved before a server is started or connected to.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::ServerId;

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
    /// The value of `PATH` the server gets.
    pub path_value: String,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchSpec {
    /// A program on this machine, spoken to over stdio.
    Local(LocalLaunch),
    /// A server at a URL.
    Remote(RemoteLaunch),
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

    /// The digest a standing launch grant is bound to: command, resolved file, arguments, working directory and
    /// the names (with their sources) of the environment; or the URL and the names (with their sources) of the headers.
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
                for entry in &local.env {
                    field(entry.name.as_bytes());
                    field(match entry.source {
                        EnvSource::Keychain => b"keychain",
                        EnvSource::Host => b"host",
                    });
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

crate::tool::digest!(
    /// SHA-256 over a [`LaunchSpec`].
    LaunchDigest
);
