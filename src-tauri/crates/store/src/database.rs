//! The connections to the database file: one writer, several readers, and the shared commits.

use domain::ServerId;
use sqlx::{Sqlite, SqlitePool, Transaction};

use crate::{
    StoreError,
    authority::{Authority, Change},
    commits::{Commits, Statement},
    seal::Section,
};

/// The connections that all tables share.
#[derive(Debug)]
pub(crate) struct Database {
    write: SqlitePool,
    commits: Commits,
    read: SqlitePool,
    authority: Authority,
}

impl Database {
    /// Must be called inside the runtime that serves the writes.
    pub(crate) fn new(write: SqlitePool, read: SqlitePool) -> Self {
        Self {
            commits: Commits::start(write.clone()),
            write,
            read,
            authority: Authority::default(),
        }
    }

    /// Finishes what runs and closes the file.
    pub(crate) async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }

    pub(crate) fn reader(&self) -> &SqlitePool {
        &self.read
    }

    pub(crate) fn writer(&self) -> &SqlitePool {
        &self.write
    }

    /// What counts as written by this program.
    pub(crate) fn authority(&self) -> &Authority {
        &self.authority
    }

    /// Executes one statement and returns the number of rows it touched; durable when it returns. Statements that wait at
    /// the same time share a commit.
    pub(crate) async fn execute(&self, statement: Statement) -> Result<u64, StoreError> {
        self.commits.execute(statement).await
    }

    /// A transaction that holds the write lock from its start; rolled back when dropped.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        Ok(self.write.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Begins a change of sections of servers. Each one that the change touches has to be named before its rows are written.
    pub(crate) async fn change(
        &self,
        touched: &[(ServerId, Section)],
    ) -> Result<Change<'_>, StoreError> {
        let mut change = Change::begin(self.authority(), self.begin().await?);
        for (server, section) in touched {
            change.touch(*server, *section).await?;
        }
        Ok(change)
    }
}
