//! What durability itself costs here: one row committed on its own with the settings of the audit log, and the bare system
//! call under it.

use std::{fs::File, io::Write, time::Instant};

use sqlx::{
    ConnectOptions, Connection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use crate::{
    error::BenchError,
    full,
    load::{self, Figures},
};

/// About the size of a decision in the audit log, in bytes.
const ROW: usize = 900;
/// What SQLite appends to its log for such a row, in bytes: a page and its header.
const FRAME: usize = 4096 + 24;

/// What is made durable.
#[derive(clap::Args)]
pub struct Kind {
    /// The system call alone, without a database.
    #[arg(long)]
    bare: bool,
    /// How often.
    count: usize,
}

/// Measures one commit after the other.
pub async fn measure(kind: &Kind) -> Result<Figures, BenchError> {
    let folder = full::folder()?;
    let mut taken = Vec::with_capacity(kind.count);
    let (cpu, begin) = (load::cpu_seconds(), Instant::now());
    if kind.bare {
        let mut file = File::create(folder.path().join("file"))?;
        for _ in 0..kind.count {
            let begin = Instant::now();
            file.write_all(&[7; FRAME])?;
            file.sync_data()?;
            taken.push(begin.elapsed().as_secs_f64() * 1e6);
        }
    } else {
        let mut connection = SqliteConnectOptions::new()
            .filename(folder.path().join("rows.db"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("trusted_schema", "OFF")
            .pragma("secure_delete", "ON")
            .disable_statement_logging()
            .connect()
            .await?;
        sqlx::raw_sql("CREATE TABLE record (seq INTEGER PRIMARY KEY, detail TEXT NOT NULL) STRICT")
            .execute(&mut connection)
            .await?;
        let row = "x".repeat(ROW);
        for _ in 0..kind.count {
            let begin = Instant::now();
            sqlx::query("INSERT INTO record (detail) VALUES (?)")
                .bind(&row)
                .execute(&mut connection)
                .await?;
            taken.push(begin.elapsed().as_secs_f64() * 1e6);
        }
        connection.close().await?;
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, load::cpu_seconds() - cpu))
}
