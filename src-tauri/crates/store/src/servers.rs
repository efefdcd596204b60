//! The servers the user added: adding, reading and removing. Changes of one are in `changes`, its row in `record`.

mod changes;
mod record;

use std::collections::{BTreeMap, BTreeSet};

use domain::{ConfinementChoice, EraChoice, ServerId, now_ms};

use self::record::server;
pub use self::record::{NewServer, ServerRecord, StoredBundle, StoredEra, StoredPackage};
use crate::{
    StoreError,
    columns::{changed, to_json},
    database::Database,
    seal::Section,
};

/// The servers into which data of another one may flow; the parameter is that one.
pub(crate) const FLOWS_FROM: [&str; 3] = [
    "SELECT DISTINCT to_server FROM unguarded WHERE from_server = ?",
    "SELECT DISTINCT to_server FROM flow_answers WHERE from_server = ?",
    "SELECT DISTINCT server_id FROM carried WHERE from_server = ?",
];

/// Reads and writes servers.
#[derive(Clone, Copy, Debug)]
pub struct Servers<'a>(pub(crate) &'a Database);

impl Servers<'_> {
    /// Adds a server at the end of the list, enabled and without a launch grant.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], or the file could not be written.
    pub async fn add(&self, new: &NewServer) -> Result<ServerRecord, StoreError> {
        let id = ServerId::new();
        let mut change = self
            .0
            .change(&Section::ALL.map(|section| (id, section)))
            .await?;
        let position: i64 =
            sqlx::query_scalar("SELECT coalesce(max(position) + 1, 0) FROM servers")
                .fetch_one(change.rows())
                .await?;
        let fobs: Vec<u32> = sqlx::query_scalar("SELECT fob FROM servers ORDER BY fob")
            .fetch_all(change.rows())
            .await?;
        let record = ServerRecord {
            id,
            name: new.name.clone(),
            position,
            fob: smallest_free(&fobs),
            enabled: true,
            tools_off: BTreeSet::new(),
            sampling: false,
            elicitation: false,
            account: false,
            command: new.command.clone(),
            args: new.args.clone(),
            cwd: new.cwd.clone(),
            env: new.env.clone(),
            url: new.url.clone(),
            headers: new.headers.clone(),
            wire: None,
            era: None,
            era_choice: EraChoice::default(),
            launch_grant: None,
            last_revision: None,
            bounds: BTreeMap::new(),
            confinement: ConfinementChoice::default(),
            package: None,
            bundle: None,
            created_ms: now_ms(),
        };
        sqlx::query(
            "INSERT INTO servers (id, name, name_key, position, fob, enabled, command, args, cwd, env, url, headers, created_ms) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(record.id.to_string())
        .bind(&record.name)
        .bind(name_key(&record.name))
        .bind(record.position)
        .bind(record.fob)
        .bind(record.enabled)
        .bind(&record.command)
        .bind(to_json(&record.args)?)
        .bind(&record.cwd)
        .bind(to_json(&record.env)?)
        .bind(&record.url)
        .bind(to_json(&record.headers)?)
        .bind(record.created_ms)
        .execute(change.rows())
        .await
        .map_err(name_taken)?;
        change.commit().await?;
        Ok(record)
    }

    /// All servers, in their order.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn list(&self) -> Result<Vec<ServerRecord>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM servers NOT INDEXED WHERE removed_ms IS NULL ORDER BY position, id",
        )
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(server).collect()
    }

    /// Those that were set aside and not purged yet, the first one first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn set_aside(&self) -> Result<Vec<ServerRecord>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM servers WHERE removed_ms IS NOT NULL ORDER BY removed_ms, id",
        )
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(server).collect()
    }

    /// One server, if it is there and not set aside.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn get(&self, id: ServerId) -> Result<Option<ServerRecord>, StoreError> {
        let row =
            sqlx::query("SELECT * FROM servers NOT INDEXED WHERE id = ? AND removed_ms IS NULL")
                .bind(id.to_string());
        row.fetch_optional(self.0.reader())
            .await?
            .as_ref()
            .map(server)
            .transpose()
    }

    /// One server to be started, if it is there and not set aside.
    ///
    /// # Errors
    /// What was allowed it has to be confirmed first ([`StoreError::Unconfirmed`]), or the file could not be read.
    pub async fn confirmed(&self, id: ServerId) -> Result<Option<ServerRecord>, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let authority = self.0.authority();
        authority.compare(&mut rows).await?;
        for section in Section::ALL {
            if !authority.has_counting(&mut rows, id, section).await? {
                return Err(StoreError::Unconfirmed);
            }
        }
        let row =
            sqlx::query("SELECT * FROM servers NOT INDEXED WHERE id = ? AND removed_ms IS NULL")
                .bind(id.to_string())
                .fetch_optional(&mut *rows)
                .await?;
        rows.rollback().await?;
        row.as_ref().map(server).transpose()
    }

    /// The server of that name, letter case aside.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn get_by_name(&self, name: &str) -> Result<Option<ServerRecord>, StoreError> {
        let row = sqlx::query("SELECT * FROM servers WHERE name_key = ?").bind(name_key(name));
        row.fetch_optional(self.0.reader())
            .await?
            .as_ref()
            .map(server)
            .transpose()
    }

    /// Takes it out of the list; [`Self::bring_back`] undoes that. Its name is free meanwhile, its fob is not.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn put_aside(&self, id: ServerId) -> Result<(), StoreError> {
        // No name begins with a control character, so nothing collides with this.
        let update = sqlx::query(
            "UPDATE servers SET removed_ms = ?, name_key = char(1) || id WHERE id = ? AND removed_ms IS NULL",
        )
        .bind(now_ms())
        .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Brings a server back that was set aside, under this name, with all that belongs to it.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::NotFound`] if it is not set aside, or the file could not be written.
    pub async fn bring_back(&self, id: ServerId, name: &str) -> Result<(), StoreError> {
        let update = sqlx::query(
            "UPDATE servers SET removed_ms = NULL, name = ?, name_key = ? WHERE id = ? AND removed_ms IS NOT NULL",
        )
        .bind(name)
        .bind(name_key(name))
        .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        let done = update.execute(change.rows()).await.map_err(name_taken)?;
        changed(done.rows_affected())?;
        change.commit().await
    }

    /// Removes it for good with its rules, tiers and flow answers. Its secrets are the caller's to delete; its calls stay.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn remove(&self, id: ServerId) -> Result<(), StoreError> {
        let text = id.to_string();
        let mut change = self
            .0
            .change(&Section::ALL.map(|section| (id, section)))
            .await?;
        // What may flow from it into others goes as well.
        for query in FLOWS_FROM {
            change.touch_all(query, &text, Section::Rules).await?;
        }
        let delete = sqlx::query("DELETE FROM servers WHERE id = ?").bind(text);
        changed(delete.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }
}

/// Names that differ in letter case only are one name, in every script.
fn name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// The smallest number not in the sorted list.
fn smallest_free(taken: &[u32]) -> u32 {
    (0..)
        .zip(taken)
        .find(|(free, taken)| free != *taken)
        .map_or_else(
            || u32::try_from(taken.len()).unwrap_or(u32::MAX),
            |(free, _)| free,
        )
}

fn name_taken(error: sqlx::Error) -> StoreError {
    if error
        .as_database_error()
        .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    {
        return StoreError::NameTaken;
    }
    error.into()
}

#[cfg(test)]
mod tests {
    use super::smallest_free;

    #[test]
    fn a_fob_is_the_smallest_free_number() {
        assert_eq!(smallest_free(&[]), 0);
        assert_eq!(smallest_free(&[0, 1, 2]), 3);
        assert_eq!(smallest_free(&[1, 2]), 0);
        assert_eq!(smallest_free(&[0, 1, 3]), 2);
    }
}
