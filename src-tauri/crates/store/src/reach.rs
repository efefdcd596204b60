//! The hosts that confined servers may reach, each allowed for one server. Forgotten with the server.

use domain::{ReachGrant, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{changed, parsed},
    database::Database,
    seal::Section,
};

/// Reads and writes allowed hosts.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a>(pub(crate) &'a Database);

impl Reach<'_> {
    /// All of them with when they were allowed, in milliseconds since the Unix epoch, the first allowed first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn all(&self) -> Result<Vec<(ReachGrant, i64)>, StoreError> {
        let rows = sqlx::query("SELECT * FROM reach NOT INDEXED ORDER BY created_ms, host, port")
            .fetch_all(self.0.reader())
            .await?;
        rows.iter().map(grant).collect()
    }

    /// Allows a host. Returns since when it is allowed, in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn put(&self, grant: &ReachGrant) -> Result<i64, StoreError> {
        let now = now_ms();
        let mut change = self.0.change(&[(grant.server, Section::Folders)]).await?;
        sqlx::query(
            "INSERT INTO reach (server_id, host, port, created_ms) VALUES (?, ?, ?, ?) \
             ON CONFLICT (server_id, host, port) DO UPDATE SET created_ms = excluded.created_ms",
        )
        .bind(grant.server.to_string())
        .bind(&grant.host)
        .bind(grant.port)
        .bind(now)
        .execute(change.rows())
        .await?;
        change.commit().await?;
        Ok(now)
    }

    /// Revokes a host.
    ///
    /// # Errors
    /// It is not allowed for the server ([`StoreError::NotFound`]), or the file could not be written.
    pub async fn remove(&self, grant: &ReachGrant) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(grant.server, Section::Folders)]).await?;
        let done = sqlx::query("DELETE FROM reach WHERE server_id = ? AND host = ? AND port = ?")
            .bind(grant.server.to_string())
            .bind(&grant.host)
            .bind(grant.port)
            .execute(change.rows())
            .await?;
        changed(done.rows_affected())?;
        change.commit().await
    }
}

fn grant(row: &SqliteRow) -> Result<(ReachGrant, i64), StoreError> {
    let grant = ReachGrant {
        server: parsed(row, "server_id")?,
        host: row.try_get("host")?,
        port: row.try_get("port")?,
    };
    Ok((grant, row.try_get("created_ms")?))
}
