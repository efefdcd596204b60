//! What a manifest says.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Most bytes of a text that is kept.
const TEXT_MAX: usize = 4000;

/// What a bundle says of itself. All of it are claims; texts may have hidden characters.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// The version of the format: `0.1` to `0.4`.
    pub format: String,
    /// Its name for programs.
    pub name: String,
    /// Its name for people.
    pub display_name: String,
    /// Its version.
    pub version: String,
    /// What it does.
    pub description: String,
    /// Who made it.
    pub author: Author,
    /// Its home page.
    pub homepage: Option<String>,
    /// Its licence.
    pub license: Option<String>,
    /// Where the privacy policies of services that it uses are.
    pub privacy_policies: Vec<String>,
    /// How it is started.
    pub server: Server,
    /// Tools that it names, at most 200.
    pub tools: Vec<Claim>,
    /// Whether it has more tools than those.
    pub more_tools: bool,
    /// Prompts that it names, at most 200.
    pub prompts: Vec<Claim>,
    /// Systems that it says it runs on; empty if it says nothing.
    pub platforms: Vec<String>,
    /// Versions of runtimes that it needs: `node`, `python`.
    pub runtimes: BTreeMap<String, String>,
    /// What a person enters, in the order of the manifest.
    pub options: Vec<UserOption>,
}

/// Who made a bundle, as it says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Author {
    /// The name.
    pub name: String,
    /// A mail address.
    pub email: Option<String>,
    /// A web page.
    pub url: Option<String>,
}

/// A tool or prompt that a bundle names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: Option<String>,
}

/// What runs the server of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Node.js.
    Node,
    /// Python, with all packages in the bundle.
    Python,
    /// A program in the bundle.
    Binary,
    /// Python, with packages of a registry that its `pyproject.toml` names.
    Uv,
}

/// How the server of a bundle is started.
#[derive(Clone, Debug, PartialEq)]
pub struct Server {
    /// What runs it.
    pub kind: Kind,
    /// Its main file.
    pub entry_point: String,
    /// The command on every system.
    pub config: Config,
    /// What differs from that, by system.
    pub overrides: BTreeMap<String, Override>,
}

/// A command, with `${…}` for what is known later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its variables.
    pub env: BTreeMap<String, String>,
}

/// A system, by the name that manifests have for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// `linux`.
    Linux,
    /// `darwin`.
    Mac,
    /// `win32`.
    Windows,
}

impl Platform {
    /// This system.
    #[must_use]
    pub fn here() -> Self {
        if cfg!(target_os = "macos") {
            Self::Mac
        } else if cfg!(windows) {
            Self::Windows
        } else {
            Self::Linux
        }
    }

    /// Its name in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Linux => "linux",
            Self::Mac => "darwin",
            Self::Windows => "win32",
        }
    }
}

/// Why the server of a bundle does not run here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It does not say that it runs on this system.
    Platform,
    /// It is of the type `uv`, whose packages are not installed on this system.
    Uv,
    /// Its command is not one that runs servers of its type.
    Command(String),
}

/// Something that a person enters before a bundle is added.
#[derive(Clone, Debug, PartialEq)]
pub struct UserOption {
    /// Its name in the manifest.
    pub key: String,
    /// What is entered.
    pub kind: OptionKind,
    /// Its title.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// Whether it must be entered.
    pub is_required: bool,
    /// Whether several values may be entered.
    pub is_multiple: bool,
    /// Whether it is kept in the keychain.
    pub is_sensitive: bool,
    /// The values it has if none is entered, `${HOME}` and the like not replaced.
    pub default: Vec<String>,
    /// The smallest number.
    pub min: Option<f64>,
    /// The largest number.
    pub max: Option<f64>,
}

/// What is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A text.
    Text,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// A folder.
    Folder,
    /// A file.
    File,
}

/// What of a command is another on a system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Override {
    /// The program.
    pub command: Option<String>,
    /// All arguments.
    pub args: Option<Vec<String>>,
    /// All variables.
    pub env: Option<BTreeMap<String, String>>,
}

impl Override {
    /// The command with what is another one.
    pub(crate) fn over(&self, base: &Config) -> Config {
        let base = base.clone();
        Config {
            command: self.command.clone().unwrap_or(base.command),
            args: self.args.clone().unwrap_or(base.args),
            env: self.env.clone().unwrap_or(base.env),
        }
    }
}

impl Server {
    /// The command on a system.
    #[must_use]
    pub fn on(&self, platform: Platform) -> Config {
        match self.overrides.get(platform.name()) {
            Some(other) => other.over(&self.config),
            None => self.config.clone(),
        }
    }

    /// Files of the bundle that may be its program.
    pub(crate) fn programs(&self) -> impl Iterator<Item = String> {
        let command = self.on(Platform::here()).command;
        let command = command.strip_prefix("${__dirname}/").map(str::to_owned);
        [Some(self.entry_point.clone()), command]
            .into_iter()
            .flatten()
    }
}

/// A text that is kept, cut.
pub(super) fn kept(text: &str) -> String {
    domain::cut(text, TEXT_MAX).to_owned()
}
