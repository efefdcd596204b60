//! The connections to the database file: one whose commits are durable, one whose commits do not wait for the disk, and several
//! readers.

use domain::ServerId;
use sqlx::{Sqlite, SqlitePool, Transaction};

use crate::{
    StoreError,
    authority::{Authority, Change},
    commits::{Commits, Lane, Statement},
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
    pub(crate) fn new(write: SqlitePool, lane: Lane, read: SqlitePool) -> Self {
        Self {
            commits: Commits::start(lane, write.clone()),
            write,
            read,
            authority: Authority::default(),
        }
    }

    /// Finishes what runs and closes the file.
    pub(crate) async fn close(&self) {
        self.read.close().await;
        self.commits.close().await;
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

    /// Executes one statement without waiting for the disk and returns the number of rows it touched: see [`Commits::execute`].
    pub(crate) async fn write(&self, statement: Statement) -> Result<u64, StoreError> {
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
        let mut change = Change::begin(self.authority(), self.begin().await?).await?;
        for (server, section) in touched {
            change.touch(*server, *section).await?;
        }
        Ok(change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_can_be_made_on_any_thread() {
        fn is_send<T: Send>(_: impl FnOnce(&'static Database) -> T) {}
        is_send(|database| async {
            let change = database.change(&[]).await?;
            change.commit().await
        });
    }
}
