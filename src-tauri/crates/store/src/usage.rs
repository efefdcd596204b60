//! What requests to models took: tokens and cost, by message, conversation, day and model.

use domain::{ConversationId, MessageId, ProjectId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{count, number, parsed_option, words},
    database::Database,
};

/// Most rows of one grouping.
pub const MAX_SPENT: u32 = 500;

/// The sums of a group of rows.
const SUMS: &str = "count(*) AS requests, coalesce(sum(input_tokens), 0) AS input, \
     coalesce(sum(cached_tokens), 0) AS cached, coalesce(sum(output_tokens), 0) AS output, \
     coalesce(sum(counted = 0), 0) AS estimated, total(cost) AS cost, coalesce(sum(cost IS NULL), 0) AS unpriced, \
     coalesce(sum(priced = 'local'), 0) AS local, min(CASE WHEN priced LIKE '20%' THEN priced END) AS since";

words! {
    /// What a request was for.
    UsedFor {
        /// A reply.
        Reply = "reply",
        /// A summary of messages.
        Summary = "summary",
        /// A request of a server.
        Sampling = "sampling",
        /// A title of a conversation.
        Title = "title",
    }
}

/// What a request took.
#[derive(Clone, Debug)]
pub struct NewUsage<'a> {
    /// Its conversation, unless it was a server's.
    pub conversation: Option<ConversationId>,
    /// The reply that it asked for.
    pub message: Option<MessageId>,
    /// The address of the endpoint.
    pub endpoint: &'a str,
    /// The model.
    pub model: &'a str,
    /// What it was for.
    pub purpose: UsedFor,
    /// Tokens read, cached ones included.
    pub input: u64,
    /// Tokens written.
    pub output: u64,
    /// Tokens read from the endpoint's cache, where it says so.
    pub cached: Option<u64>,
    /// Whether the endpoint counted them.
    pub counted: bool,
    /// What it cost in US dollars, with the source of the price, where one is known.
    pub cost: Option<(f64, &'a str)>,
}

/// Sums of what requests took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spent {
    /// How many requests.
    pub requests: u64,
    /// Tokens read, cached ones included.
    pub input: u64,
    /// Tokens read from caches, as far as endpoints say so.
    pub cached: u64,
    /// Tokens written.
    pub output: u64,
    /// How many requests have estimated tokens.
    pub estimated: u64,
    /// What those with a known price cost, in US dollars.
    pub cost: f64,
    /// How many have no known price.
    pub unpriced: u64,
    /// How many went to this machine.
    pub local: u64,
    /// The oldest day of the table's prices among them.
    pub since: Option<String>,
}

/// How sums are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupedBy {
    /// By day, newest first. The name is the day.
    Day,
    /// By endpoint and model, the costliest first. The name is the model.
    Model,
    /// By conversation, the costliest first. The name is its title; none for conversations that are gone.
    Conversation,
    /// By project, the costliest first. The name is the project's; none for what belongs to no project.
    Project,
}

/// One group.
#[derive(Clone, Debug, PartialEq)]
pub struct SpentGroup {
    /// Its name; none for conversations that are gone and for requests of servers.
    pub name: Option<String>,
    /// The address of the endpoint, where models are told apart.
    pub endpoint: Option<String>,
    /// The conversation, where those are told apart and it is there.
    pub conversation: Option<ConversationId>,
    /// Whether these are requests of servers.
    pub of_servers: bool,
    /// The sums.
    pub spent: Spent,
}

/// Reads and writes what requests to models took.
#[derive(Clone, Copy, Debug)]
pub struct UsageLog<'a>(pub(crate) &'a Database);

impl UsageLog<'_> {
    /// Adds a request.
    ///
    /// # Errors
    /// No such conversation or message ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add(&self, new: &NewUsage<'_>) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO usage (at_ms, day, conversation_id, message_id, endpoint, model, purpose, input_tokens, \
             output_tokens, cached_tokens, counted, cost, priced) \
             VALUES (?1, date(?1 / 1000, 'unixepoch', 'localtime'), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )
        .bind(now_ms())
        .bind(new.conversation.map(|id| id.to_string()))
        .bind(new.message.map(|id| id.to_string()))
        .bind(new.endpoint)
        .bind(new.model)
        .bind(new.purpose.as_str())
        .bind(number(new.input))
        .bind(number(new.output))
        .bind(new.cached.map(number))
        .bind(new.counted)
        .bind(new.cost.map(|(cost, _)| cost))
        .bind(new.cost.map(|(_, from)| from))
        .execute(self.0.writer())
        .await?;
        Ok(())
    }

    /// Returns what each message of a conversation took.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_messages(
        &self,
        conversation: ConversationId,
    ) -> Result<Vec<(MessageId, Spent)>, StoreError> {
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
            "SELECT message_id, {SUMS} FROM usage WHERE conversation_id = ? AND message_id IS NOT NULL \
             AND purpose = 'reply' GROUP BY message_id"
        )))
        .bind(conversation.to_string())
        .fetch_all(self.0.reader())
        .await?;
        let of_row = |row: &SqliteRow| {
            let message = parsed_option(row, "message_id")?;
            Ok(message.zip(Some(spent(row)?)))
        };
        rows.iter()
            .filter_map(|row| of_row(row).transpose())
            .collect()
    }

    /// Returns what one message took; none if nothing is known of it.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_message(&self, message: MessageId) -> Result<Option<Spent>, StoreError> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!(
            "SELECT {SUMS} FROM usage WHERE message_id = ? AND purpose = 'reply'"
        )))
        .bind(message.to_string())
        .fetch_one(self.0.reader())
        .await?;
        Ok(Some(spent(&row)?).filter(|spent| spent.requests > 0))
    }

    /// Returns what a conversation took on all its branches, summaries included.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_conversation(&self, id: ConversationId) -> Result<Spent, StoreError> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!(
            "SELECT {SUMS} FROM usage WHERE conversation_id = ?"
        )))
        .bind(id.to_string())
        .fetch_one(self.0.reader())
        .await?;
        spent(&row)
    }

    /// Returns what the conversations of a project took.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_project(&self, id: ProjectId) -> Result<Spent, StoreError> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!(
            "SELECT {SUMS} FROM usage JOIN conversations ON conversations.id = conversation_id WHERE project_id = ?"
        )))
        .bind(id.to_string())
        .fetch_one(self.0.reader())
        .await?;
        spent(&row)
    }

    /// Returns when each model of an endpoint was last used, in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn last_used(&self, endpoint: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let query = "SELECT model, max(at_ms) FROM usage WHERE endpoint = ? GROUP BY model";
        Ok(sqlx::query_as(query)
            .bind(endpoint)
            .fetch_all(self.0.reader())
            .await?)
    }

    /// Returns the sums of the last days, today included; of all days without a number.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn total(&self, days: Option<u32>) -> Result<Spent, StoreError> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!(
            "SELECT {SUMS} FROM usage WHERE {}",
            SINCE
        )))
        .bind(before(days))
        .fetch_one(self.0.reader())
        .await?;
        spent(&row)
    }

    /// Returns the sums of the last days in groups, at most [`MAX_SPENT`].
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn grouped(
        &self,
        by: GroupedBy,
        days: Option<u32>,
    ) -> Result<Vec<SpentGroup>, StoreError> {
        let (name, endpoint, conversation, order) = match by {
            GroupedBy::Day => ("day", "NULL", "NULL", "name DESC"),
            GroupedBy::Model => ("usage.model", "endpoint", "NULL", COSTLIEST),
            GroupedBy::Conversation => ("title", "NULL", "conversations.id", COSTLIEST),
            GroupedBy::Project => ("projects.name", "NULL", "NULL", COSTLIEST),
        };
        let of_servers = match by {
            GroupedBy::Conversation => "purpose = 'sampling'",
            GroupedBy::Day | GroupedBy::Model | GroupedBy::Project => "0",
        };
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
            "SELECT {name} AS name, {endpoint} AS at, {conversation} AS conversation, {of_servers} AS of_servers, {SUMS} \
             FROM usage LEFT JOIN conversations ON conversations.id = conversation_id AND conversations.deleted_ms IS NULL \
             LEFT JOIN projects ON projects.id = conversations.project_id AND projects.deleted_ms IS NULL \
             WHERE {SINCE} GROUP BY 1, 2, 3, 4 ORDER BY {order} LIMIT ?"
        )))
        .bind(before(days))
        .bind(MAX_SPENT)
        .fetch_all(self.0.reader())
        .await?;
        rows.iter()
            .map(|row| {
                Ok(SpentGroup {
                    name: row.try_get("name")?,
                    endpoint: row.try_get("at")?,
                    conversation: parsed_option(row, "conversation")?,
                    of_servers: row.try_get("of_servers")?,
                    spent: spent(row)?,
                })
            })
            .collect()
    }
}

/// The order of groups whose names have none.
const COSTLIEST: &str = "total(cost) DESC, sum(input_tokens + output_tokens) DESC, name";
/// The days that count.
const SINCE: &str = "day > date('now', 'localtime', ?)";

/// Returns how far before today the last day is that does not count.
fn before(days: Option<u32>) -> String {
    // A hundred years are all days.
    format!("-{} days", days.unwrap_or(36_500).clamp(1, 36_500))
}

fn spent(row: &SqliteRow) -> Result<Spent, StoreError> {
    Ok(Spent {
        requests: count(row, "requests")?,
        input: count(row, "input")?,
        cached: count(row, "cached")?,
        output: count(row, "output")?,
        estimated: count(row, "estimated")?,
        cost: row.try_get("cost")?,
        unpriced: count(row, "unpriced")?,
        local: count(row, "local")?,
        since: row.try_get("since")?,
    })
}
