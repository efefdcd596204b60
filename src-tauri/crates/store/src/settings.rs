//! Settings: small JSON values by key.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    StoreError,
    columns::{from_json, to_json},
    database::Database,
    seal::{Section, user},
};

/// The setting that is sealed: where searches for servers go.
const SEALED: &str = "registry";

/// Reads and writes settings.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a>(pub(crate) &'a Database);

impl Settings<'_> {
    /// The value under `key`, if there is one.
    ///
    /// # Errors
    /// The value has another shape ([`StoreError::Damaged`]), or the file could not be read.
    pub async fn get<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StoreError> {
        let text: Option<String> =
            sqlx::query_scalar("SELECT value FROM settings NOT INDEXED WHERE key = ?")
                .bind(key)
                .fetch_optional(self.0.reader())
                .await?;
        text.map(|text| from_json(&text, key)).transpose()
    }

    /// Keeps a value under `key`, replacing what was there.
    ///
    /// # Errors
    /// The value is not JSON, or the file could not be written.
    pub async fn set<T: Serialize + Sync + ?Sized>(
        &self,
        key: &str,
        value: &T,
    ) -> Result<(), StoreError> {
        let query = sqlx::query("INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
            .bind(key)
            .bind(to_json(value)?);
        if key != SEALED {
            query.execute(self.0.writer()).await?;
            return Ok(());
        }
        let mut change = self.0.change(&[]).await?;
        change.vouch(user()?, Section::Registry);
        query.execute(change.rows()).await?;
        change.commit().await
    }

    /// Whether the registry of servers is as this program wrote it.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn registry_counts(&self) -> Result<bool, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let authority = self.0.authority();
        let counts = authority.counts(&mut rows, user()?, Section::Registry);
        let counts = counts.await?;
        rows.rollback().await?;
        Ok(counts)
    }

    /// Forgets the value under `key`; nothing there is no error.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn delete(&self, key: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM settings WHERE key = ?")
            .bind(key)
            .execute(self.0.writer())
            .await?;
        Ok(())
    }
}
