//! Pending changes of a folder that a server writes to under review.

use messages::Text;
use serde::Serialize;
use specta::Type;

use super::{DifferenceView, SegmentView, ServerTag};

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKindView {
    /// It is new.
    Added,
    /// It has another content.
    Changed,
    /// Only its permissions differ.
    Mode,
    /// It is gone.
    Deleted,
    /// It cannot be told.
    Unknown,
}

/// One side of a change: the user's version, or the server's.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChangeSideView {
    /// A file.
    File {
        /// Its size in bytes.
        bytes: f64,
        /// Its permissions, as `rwxr-xr-x`.
        mode: String,
    },
    /// A symbolic link.
    Link {
        /// What it names, hidden characters made visible.
        target: String,
        /// Whether that is outside of the folder.
        outside: bool,
    },
    /// A folder of its own.
    Folder {
        /// Its permissions, as `rwxr-xr-x`.
        mode: String,
    },
    /// A folder with everything in it.
    Tree {
        /// How many files it holds.
        files: f64,
        /// Their size in bytes.
        bytes: f64,
    },
}

/// One pending change.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct StagedChangeView {
    /// Its digest, as the key for choosing it.
    pub key: String,
    /// Its file name, hidden characters made visible.
    pub name: String,
    /// The folders above it, relative to the granted folder, hidden characters made visible; empty at the top.
    pub folder: String,
    /// What kind of change it is.
    pub kind: ChangeKindView,
    /// What the user's folder holds there.
    pub old: Option<ChangeSideView>,
    /// What the server made of it.
    pub new: Option<ChangeSideView>,
    /// Whether other programs can run it after it is applied, and could not before.
    pub becomes_program: bool,
    /// Whether other programs run it, or by it: it is part of a repository, hidden, or a program. Nothing chooses it together with others.
    pub runs: bool,
    /// Why it cannot be applied, as a sentence; none if it can.
    pub trouble: Option<Text>,
}

/// The pending changes of a folder.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct StagedView {
    /// The folder's path, as the key of its grant.
    pub key: String,
    /// The folder's path, hidden characters made visible.
    pub path: String,
    /// The first changes: those that other programs run, then the others, each by path.
    pub changes: Vec<StagedChangeView>,
    /// How many more there are.
    pub more: u32,
    /// Whether there may be even more: the layer was not read to its end.
    pub at_least: bool,
}

/// The difference that one change makes.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct StagedDifferenceView {
    /// The lines that differ; none if a side is no text, or is too long.
    pub difference: Option<DifferenceView>,
    /// Why there are no lines, as a sentence.
    pub note: Option<Text>,
}

/// What became of chosen changes.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct StagedOutcomeView {
    /// How many were applied or discarded.
    pub done: u32,
    /// The others, which are still pending.
    pub left: Vec<StagedLeftView>,
}

/// A chosen change that is still pending.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct StagedLeftView {
    /// Its path, hidden characters made visible; empty for one that is no longer pending.
    pub path: String,
    /// Why, as a sentence.
    pub why: Text,
}

/// A pending approval of changes.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ApplyApprovalView {
    /// The server that made them.
    pub server: ServerTag,
    /// The folder's canonical path.
    pub folder: Vec<SegmentView>,
    /// The folder's path, as the key of its grant.
    pub folder_key: String,
    /// The changes on display, by path.
    pub changes: Vec<StagedChangeView>,
    /// The keys of those that are chosen at first.
    pub chosen: Vec<String>,
    /// How many more there are, which are not on display.
    pub more: u32,
}
