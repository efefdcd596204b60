//! What a package runner was told to do: which packages, which of their programs, and the server's arguments.

use serde::{Deserialize, Serialize};

/// Where a package comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ecosystem {
    /// Packages for Node.js.
    Npm,
    /// Packages for Python.
    Python,
}

/// The package runner of a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Runner {
    /// `npx`, `npm exec`, `npm x`.
    Npm,
    /// `pnpm dlx`, `pnpx`.
    Pnpm,
    /// `yarn dlx`.
    Yarn,
    /// `bunx`, `bun x`.
    Bun,
    /// `uvx`, `uv tool run`.
    Uv,
    /// `pipx run`.
    Pipx,
}

impl Runner {
    /// The kind of package that it runs.
    #[must_use]
    pub fn ecosystem(self) -> Ecosystem {
        match self {
            Self::Npm | Self::Pnpm | Self::Yarn | Self::Bun => Ecosystem::Npm,
            Self::Uv | Self::Pipx => Ecosystem::Python,
        }
    }

    /// Its name, for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Pnpm => "pnpm",
            Self::Yarn => "yarn",
            Self::Bun => "bun",
            Self::Uv => "uv",
            Self::Pipx => "pipx",
        }
    }
}

/// One package of a registry, as the command names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spec {
    /// The name as written, with the scope of npm: `@scope/name`. At most 214 bytes.
    pub name: String,
    /// Extras of a Python package: `name[extra,other]`.
    pub extras: Vec<String>,
    /// The version, range or tag as written: `1.2.3`, `^1`, `latest`; for Python with its operator: `==1.2.3`, `>=1,<2`. `None`
    /// means the newest.
    pub version: Option<String>,
    /// The systems that need a Python package, as written: `sys_platform == 'win32'`. `None` means every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marker: Option<String>,
}

impl Spec {
    /// Whether the name has characters that look like others or cannot be seen. It is used as written; show a warning.
    #[must_use]
    pub fn is_odd(&self) -> bool {
        !self.name.is_ascii()
    }
}

/// Which program of the packages is the server.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The only program of the first package, or the one with the name of the package.
    Default,
    /// The program with this name.
    Named(String),
    /// The interpreter of a Python set. It runs a program that is no package.
    Interpreter,
}

/// A command line of a package runner, in its parts. [`crate::recognise`] makes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recipe {
    /// What would run the package.
    pub runner: Runner,
    /// The packages. The first has the program unless [`Recipe::entry`] names one of another. Never empty.
    pub packages: Vec<Spec>,
    /// Which program is the server.
    pub entry: Entry,
    /// The Python that was asked for, as written: `3.12`, `>=3.10,<4`, or an absolute path. Always `None` for npm.
    pub python: Option<String>,
    /// Whether versions before a release may be chosen (`--prerelease=allow` of `uvx`).
    pub prerelease: bool,
    /// The arguments of the server, in order. None of the runner's options is among them.
    pub args: Vec<String>,
}

impl Recipe {
    /// The kind of its packages.
    #[must_use]
    pub fn ecosystem(&self) -> Ecosystem {
        self.runner.ecosystem()
    }

    /// The package that the server is named by: the first.
    #[must_use]
    pub fn main(&self) -> Option<&Spec> {
        self.packages.first()
    }
}
