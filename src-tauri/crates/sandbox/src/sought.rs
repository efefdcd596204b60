//! What a recorded server looked for and did not get.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Most different things that one start records. What comes after is counted in [`Recorded::More`] alone.
pub const SOUGHT_MAX: usize = 1_000;

/// One line of a record: JSON, then a line feed. A thing that is sought again has a later line with the higher count.
///
/// Paths come from the server's memory, so they are as hostile as anything that it says. A program can look for what it does not need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recorded {
    /// One thing, and how often it was sought so far.
    Sought(Sought, u32),
    /// More than [`SOUGHT_MAX`] different things were sought.
    More,
}

/// One thing that a server sought.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sought {
    /// A path that exists outside, by its name there, or a new file in a folder that does.
    Path {
        /// Absolute, without `.` and `..`. Links in it are not resolved.
        path: PathBuf,
        /// What the server wanted to do with it.
        want: Want,
        /// Whether it was sought in the private folder, which the server takes for the user's home: `path` is the one in the home.
        /// A grant of it would not be seen there.
        in_home: bool,
    },
    /// A socket of a family that is refused, such as a Unix socket: its number (`AF_*`).
    Socket(i32),
}

/// What a server wanted to do with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// Find out whether it exists, or follow it.
    Look,
    /// Open it for reading, or list it.
    Read,
    /// Open it for writing, create or change it.
    Write,
    /// Execute it.
    Execute,
}
