//! The folders that were granted, each to one server. Forgotten with the server.

use domain::{RootAccess, RootGrant, ServerId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{changed, json, parsed, to_json},
    database::Database,
    seal::Section,
};

/// Reads and writes granted folders.
#[derive(Clone, Copy, Debug)]
pub struct Roots<'a>(pub(crate) &'a Database);

impl Roots<'_> {
    /// All of them with when they were granted, in milliseconds since the Unix epoch; of a server, the first granted first. A row that
    /// does not read as a folder, which this program never writes, grants nothing.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn all(&self) -> Result<Vec<(RootGrant, i64)>, StoreError> {
        let rows = sqlx::query("SELECT * FROM roots NOT INDEXED ORDER BY created_ms, path")
            .fetch_all(self.0.reader())
            .await?;
        Ok(rows.iter().filter_map(|row| grant(row).ok()).collect())
    }

    /// Grants a folder; one that was granted already is granted as it is said now.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn put(&self, grant: &RootGrant) -> Result<i64, StoreError> {
        let mut change = self.0.change(&[(grant.server, Section::Folders)]).await?;
        let now = now_ms();
        sqlx::query(
            "INSERT INTO roots (server_id, path, name, access, pass, identity, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (server_id, path) DO UPDATE SET name = excluded.name, access = excluded.access, \
             pass = excluded.pass, identity = excluded.identity, created_ms = excluded.created_ms",
        )
        .bind(grant.server.to_string())
        .bind(&grant.path)
        .bind(&grant.name)
        .bind(match grant.access {
            RootAccess::Read => "read",
            RootAccess::Staged => "staged",
            RootAccess::Write => "write",
        })
        .bind(to_json(&grant.pass)?)
        .bind(&grant.identity)
        .bind(now)
        .execute(change.rows())
        .await?;
        change.commit().await?;
        Ok(now)
    }

    /// Takes a folder back.
    ///
    /// # Errors
    /// It is not granted to the server ([`StoreError::NotFound`]), or the file could not be written.
    pub async fn remove(&self, server: ServerId, path: &str) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(server, Section::Folders)]).await?;
        let done = sqlx::query("DELETE FROM roots WHERE server_id = ? AND path = ?")
            .bind(server.to_string())
            .bind(path)
            .execute(change.rows())
            .await?;
        change.commit().await?;
        changed(done.rows_affected())
    }
}

fn grant(row: &SqliteRow) -> Result<(RootGrant, i64), StoreError> {
    let access: &str = row.try_get("access")?;
    let grant = RootGrant {
        server: parsed(row, "server_id")?,
        path: row.try_get("path")?,
        name: row.try_get("name")?,
        // The narrower one for whatever else stands there.
        access: match access {
            "write" => RootAccess::Write,
            "staged" => RootAccess::Staged,
            _ => RootAccess::Read,
        },
        pass: json(row, "pass")?,
        identity: row.try_get("identity")?,
    };
    Ok((grant, row.try_get("created_ms")?))
}
