//! The servers the user added.

use std::collections::{BTreeMap, BTreeSet};

use domain::{ConfinementChoice, EnvEntry, HeaderEntry, LaunchDigest, ServerId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{changed, json, parsed, parsed_option, to_json},
    database::Database,
    seal::Section,
};

/// A server as it is stored. Values of its environment are in the keychain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerRecord {
    /// The server.
    pub id: ServerId,
    /// The user's name for it, unique letter case aside.
    pub name: String,
    /// Its place in the list; smaller comes first.
    pub position: i64,
    /// The smallest number no other server had when it was added, from 0: picks its colour and mark.
    pub fob: u32,
    /// Whether it is started with the host.
    pub enabled: bool,
    /// The names of its tools that the user switched off.
    pub tools_off: BTreeSet<String>,
    /// Whether it may ask for answers of the user's model.
    pub sampling: bool,
    /// Whether it may ask the user for something.
    pub elicitation: bool,
    /// Whether the keychain may hold an account of it.
    pub account: bool,
    /// The command, as the user wrote it.
    pub command: String,
    /// The arguments after the command.
    pub args: Vec<String>,
    /// The working directory, if the user chose one.
    pub cwd: Option<String>,
    /// The names of its environment and where their values come from.
    pub env: Vec<EnvEntry>,
    /// Its URL, if it is no program of this machine; then it has no command.
    pub url: Option<String>,
    /// The names of the headers that go with every request, and where their values come from.
    pub headers: Vec<HeaderEntry>,
    /// What carried the messages the last time, if it has a URL.
    pub wire: Option<String>,
    /// The launch that was approved for good; any other asks again.
    pub launch_grant: Option<LaunchDigest>,
    /// The protocol revision last agreed on.
    pub last_revision: Option<String>,
    /// The bounds of its connection that differ from those of all servers, by the host's key for them.
    pub bounds: BTreeMap<String, u32>,
    /// What the user chose about its sandbox, if it is a program of this machine.
    pub confinement: ConfinementChoice,
    /// When it was added, in milliseconds since the Unix epoch.
    pub created_ms: i64,
}

/// A server to add, or the new way to start one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewServer {
    /// The user's name for it.
    pub name: String,
    /// The command.
    pub command: String,
    /// The arguments after the command.
    pub args: Vec<String>,
    /// The working directory.
    pub cwd: Option<String>,
    /// The names of its environment.
    pub env: Vec<EnvEntry>,
    /// Its URL, in place of all of these.
    pub url: Option<String>,
    /// The names of its headers.
    pub headers: Vec<HeaderEntry>,
}

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
            launch_grant: None,
            last_revision: None,
            bounds: BTreeMap::new(),
            confinement: ConfinementChoice::default(),
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
        let rows =
            sqlx::query("SELECT * FROM servers WHERE removed_ms IS NULL ORDER BY position, id")
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
        let row = sqlx::query("SELECT * FROM servers WHERE id = ? AND removed_ms IS NULL")
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
        for section in Section::ALL {
            if !self.0.authority().counts(&mut rows, id, section).await? {
                return Err(StoreError::Unconfirmed);
            }
        }
        let row = sqlx::query("SELECT * FROM servers WHERE id = ? AND removed_ms IS NULL")
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

    /// Keeps or withdraws the launch that needs no further approval.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn update_launch_grant(
        &self,
        id: ServerId,
        grant: Option<LaunchDigest>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET launch_grant = ? WHERE id = ?")
            .bind(grant.map(|digest| digest.to_string()))
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps what the user chose about its sandbox.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_confinement(
        &self,
        id: ServerId,
        choice: &ConfinementChoice,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET confinement = ? WHERE id = ?")
            .bind(to_json(choice)?)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Changes name and the way it is started. Its launch grant holds for the launch it names, not for another. A server that ran
    /// without a sandbox is confined again, unless it is started as before.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::NotFound`], or the file could not be written.
    pub async fn update(&self, id: ServerId, new: &NewServer) -> Result<(), StoreError> {
        let update = sqlx::query(
            "UPDATE servers SET name = ?, name_key = ?, command = ?, args = ?, cwd = ?, env = ?, url = ?, headers = ?, \
             wire = NULL, confinement = CASE WHEN command = ? AND args = ? THEN confinement ELSE '{}' END WHERE id = ?",
        )
        .bind(&new.name)
        .bind(name_key(&new.name))
        .bind(&new.command)
        .bind(to_json(&new.args)?)
        .bind(&new.cwd)
        .bind(to_json(&new.env)?)
        .bind(&new.url)
        .bind(to_json(&new.headers)?)
        .bind(&new.command)
        .bind(to_json(&new.args)?)
        .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        let done = update.execute(change.rows()).await.map_err(name_taken)?;
        changed(done.rows_affected())?;
        change.commit().await
    }

    /// Renames it.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::NotFound`], or the file could not be written.
    pub async fn rename(&self, id: ServerId, name: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET name = ?, name_key = ? WHERE id = ?")
            .bind(name)
            .bind(name_key(name))
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        let done = update.execute(change.rows()).await.map_err(name_taken)?;
        changed(done.rows_affected())?;
        change.commit().await
    }

    /// Keeps which of its tools are switched off.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_tools_off(
        &self,
        id: ServerId,
        tools_off: &BTreeSet<String>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET tools_off = ? WHERE id = ?")
            .bind(to_json(tools_off)?)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps the bounds of its connection that differ from those of all servers.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_bounds(
        &self,
        id: ServerId,
        bounds: &BTreeMap<String, u32>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET bounds = ? WHERE id = ?")
            .bind(to_json(bounds)?)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps what it may ask for.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_features(
        &self,
        id: ServerId,
        sampling: bool,
        elicitation: bool,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET sampling = ?, elicitation = ? WHERE id = ?")
            .bind(sampling)
            .bind(elicitation)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Says whether the keychain may hold an account of it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_account(&self, id: ServerId, account: bool) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET account = ? WHERE id = ?")
            .bind(account)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Says whether it is started with the host.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_enabled(&self, id: ServerId, enabled: bool) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET enabled = ? WHERE id = ?")
            .bind(enabled)
            .bind(id.to_string());
        let mut change = self.0.change(&[(id, Section::Launch)]).await?;
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// Keeps the protocol revision last agreed on.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_last_revision(&self, id: ServerId, revision: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET last_revision = ? WHERE id = ?")
            .bind(revision)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Keeps what carried the messages to its URL.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_wire(&self, id: ServerId, wire: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE servers SET wire = ? WHERE id = ?")
            .bind(wire)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
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

fn server(row: &SqliteRow) -> Result<ServerRecord, StoreError> {
    Ok(ServerRecord {
        id: parsed(row, "id")?,
        name: row.try_get("name")?,
        position: row.try_get("position")?,
        fob: row.try_get("fob")?,
        enabled: row.try_get("enabled")?,
        tools_off: json(row, "tools_off")?,
        sampling: row.try_get("sampling")?,
        elicitation: row.try_get("elicitation")?,
        account: row.try_get("account")?,
        command: row.try_get("command")?,
        args: json(row, "args")?,
        cwd: row.try_get("cwd")?,
        env: json(row, "env")?,
        url: row.try_get("url")?,
        headers: json(row, "headers")?,
        wire: row.try_get("wire")?,
        launch_grant: parsed_option(row, "launch_grant")?,
        last_revision: row.try_get("last_revision")?,
        bounds: json(row, "bounds")?,
        confinement: json(row, "confinement")?,
        created_ms: row.try_get("created_ms")?,
    })
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
