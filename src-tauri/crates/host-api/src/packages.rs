//! Packages of servers, as a shell sees them.

use serde::Serialize;
use specta::Type;

/// A package that is installed for a server. Names, texts and times are claims of its registry.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PackageView {
    /// Where it comes from.
    pub kind: PackageKindView,
    /// Its name, hidden characters made visible.
    pub name: String,
    /// Its exact version.
    pub version: String,
    /// The version that is used now, if this one would take its place.
    pub before: Option<String>,
    /// Who published this version.
    pub publisher: Option<String>,
    /// When this version was published.
    pub published_ms: Option<f64>,
    /// The number of packages that it consists of, itself included; 0 if that was not kept.
    pub packages: u32,
    /// The packages among them that have an install script, at most 50. None of these scripts runs.
    pub scripts: Vec<String>,
    /// Why this version should not be used any more.
    pub deprecated: Option<String>,
    /// Whether its name has characters that look like others or cannot be seen.
    pub odd_name: bool,
    /// The registries that it came from, without credentials.
    pub registries: Vec<String>,
    /// The packages that differ from the ones in use, one line each: `+ zod 3.25.0`, `zod 3.24.1 → 3.25.0`, `− zod 3.24.1`.
    pub changes: Vec<String>,
    /// The first 8 digits of the digest of its lock.
    pub lock: String,
    /// The first 8 digits of the digest of its files.
    pub files: String,
}

/// Where a package comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PackageKindView {
    /// A registry of npm.
    Npm,
    /// An index of Python packages.
    Python,
}

/// The package of a server whose command is a package runner.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ServerPackageView {
    /// Whether the runner is started as the command says, and fetches the package itself at each start.
    pub fetches: bool,
    /// The package that is used; none until one was installed.
    pub package: Option<PackageView>,
    /// The number of its files.
    pub files: u32,
    /// Their size in bytes.
    pub bytes: f64,
    /// When it was installed.
    pub installed_ms: Option<f64>,
    /// The versions that the server used before, the newest first; at most two.
    pub older: Vec<OlderPackageView>,
}

/// A version that a server used before.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct OlderPackageView {
    /// The digest of its lock, by which it is named.
    pub lock: String,
    /// Its version.
    pub version: String,
    /// When the server began to use it.
    pub since_ms: f64,
}

/// The result of a check for updates.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum PackageUpdateView {
    /// The newest version is used already.
    Current {
        /// The version.
        version: String,
    },
    /// Another version was accepted and is used from now on.
    Accepted {
        /// The version.
        version: String,
    },
}

/// The installed packages of all servers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Type)]
pub struct PackageSetsView {
    /// How many there are.
    pub sets: u32,
    /// Their size in bytes.
    pub bytes: f64,
    /// How many no server uses or can go back to.
    pub unused: u32,
    /// Their size in bytes.
    pub unused_bytes: f64,
}
