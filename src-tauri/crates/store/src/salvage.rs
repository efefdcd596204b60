//! Reads what can be read of a database file, sound or damaged, without changing it and without trusting its indexes.

use std::path::Path;

use futures_util::TryStreamExt;
use serde_json::Value;
use sqlx::{
    AssertSqlSafe, ConnectOptions, Row, SqliteConnection, TypeInfo, ValueRef,
    sqlite::{SqliteConnectOptions, SqliteRow},
};

use crate::{StoreError, error::is_unreadable, schema};

/// Rows that may be on their way at once: one may be large.
const ROWS_AHEAD: usize = 2;
/// Most damaged places of one table that are stepped over.
const MAX_HOLES: usize = 1_000;

/// A row: its number in its table, and the columns asked for.
pub type Record = (i64, Vec<Value>);

/// How reading a table went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Rows that were read.
    pub rows: u64,
    /// Places that could not be read, with an unknown number of rows.
    pub holes: u64,
}

/// A database file, open for reading only.
#[derive(Debug)]
pub struct Reading {
    connection: SqliteConnection,
    whole: bool,
}

impl Reading {
    /// Opens a file. One whose side files cannot be used is read as it stands, without its last changes.
    ///
    /// # Errors
    /// There is no such file, it is no database, or its first page is damaged.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        if !path.is_file() {
            return Err(StoreError::NotFound);
        }
        let options = schema::options(path)
            .read_only(true)
            .row_buffer_size(ROWS_AHEAD);
        match connect(&options).await {
            Ok(connection) => Ok(Self {
                connection,
                whole: true,
            }),
            Err(error) => match connect(&options.immutable(true)).await {
                Ok(connection) => Ok(Self {
                    connection,
                    whole: false,
                }),
                Err(_) => Err(error.into()),
            },
        }
    }

    /// Whether the last changes, which SQLite keeps beside the file, are read too.
    #[must_use]
    pub fn whole(&self) -> bool {
        self.whole
    }

    /// Whether there is such a table.
    ///
    /// # Errors
    /// The list of tables cannot be read.
    pub async fn has(&mut self, table: &str) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
            .bind(table)
            .fetch_optional(&mut self.connection)
            .await?;
        Ok(found.is_some())
    }

    /// Gives every row of a table that can be read, by its number, stepping over damaged places from both sides.
    ///
    /// # Errors
    /// There is no such table or column. A damaged place is no error but a hole.
    pub async fn scan(
        &mut self,
        table: &'static str,
        columns: &'static str,
        mut each: impl FnMut(Record),
    ) -> Result<Scan, StoreError> {
        let mut scan = Scan::default();
        let mut from = i64::MIN;
        loop {
            let up = format!(
                "SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid"
            );
            let last = match self.run(&up, from, i64::MAX, &mut scan, &mut each).await? {
                (_, true) => return Ok(scan),
                (last, false) => last.map_or(from, |last| last.saturating_add(1)),
            };
            scan.holes += 1;
            let Some(good) = self.beyond(table, columns, last).await? else {
                return Ok(scan);
            };
            if scan.holes as usize >= MAX_HOLES {
                return Ok(scan);
            }
            // What was stepped over, from its end back to the damage.
            let down = format!(
                "SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid < ? AND rowid >= ? ORDER BY rowid DESC"
            );
            self.run(&down, good, last, &mut scan, &mut each).await?;
            from = good;
        }
    }

    /// One row by its number; none if it is not there or cannot be read.
    ///
    /// # Errors
    /// There is no such table or column.
    pub async fn row(
        &mut self,
        table: &'static str,
        columns: &'static str,
        rowid: i64,
    ) -> Result<Option<Vec<Value>>, StoreError> {
        let text = format!("SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid = ?");
        let found = sqlx::query(AssertSqlSafe(text))
            .bind(rowid)
            .fetch_optional(&mut self.connection)
            .await;
        match found {
            Ok(row) => Ok(row.and_then(|row| Some(record(&row)?.1))),
            Err(error) if is_unreadable(&error) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs until the end or a damaged place. Answers the last row's number and whether it was the end.
    async fn run(
        &mut self,
        text: &str,
        from: i64,
        to: i64,
        scan: &mut Scan,
        each: &mut impl FnMut(Record),
    ) -> Result<(Option<i64>, bool), StoreError> {
        let mut query = sqlx::query(AssertSqlSafe(text.to_owned())).bind(from);
        if to != i64::MAX {
            query = query.bind(to);
        }
        let mut rows = query.fetch(&mut self.connection);
        let mut last = None;
        loop {
            match rows.try_next().await {
                Ok(None) => return Ok((last, true)),
                Ok(Some(row)) => {
                    if let Some(record) = record(&row) {
                        last = Some(record.0);
                        scan.rows += 1;
                        each(record);
                    }
                }
                Err(error) if is_unreadable(&error) => return Ok((last, false)),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The first readable row found at growing distances after `from`.
    async fn beyond(
        &mut self,
        table: &str,
        columns: &str,
        from: i64,
    ) -> Result<Option<i64>, StoreError> {
        let text = format!(
            "SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT 1"
        );
        let from = from.max(0);
        for power in 0..62 {
            let Some(at) = from.checked_add(1 << power) else {
                return Ok(None);
            };
            let found = sqlx::query(AssertSqlSafe(text.clone()))
                .bind(at)
                .fetch_optional(&mut self.connection)
                .await;
            match found {
                Ok(row) => return Ok(row.and_then(|row| Some(record(&row)?.0))),
                Err(error) if is_unreadable(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }
}

async fn connect(options: &SqliteConnectOptions) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    // Reads the first page, and sees whether the side files can be used.
    sqlx::query("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut connection)
        .await?;
    Ok(connection)
}

fn record(row: &SqliteRow) -> Option<Record> {
    let rowid = row.try_get(0).ok()?;
    let values = (1..row.len()).map(|column| value(row, column)).collect();
    Some((rowid, values))
}

/// The value of a column. Damaged text may be no UTF-8.
fn value(row: &SqliteRow, column: usize) -> Value {
    let Ok(raw) = row.try_get_raw(column) else {
        return Value::Null;
    };
    if raw.is_null() {
        return Value::Null;
    }
    let bytes = || {
        row.try_get_unchecked::<Vec<u8>, _>(column)
            .unwrap_or_default()
    };
    match raw.type_info().name() {
        "INTEGER" => row
            .try_get_unchecked::<i64, _>(column)
            .map_or(Value::Null, Value::from),
        "REAL" => row
            .try_get_unchecked::<f64, _>(column)
            .map_or(Value::Null, Value::from),
        "BLOB" => Value::from(hex(&bytes())),
        _ => Value::from(String::from_utf8_lossy(&bytes()).into_owned()),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
