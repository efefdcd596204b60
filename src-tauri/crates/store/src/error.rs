//! What can go wrong with the store.

use std::path::PathBuf;

/// Who holds a data directory, as far as it left word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// Its process.
    pub pid: Option<u32>,
    /// The name of its program, as it wrote it.
    pub program: Option<String>,
    /// Since when, in milliseconds since the Unix epoch.
    pub since_ms: Option<i64>,
    /// Where it listens for a second start.
    pub door: Option<PathBuf>,
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.program.as_deref().unwrap_or("another process"))?;
        if let Some(pid) = self.pid {
            write!(f, " (process {pid})")?;
        }
        if let Some(since) = self.since_ms {
            write!(f, " since {}", domain::Utc::from_ms(since))?;
        }
        Ok(())
    }
}

/// Why the store could not be opened, read or written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process owns the data directory.
    #[error("the data directory is in use by {0}")]
    HeldBy(Holder),
    /// The directory or a file in it may not be written.
    #[error("the data directory cannot be written: {0}")]
    NotWritable(String),
    /// The file was written by a newer version; it was not touched.
    #[error("the data has version {found}; this program knows up to {known}")]
    Newer {
        /// The file's version.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// The file has tables, indices, views or triggers that this program did not make; it was not touched.
    #[error(
        "the data was changed by another program: {0}. Find out which program that was, then open a backup"
    )]
    Foreign(String),
    /// The file is not a database or is damaged.
    #[error("the data is damaged: {0}")]
    Damaged(String),
    /// The audit log is damaged, so that it could not be copied.
    #[error("the audit log is damaged: {0}")]
    LogDamaged(String),
    /// There is no room for a backup before the first start of this version. Nothing was changed.
    #[error(
        "a backup before the first start of this version needs {needed} bytes of free disk space"
    )]
    NoRoom {
        /// What it needs, in bytes.
        needed: u64,
        /// What is free, where the system says it.
        free: Option<u64>,
    },
    /// The backup before the first start of this version could not be made. Nothing was changed.
    #[error("the backup before the first start of this version could not be made: {0}")]
    NoBackup(String),
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// Too much waited for the database: none of its connections became free in time. Nothing was changed.
    #[error("the database is busy")]
    Busy,
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
    /// What a user allowed the server is not as this program wrote it, and no person confirmed it since.
    #[error("what was allowed the server has to be confirmed first")]
    Unconfirmed,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

/// SQLite's primary result codes (sqlite.org/rescode.html).
const SQLITE_PERM: i32 = 3;
const SQLITE_BUSY: i32 = 5;
const SQLITE_READONLY: i32 = 8;
const SQLITE_INTERRUPT: i32 = 9;
const SQLITE_IOERR: i32 = 10;
const SQLITE_CORRUPT: i32 = 11;
const SQLITE_FULL: i32 = 13;
const SQLITE_CONSTRAINT: i32 = 19;
const SQLITE_NOTADB: i32 = 26;

/// SQLite's primary code: the low byte.
fn code(error: &sqlx::Error) -> Option<i32> {
    let code = error.as_database_error()?.code()?.parse::<i32>().ok()?;
    Some(code & 0xff)
}

/// Whether the work was stopped by its own progress handler.
pub(crate) fn is_interrupt(error: &sqlx::Error) -> bool {
    code(error) == Some(SQLITE_INTERRUPT)
}

/// Whether a place in the file cannot be read, while others may.
pub(crate) fn is_unreadable(error: &sqlx::Error) -> bool {
    matches!(code(error), Some(SQLITE_CORRUPT | SQLITE_IOERR))
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match code(&error) {
            Some(SQLITE_CORRUPT | SQLITE_NOTADB) => return Self::Damaged(error.to_string()),
            Some(SQLITE_FULL) => return Self::Full,
            Some(SQLITE_BUSY) => return Self::Busy,
            Some(SQLITE_PERM | SQLITE_READONLY) => return Self::NotWritable(error.to_string()),
            Some(SQLITE_CONSTRAINT) => return Self::Invalid(error.to_string()),
            Some(_) | None => {}
        }
        if matches!(error, sqlx::Error::RowNotFound) {
            return Self::NotFound;
        }
        if matches!(error, sqlx::Error::PoolTimedOut) {
            return Self::Busy;
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
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "the kinds of errors are an open set"
    )]
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind;
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full,
            ErrorKind::PermissionDenied
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::NotADirectory => Self::NotWritable(error.to_string()),
            _ => Self::Io(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_in_vain_for_a_connection_is_told_as_a_busy_database() {
        let error = StoreError::from(sqlx::Error::PoolTimedOut);
        assert!(matches!(error, StoreError::Busy), "{error}");
    }
}
