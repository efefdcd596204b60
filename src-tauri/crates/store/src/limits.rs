//! What model endpoints were found to take, by their refusals.

use std::collections::HashMap;

use domain::ProviderId;
use sqlx::{Row, sqlite::SqliteRow};

use crate::{StoreError, columns::parsed, database::Database};

/// What an endpoint was found to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointLimits {
    /// The address it was learned at.
    pub base_url: String,
    /// The model it was learned with.
    pub model: String,
    /// The most tools in one request, if that was learned.
    pub tools: Option<u32>,
    /// Whether names of tools must be ASCII.
    pub ascii_names: bool,
    /// Whether it refused deferred tools.
    pub no_deferred_tools: bool,
    /// When it was learned last, in milliseconds since the Unix epoch.
    pub learned_ms: i64,
}

/// Reads and writes what endpoints were found to take: one row for each stored endpoint at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a>(pub(crate) &'a Database);

impl Limits<'_> {
    /// Keeps what was learned of an endpoint, in place of what was known.
    ///
    /// # Errors
    /// No such endpoint, or the file could not be written.
    pub async fn set(
        &self,
        provider: ProviderId,
        limits: &EndpointLimits,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO endpoint_limits (provider_id, base_url, model, tools, ascii_names, no_deferred_tools, learned_ms) \
             VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (provider_id) DO UPDATE SET base_url = excluded.base_url, \
             model = excluded.model, tools = excluded.tools, ascii_names = excluded.ascii_names, \
             no_deferred_tools = excluded.no_deferred_tools, learned_ms = excluded.learned_ms",
        )
        .bind(provider.to_string())
        .bind(&limits.base_url)
        .bind(&limits.model)
        .bind(limits.tools)
        .bind(limits.ascii_names)
        .bind(limits.no_deferred_tools)
        .bind(limits.learned_ms)
        .execute(self.0.writer())
        .await?;
        Ok(())
    }

    /// All of them.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn all(&self) -> Result<HashMap<ProviderId, EndpointLimits>, StoreError> {
        let rows = sqlx::query("SELECT * FROM endpoint_limits")
            .fetch_all(self.0.reader())
            .await?;
        rows.iter()
            .map(|row| Ok((parsed(row, "provider_id")?, read(row)?)))
            .collect()
    }
}

fn read(row: &SqliteRow) -> Result<EndpointLimits, StoreError> {
    Ok(EndpointLimits {
        base_url: row.try_get("base_url")?,
        model: row.try_get("model")?,
        tools: row.try_get("tools")?,
        ascii_names: row.try_get("ascii_names")?,
        no_deferred_tools: row.try_get("no_deferred_tools")?,
        learned_ms: row.try_get("learned_ms")?,
    })
}
