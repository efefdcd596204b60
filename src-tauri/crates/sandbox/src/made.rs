//! What a server made and other programs run.

use std::path::PathBuf;

/// Most hooks and settings that are named of one place.
pub const RUNS_MAX: usize = 20;

/// Something that appeared in a folder, and that other programs of the user run code from: a repository, a gitfile, a hidden file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its absolute path.
    pub path: PathBuf,
    /// What a repository runs by it: hooks as `hooks/NAME` and settings as `section.key`, at most [`RUNS_MAX`]. Not only of a repository: also
    /// of a place that the settings of one name. Empty for anything else.
    pub runs: Vec<String>,
}
