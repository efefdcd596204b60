//! What can go wrong with the record.

/// Why the record could not be opened, written or read.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum AuditError {
    /// The file was written by a newer version; it was not touched.
    #[error("the audit record has version {found}; this program knows up to {known}")]
    Newer {
        /// The file's version.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// The file has tables, indices, views or triggers that this program did not make; it was not touched.
    #[error(
        "the audit record was changed by another program: {0}. Find out which program that was, then open a backup"
    )]
    Foreign(String),
    /// The file is not a database, or is damaged; it was not touched.
    #[error("the audit record is damaged: {0}")]
    Damaged(String),
    /// The disk is full; nothing of the entry was written.
    #[error("the disk is full")]
    Full,
    /// The entry is larger than its bounds.
    #[error("the entry's {field} has {bytes} bytes; at most {limit} are accepted")]
    TooLarge {
        /// Which field.
        field: &'static str,
        /// Its size in bytes.
        bytes: usize,
        /// The bound in bytes.
        limit: usize,
    },
    /// The record was opened for reading.
    #[error("the audit record is open for reading only")]
    ReadOnly,
    /// The record was closed.
    #[error("the audit record is closed")]
    Closed,
    /// The file could not be read or written.
    #[error("the audit record could not be read or written: {0}")]
    Io(String),
}

/// SQLite's primary result codes (sqlite.org/rescode.html).
const SQLITE_INTERRUPT: i32 = 9;
const SQLITE_CORRUPT: i32 = 11;
const SQLITE_FULL: i32 = 13;
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

impl From<sqlx::Error> for AuditError {
    fn from(error: sqlx::Error) -> Self {
        if matches!(error, sqlx::Error::PoolClosed) {
            return Self::Closed;
        }
        match code(&error) {
            Some(SQLITE_CORRUPT | SQLITE_NOTADB) => Self::Damaged(error.to_string()),
            Some(SQLITE_FULL) => Self::Full,
            Some(_) | None => Self::Io(error.to_string()),
        }
    }
}
