//! What the user noted of models: prices, and how they compare.

use std::collections::HashMap;

use domain::ProviderId;
use sqlx::{Row, sqlite::SqliteRow};

use crate::{StoreError, columns::parsed, database::Database};

/// What the user noted of one model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelNotes {
    /// How cheap it is, 1 to 5; 0 if unknown.
    pub cost: u8,
    /// How fast it is, 1 to 5; 0 if unknown.
    pub speed: u8,
    /// How clever it is, 1 to 5; 0 if unknown.
    pub intelligence: u8,
    /// What a million tokens cost that it reads, in US dollars.
    pub input_price: Option<f64>,
    /// What a million tokens cost that it writes, in US dollars.
    pub output_price: Option<f64>,
    /// What a million tokens cost that the endpoint read from its cache, in US dollars.
    pub cached_price: Option<f64>,
    /// The size of its window in tokens.
    pub window: Option<u32>,
}

/// Reads and writes notes of models.
#[derive(Clone, Copy, Debug)]
pub struct Notes<'a>(pub(crate) &'a Database);

impl Notes<'_> {
    /// Keeps what holds for a model of an endpoint.
    ///
    /// # Errors
    /// No such endpoint, or a note out of its bounds ([`StoreError::Invalid`]); or the file could not be written.
    pub async fn set(
        &self,
        provider: ProviderId,
        model: &str,
        notes: ModelNotes,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO model_notes (provider_id, model, cost, speed, intelligence, input_price, output_price, \
             cached_price, window) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (provider_id, model) DO UPDATE SET \
             cost = excluded.cost, speed = excluded.speed, intelligence = excluded.intelligence, \
             input_price = excluded.input_price, output_price = excluded.output_price, \
             cached_price = excluded.cached_price, window = excluded.window",
        )
        .bind(provider.to_string())
        .bind(model)
        .bind(notes.cost)
        .bind(notes.speed)
        .bind(notes.intelligence)
        .bind(notes.input_price)
        .bind(notes.output_price)
        .bind(notes.cached_price)
        .bind(notes.window)
        .execute(self.0.writer())
        .await?;
        Ok(())
    }

    /// All of them, by endpoint and model.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn all(&self) -> Result<HashMap<(ProviderId, String), ModelNotes>, StoreError> {
        let rows = sqlx::query("SELECT * FROM model_notes")
            .fetch_all(self.0.reader())
            .await?;
        rows.iter()
            .map(|row| {
                let of = (parsed(row, "provider_id")?, row.try_get("model")?);
                Ok((of, read(row)?))
            })
            .collect()
    }
}

fn read(row: &SqliteRow) -> Result<ModelNotes, StoreError> {
    Ok(ModelNotes {
        cost: row.try_get("cost")?,
        speed: row.try_get("speed")?,
        intelligence: row.try_get("intelligence")?,
        input_price: row.try_get("input_price")?,
        output_price: row.try_get("output_price")?,
        cached_price: row.try_get("cached_price")?,
        window: row.try_get("window")?,
    })
}
