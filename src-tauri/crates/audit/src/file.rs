//! The file: how it is opened, checked and laid out.

use std::{
    path::Path,
    sync::OnceLock,
    time::{Duration, Instant},
};

use sqlx::{
    ConnectOptions, Connection, SqliteConnection, SqliteExecutor, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use db_shape::{Shape, in_memory};

use crate::{AuditError, error::is_interrupt};

/// The layout this program writes, kept in the file's `user_version`.
pub(crate) const VERSION: i64 = 1;
/// Longest wait for the file's own lock.
const BUSY_LIMIT: Duration = Duration::from_secs(5);
/// Longest wait for a free reader.
const READER_LIMIT: Duration = Duration::from_secs(10);
/// How long an opening waits for the check of the whole file.
const START_CHECK: Duration = Duration::from_secs(1);
/// How many steps of SQLite's machine are done between two looks at the clock.
const CHECK_STEPS: i32 = 1_000;
/// Readers at once: a long verification does not hold up a list.
const READERS: u32 = 2;

/// Finds the last seal of each server and subject without a walk.
const SEALS: &str =
    "CREATE INDEX IF NOT EXISTS record_seals ON record (server, subject, seq) WHERE kind = 'seal'";
const LAYOUT: &str = include_str!("layout.sql");

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(BUSY_LIMIT)
        .pragma("trusted_schema", "OFF")
        .disable_statement_logging()
}

/// Opens the file for its one writer, after a look that cannot change it.
pub(crate) async fn open_for_writing(path: &Path) -> Result<SqliteConnection, AuditError> {
    let exists = std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    if exists {
        take_back_half_written(path).await?;
        inspect(path).await?;
    }
    let options = options(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // Commits are written; `sync` makes them durable.
        .synchronous(SqliteSynchronous::Normal)
        // Purged content is overwritten in the file, not only unlinked.
        .pragma("secure_delete", "ON");
    let mut connection = options.connect().await?;
    if version(&mut connection).await? == 0 {
        let mut transaction = connection.begin().await?;
        sqlx::raw_sql(LAYOUT).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    // A file of an earlier program lacks it; such a program ignores it.
    sqlx::raw_sql(SEALS).execute(&mut connection).await?;
    compare(&mut connection).await?;
    Ok(connection)
}

/// A process that was killed while it made the file, before there was a write-ahead log, may have left a rollback journal. A
/// connection that cannot write cannot read past it: SQLite first rolls back an unfinished write.
async fn take_back_half_written(path: &Path) -> Result<(), AuditError> {
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
        .acquire_timeout(READER_LIMIT)
        .connect_lazy_with(options(path).read_only(true))
}

/// Refuses a file that another program gave tables, indices, views or triggers, as this connection sees it.
pub(crate) async fn compare<'c>(connection: impl SqliteExecutor<'c>) -> Result<(), AuditError> {
    let found = Shape::read(connection).await?;
    let own = match OWN.get() {
        Some(own) => own,
        None => {
            let own = own_shape().await?;
            OWN.get_or_init(|| own)
        }
    };
    // An earlier program made the same file without the index of seals; one that was ended too early may have made nothing.
    match own.whole.difference(&found) {
        Some(difference) if own.without_seals.difference(&found).is_some() && !found.is_empty() => {
            Err(AuditError::Foreign(difference.to_string()))
        }
        Some(_) | None => Ok(()),
    }
}

/// What the file consists of.
struct OwnShape {
    whole: Shape,
    without_seals: Shape,
}

static OWN: OnceLock<OwnShape> = OnceLock::new();

async fn own_shape() -> Result<OwnShape, AuditError> {
    let mut memory = in_memory().await?;
    sqlx::raw_sql(LAYOUT).execute(&mut memory).await?;
    let without_seals = Shape::read(&mut memory).await?;
    sqlx::raw_sql(SEALS).execute(&mut memory).await?;
    let whole = Shape::read(&mut memory).await?;
    memory.close().await?;
    Ok(OwnShape {
        whole,
        without_seals,
    })
}

/// Refuses a newer file, a foreign one, and a damaged one as far as it can be told in a second, without touching it.
pub(crate) async fn inspect(path: &Path) -> Result<(), AuditError> {
    let mut connection = options(path).read_only(true).connect().await?;
    let found = version(&mut connection).await?;
    if found > VERSION {
        return Err(AuditError::Newer {
            found,
            known: VERSION,
        });
    }
    let end = Instant::now() + START_CHECK;
    connection
        .lock_handle()
        .await?
        .set_progress_handler(CHECK_STEPS, move || Instant::now() < end);
    let check = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut connection)
        .await
        .map(|text: String| (text != "ok").then_some(text));
    match check {
        Ok(None) => {}
        Ok(Some(text)) => return Err(AuditError::Damaged(text)),
        // A large file is left to a check that holds up no start.
        Err(error) if is_interrupt(&error) => {}
        Err(error) => return Err(error.into()),
    }
    connection.close().await?;
    let mut connection = options(path).read_only(true).connect().await?;
    compare(&mut connection).await
}

async fn version(connection: &mut SqliteConnection) -> Result<i64, AuditError> {
    Ok(sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(connection)
        .await?)
}
