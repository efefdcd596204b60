//! `manifest.json`, versions 0.1 to 0.4 (MANIFEST.md and the schemas of the MCPB repository).

mod raw;

use std::collections::BTreeMap;

use crate::BundleError;

/// Most options of `user_config`.
const OPTIONS_MAX: usize = 64;
/// Most arguments of the command.
const ARGS_MAX: usize = 200;
/// Most variables.
const ENV_MAX: usize = 60;
/// Most tools and prompts that are kept.
const CLAIMS_MAX: usize = 200;
/// Most bytes of a name.
const NAME_MAX: usize = 200;
/// Most bytes of another text that is kept.
const TEXT_MAX: usize = 4000;
/// Most bytes of an argument or a value.
const VALUE_MAX: usize = 8000;

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
    /// uv, which fetches the packages that the bundle names.
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
    pub overrides: BTreeMap<String, raw::Override>,
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

impl Manifest {
    /// Reads a manifest. `is_file` says whether a path is a file of the bundle.
    pub(crate) fn parse(bytes: &[u8], is_file: &dyn Fn(&str) -> bool) -> Result<Self, BundleError> {
        let manifest = raw::read(bytes)?;
        manifest.check_bounds()?;
        let server = &manifest.server;
        if !is_file(&server.entry_point) {
            let missing = "its entry_point is no file of the bundle";
            return Err(BundleError::manifest(missing));
        }
        Ok(manifest)
    }

    /// Whether it says that it runs on a system.
    #[must_use]
    pub fn runs_on(&self, platform: Platform) -> bool {
        self.platforms.is_empty() || self.platforms.iter().any(|name| name == platform.name())
    }

    fn check_bounds(&self) -> Result<(), BundleError> {
        let refused = |what: &str| Err(BundleError::manifest(what));
        let is_name = |text: &str| !text.trim().is_empty() && text.len() <= NAME_MAX;
        if !is_name(&self.name) || !is_name(&self.version) || !is_name(&self.author.name) {
            return refused("name, version or author is empty or too long");
        }
        if self.options.len() > OPTIONS_MAX {
            return refused("it has too many options");
        }
        let is_key = |key: &str| {
            let is_allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
            is_name(key) && key.bytes().all(is_allowed)
        };
        if self.options.iter().any(|option| !is_key(&option.key)) {
            return refused("an option has a name that is not of letters, digits, _, - and .");
        }
        let server = &self.server;
        let others = server.overrides.values();
        let commands = others.clone().filter_map(|other| other.command.as_ref());
        let more_args = others.clone().filter_map(|other| other.args.as_ref());
        let more_env = others.filter_map(|other| other.env.as_ref());
        let args = std::iter::once(&server.config.args).chain(more_args);
        let env = std::iter::once(&server.config.env).chain(more_env);
        let counts = args.clone().all(|args| args.len() <= ARGS_MAX)
            && env.clone().all(|e| e.len() <= ENV_MAX);
        let mut texts = std::iter::once(&server.config.command)
            .chain(commands)
            .chain(args.flatten())
            .chain(env.flat_map(BTreeMap::values));
        match counts && texts.all(|text| text.len() <= VALUE_MAX && !text.contains('\0')) {
            true => Ok(()),
            false => refused("its command has too many or too long arguments or variables"),
        }
    }
}

impl Server {
    /// The command on a system.
    #[must_use]
    pub fn on(&self, platform: Platform) -> Config {
        let base = self.config.clone();
        let Some(other) = self.overrides.get(platform.name()).cloned() else {
            return base;
        };
        Config {
            command: other.command.unwrap_or(base.command),
            args: other.args.unwrap_or(base.args),
            env: other.env.unwrap_or(base.env),
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
fn kept(text: &str) -> String {
    domain::cut(text, TEXT_MAX).to_owned()
}

#[cfg(test)]
mod tests;
