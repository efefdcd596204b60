//! What the database file may consist of: what the migrations make, and nothing else.

use std::borrow::Cow;

use db_shape::{Shape, in_memory};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection, migrate::Migrator};
use tokio::sync::OnceCell;

use crate::{StoreError, seal::Section};

pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!();

/// The version the newest migration leads to. Each migration sets `user_version` to its own number.
pub(crate) fn known_version() -> i64 {
    MIGRATIONS
        .iter()
        .map(|m| m.version)
        .max()
        .unwrap_or_default()
}

/// The shape of a file of the newest version, made once.
static NEWEST: OnceCell<Shape> = OnceCell::const_new();

/// Compares a file with what the migrations up to its version make.
///
/// # Errors
/// [`StoreError::Foreign`] with what is other; the file cannot be read.
pub(crate) async fn compare(
    connection: &mut SqliteConnection,
    version: i64,
) -> Result<(), StoreError> {
    let found = Shape::read(&mut *connection).await?;
    // A process may have ended before its first migration did.
    if version == 0 && found.is_empty() {
        return Ok(());
    }
    if version == known_version() {
        return same(newest().await?, &found);
    }
    same(&of_version(version).await?, &found)
}

/// Compares the file again, in a transaction: from then on the connection reads what was compared, where it reads without an index.
///
/// # Errors
/// As [`compare`].
pub(crate) async fn compare_anew(transaction: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = Shape::read_anew(transaction).await?;
    // Each opening makes it.
    let own = NEWEST.get().ok_or(StoreError::Closed)?;
    same(own, &found)
}

/// [`compare_anew`] before a change, whose statements find rows by indexes: each of a sealed table must lead to the table's rows.
///
/// # Errors
/// As [`compare`].
pub(crate) async fn compare_whole(transaction: &mut SqliteConnection) -> Result<(), StoreError> {
    compare_anew(transaction).await?;
    for table in Section::tables() {
        if wrong_in(transaction, table).await?.is_some() {
            let what = format!("the rows or an index of table {table:?}");
            return Err(StoreError::Foreign(what));
        }
    }
    Ok(())
}

/// Makes the indexes anew of each sealed table that they do not fit.
///
/// # Errors
/// A table is damaged ([`StoreError::Damaged`]), or the file cannot be written.
pub(crate) async fn mend_indexes(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    for table in Section::tables() {
        let Some(wrong) = wrong_in(connection, table).await? else {
            continue;
        };
        tracing::warn!(table, wrong, "the indexes of a table are made anew");
        let anew = AssertSqlSafe(format!("REINDEX {table}"));
        sqlx::query(anew).execute(&mut *connection).await?;
        if let Some(wrong) = wrong_in(connection, table).await? {
            return Err(StoreError::Damaged(wrong));
        }
    }
    Ok(())
}

/// The first thing that is wrong with a table or its indexes.
async fn wrong_in(
    connection: &mut SqliteConnection,
    table: &str,
) -> Result<Option<String>, StoreError> {
    let query = "SELECT integrity_check FROM pragma_integrity_check(?)";
    let found: String = sqlx::query_scalar(query)
        .bind(table)
        .fetch_one(connection)
        .await?;
    Ok((found != "ok").then_some(found))
}

fn same(own: &Shape, found: &Shape) -> Result<(), StoreError> {
    match own.difference(found) {
        None => Ok(()),
        Some(difference) => Err(StoreError::Foreign(difference.to_string())),
    }
}

async fn newest() -> Result<&'static Shape, StoreError> {
    NEWEST.get_or_try_init(|| of_version(known_version())).await
}

/// Makes the shape of a version in memory.
async fn of_version(version: i64) -> Result<Shape, StoreError> {
    let known = MIGRATIONS.iter().filter(|m| m.version <= version);
    let migrations = Migrator {
        migrations: Cow::Owned(known.cloned().collect()),
        ..Migrator::DEFAULT
    };
    let mut memory = in_memory().await?;
    migrations
        .run(&mut memory)
        .await
        .map_err(|error| StoreError::Io(error.to_string()))?;
    let shape = Shape::read(&mut memory).await?;
    memory.close().await?;
    Ok(shape)
}
