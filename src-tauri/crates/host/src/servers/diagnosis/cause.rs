//! The causes that the diagnosis distinguishes: the fact, and what to do.

use std::path::PathBuf;

use launcher::Runner;

use super::cache;
use host_api::FeatureView;

use crate::switches;

/// Why a program did not become a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The download of its package runner is incomplete.
    BrokenCache(cache::BrokenCache),
    /// An argument begins with `~`, which only a shell expands.
    Tilde { argument: String, meant: String },
    /// An argument names a folder or file that does not exist.
    MissingPath(String),
    /// Its Node.js or Python is too old.
    TooOld {
        what: &'static str,
        version: Option<String>,
    },
    /// A program that it starts was not found.
    MissingProgram(String),
    /// A module of its language was not found.
    MissingModule(String),
    /// The file to run was not found.
    MissingFile(String),
    /// The registry has no such package.
    NoPackage(Option<String>),
    /// It requires an environment variable.
    MissingVariable(String),
    /// It requires a feature that is switched off for the server of this name.
    SwitchedOff {
        feature: FeatureView,
        server: String,
    },
    /// It serves at a network address, not over standard input and output.
    ServesAt { line: String, url: Option<String> },
    /// It prints something other than protocol messages.
    PrintsText,
    /// Its proxy does not answer.
    DeadProxy { proxy: String, variable: String },
    /// It has no network connection, and proxy variables are not passed to it.
    NoWayOut(Vec<&'static str>),
    /// It has no network connection.
    NoNetwork,
    /// It trusts no certificate of this network, and the user's certificate variables are not passed to it.
    Certificates(Vec<&'static str>),
    /// It has no access to a display.
    NoDisplay(Vec<&'static str>),
    /// The disk is full.
    DiskFull,
    /// It lacks permission to read or write a file.
    NotPermitted,
}

fn flags(names: &[&str]) -> String {
    let flags: Vec<String> = names
        .iter()
        .map(|name| format!("--env-from {name}"))
        .collect();
    format!(
        "{} set for you and not given to it. Remove it and add it again with {}.",
        match names {
            [one] => format!("{one} is"),
            more => format!("{} are", more.join(", ")),
        },
        flags.join(" ")
    )
}

impl Cause {
    /// Returns the known fact.
    pub fn why(&self) -> String {
        match self {
            Self::BrokenCache(broken) => {
                let whose = broken.runner.name();
                match &broken.folder {
                    Some(folder) => format!(
                        "what {whose} downloaded is broken or half written, in {}",
                        domain::visible(&folder.to_string_lossy())
                    ),
                    None => format!("what {whose} downloaded is broken or half written"),
                }
            }
            Self::Tilde { argument, .. } => {
                format!("its argument “{argument}” begins with ~, which only a shell replaces")
            }
            Self::MissingPath(path) => format!("there is no “{path}”, which one of its arguments names"),
            Self::TooOld { what, version } => match version {
                Some(version) => format!("{what} {version} is too old for it"),
                None => format!("{what} is too old for it"),
            },
            Self::MissingProgram(name) => format!("it starts the program “{name}”, which was not found"),
            Self::MissingModule(name) => format!("it misses the module “{name}”"),
            Self::MissingFile(path) => format!("there is no file “{path}” to run"),
            Self::NoPackage(Some(name)) => format!("the package registry has no “{name}”"),
            Self::NoPackage(None) => "the package registry has no such package".into(),
            Self::MissingVariable(name) => format!("it says that it wants the variable {name}"),
            Self::SwitchedOff { feature, .. } => {
                format!("it requires {}, which is switched off for it", switches::name(*feature))
            }
            Self::ServesAt { .. } => {
                "it says that it listens at an address, and it does not speak over standard input and output".into()
            }
            Self::PrintsText => "it printed text that is no MCP message".into(),
            Self::DeadProxy { proxy, variable } => {
                format!("the proxy {proxy}, which {variable} names, does not answer")
            }
            Self::NoWayOut(_) | Self::NoNetwork => "it reached no network".into(),
            Self::Certificates(_) => "it does not trust a certificate that the network shows".into(),
            Self::NoDisplay(_) => "it found no display".into(),
            Self::DiskFull => "no space is left on the disk".into(),
            Self::NotPermitted => "the system does not let it read or write a file it needs".into(),
        }
    }

    /// Returns what to do.
    pub fn to_do(&self) -> String {
        match self {
            Self::BrokenCache(broken) => repair(broken),
            Self::Tilde { meant, .. } => format!("Write the full path: {meant}"),
            Self::MissingPath(_) => "Create it, or change that argument.".into(),
            Self::TooOld { what, .. } => {
                format!("Install a newer {what}, or give the full path of a newer one as the command.")
            }
            Self::MissingProgram(name) => {
                format!("Install “{name}”, or check that it is in one of the folders of PATH.")
            }
            Self::MissingModule(_) => {
                "Install it where this server runs, or start the server with a package runner such as npx or uvx.".into()
            }
            Self::MissingFile(_) => "Check the path in its arguments, and whether the server has to be built first.".into(),
            Self::NoPackage(_) => "Check how the package is spelled.".into(),
            Self::MissingVariable(name) => {
                format!("Give it the variable {name}: under Change in the window, or with --env {name}=… (a value) or --env-from {name} (your own) in a terminal.")
            }
            Self::SwitchedOff { feature, server } => switches::to_do(*feature, server),
            Self::ServesAt { url: Some(url), .. } => format!(
                "Perhaps it needs an argument such as `--stdio`; or start it yourself and add it by its URL, {url}"
            ),
            Self::ServesAt { url: None, .. } => {
                "Perhaps it needs an argument such as `--stdio`; or start it yourself and add it by its URL.".into()
            }
            Self::PrintsText => {
                "Check that the command starts an MCP server. Some need an argument such as `--stdio`.".into()
            }
            Self::DeadProxy { variable, .. } => {
                format!("Check that the proxy runs and that {variable} is right.")
            }
            Self::NoWayOut(names) | Self::Certificates(names) | Self::NoDisplay(names)
                if !names.is_empty() =>
            {
                flags(names)
            }
            Self::NoWayOut(_) | Self::NoNetwork => {
                "Check that this machine is online, and whether a proxy is needed.".into()
            }
            Self::Certificates(_) => {
                "If your network shows a certificate of its own, give its file with --env NODE_EXTRA_CA_CERTS=FILE or --env SSL_CERT_FILE=FILE.".into()
            }
            Self::NoDisplay(_) => "Start Innkeeper in a graphical session, or the server without a window.".into(),
            Self::DiskFull => "Make room on the disk, then start it again.".into(),
            Self::NotPermitted => "Check who owns the file that its error output names.".into(),
        }
    }

    /// Returns the same cause with each text of the server transformed.
    pub fn map_text(self, change: impl Fn(String) -> String) -> Self {
        match self {
            Self::Tilde { argument, meant } => Self::Tilde {
                argument: change(argument),
                meant: change(meant),
            },
            Self::MissingPath(text) => Self::MissingPath(change(text)),
            Self::MissingProgram(text) => Self::MissingProgram(change(text)),
            Self::MissingModule(text) => Self::MissingModule(change(text)),
            Self::MissingFile(text) => Self::MissingFile(change(text)),
            Self::NoPackage(name) => Self::NoPackage(name.map(change)),
            Self::ServesAt { line, url } => Self::ServesAt {
                line: change(line),
                url: url.map(change),
            },
            Self::TooOld { what, version } => Self::TooOld {
                what,
                version: version.map(change),
            },
            Self::DeadProxy { proxy, variable } => Self::DeadProxy {
                proxy: change(proxy),
                variable,
            },
            other @ (Self::BrokenCache(_)
            | Self::MissingVariable(_)
            | Self::SwitchedOff { .. }
            | Self::PrintsText
            | Self::NoWayOut(_)
            | Self::NoNetwork
            | Self::Certificates(_)
            | Self::NoDisplay(_)
            | Self::DiskFull
            | Self::NotPermitted) => other,
        }
    }
}

fn repair(broken: &cache::BrokenCache) -> String {
    let folder = broken.folder.as_deref().map(PathBuf::from);
    let folder = folder.map(|folder| domain::visible(&folder.to_string_lossy()));
    match (broken.runner, folder) {
        (Runner::Npm, Some(folder)) if folder.ends_with("_cacache") => {
            format!("Run `npm cache clean --force`, which empties {folder}, then start it again.")
        }
        (Runner::Uv, Some(folder)) => {
            format!("Run `uv cache clean`, or remove the folder {folder}, then start it again.")
        }
        (_, Some(folder)) => {
            format!("Remove the folder {folder}, then start it again: it is downloaded anew.")
        }
        (Runner::Npm, None) => {
            "Remove the folder _npx in npm's cache (`npm config get cache` says where it is), then start it again.".into()
        }
        (_, None) => "Empty the cache of that program, then start it again.".into(),
    }
}
