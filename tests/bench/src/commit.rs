//! What durability itself costs here: one row committed on its own with the settings of the audit log, the bare system call
//! under it, and rows of the log itself, many at once.

use std::{fs::File, io::Write, time::Instant};

use audit::{Audit, Entry, EntryKind};
use sqlx::{
    ConnectOptions, Connection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use crate::{
    error::BenchError,
    full,
    load::{self, Figures, Load},
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
    /// Rows of the audit log itself, so many at once: they share commits.
    #[arg(long, conflicts_with = "bare")]
    at_once: Option<usize>,
    /// How often.
    count: usize,
}

/// Measures rows of the log, each durable before the next of its kind.
async fn rows(count: usize, at_once: usize) -> Result<Figures, BenchError> {
    let folder = full::folder()?;
    let audit = Audit::open(&folder.path().join("audit.db")).await;
    let audit = audit.map_err(BenchError::host)?;
    let log = audit.clone();
    let load = Load {
        count,
        at_once,
        warm: 0,
    };
    let figures = load::run(load, move |_| {
        let log = log.clone();
        let entry = Entry {
            at_ms: domain::now_ms(),
            kind: EntryKind::Decision,
            server: Some(domain::ServerId::new()),
            conversation: None,
            call: Some(domain::CallId::new()),
            subject: "echo".into(),
            decision: Some("allowed".into()),
            detail: format!("\"{}\"", "x".repeat(ROW)),
            content: None,
        };
        async move { log.append(entry).await.map(drop).map_err(BenchError::host) }
    });
    let figures = figures.await;
    audit.close().await;
    figures
}

/// Measures one commit after the other.
pub async fn measure(kind: &Kind) -> Result<Figures, BenchError> {
    if let Some(at_once) = kind.at_once {
        return rows(kind.count, at_once).await;
    }
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
