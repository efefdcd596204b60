//! Why something could not be measured.

/// Why something could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A file, a pipe or a process.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A program's figures could not be read.
    #[error("unexpected JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The bare database.
    #[error(transparent)]
    Sqlite(#[from] sqlx::Error),
    /// The host refused something.
    #[error("the host: {0}")]
    Host(String),
    /// A program that is measured failed.
    #[error("{program}: {what}")]
    Program {
        /// Which.
        program: String,
        /// How it ended, with its last words.
        what: String,
    },
    /// Not what was expected.
    #[error("{0}")]
    Unexpected(String),
}

impl BenchError {
    /// Something of the host or below it went wrong.
    pub fn host(error: impl std::fmt::Display) -> Self {
        Self::Host(error.to_string())
    }
}
