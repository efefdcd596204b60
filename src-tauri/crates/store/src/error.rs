//! What can go wrong with the store.

/// Why the store could not be opened, read or written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process owns the data directory.
    #[error("the data directory is in use by another process{}", pid.map(|p| format!(" ({p})")).unwrap_or_default())]
    HeldBy {
        /// The other process, if it left its number.
        pid: Option<u32>,
    },
    /// The file was written by a newer version; it was not touched.
    #[error("the data has version {found}; this program knows up to {known}")]
    Newer {
        /// The file's version.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// The file is not a database or is damaged.
    #[error("the data is damaged: {0}")]
    Damaged(String),
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// A file could not be read or written.
    #[error("the data could not be read or written: {0}")]
    Io(String),
    /// Another server has this name, letter case aside.
    #[error("the name is taken")]
    NameTaken,
    /// There is no such record.
    #[error("there is no such record")]
    NotFound,
    /// The record is not in a state that allows this, for example a call that has already ended.
    #[error("the record's state does not allow this")]
    WrongState,
    /// The record refers to something that is not there, breaks a bound, or cannot be written as it is.
    #[error("the record is not valid: {0}")]
    Invalid(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

/// SQLite's primary result codes (sqlite.org/rescode.html).
const SQLITE_CORRUPT: i32 = 11;
const SQLITE_FULL: i32 = 13;
const SQLITE_CONSTRAINT: i32 = 19;
const SQLITE_NOTADB: i32 = 26;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let code = error
            .as_database_error()
            .and_then(|e| e.code())
            .and_then(|code| code.parse::<i32>().ok());
        // The low byte is the primary code.
        match code.map(|code| code & 0xff) {
            Some(SQLITE_CORRUPT | SQLITE_NOTADB) => return Self::Damaged(error.to_string()),
            Some(SQLITE_FULL) => return Self::Full,
            Some(SQLITE_CONSTRAINT) => return Self::Invalid(error.to_string()),
            Some(_) | None => {}
        }
        if matches!(error, sqlx::Error::RowNotFound) {
            return Self::NotFound;
        }
        if matches!(error, sqlx::Error::PoolClosed) {
            return Self::Closed;
        }
        if matches!(
            error,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)
        ) {
            return Self::Damaged(error.to_string());
        }
        Self::Io(error.to_string())
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::StorageFull {
            return Self::Full;
        }
        Self::Io(error.to_string())
    }
}
