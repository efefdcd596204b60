//! Why a text could not be read, and the bounds that it may have passed.

use messages::{Phrase, phrases};

/// Maximum size of a text in TOML or YAML, in bytes. People write those files.
pub(super) const MAX_OTHER: usize = 1024 * 1024;
/// Maximum number of servers in one file.
pub(super) const MAX_SERVERS: usize = 200;

/// Why a text could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// Larger than this many bytes.
    TooLarge {
        /// The maximum.
        most: usize,
    },
    /// Not JSON, even with comments and trailing commas allowed. The error has the position only, since the text may be a secret.
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Not TOML. As for JSON, the error has the position only.
    NotToml {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Not YAML, or with a field twice or a tag. As for JSON, the error has the position only.
    NotYaml {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// YAML that nests too deeply, or repeats its parts so often that it would become too large.
    Excessive,
    /// A text without servers.
    NoServers,
    /// Too many servers.
    TooMany,
}

impl ReadError {
    /// Returns the reason for display.
    #[must_use]
    pub fn text(&self) -> Phrase {
        match self {
            Self::TooLarge { most } => phrases::host_import_too_large(most / (1024 * 1024)),
            Self::NotJson { line, column } => phrases::host_import_not_json(*column, *line),
            Self::NotToml { line, column } => phrases::host_import_not_toml(*column, *line),
            Self::NotYaml { line, column } => phrases::host_import_not_yaml(*column, *line),
            Self::Excessive => phrases::host_import_excessive(),
            Self::NoServers => phrases::host_import_no_servers(),
            Self::TooMany => phrases::host_import_too_many(MAX_SERVERS),
        }
    }
}
