//! What was accepted of a server: its tools' definitions, its instructions, its launch. Forgotten with the server.

use std::collections::HashMap;

use domain::{DefinitionDigest, LaunchDigest, LaunchFacts, ServerId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{count, json, parsed, to_json, words},
    database::Database,
    seal::Section,
};

words! {
    /// What is pinned.
    PinKind {
        /// A tool's definition.
        Tool = "tool",
        /// The server's instructions, or that it had none.
        Instructions = "instructions",
    }
}

/// The name of the pin that says which instructions the user lets models read: the one with the digest of these.
pub const FOR_MODELS: &str = "model";

/// Something of a server that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// What it is.
    pub kind: PinKind,
    /// The tool's name; empty for instructions, [`FOR_MODELS`] for those that models may read.
    pub name: String,
    /// Its digest.
    pub digest: DefinitionDigest,
    /// How large it is, in bytes.
    pub bytes: u64,
    /// When it was accepted, in milliseconds since the Unix epoch.
    pub accepted_ms: i64,
}

/// Something to pin.
#[derive(Clone, Copy, Debug)]
pub struct NewPin<'a> {
    /// What it is.
    pub kind: PinKind,
    /// The tool's name; empty for instructions.
    pub name: &'a str,
    /// Its digest.
    pub digest: DefinitionDigest,
    /// As it came, JSON text.
    pub raw: &'a str,
}

/// A launch that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedLaunch {
    /// Its digest.
    pub digest: LaunchDigest,
    /// What it was, in words.
    pub facts: LaunchFacts,
    /// When it was accepted, in milliseconds since the Unix epoch.
    pub accepted_ms: i64,
}

/// Reads and writes what was accepted.
#[derive(Clone, Copy, Debug)]
pub struct Pins<'a>(pub(crate) &'a Database);

impl Pins<'_> {
    /// Everything of a server that is pinned, without its text.
    ///
    /// # Errors
    /// A person has to confirm it first ([`StoreError::Unconfirmed`]), or the file could not be read.
    pub async fn of(&self, server: ServerId) -> Result<Vec<Pin>, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let authority = self.0.authority();
        if !authority.counts(&mut rows, server, Section::Pins).await? {
            return Err(StoreError::Unconfirmed);
        }
        let found = sqlx::query(
            "SELECT kind, name, digest, length(CAST(raw AS BLOB)) AS bytes, accepted_ms FROM pins NOT INDEXED WHERE server_id = ?",
        )
        .bind(server.to_string())
        .fetch_all(&mut *rows)
        .await?;
        rows.rollback().await?;
        found.iter().map(pin).collect()
    }

    /// Everything of a server that is pinned, with its text as it came.
    ///
    /// # Errors
    /// A person has to confirm it first ([`StoreError::Unconfirmed`]), or the file could not be read.
    pub async fn texts(&self, server: ServerId) -> Result<Vec<(Pin, String)>, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let authority = self.0.authority();
        if !authority.counts(&mut rows, server, Section::Pins).await? {
            return Err(StoreError::Unconfirmed);
        }
        let found = sqlx::query(
            "SELECT kind, name, digest, raw, length(CAST(raw AS BLOB)) AS bytes, accepted_ms FROM pins NOT INDEXED WHERE server_id = ?",
        )
        .bind(server.to_string())
        .fetch_all(&mut *rows)
        .await?;
        rows.rollback().await?;
        let read = |row: &SqliteRow| Ok((pin(row)?, row.try_get("raw")?));
        found.iter().map(read).collect()
    }

    /// Everything that is pinned of the servers of which every section counts, with its text as it came, by server. A server of which
    /// nothing is pinned is left out.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn all_texts(&self) -> Result<HashMap<ServerId, Vec<(Pin, String)>>, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let authority = self.0.authority();
        let uncounted = authority.uncounted(&mut rows, &Section::ALL).await?;
        let found = sqlx::query(
            "SELECT server_id, kind, pins.name, digest, raw, length(CAST(raw AS BLOB)) AS bytes, accepted_ms FROM pins NOT INDEXED \
             JOIN servers NOT INDEXED ON servers.id = server_id WHERE removed_ms IS NULL",
        )
        .fetch_all(&mut *rows)
        .await?;
        rows.rollback().await?;
        let mut all: HashMap<ServerId, Vec<(Pin, String)>> = HashMap::new();
        for row in &found {
            let server = parsed(row, "server_id")?;
            if !uncounted.contains(&server) {
                let one = (pin(row)?, row.try_get("raw")?);
                all.entry(server).or_default().push(one);
            }
        }
        Ok(all)
    }

    /// How many definitions of a server are pinned.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn count(&self, server: ServerId) -> Result<u32, StoreError> {
        let count = sqlx::query_scalar("SELECT count(*) FROM pins WHERE server_id = ?");
        Ok(count
            .bind(server.to_string())
            .fetch_one(self.0.reader())
            .await?)
    }

    /// What was pinned, as it came.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn raw(
        &self,
        server: ServerId,
        kind: PinKind,
        name: &str,
    ) -> Result<Option<String>, StoreError> {
        let row = sqlx::query(
            "SELECT raw FROM pins NOT INDEXED WHERE server_id = ? AND kind = ? AND name = ?",
        )
        .bind(server.to_string())
        .bind(kind.as_str())
        .bind(name)
        .fetch_optional(self.0.reader())
        .await?;
        Ok(row.map(|row| row.try_get("raw")).transpose()?)
    }

    /// Pins what is not pinned yet, all of it or nothing. What is pinned already stays as it is.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add(&self, server: ServerId, new: &[NewPin<'_>]) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(server, Section::Pins)]).await?;
        for pin in new {
            sqlx::query(
                "INSERT INTO pins (server_id, kind, name, digest, raw, accepted_ms) VALUES (?, ?, ?, ?, ?, ?) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(server.to_string())
            .bind(pin.kind.as_str())
            .bind(pin.name)
            .bind(pin.digest.to_string())
            .bind(pin.raw)
            .bind(now_ms())
            .execute(change.rows())
            .await?;
        }
        change.commit().await
    }

    /// Pins something in the place of what was accepted before, all of it or nothing.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn accept(
        &self,
        server: ServerId,
        accepted: &[NewPin<'_>],
    ) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(server, Section::Pins)]).await?;
        for pin in accepted {
            sqlx::query(
                "INSERT INTO pins (server_id, kind, name, digest, raw, accepted_ms) VALUES (?, ?, ?, ?, ?, ?) \
                 ON CONFLICT (server_id, kind, name) \
                 DO UPDATE SET digest = excluded.digest, raw = excluded.raw, accepted_ms = excluded.accepted_ms",
            )
            .bind(server.to_string())
            .bind(pin.kind.as_str())
            .bind(pin.name)
            .bind(pin.digest.to_string())
            .bind(pin.raw)
            .bind(now_ms())
            .execute(change.rows())
            .await?;
        }
        change.commit().await
    }

    /// Forgets which instructions of a server models may read.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn forget_for_models(&self, server: ServerId) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(server, Section::Pins)]).await?;
        sqlx::query("DELETE FROM pins WHERE server_id = ? AND kind = ? AND name = ?")
            .bind(server.to_string())
            .bind(PinKind::Instructions.as_str())
            .bind(FOR_MODELS)
            .execute(change.rows())
            .await?;
        change.commit().await
    }

    /// The launch of a server that was accepted last.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn launch(&self, server: ServerId) -> Result<Option<AcceptedLaunch>, StoreError> {
        let row = sqlx::query("SELECT * FROM accepted_launches NOT INDEXED WHERE server_id = ?")
            .bind(server.to_string())
            .fetch_optional(self.0.reader())
            .await?;
        let read = |row: SqliteRow| {
            Ok(AcceptedLaunch {
                digest: parsed(&row, "digest")?,
                facts: json(&row, "facts")?,
                accepted_ms: row.try_get("accepted_ms")?,
            })
        };
        row.map(read).transpose()
    }

    /// Keeps the launch of a server that was accepted, in the place of the one before.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn accept_launch(
        &self,
        server: ServerId,
        digest: LaunchDigest,
        facts: &LaunchFacts,
    ) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(server, Section::Launch)]).await?;
        sqlx::query(
            "INSERT INTO accepted_launches (server_id, digest, facts, accepted_ms) VALUES (?, ?, ?, ?) \
             ON CONFLICT (server_id) \
             DO UPDATE SET digest = excluded.digest, facts = excluded.facts, accepted_ms = excluded.accepted_ms",
        )
        .bind(server.to_string())
        .bind(digest.to_string())
        .bind(to_json(facts)?)
        .bind(now_ms())
        .execute(change.rows())
        .await?;
        change.commit().await
    }
}

fn pin(row: &SqliteRow) -> Result<Pin, StoreError> {
    Ok(Pin {
        kind: parsed(row, "kind")?,
        name: row.try_get("name")?,
        digest: parsed(row, "digest")?,
        bytes: count(row, "bytes")?,
        accepted_ms: row.try_get("accepted_ms")?,
    })
}
