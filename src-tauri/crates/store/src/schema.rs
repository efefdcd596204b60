//! The database file: looked at without touching it, backed up, brought up to date, opened.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use sqlx::{
    ConnectOptions, Connection, SqliteConnection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{StoreError, commits::Lane, copy::copy_to, error::is_interrupt, shape};

pub(crate) use crate::shape::{MIGRATIONS, known_version};

/// Longest wait for the file's own lock.
const BUSY_LIMIT: Duration = Duration::from_secs(5);
/// Longest wait for a free connection.
const CONNECTION_LIMIT: Duration = Duration::from_secs(15);
/// How long a start waits for the check of the whole file. What is larger than that is checked once it is open.
const START_CHECK: Duration = Duration::from_secs(1);
/// How many steps of SQLite's machine are done between two looks at the clock.
const CHECK_STEPS: i32 = 1_000;
/// Readers at once: a long read does not hold up the others.
const READERS: u32 = 3;

/// What a look at the file showed.
pub(crate) enum FileState {
    /// There is none yet.
    Nothing,
    /// A file of this version, not newer than known. Sound, if it was `checked` in time.
    Version {
        /// The version.
        version: i64,
        /// Whether all of it was looked at.
        checked: bool,
    },
}

pub(crate) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(BUSY_LIMIT)
        .foreign_keys(true)
        .pragma("trusted_schema", "OFF")
        .disable_statement_logging()
}

/// Looks at the file over a connection that cannot write.
pub(crate) async fn inspect(path: &Path) -> Result<FileState, StoreError> {
    if !std::fs::metadata(path).is_ok_and(|file| file.len() > 0) {
        return Ok(FileState::Nothing);
    }
    let version = version(path).await?;
    let known = known_version();
    if version > known {
        return Err(StoreError::Newer {
            found: version,
            known,
        });
    }
    let end = Instant::now() + START_CHECK;
    let checked = check(path, move || Instant::now() < end).await?;
    let mut connection = options(path).read_only(true).connect().await?;
    shape::compare(&mut connection, version).await?;
    connection.close().await?;
    Ok(FileState::Version { version, checked })
}

/// The version that a database file says.
pub(crate) async fn version(path: &Path) -> Result<i64, StoreError> {
    let mut connection = options(path).read_only(true).connect().await?;
    let version = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(version)
}

/// Looks at every page of a database file without changing it, as long as `go_on` says so. Answers whether it came to
/// the end.
///
/// # Errors
/// [`StoreError::Damaged`] with SQLite's words for the first thing that is wrong; the file cannot be read.
pub async fn check(
    path: &Path,
    go_on: impl FnMut() -> bool + Send + 'static,
) -> Result<bool, StoreError> {
    let mut connection = options(path).read_only(true).connect().await?;
    connection
        .lock_handle()
        .await?
        .set_progress_handler(CHECK_STEPS, go_on);
    let found: Result<String, sqlx::Error> = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut connection)
        .await;
    match found {
        Ok(text) if text == "ok" => Ok(true),
        Ok(text) => Err(StoreError::Damaged(text)),
        Err(error) if is_interrupt(&error) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Opens the file for the one writer, after a backup if a migration is due and it is not `backed_up`. Answers whether the whole file was checked.
pub(crate) async fn open(path: &Path, backed_up: bool) -> Result<(SqlitePool, bool), StoreError> {
    take_back_half_written(path).await?;
    let found = inspect(path).await?;
    let options = writing(path)
        .create_if_missing(true)
        .synchronous(SqliteSynchronous::Full);
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(CONNECTION_LIMIT)
        .idle_timeout(None)
        .max_lifetime(None)
        // A connection to a file is not lost while it waits.
        .test_before_acquire(false)
        .after_release(|connection, _| Box::pin(is_clean(connection)))
        .connect_with(options)
        .await?;
    let mut connection = pool.acquire().await?;
    let checked = match found {
        FileState::Version { version, checked } => {
            if version != known_version() {
                if !backed_up {
                    back_up(&mut connection, path, version).await?;
                }
                migrate(&mut connection).await?;
            }
            checked
        }
        FileState::Nothing => {
            migrate(&mut connection).await?;
            true
        }
    };
    shape::compare(&mut connection, known_version()).await?;
    shape::mend_indexes(&mut connection).await?;
    drop(connection);
    Ok((pool, checked))
}

fn writing(path: &Path) -> SqliteConnectOptions {
    options(path)
        .journal_mode(SqliteJournalMode::Wal)
        .pragma("secure_delete", "ON")
}

/// The connection whose commits do not wait for the disk, to a file that is open.
pub(crate) async fn lane(path: &Path) -> Result<Lane, StoreError> {
    let options = writing(path)
        .synchronous(SqliteSynchronous::Normal)
        // A transaction of the other connection may have begun just before.
        .busy_timeout(CONNECTION_LIMIT);
    let connection = options.connect().await?;
    Lane::new(connection, path).map_err(|error| StoreError::Io(error.to_string()))
}

/// Whether a connection may be used again. A full disk ends a transaction without the driver, which then could begin no
/// other: such a connection is closed, and the next write opens a new one.
async fn is_clean(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // Waits for the rollback of a transaction that was dropped.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// A process that was killed while it made the file, before there was a write-ahead log, may have left a rollback journal. A
/// connection that cannot write cannot read past it: SQLite first rolls back an unfinished write.
pub(crate) async fn take_back_half_written(path: &Path) -> Result<(), StoreError> {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    if std::fs::metadata(journal).is_ok_and(|file| file.len() > 0) {
        let mut connection = options(path).connect().await?;
        sqlx::query("PRAGMA user_version")
            .execute(&mut connection)
            .await?;
        connection.close().await?;
    }
    Ok(())
}

/// Readers that cannot write.
pub(crate) fn readers(path: &Path) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(CONNECTION_LIMIT)
        .test_before_acquire(false)
        .connect_lazy_with(options(path).read_only(true))
}

/// A whole copy beside the file, named after the version it has, on disk before the migration starts. One of an
/// earlier try that was cut short is replaced.
async fn back_up(
    connection: &mut SqliteConnection,
    path: &Path,
    version: i64,
) -> Result<(), StoreError> {
    copy_to(connection, &backup_path(path, version)).await
}

pub(crate) fn backup_path(path: &Path, version: i64) -> PathBuf {
    path.with_extension(format!("v{version}.backup.db"))
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    use sqlx::migrate::MigrateError;
    MIGRATIONS.run(connection).await.map_err(|error| {
        if let MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) = error {
            return error.into();
        }
        // The rest: the file's own list of migrations contradicts ours.
        StoreError::Damaged(error.to_string())
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::borrow::Cow;

    use sqlx::migrate::Migrator;

    use super::*;

    /// A file as the program of this version left it.
    async fn at_version(path: &Path, version: i64) -> SqliteConnection {
        let known = MIGRATIONS.iter().filter(|m| m.version <= version);
        let migrator = Migrator {
            migrations: Cow::Owned(known.cloned().collect()),
            ..Migrator::DEFAULT
        };
        let options = options(path).create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        migrator.run(&mut connection).await.unwrap();
        connection
    }

    #[tokio::test]
    async fn hint_gets_a_column_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let mut connection = at_version(&dir.path().join("a.db"), 19).await;
        for statement in [
            "INSERT INTO conversations (id, title, created_ms, updated_ms) VALUES ('c', 't', 0, 0)",
            "INSERT INTO messages (id, conversation_id, role, status, error, created_ms) VALUES
             ('both', 'c', 'assistant', 'failed', 'It failed.' || char(10) || 'Try' || char(10) || 'again.', 0),
             ('alone', 'c', 'assistant', 'failed', 'It failed.', 0),
             ('none', 'c', 'user', 'complete', NULL, 0)",
            "INSERT INTO calls (id, conversation_id, server_name, tool, alias, provider_call_id, arguments, edited, state, reason, created_ms) VALUES
             ('ended', 'c', 's', 't', 't', 'p', '{}', 0, 'unknown', 'may have run', 0),
             ('lost', 'c', 's', 't', 't', 'p', '{}', 0, 'unknown', 'It is gone.' || char(10) || 'It may have run.', 0),
             ('denied', 'c', 's', 't', 't', 'p', '{}', 0, 'denied', 'no' || char(10) || 'never', 0)",
        ] {
            sqlx::query(statement).execute(&mut connection).await.unwrap();
        }
        migrate(&mut connection).await.unwrap();
        let messages: Vec<(String, Option<String>, Option<String>)> =
            sqlx::query_as("SELECT id, error, error_hint FROM messages ORDER BY id")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        let failed = Some("It failed.".to_owned());
        assert_eq!(
            messages,
            [
                ("alone".into(), failed.clone(), None),
                ("both".into(), failed, Some("Try\nagain.".into())),
                ("none".into(), None, None),
            ]
        );
        let calls: Vec<(String, Option<String>)> =
            sqlx::query_as("SELECT id, reason FROM calls ORDER BY id")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        assert_eq!(
            calls,
            [
                ("denied".into(), Some("no\nnever".into())),
                ("ended".into(), None),
                ("lost".into(), Some("It is gone.".into())),
            ]
        );
    }
}
