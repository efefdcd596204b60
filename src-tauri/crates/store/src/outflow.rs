//! What may go to models that are not on this machine: answers of one conversation, and lasting ones of an endpoint. Answers that
//! another program wrote do not count, nor do those beside them: they are given again, and then are all there is.

use domain::{ConversationId, ProviderId, now_ms};
use sqlx::Row;

use crate::{
    StoreError,
    authority::Change,
    columns::parsed,
    database::Database,
    seal::{Section, user},
};

/// Reads and writes answers about what leaves this machine.
#[derive(Clone, Copy, Debug)]
pub struct Outflow<'a>(pub(crate) &'a Database);

impl Outflow<'_> {
    /// Keeps that tool results of a conversation may go to an origin; the same twice is no error.
    ///
    /// # Errors
    /// No such conversation ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add_answer(&self, id: ConversationId, origin: &str) -> Result<(), StoreError> {
        let mut change = self.renewed().await?;
        sqlx::query(
            "INSERT INTO outflow_answers (conversation_id, origin, created_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(id.to_string())
        .bind(origin)
        .bind(now_ms())
        .execute(change.rows())
        .await?;
        change.commit().await
    }

    /// Whether tool results of a conversation may go to an origin.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn answered(&self, id: ConversationId, origin: &str) -> Result<bool, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let authority = self.0.authority();
        let counts = authority.counts(&mut rows, user()?, Section::Outflow);
        let counts = counts.await?;
        // Not by an index, which could have more than the table.
        let query =
            "SELECT 1 FROM outflow_answers NOT INDEXED WHERE conversation_id = ? AND origin = ?";
        let found = sqlx::query(query)
            .bind(id.to_string())
            .bind(origin)
            .fetch_optional(&mut *rows)
            .await?;
        rows.rollback().await?;
        Ok(counts && found.is_some())
    }

    /// Keeps that an endpoint is not asked about again while it is at this origin.
    ///
    /// # Errors
    /// No such endpoint ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add_grant(&self, provider: ProviderId, origin: &str) -> Result<(), StoreError> {
        let mut change = self.renewed().await?;
        sqlx::query(
            "INSERT INTO outflow_grants (provider_id, origin, created_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(provider.to_string())
        .bind(origin)
        .bind(now_ms())
        .execute(change.rows())
        .await?;
        change.commit().await
    }

    /// The endpoints that are not asked about, each with the origin that holds for.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn grants(&self) -> Result<Vec<(ProviderId, String)>, StoreError> {
        let mut rows = self.0.reader().begin().await?;
        let authority = self.0.authority();
        let counts = authority.counts(&mut rows, user()?, Section::Outflow);
        let counts = counts.await?;
        let query = "SELECT * FROM outflow_grants NOT INDEXED ORDER BY created_ms, provider_id";
        let found = sqlx::query(query).fetch_all(&mut *rows).await?;
        rows.rollback().await?;
        found
            .iter()
            .filter(|_| counts)
            .map(|row| Ok((parsed(row, "provider_id")?, row.try_get("origin")?)))
            .collect()
    }

    /// Asks about an endpoint again; what conversations were answered stays.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn revoke(&self, provider: ProviderId) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(user()?, Section::Outflow)]).await?;
        sqlx::query("DELETE FROM outflow_grants WHERE provider_id = ?")
            .bind(provider.to_string())
            .execute(change.rows())
            .await?;
        change.commit().await
    }

    /// Begins a change after which all answers count: if they do not yet, they go. Without the key nothing is written: an answer
    /// would count for nothing, and those that are there may count again with it.
    async fn renewed(&self) -> Result<Change<'_>, StoreError> {
        let mut change = self.0.change(&[]).await?;
        let authority = self.0.authority();
        if !authority
            .has_counting(change.rows(), user()?, Section::Outflow)
            .await?
        {
            if authority.is_locked() {
                return Err(StoreError::Unconfirmed);
            }
            for delete in ["DELETE FROM outflow_answers", "DELETE FROM outflow_grants"] {
                sqlx::query(delete).execute(change.rows()).await?;
            }
        }
        change.vouch(user()?, Section::Outflow);
        Ok(change)
    }
}
