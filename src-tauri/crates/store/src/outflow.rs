//! What may go to models that are not on this machine: answers of one conversation, and lasting ones of an endpoint.

use domain::{ConversationId, ProviderId, now_ms};
use sqlx::Row;

use crate::{StoreError, columns::parsed, database::Database};

/// Reads and writes answers about what leaves this machine.
#[derive(Clone, Copy, Debug)]
pub struct Outflow<'a>(pub(crate) &'a Database);

impl Outflow<'_> {
    /// Keeps that tool results of a conversation may go to an origin; the same twice is no error.
    ///
    /// # Errors
    /// No such conversation ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add_answer(&self, id: ConversationId, origin: &str) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO outflow_answers (conversation_id, origin, created_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(id.to_string())
        .bind(origin)
        .bind(now_ms())
        .execute(self.0.writer())
        .await?;
        Ok(())
    }

    /// Whether tool results of a conversation may go to an origin.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn answered(&self, id: ConversationId, origin: &str) -> Result<bool, StoreError> {
        let found =
            sqlx::query("SELECT 1 FROM outflow_answers WHERE conversation_id = ? AND origin = ?")
                .bind(id.to_string())
                .bind(origin)
                .fetch_optional(self.0.reader())
                .await?;
        Ok(found.is_some())
    }

    /// Keeps that an endpoint is not asked about again while it is at this origin.
    ///
    /// # Errors
    /// No such endpoint ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add_grant(&self, provider: ProviderId, origin: &str) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO outflow_grants (provider_id, origin, created_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(provider.to_string())
        .bind(origin)
        .bind(now_ms())
        .execute(self.0.writer())
        .await?;
        Ok(())
    }

    /// The endpoints that are not asked about, each with the origin that holds for.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn grants(&self) -> Result<Vec<(ProviderId, String)>, StoreError> {
        let rows = sqlx::query("SELECT * FROM outflow_grants ORDER BY created_ms, provider_id")
            .fetch_all(self.0.reader())
            .await?;
        rows.iter()
            .map(|row| Ok((parsed(row, "provider_id")?, row.try_get("origin")?)))
            .collect()
    }

    /// Asks about an endpoint again; what conversations were answered stays.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn revoke(&self, provider: ProviderId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM outflow_grants WHERE provider_id = ?")
            .bind(provider.to_string())
            .execute(self.0.writer())
            .await?;
        Ok(())
    }
}
