//! Pending changes of a folder that a server writes to under review.

use serde::{Deserialize, Serialize};

use crate::ServerId;

crate::digest::digest!(
    /// SHA-256 over the path and both sides of a pending change: the name of the change.
    ChangeDigest
);

impl ChangeDigest {
    /// The digest with these bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> [u8; 32] {
        self.0
    }
}

/// What kind of change it is. A rename is a deletion and an addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeSide {
    /// A file.
    File {
        /// Its size in bytes.
        bytes: u64,
        /// Its permissions.
        mode: u32,
    },
    /// A symbolic link.
    Link {
        /// What it names.
        target: String,
        /// Whether that is outside of the folder.
        outside: bool,
    },
    /// A folder of its own.
    Folder {
        /// Its permissions.
        mode: u32,
    },
    /// A folder with everything in it.
    Tree {
        /// How many files it holds.
        files: u64,
        /// Their size in bytes.
        bytes: u64,
    },
}

/// Why a change cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeTrouble {
    /// The folder no longer holds what the server's version was made from.
    Conflict,
    /// A device, a pipe or a socket.
    Special,
    /// A folder stands where a file was, or the other way round.
    FolderAndFile,
    /// It cannot be read.
    Unreadable,
    /// A part of an entry, which the system does not make here.
    NotWhole,
    /// It lies too deep, or holds too much.
    Deep,
}

/// One pending change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedChange {
    /// Its name.
    pub digest: ChangeDigest,
    /// Where, relative to the folder. Bytes that are no UTF-8 are replaced.
    pub path: String,
    /// What kind of change it is.
    pub kind: ChangeKind,
    /// What the user's folder holds there.
    pub old: Option<ChangeSide>,
    /// What the server made of it.
    pub new: Option<ChangeSide>,
    /// Whether other programs run it, or by it. It is chosen on its own, never with all others.
    pub runs: bool,
    /// Why it cannot be applied; none if it can.
    pub trouble: Option<ChangeTrouble>,
}

/// Changes to be copied into the folder of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplyChanges {
    /// The server that made them.
    pub server: ServerId,
    /// The canonical path of the granted folder.
    pub folder: String,
    /// The changes, as they were shown.
    pub changes: Vec<ChangeDigest>,
}
