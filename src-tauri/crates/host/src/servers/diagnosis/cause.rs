//! The causes that the diagnosis distinguishes: the fact, and what to do.

use launcher::Runner;
use messages::{Phrase, Value, phrases};

use super::{barrier::Barrier, cache};
use host_api::FeatureView;

use crate::switches;

/// Why a program did not become a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The sandbox of the server of this name stopped it.
    Sandbox { barrier: Barrier, server: String },
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

/// Returns that variables are set and not passed on, with the options that pass them.
fn not_passed(names: &[&'static str]) -> Phrase {
    let list = Value::list(names.iter().copied());
    phrases::host_fix_not_passed(names.len(), list, options(names))
}

/// Returns the options of the terminal program that pass these variables.
pub(super) fn options(names: &[impl AsRef<str>]) -> String {
    let options = names.iter().map(AsRef::as_ref);
    let options = options.map(|name| format!("--env-from {name}"));
    options.collect::<Vec<_>>().join(" ")
}

impl Cause {
    /// Returns the known fact.
    pub fn why(&self) -> Phrase {
        match self {
            Self::Sandbox { barrier, .. } => barrier.why(),
            Self::BrokenCache(broken) => {
                let runner = broken.runner.name();
                match &broken.folder {
                    Some(folder) => {
                        let folder = domain::visible(&folder.to_string_lossy());
                        phrases::host_cause_cache_in(folder, runner)
                    }
                    None => phrases::host_cause_cache(runner),
                }
            }
            Self::Tilde { argument, .. } => phrases::host_cause_tilde(argument),
            Self::MissingPath(path) => phrases::host_cause_no_path(path),
            Self::TooOld { what, version } => match version {
                Some(version) => phrases::host_cause_too_old_version(version, *what),
                None => phrases::host_cause_too_old(*what),
            },
            Self::MissingProgram(name) => phrases::host_cause_no_program(name),
            Self::MissingModule(name) => phrases::host_cause_no_module(name),
            Self::MissingFile(path) => phrases::host_cause_no_file(path),
            Self::NoPackage(Some(name)) => phrases::host_cause_no_package_named(name),
            Self::NoPackage(None) => phrases::host_cause_no_package(),
            Self::MissingVariable(name) => phrases::host_cause_no_variable(name),
            Self::SwitchedOff { feature, .. } => {
                phrases::host_cause_switched_off(switches::name(*feature))
            }
            Self::ServesAt { .. } => phrases::host_cause_serves_at(),
            Self::PrintsText => phrases::host_cause_prints_text(),
            Self::DeadProxy { proxy, variable } => phrases::host_cause_dead_proxy(proxy, variable),
            Self::NoWayOut(_) | Self::NoNetwork => phrases::host_cause_no_network(),
            Self::Certificates(_) => phrases::host_cause_certificates(),
            Self::NoDisplay(_) => phrases::host_cause_no_display(),
            Self::DiskFull => phrases::host_cause_disk_full(),
            Self::NotPermitted => phrases::host_cause_not_permitted(),
        }
    }

    /// Returns what to do.
    pub fn to_do(&self) -> Phrase {
        match self {
            Self::Sandbox { barrier, server } => barrier.to_do(server),
            Self::BrokenCache(broken) => repair(broken),
            Self::Tilde { meant, .. } => phrases::host_hint_full_path_is(meant),
            Self::MissingPath(_) => phrases::host_fix_path(),
            Self::TooOld { what, .. } => phrases::host_fix_too_old(*what),
            Self::MissingProgram(name) => phrases::host_fix_program(name),
            Self::MissingModule(_) => phrases::host_fix_module(),
            Self::MissingFile(_) => phrases::host_fix_file(),
            Self::NoPackage(_) => phrases::host_fix_package(),
            Self::MissingVariable(name) => phrases::host_fix_variable(name),
            Self::SwitchedOff { feature, server } => switches::to_do(*feature, server),
            Self::ServesAt { url: Some(url), .. } => phrases::host_fix_serves_at_url(url),
            Self::ServesAt { url: None, .. } => phrases::host_fix_serves_at(),
            Self::PrintsText => phrases::host_fix_prints_text(),
            Self::DeadProxy { variable, .. } => phrases::host_fix_dead_proxy(variable),
            Self::NoWayOut(names) | Self::Certificates(names) | Self::NoDisplay(names)
                if !names.is_empty() =>
            {
                not_passed(names)
            }
            Self::NoWayOut(_) | Self::NoNetwork => phrases::host_fix_no_network(),
            Self::Certificates(_) => phrases::host_fix_certificates(),
            Self::NoDisplay(_) => phrases::host_fix_no_display(),
            Self::DiskFull => phrases::host_fix_disk_full(),
            Self::NotPermitted => phrases::host_fix_not_permitted(),
        }
    }

    /// Returns the same cause with each text of the server transformed.
    pub fn map_text(self, change: impl Fn(String) -> String) -> Self {
        match self {
            Self::Tilde { argument, meant } => Self::Tilde {
                argument: change(argument),
                meant: change(meant),
            },
            Self::Sandbox { barrier, server } => Self::Sandbox {
                barrier: barrier.map_text(change),
                server,
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

fn repair(broken: &cache::BrokenCache) -> Phrase {
    let folder = broken.folder.as_deref();
    let folder = folder.map(|folder| domain::visible(&folder.to_string_lossy()));
    match (broken.runner, folder) {
        (Runner::Npm, Some(folder)) if folder.ends_with("_cacache") => {
            phrases::host_fix_cache_npm(folder)
        }
        (Runner::Uv | Runner::UvProject, Some(folder)) => phrases::host_fix_cache_uv(folder),
        (_, Some(folder)) => phrases::host_fix_cache_folder(folder),
        (Runner::Npm, None) => phrases::host_fix_cache_npx(),
        (_, None) => phrases::host_fix_cache(),
    }
}
