//! `manifest.json`, versions 0.1 to 0.4 (MANIFEST.md and the schemas of the MCPB repository).

mod model;
mod raw;
mod uv;

use std::collections::BTreeMap;

pub use self::model::{
    Author, Claim, Config, Kind, Manifest, Obstacle, OptionKind, Override, Platform, Server,
    UserOption,
};
pub(crate) use self::uv::rewrite;
use crate::error::BundleError;

/// Most options of `user_config`.
const OPTIONS_MAX: usize = 64;
/// Most arguments of the command.
const ARGS_MAX: usize = 200;
/// Most variables.
const ENV_MAX: usize = 60;
/// Most bytes of a name.
const NAME_MAX: usize = 200;
/// Most bytes of an argument or a value.
const VALUE_MAX: usize = 8000;

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

    /// Why the server of the bundle does not run here, if it does not.
    #[must_use]
    pub fn obstacle(&self, platform: Platform) -> Option<Obstacle> {
        let command = self.server.on(platform).command;
        let name = command.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = name.strip_suffix(".exe").unwrap_or(name);
        let version = |rest: &str| rest.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let is_usual = match self.server.kind {
            // Packages cannot be installed there.
            Kind::Uv if platform == Platform::Windows => return Some(Obstacle::Uv),
            Kind::Node => name == "node",
            // A plain `uv run` was rewritten.
            Kind::Python | Kind::Uv => name.strip_prefix("python").is_some_and(version),
            Kind::Binary => !command.starts_with(['/', '~', '\\']),
        };
        if !self.runs_on(platform) {
            return Some(Obstacle::Platform);
        }
        (!is_usual).then_some(Obstacle::Command(command))
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

#[cfg(test)]
mod tests;
