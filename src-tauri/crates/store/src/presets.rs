//! Texts of the user with a name, to insert into messages.

use domain::{PresetId, ProjectId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{changed, count, parsed, parsed_option},
    database::Database,
};

/// Most presets.
pub const MAX_PRESETS: u32 = 200;

/// A preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetRecord {
    /// The preset.
    pub id: PresetId,
    /// Its name, unique without regard to the case of ASCII letters.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The project in whose conversations alone it is offered.
    pub project: Option<ProjectId>,
}

/// Reads and writes presets.
#[derive(Clone, Copy, Debug)]
pub struct Presets<'a>(pub(crate) &'a Database);

impl Presets<'_> {
    /// Returns all presets, by name.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn list(&self) -> Result<Vec<PresetRecord>, StoreError> {
        let rows =
            sqlx::query("SELECT id, name, text, project_id FROM presets ORDER BY name LIMIT ?")
                .bind(MAX_PRESETS)
                .fetch_all(self.0.reader())
                .await?;
        rows.iter().map(record).collect()
    }

    /// Stores a new preset.
    ///
    /// # Errors
    /// There are too many, or the name is taken ([`StoreError::Invalid`]); or the file could not be written.
    pub async fn add(
        &self,
        name: &str,
        text: &str,
        project: Option<ProjectId>,
    ) -> Result<PresetId, StoreError> {
        let mut transaction = self.0.begin().await?;
        let row = sqlx::query("SELECT count(*) AS number FROM presets")
            .fetch_one(&mut *transaction)
            .await?;
        if count(&row, "number")? >= u64::from(MAX_PRESETS) {
            return Err(StoreError::Invalid(format!(
                "more than {MAX_PRESETS} presets"
            )));
        }
        let id = PresetId::new();
        let insert = "INSERT INTO presets (id, name, text, project_id, created_ms) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        let done = sqlx::query(insert)
            .bind(id.to_string())
            .bind(name)
            .bind(text)
            .bind(project.map(|id| id.to_string()))
            .bind(now_ms())
            .execute(&mut *transaction)
            .await?;
        if done.rows_affected() == 0 {
            return Err(taken(name));
        }
        transaction.commit().await?;
        Ok(id)
    }

    /// Changes a preset.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], the name is taken ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn change(&self, id: PresetId, name: &str, text: &str) -> Result<(), StoreError> {
        let mut transaction = self.0.begin().await?;
        let other = sqlx::query("SELECT 1 FROM presets WHERE name = ? AND id <> ?")
            .bind(name)
            .bind(id.to_string())
            .fetch_optional(&mut *transaction)
            .await?;
        if other.is_some() {
            return Err(taken(name));
        }
        let update = sqlx::query("UPDATE presets SET name = ?, text = ? WHERE id = ?")
            .bind(name)
            .bind(text)
            .bind(id.to_string());
        changed(update.execute(&mut *transaction).await?.rows_affected())?;
        Ok(transaction.commit().await?)
    }

    /// Deletes a preset.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn remove(&self, id: PresetId) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM presets WHERE id = ?").bind(id.to_string());
        changed(delete.execute(self.0.writer()).await?.rows_affected())
    }
}

fn taken(name: &str) -> StoreError {
    StoreError::Invalid(format!("a preset named {name:?} exists"))
}

fn record(row: &SqliteRow) -> Result<PresetRecord, StoreError> {
    Ok(PresetRecord {
        id: parsed(row, "id")?,
        name: row.try_get("name")?,
        text: row.try_get("text")?,
        project: parsed_option(row, "project_id")?,
    })
}
