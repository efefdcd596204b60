//! The database file: looked at without touching it, backed up, brought up to date, opened.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    ConnectOptions, Connection, SqliteConnection, SqlitePool,
    migrate::Migrator,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::StoreError;

/// Longest wait for the file's own lock.
const BUSY_LIMIT: Duration = Duration::from_secs(5);
/// Longest wait for a free connection.
const CONNECTION_LIMIT: Duration = Duration::from_secs(15);
/// Readers at once: a long read does not hold up the others.
const READERS: u32 = 3;

pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!();

/// The version the newest migration leads to. Each migration sets `user_version` to its own number.
pub(crate) fn known_version() -> i64 {
    MIGRATIONS
        .iter()
        .map(|m| m.version)
        .max()
        .unwrap_or_default()
}

/// What a look at the file showed.
pub(crate) enum Found {
    /// There is none yet.
    Nothing,
    /// A sound file of this version, not newer than known.
    Version(i64),
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
pub(crate) async fn inspect(path: &Path) -> Result<Found, StoreError> {
    if !std::fs::metadata(path).is_ok_and(|file| file.len() > 0) {
        return Ok(Found::Nothing);
    }
    let mut connection = options(path).read_only(true).connect().await?;
    let found: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut connection)
        .await?;
    let known = known_version();
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    let check: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    if check != "ok" {
        return Err(StoreError::Damaged(check));
    }
    Ok(Found::Version(found))
}

/// Opens the file for the one writer, after a backup if a migration is due.
pub(crate) async fn open(path: &Path) -> Result<SqlitePool, StoreError> {
    let found = inspect(path).await?;
    let options = options(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("secure_delete", "ON");
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(CONNECTION_LIMIT)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options)
        .await?;
    let mut connection = pool.acquire().await?;
    match found {
        Found::Version(version) if version == known_version() => {}
        Found::Version(version) => {
            back_up(&mut connection, path, version).await?;
            migrate(&mut connection).await?;
        }
        Found::Nothing => migrate(&mut connection).await?,
    }
    drop(connection);
    Ok(pool)
}

/// Readers that cannot write.
pub(crate) fn readers(path: &Path) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(CONNECTION_LIMIT)
        .connect_lazy_with(options(path).read_only(true))
}

/// A whole copy beside the file, named after the version it has, on disk before the migration starts. One of an
/// earlier try that was cut short is replaced.
async fn back_up(
    connection: &mut SqliteConnection,
    path: &Path,
    version: i64,
) -> Result<(), StoreError> {
    let backup = backup_path(path, version);
    match std::fs::remove_file(&backup) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        Ok(()) | Err(_) => {}
    }
    let name = backup
        .to_str()
        .ok_or_else(|| StoreError::Invalid("the directory's name is not UTF-8".into()))?;
    sqlx::query("VACUUM INTO ?")
        .bind(name)
        .execute(connection)
        .await?;
    std::fs::File::options()
        .write(true)
        .open(&backup)?
        .sync_all()?;
    Ok(())
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
