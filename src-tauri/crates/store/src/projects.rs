//! Projects: conversations with common instructions, and what a new conversation of one begins with.

use std::collections::BTreeSet;

use domain::{ProjectId, ProviderId, ServerId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError, Tuning,
    columns::{changed, count, json, parsed, parsed_option, to_json},
    database::Database,
};

/// Most projects.
pub const MAX_PROJECTS: u32 = 500;

/// What users choose for a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectSettings {
    /// Its name.
    pub name: String,
    /// Words of the user that are sent with each message of its conversations.
    pub instructions: String,
    /// The servers that are off in its new conversations.
    pub servers_off: BTreeSet<ServerId>,
    /// The endpoint of its new conversations, where one was chosen.
    pub provider: Option<ProviderId>,
    /// The model of its new conversations, where it is not the endpoint's own.
    pub model: Option<String>,
    /// How the model of its new conversations is to answer.
    pub tuning: Tuning,
}

/// A project as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectRecord {
    /// The project.
    pub id: ProjectId,
    /// What the user chose for it.
    pub settings: ProjectSettings,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// When it was archived, in milliseconds since the Unix epoch.
    pub archived_ms: Option<i64>,
    /// When it was deleted; it can be brought back until it is purged.
    pub deleted_ms: Option<i64>,
    /// How many conversations it has, archived ones included.
    pub conversations: u64,
}

/// A project with the number of its conversations.
const SELECT: &str = "SELECT projects.*, (SELECT count(*) FROM conversations WHERE project_id = projects.id \
                      AND conversations.deleted_ms IS NULL) AS conversations FROM projects";

/// Reads and writes projects.
#[derive(Clone, Copy, Debug)]
pub struct Projects<'a>(pub(crate) &'a Database);

impl Projects<'_> {
    /// Returns the projects that are not deleted, by name.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn list(&self) -> Result<Vec<ProjectRecord>, StoreError> {
        let query = format!(
            "{SELECT} WHERE deleted_ms IS NULL ORDER BY name COLLATE NOCASE, id LIMIT {MAX_PROJECTS}"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .fetch_all(self.0.reader())
            .await?;
        rows.iter().map(record).collect()
    }

    /// Returns a project, deleted or not.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn get(&self, id: ProjectId) -> Result<Option<ProjectRecord>, StoreError> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!("{SELECT} WHERE id = ?")))
            .bind(id.to_string())
            .fetch_optional(self.0.reader())
            .await?;
        row.as_ref().map(record).transpose()
    }

    /// Stores a new project.
    ///
    /// # Errors
    /// There are too many, or no such endpoint ([`StoreError::Invalid`]); or the file could not be written.
    pub async fn add(&self, settings: &ProjectSettings) -> Result<ProjectId, StoreError> {
        let mut transaction = self.0.begin().await?;
        let row = sqlx::query("SELECT count(*) AS number FROM projects WHERE deleted_ms IS NULL")
            .fetch_one(&mut *transaction)
            .await?;
        if count(&row, "number")? >= u64::from(MAX_PROJECTS) {
            return Err(StoreError::Invalid(format!(
                "more than {MAX_PROJECTS} projects"
            )));
        }
        let id = ProjectId::new();
        sqlx::query(
            "INSERT INTO projects (name, instructions, servers_off, provider_id, model, tuning, created_ms, id) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&settings.name)
        .bind(&settings.instructions)
        .bind(to_json(&settings.servers_off)?)
        .bind(settings.provider.map(|id| id.to_string()))
        .bind(&settings.model)
        .bind(to_json(&settings.tuning)?)
        .bind(now_ms())
        .bind(id.to_string())
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(id)
    }

    /// Stores other settings of a project.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], no such endpoint ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn change(
        &self,
        id: ProjectId,
        settings: &ProjectSettings,
    ) -> Result<(), StoreError> {
        let update = sqlx::query(
            "UPDATE projects SET name = ?, instructions = ?, servers_off = ?, provider_id = ?, model = ?, tuning = ? \
             WHERE id = ?",
        )
        .bind(&settings.name)
        .bind(&settings.instructions)
        .bind(to_json(&settings.servers_off)?)
        .bind(settings.provider.map(|id| id.to_string()))
        .bind(&settings.model)
        .bind(to_json(&settings.tuning)?)
        .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Archives a project, or takes it out of the archive.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_archived(&self, id: ProjectId, archived: bool) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE projects SET archived_ms = ? WHERE id = ?")
            .bind(archived.then(now_ms))
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Deletes a project, or brings it back. Its conversations stay; while it is deleted they belong to no project.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_deleted(&self, id: ProjectId, deleted: bool) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE projects SET deleted_ms = ? WHERE id = ?")
            .bind(deleted.then(now_ms))
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Removes the projects for good that were deleted before a time, in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn purge_deleted_before(&self, time_ms: i64) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM projects WHERE deleted_ms < ?")
            .bind(time_ms)
            .execute(self.0.writer())
            .await?;
        Ok(())
    }
}

fn record(row: &SqliteRow) -> Result<ProjectRecord, StoreError> {
    Ok(ProjectRecord {
        id: parsed(row, "id")?,
        settings: ProjectSettings {
            name: row.try_get("name")?,
            instructions: row.try_get("instructions")?,
            servers_off: json(row, "servers_off")?,
            provider: parsed_option(row, "provider_id")?,
            model: row.try_get("model")?,
            tuning: json(row, "tuning")?,
        },
        created_ms: row.try_get("created_ms")?,
        archived_ms: row.try_get("archived_ms")?,
        deleted_ms: row.try_get("deleted_ms")?,
        conversations: count(row, "conversations")?,
    })
}
