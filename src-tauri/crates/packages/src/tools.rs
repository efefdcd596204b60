//! The programs of this machine that install packages.

use std::path::PathBuf;

/// Where the package managers and their runtimes are. All paths are absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tools {
    /// Node.js.
    pub node: Option<PathBuf>,
    /// npm.
    pub npm: Option<PathBuf>,
    /// uv.
    pub uv: Option<PathBuf>,
    /// Python 3 with pip and venv.
    pub python: Option<PathBuf>,
}

impl Tools {
    /// Looks the programs up. `find` returns the absolute path of a program by its name, as a start by that name would use.
    pub fn find(find: impl Fn(&str) -> Option<PathBuf>) -> Self {
        Self {
            node: find("node"),
            npm: find("npm"),
            uv: find("uv"),
            python: find("python3").or_else(|| find("python")),
        }
    }
}
