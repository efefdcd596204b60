//! A pending change: its two sides and whether it can be applied.

use std::{io, path::PathBuf};

use crate::Digest;

/// Limits of reading an upper layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Entries of the upper layer, and entries of deleted folders, that are looked at; what lies beyond is not listed ([`Pending::more`]).
    pub entries: usize,
    /// Levels of folders. What lies deeper is [`Block::Deep`].
    pub depth: usize,
    /// The size of a text that is read for a difference, in bytes. Longer ones are [`Content::Long`].
    pub text: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            entries: 100_000,
            depth: 64,
            text: 512 * 1024,
        }
    }
}

/// What a folder entry is on one side of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// A file.
    File {
        /// Its size in bytes.
        bytes: u64,
        /// Its permissions (`0o777` at most: other bits are never applied).
        mode: u32,
        /// SHA-256 of its content.
        digest: Digest,
    },
    /// A symbolic link.
    Link {
        /// What it names, as it stands there.
        target: PathBuf,
        /// Whether that is outside of the folder.
        outside: bool,
    },
    /// A folder of its own, without what is in it.
    Folder {
        /// Its permissions.
        mode: u32,
    },
    /// A folder with everything in it.
    Tree {
        /// How many files and links it holds.
        files: u64,
        /// The size of these files, in bytes.
        bytes: u64,
        /// A digest over all names, modes and contents.
        digest: Digest,
    },
}

/// What kind of change it is. A rename is a deletion and an addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is new.
    Added,
    /// It has another content, or is a link where a file was or the other way round.
    Changed,
    /// Only its permissions differ.
    Mode,
    /// It is gone.
    Deleted,
    /// It cannot be told, or cannot be applied ([`State::Blocked`]).
    Unknown,
}

/// Why a change is never applied. It can be discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// A device, a pipe or a socket.
    Special,
    /// A folder stands where a file or a link was, or the other way round.
    FolderAndFile,
    /// It cannot be read.
    Unreadable,
    /// The layer holds a part of it only, or names another place. The kernel makes no such entry here.
    NotWhole,
    /// It lies deeper than [`Bounds::depth`], or holds more than [`Bounds::entries`].
    Deep,
}

/// Whether a change can be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Yes.
    Ready,
    /// No: the folder no longer holds what the server's version was made from.
    Conflict,
    /// No.
    Blocked(Block),
}

/// One pending change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where, relative to the folder. A server chose the name: it may hold any byte but `/` and NUL, and need not be UTF-8.
    pub path: PathBuf,
    /// What the user's folder holds there.
    pub old: Option<Side>,
    /// What the server made of it.
    pub new: Option<Side>,
    /// Whether it can be applied.
    pub state: State,
    /// A digest over the path and both sides. It is the name of the change: with another content on either side it is another change.
    pub digest: Digest,
}

impl Change {
    /// What kind of change it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        if matches!(self.state, State::Blocked(_)) {
            return Kind::Unknown;
        }
        match (&self.old, &self.new) {
            (None, None) => Kind::Unknown,
            (None, Some(_)) => Kind::Added,
            (Some(_), None) => Kind::Deleted,
            (Some(Side::File { digest: old, .. }), Some(Side::File { digest: new, .. }))
                if old == new =>
            {
                Kind::Mode
            }
            (Some(Side::Folder { .. }), Some(Side::Folder { .. })) => Kind::Mode,
            (Some(_), Some(_)) => Kind::Changed,
        }
    }
}

/// The pending changes of a folder, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    /// The changes.
    pub changes: Vec<Change>,
    /// Whether there are more than [`Bounds::entries`].
    pub more: bool,
}

/// The content of one side of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// UTF-8 without NUL.
    Text(String),
    /// Anything else, of this size in bytes.
    Binary(u64),
    /// More than [`Bounds::text`], of this size in bytes.
    Long(u64),
}

/// Both sides of a change. Links, folders and what does not exist have no content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// What the user's folder holds.
    pub old: Option<Content>,
    /// What the server made of it.
    pub new: Option<Content>,
}

/// Why a chosen change was not applied or discarded. It stays pending.
#[derive(Debug)]
pub enum Why {
    /// There is no such change, or it is another one by now: the server or somebody else wrote meanwhile.
    Stale,
    /// The folder no longer holds what the change was made from.
    Conflict,
    /// It is never applied.
    Blocked(Block),
    /// The system refused it.
    Refused(io::Error),
}

/// A chosen change that was not applied or discarded.
#[derive(Debug)]
pub struct NotApplied {
    /// Where; none for a change that is not pending.
    pub path: Option<PathBuf>,
    /// The change.
    pub digest: Digest,
    /// Why.
    pub why: Why,
}

/// What became of the chosen changes.
#[derive(Debug, Default)]
pub struct Applied {
    /// Those that were applied or discarded.
    pub done: Vec<Change>,
    /// The others.
    pub left: Vec<NotApplied>,
}
