//! The two files of a data directory.

use std::path::{Path, PathBuf};

/// One of the two files of a data directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Servers, endpoints, conversations, rules.
    Database,
    /// The log of decisions.
    Audit,
}

impl Part {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Database, Self::Audit];

    pub(crate) fn stem(self) -> &'static str {
        match self {
            Self::Database => "innkeeper",
            Self::Audit => "audit",
        }
    }

    /// Its file in a data directory.
    #[must_use]
    pub fn path(self, dir: &Path) -> PathBuf {
        dir.join(format!("{}.db", self.stem()))
    }

    pub(crate) fn named(self, dir: &Path, what: &str) -> PathBuf {
        dir.join(format!("{}.{what}.db", self.stem()))
    }
}
