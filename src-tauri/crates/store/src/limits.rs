//! What model endpoints were found to lack, by their refusals.

use domain::{ProviderId, Wire, now_ms};
use sqlx::Row;

use crate::{StoreError, columns::parsed, database::Database};

/// Most rows that are kept for one endpoint with one model; the oldest go first.
const MAX_LACKS: i64 = 200;

/// The endpoint, its address and its model: what is learned of one holds for no other.
#[derive(Clone, Copy, Debug)]
pub struct LearnedOf<'a> {
    /// The endpoint.
    pub provider: ProviderId,
    /// The wire that it was asked over.
    pub wire: Wire,
    /// Its address.
    pub base_url: &'a str,
    /// The model.
    pub model: &'a str,
}

/// One thing that an endpoint lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedLack {
    /// What, as JSON of the host.
    pub lack: String,
    /// When it was learned last, in milliseconds since the Unix epoch.
    pub learned_ms: i64,
}

/// Reads and writes what endpoints were found to lack.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a>(pub(crate) &'a Database);

impl Limits<'_> {
    /// Keeps what was learned of an endpoint with a model, beside what is known.
    ///
    /// # Errors
    /// No such endpoint, or the file could not be written.
    pub async fn add(&self, of: LearnedOf<'_>, lacks: &[String]) -> Result<(), StoreError> {
        let mut transaction = self.0.begin().await?;
        for lack in lacks {
            sqlx::query(
                "INSERT INTO endpoint_lacks (provider_id, wire, base_url, model, lack, learned_ms) VALUES (?, ?, ?, ?, ?, ?) \
                 ON CONFLICT DO UPDATE SET learned_ms = excluded.learned_ms",
            )
            .bind(of.provider.to_string())
            .bind(of.wire.as_str())
            .bind(of.base_url)
            .bind(of.model)
            .bind(lack)
            .bind(now_ms())
            .execute(&mut *transaction)
            .await?;
        }
        sqlx::query(
            "DELETE FROM endpoint_lacks WHERE rowid IN (SELECT rowid FROM endpoint_lacks \
             WHERE provider_id = ? AND model = ? ORDER BY learned_ms DESC LIMIT -1 OFFSET ?)",
        )
        .bind(of.provider.to_string())
        .bind(of.model)
        .bind(MAX_LACKS)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// What is known of an endpoint with a model.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of(&self, of: LearnedOf<'_>) -> Result<Vec<LearnedLack>, StoreError> {
        let rows = sqlx::query(
            "SELECT wire, lack, learned_ms FROM endpoint_lacks WHERE provider_id = ? AND base_url = ? AND model = ? ORDER BY learned_ms",
        )
        .bind(of.provider.to_string())
        .bind(of.base_url)
        .bind(of.model)
        .fetch_all(self.0.reader())
        .await?;
        let mut found = Vec::with_capacity(rows.len());
        for row in &rows {
            if parsed::<Wire>(row, "wire")? == of.wire {
                found.push(LearnedLack {
                    lack: row.try_get("lack")?,
                    learned_ms: row.try_get("learned_ms")?,
                });
            }
        }
        Ok(found)
    }

    /// Forgets all that was learned of an endpoint.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn forget(&self, provider: ProviderId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM endpoint_lacks WHERE provider_id = ?")
            .bind(provider.to_string())
            .execute(self.0.writer())
            .await?;
        Ok(())
    }
}
