//! Why a package runner runs as written.

use serde::{Deserialize, Serialize};

/// Why a package runner runs as written. Texts are parts of the command line, at most 200 bytes each, hidden characters written out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "text", rename_all = "snake_case")]
#[non_exhaustive]
pub enum AsWritten {
    /// A shell reads the line: `-c`, `--call`, `cmd /c "…"`, `sh -c "…"`.
    ShellLine,
    /// The package comes from a Git repository.
    Git(String),
    /// The package comes from a URL.
    Url(String),
    /// The package is a file or a folder.
    File(String),
    /// The package has another name in the registry (`name@npm:other`).
    Alias(String),
    /// The command names a registry of its own.
    Registry(String),
    /// An option that is not known, or that changes where or how the package is installed.
    Option(String),
    /// A name, version or extra that no registry has.
    Name(String),
    /// No package is named.
    NoPackage,
    /// The command line is longer than [`crate::WORDS_MAX`] words or [`crate::LINE_MAX`] bytes.
    TooLong,
}
