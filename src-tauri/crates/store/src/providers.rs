//! The model endpoints the user added, and which of them is the default.

use domain::{ProviderId, Wire, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    Settings, StoreError,
    columns::{changed, json, parsed, to_json},
    database::Database,
    seal::{Section, subject, user},
};

/// The setting that names the default endpoint.
const DEFAULT: &str = "provider.default";

/// A model endpoint as it is stored. Its key is in the keychain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRecord {
    /// The endpoint.
    pub id: ProviderId,
    /// The user's name for it.
    pub name: String,
    /// The wire format it speaks.
    pub wire: Wire,
    /// Its base URL. The key is bound to it.
    pub base_url: String,
    /// The model used unless a conversation says otherwise.
    pub model: String,
    /// Every model that it listed, as it named them; empty if it was never asked or has no list.
    pub models: Vec<String>,
    /// Whether a key was entered for it.
    pub has_key: bool,
    /// When it was added, in milliseconds since the Unix epoch.
    pub created_ms: i64,
}

/// A model endpoint to add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewProvider {
    /// The endpoint: known before it is stored, for its key may be kept first.
    pub id: ProviderId,
    /// The user's name for it.
    pub name: String,
    /// The wire format it speaks.
    pub wire: Wire,
    /// Its base URL.
    pub base_url: String,
    /// The model used by default.
    pub model: String,
    /// Every model that it listed.
    pub models: Vec<String>,
    /// Whether a key was entered for it.
    pub has_key: bool,
}

/// Reads and writes model endpoints.
#[derive(Clone, Copy, Debug)]
pub struct Providers<'a>(pub(crate) &'a Database);

impl Providers<'_> {
    /// Adds an endpoint.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn add(&self, new: &NewProvider) -> Result<ProviderRecord, StoreError> {
        let record = ProviderRecord {
            id: new.id,
            name: new.name.clone(),
            wire: new.wire,
            base_url: new.base_url.clone(),
            model: new.model.clone(),
            models: new.models.clone(),
            has_key: new.has_key,
            created_ms: now_ms(),
        };
        let mut change = self.0.change(&[]).await?;
        change.vouch(subject(record.id)?, Section::Endpoint);
        sqlx::query(
            "INSERT INTO providers (id, name, wire, base_url, model, models, has_key, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(record.id.to_string())
        .bind(&record.name)
        .bind(record.wire.as_str())
        .bind(&record.base_url)
        .bind(&record.model)
        .bind(to_json(&record.models)?)
        .bind(record.has_key)
        .bind(record.created_ms)
        .execute(change.rows())
        .await?;
        change.commit().await?;
        Ok(record)
    }

    /// Writes every field of a record but its `created_ms`, as a person approved it: it counts from then on.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn update(&self, record: &ProviderRecord) -> Result<(), StoreError> {
        let mut change = self.0.change(&[]).await?;
        change.vouch(subject(record.id)?, Section::Endpoint);
        let update = sqlx::query(
            "UPDATE providers SET name = ?, wire = ?, base_url = ?, model = ?, models = ?, has_key = ? WHERE id = ?",
        )
        .bind(&record.name)
        .bind(record.wire.as_str())
        .bind(&record.base_url)
        .bind(&record.model)
        .bind(to_json(&record.models)?)
        .bind(record.has_key)
        .bind(record.id.to_string());
        changed(update.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// One endpoint, if it is there and as this program wrote it or a person confirmed it since.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn counted(&self, id: ProviderId) -> Result<Option<ProviderRecord>, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let authority = self.0.authority();
        let counts = authority
            .counts(&mut rows, subject(id)?, Section::Endpoint)
            .await?;
        let row = sqlx::query("SELECT * FROM providers NOT INDEXED WHERE id = ?")
            .bind(id.to_string())
            .fetch_optional(&mut *rows)
            .await?;
        rows.rollback().await?;
        let row = row.filter(|_| counts);
        row.as_ref().map(provider).transpose()
    }

    /// Keeps which models an endpoint listed.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_models(&self, id: ProviderId, models: &[String]) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE providers SET models = ? WHERE id = ?")
            .bind(to_json(&models)?)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// All endpoints, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn list(&self) -> Result<Vec<ProviderRecord>, StoreError> {
        let rows = sqlx::query("SELECT * FROM providers NOT INDEXED ORDER BY created_ms, id")
            .fetch_all(self.0.reader())
            .await?;
        rows.iter().map(provider).collect()
    }

    /// One endpoint, if it is there.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn get(&self, id: ProviderId) -> Result<Option<ProviderRecord>, StoreError> {
        let row =
            sqlx::query("SELECT * FROM providers NOT INDEXED WHERE id = ?").bind(id.to_string());
        row.fetch_optional(self.0.reader())
            .await?
            .as_ref()
            .map(provider)
            .transpose()
    }

    /// Removes it. Conversations that used it use none. Its key is the caller's to delete.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn remove(&self, id: ProviderId) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(user()?, Section::Outflow)]).await?;
        change.touch(subject(id)?, Section::Endpoint).await?;
        let delete = sqlx::query("DELETE FROM providers WHERE id = ?").bind(id.to_string());
        changed(delete.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }

    /// The endpoint new conversations use; none if it was removed.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn default(&self) -> Result<Option<ProviderRecord>, StoreError> {
        match Settings(self.0).get(DEFAULT).await? {
            Some(id) => self.get(id).await,
            None => Ok(None),
        }
    }

    /// Chooses the endpoint new conversations use.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_default(&self, id: Option<ProviderId>) -> Result<(), StoreError> {
        let Some(id) = id else {
            return Settings(self.0).delete(DEFAULT).await;
        };
        self.get(id).await?.ok_or(StoreError::NotFound)?;
        Settings(self.0).set(DEFAULT, &id).await
    }
}

fn provider(row: &SqliteRow) -> Result<ProviderRecord, StoreError> {
    Ok(ProviderRecord {
        id: parsed(row, "id")?,
        name: row.try_get("name")?,
        wire: parsed(row, "wire")?,
        base_url: row.try_get("base_url")?,
        model: row.try_get("model")?,
        models: json(row, "models")?,
        has_key: row.try_get("has_key")?,
        created_ms: row.try_get("created_ms")?,
    })
}
