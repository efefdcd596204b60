//! What servers asked of the user's models, and how much each may. What is counted for a day is the day of the user's clock.

use domain::{ServerId, now_ms};
use sqlx::{Row, Sqlite, Transaction, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{changed, count, number, parsed, words},
    database::Database,
    seal::Section,
};

/// So many of a server's requests are kept; those of today that used tokens are kept besides.
pub const MAX_SAMPLINGS: u32 = 500;
/// How long a request counts for the minute, in milliseconds.
const MINUTE_MS: i64 = 60_000;
/// A millisecond as the day of the user's clock.
const DAY: &str = "date(? / 1000, 'unixepoch', 'localtime')";

words! {
    /// What became of a request.
    SamplingState {
        /// It waits for a person or for the model.
        Asked = "asked",
        /// It was denied before the model was asked.
        Denied = "denied",
        /// The server cancelled it, or everything was stopped.
        Withdrawn = "withdrawn",
        /// Nobody answered in time.
        Expired = "expired",
        /// The server got the answer.
        Answered = "answered",
        /// The model answered, and the server did not get it.
        KeptBack = "kept_back",
        /// The model did not answer, or the answer could not be given.
        Failed = "failed",
        /// It was refused unasked: more than the server may.
        OverBudget = "over_budget",
    }
}

/// How much a server may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplingLimits {
    /// Whether its answers are reviewed.
    pub review: bool,
    /// Requests in a minute, 1 to 60.
    pub minute: u32,
    /// Tokens in a day, 1,000 to 10,000,000.
    pub day: u32,
}

impl Default for SamplingLimits {
    fn default() -> Self {
        Self {
            review: true,
            minute: 6,
            day: 100_000,
        }
    }
}

/// What a server used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SamplingUse {
    /// Requests within the last minute.
    pub minute: u64,
    /// Tokens today, those estimated included that are under way.
    pub day: u64,
    /// Requests today.
    pub requests: u64,
    /// What today's cost, in US dollars, as far as that is known.
    pub day_cost: Option<f64>,
    /// What all that are kept cost, in US dollars, as far as that is known.
    pub cost: Option<f64>,
    /// How much its last answers had on average, in tokens.
    pub usual_output: Option<f64>,
}

/// A request that begins.
#[derive(Clone, Copy, Debug)]
pub struct NewSampling<'a> {
    /// Who asks.
    pub server: ServerId,
    /// The model that would answer.
    pub model: &'a str,
    /// Its endpoint's origin.
    pub origin: &'a str,
    /// Tokens it may use, as estimated.
    pub tokens: u64,
}

/// Whether a request may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It is counted.
    Yes {
        /// It.
        id: i64,
        /// Which of the server's requests today it is, from 1.
        today: u64,
    },
    /// So many were asked within the last minute already. It is kept as refused.
    OverMinute,
    /// More tokens than are left of today. It is kept as refused.
    OverDay {
        /// How many are left.
        left: u64,
    },
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SamplingEnd<'a> {
    /// What became of it.
    pub state: SamplingState,
    /// The model that was asked.
    pub model: &'a str,
    /// Its endpoint's origin.
    pub origin: &'a str,
    /// Whether a person changed the request or the answer.
    pub edited: bool,
    /// What counts for the day.
    pub tokens: u64,
    /// Tokens the model read.
    pub input_tokens: Option<u64>,
    /// Tokens the model wrote.
    pub output_tokens: Option<u64>,
    /// What it cost, in US dollars.
    pub cost: Option<f64>,
    /// How long the model took, in milliseconds.
    pub took_ms: Option<u64>,
}

/// A request as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplingRecord {
    /// It.
    pub id: i64,
    /// When it came, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// The model.
    pub model: String,
    /// Its endpoint's origin.
    pub origin: String,
    /// What became of it.
    pub state: SamplingState,
    /// Whether a person changed the request or the answer.
    pub edited: bool,
    /// Tokens the model read.
    pub input_tokens: Option<u64>,
    /// Tokens the model wrote.
    pub output_tokens: Option<u64>,
    /// What it cost, in US dollars.
    pub cost: Option<f64>,
    /// How long the model took, in milliseconds.
    pub took_ms: Option<u64>,
}

/// Reads and writes requests of servers for models.
#[derive(Clone, Copy, Debug)]
pub struct Samplings<'a>(pub(crate) &'a Database);

impl Samplings<'_> {
    /// How much a server may.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn limits(&self, server: ServerId) -> Result<SamplingLimits, StoreError> {
        let row = sqlx::query("SELECT * FROM sampling_limits NOT INDEXED WHERE server_id = ?")
            .bind(server.to_string())
            .fetch_optional(self.0.reader())
            .await?;
        row.as_ref().map_or(Ok(SamplingLimits::default()), limits)
    }

    /// Keeps how much a server may.
    ///
    /// # Errors
    /// No such server, or out of bounds ([`StoreError::Invalid`]); or the file could not be written.
    pub async fn set_limits(
        &self,
        server: ServerId,
        limits: SamplingLimits,
    ) -> Result<(), StoreError> {
        let mut change = self.0.change(&[(server, Section::Launch)]).await?;
        sqlx::query(
            "INSERT INTO sampling_limits (server_id, review, minute, day) VALUES (?, ?, ?, ?) \
             ON CONFLICT (server_id) DO UPDATE SET review = excluded.review, minute = excluded.minute, \
             day = excluded.day",
        )
        .bind(server.to_string())
        .bind(limits.review)
        .bind(limits.minute)
        .bind(limits.day)
        .execute(change.rows())
        .await?;
        change.commit().await
    }

    /// Counts a request if it is within the server's limits; keeps it as refused if not.
    ///
    /// # Errors
    /// No such server ([`StoreError::Invalid`]), or the file could not be written: nothing may be asked then.
    pub async fn begin(&self, new: NewSampling<'_>) -> Result<Begun, StoreError> {
        let now = now_ms();
        let mut transaction = self.0.begin().await?;
        let limits = sqlx::query("SELECT * FROM sampling_limits NOT INDEXED WHERE server_id = ?")
            .bind(new.server.to_string())
            .fetch_optional(&mut *transaction)
            .await?
            .as_ref()
            .map_or(Ok(SamplingLimits::default()), limits)?;
        let used = used(&mut transaction, new.server, now).await?;
        let left = u64::from(limits.day).saturating_sub(used.day);
        let refused = if used.minute >= u64::from(limits.minute) {
            Some(Begun::OverMinute)
        } else if new.tokens > left {
            Some(Begun::OverDay { left })
        } else {
            None
        };
        let (state, tokens) = match refused {
            Some(_) => (SamplingState::OverBudget, 0),
            None => (SamplingState::Asked, new.tokens),
        };
        let insert = format!(
            "INSERT INTO samplings (server_id, at_ms, day, model, origin, state, tokens) \
             VALUES (?, ?, {DAY}, ?, ?, ?, ?) RETURNING id"
        );
        let id: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(insert))
            .bind(new.server.to_string())
            .bind(now)
            .bind(now)
            .bind(new.model)
            .bind(new.origin)
            .bind(state.as_str())
            .bind(number(tokens))
            .fetch_one(&mut *transaction)
            .await?;
        let purge = format!(
            "DELETE FROM samplings WHERE server_id = ? AND state <> 'asked' AND (tokens = 0 OR day <> {DAY}) \
             AND id NOT IN (SELECT id FROM samplings WHERE server_id = ? ORDER BY id DESC LIMIT {MAX_SAMPLINGS})"
        );
        sqlx::query(sqlx::AssertSqlSafe(purge))
            .bind(new.server.to_string())
            .bind(now)
            .bind(new.server.to_string())
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(refused.unwrap_or(Begun::Yes {
            id,
            today: used.requests + 1,
        }))
    }

    /// Counts other tokens for a request that is under way, if so many are left of its day; else how many are.
    ///
    /// # Errors
    /// It has ended ([`StoreError::NotFound`]), or the file could not be written.
    pub async fn reserve(
        &self,
        server: ServerId,
        id: i64,
        tokens: u64,
    ) -> Result<Result<(), u64>, StoreError> {
        let limits = self.limits(server).await?;
        let mut transaction = self.0.begin().await?;
        let own: i64 =
            sqlx::query_scalar("SELECT tokens FROM samplings WHERE id = ? AND state = 'asked'")
                .bind(id)
                .fetch_optional(&mut *transaction)
                .await?
                .ok_or(StoreError::NotFound)?;
        let own = u64::try_from(own).unwrap_or_default();
        let used = used(&mut transaction, server, now_ms()).await?;
        let left = u64::from(limits.day).saturating_sub(used.day.saturating_sub(own));
        // To use less is always possible.
        if tokens > left && tokens > own {
            return Ok(Err(left));
        }
        sqlx::query("UPDATE samplings SET tokens = ? WHERE id = ?")
            .bind(number(tokens))
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(Ok(()))
    }

    /// Ends a request that is under way.
    ///
    /// # Errors
    /// It has ended ([`StoreError::NotFound`]), or the file could not be written.
    pub async fn finish(&self, id: i64, end: SamplingEnd<'_>) -> Result<(), StoreError> {
        let update = sqlx::query(
            "UPDATE samplings SET state = ?, model = ?, origin = ?, edited = ?, tokens = ?, input_tokens = ?, \
             output_tokens = ?, cost = ?, took_ms = ? WHERE id = ? AND state = 'asked'",
        )
        .bind(end.state.as_str())
        .bind(end.model)
        .bind(end.origin)
        .bind(end.edited)
        .bind(number(end.tokens))
        .bind(end.input_tokens.map(number))
        .bind(end.output_tokens.map(number))
        .bind(end.cost)
        .bind(end.took_ms.map(number))
        .bind(id);
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// What a server used until now.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn used(&self, server: ServerId) -> Result<SamplingUse, StoreError> {
        let mut reading = self.0.reader().begin().await?;
        used(&mut reading, server, now_ms()).await
    }

    /// The requests of a server that are kept, the newest first, at most [`MAX_SAMPLINGS`].
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_server(&self, server: ServerId) -> Result<Vec<SamplingRecord>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM samplings WHERE server_id = ? ORDER BY id DESC LIMIT ?")
                .bind(server.to_string())
                .bind(MAX_SAMPLINGS)
                .fetch_all(self.0.reader())
                .await?;
        rows.iter().map(record).collect()
    }
}

async fn used(
    transaction: &mut Transaction<'static, Sqlite>,
    server: ServerId,
    now: i64,
) -> Result<SamplingUse, StoreError> {
    // A refused request counts for nothing, so that a flood of them does not shut the server out for ever.
    let query = format!(
        "WITH own AS (SELECT *, day = {DAY} AS is_today FROM samplings WHERE server_id = ? AND state <> 'over_budget') \
         SELECT (SELECT COUNT(*) FROM own WHERE at_ms > ?) AS minute, \
         (SELECT COALESCE(SUM(tokens), 0) FROM own WHERE is_today) AS day, \
         (SELECT COUNT(*) FROM own WHERE is_today) AS requests, \
         (SELECT SUM(cost) FROM own WHERE is_today) AS day_cost, (SELECT SUM(cost) FROM own) AS cost, \
         (SELECT AVG(output_tokens) FROM (SELECT output_tokens FROM own WHERE output_tokens IS NOT NULL \
         ORDER BY id DESC LIMIT 20)) AS usual_output"
    );
    let row = sqlx::query(sqlx::AssertSqlSafe(query))
        .bind(now)
        .bind(server.to_string())
        .bind(now - MINUTE_MS)
        .fetch_one(&mut **transaction)
        .await?;
    Ok(SamplingUse {
        minute: count(&row, "minute")?,
        day: count(&row, "day")?,
        requests: count(&row, "requests")?,
        day_cost: row.try_get("day_cost")?,
        cost: row.try_get("cost")?,
        usual_output: row.try_get("usual_output")?,
    })
}

fn limits(row: &SqliteRow) -> Result<SamplingLimits, StoreError> {
    Ok(SamplingLimits {
        review: row.try_get("review")?,
        minute: row.try_get("minute")?,
        day: row.try_get("day")?,
    })
}

fn record(row: &SqliteRow) -> Result<SamplingRecord, StoreError> {
    let optional = |column: &str| -> Result<Option<u64>, StoreError> {
        let found: Option<i64> = row.try_get(column)?;
        Ok(found.map(|n| u64::try_from(n).unwrap_or_default()))
    };
    Ok(SamplingRecord {
        id: row.try_get("id")?,
        at_ms: row.try_get("at_ms")?,
        model: row.try_get("model")?,
        origin: row.try_get("origin")?,
        state: parsed(row, "state")?,
        edited: row.try_get("edited")?,
        input_tokens: optional("input_tokens")?,
        output_tokens: optional("output_tokens")?,
        cost: row.try_get("cost")?,
        took_ms: optional("took_ms")?,
    })
}
