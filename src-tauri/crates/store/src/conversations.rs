//! Conversations: a title, the end of the path that is shown, the model that answers.

mod shelf;

use std::collections::BTreeSet;

use domain::{CallId, ConversationId, MessageId, ProjectId, ProviderId, ServerId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{
    StoreError, Tuning,
    columns::{changed, json, parsed, parsed_option, to_json},
    database::Database,
    seal::{Section, user},
};

/// The servers for which something was allowed in a conversation, which is the parameter.
const ALLOWED_IN: [&str; 2] = [
    "SELECT DISTINCT server_id FROM rules WHERE conversation_id = ?",
    "SELECT DISTINCT to_server FROM flow_answers WHERE conversation_id = ?",
];

/// Most conversations in one page of a list.
pub const MAX_PAGE: u32 = 500;

/// A conversation as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationRecord {
    /// The conversation.
    pub id: ConversationId,
    /// Its title.
    pub title: String,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// When a message was last appended, in milliseconds since the Unix epoch.
    pub updated_ms: i64,
    /// The end of the path that is shown; none while it is empty.
    pub head: Option<MessageId>,
    /// The endpoint that answers; none if it was removed.
    pub provider: Option<ProviderId>,
    /// The model that answers, where it is not the endpoint's own.
    pub model: Option<String>,
    /// The servers whose tools are not offered in it.
    pub servers_off: BTreeSet<ServerId>,
    /// How the model is to answer.
    pub tuning: Tuning,
    /// The project that it belongs to, unless that is deleted.
    pub project: Option<ProjectId>,
    /// When it was pinned to the top of the list, in milliseconds since the Unix epoch.
    pub pinned_ms: Option<i64>,
    /// When it was archived, in milliseconds since the Unix epoch.
    pub archived_ms: Option<i64>,
    /// When it was deleted; it can be brought back until it is purged.
    pub deleted_ms: Option<i64>,
}

/// Which conversations are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Those that are neither archived nor in an archived project; the pinned ones first.
    Current,
    /// The archived ones, and those of archived projects.
    Archived,
    /// Those of a project, archived or not.
    Of(ProjectId),
}

/// What a search is limited to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchFilter {
    /// A project.
    pub project: Option<ProjectId>,
    /// A server that was called in the conversation.
    pub server: Option<ServerId>,
    /// The time of the last message, at the earliest, in milliseconds since the Unix epoch.
    pub since_ms: Option<i64>,
    /// The time of the last message, at the latest.
    pub until_ms: Option<i64>,
}

/// The columns of a conversation, with its project unless that is deleted.
const COLUMNS: &str = "conversations.*, (SELECT projects.id FROM projects WHERE projects.id = conversations.project_id \
                       AND projects.deleted_ms IS NULL) AS project, (SELECT projects.archived_ms FROM projects WHERE \
                       projects.id = conversations.project_id AND projects.deleted_ms IS NULL) AS project_archived_ms";

/// Most conversations that a search yields.
pub const MAX_FOUND: u32 = 50;
/// Most words that a search looks for.
const MAX_WORDS: usize = 16;
/// Most places that are looked at, the newest first.
const MAX_PLACES: u32 = 2_000;
/// Words around what was found.
const EXCERPT_WORDS: u32 = 12;

/// Before a word that was found, in an excerpt: no character that text of a person or a model is shown with.
pub const MARK_BEGIN: char = '\u{1}';
/// After a word that was found.
pub const MARK_END: char = '\u{2}';

/// A conversation with the words that were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundConversation {
    /// The conversation.
    pub conversation: ConversationRecord,
    /// The words in their place, between [`MARK_BEGIN`] and [`MARK_END`]; none when its title has them.
    pub excerpt: Option<String>,
    /// Where that place is.
    pub place: Option<FoundPlace>,
}

/// A place in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundPlace {
    /// The message.
    pub message: MessageId,
    /// The tool call of that message whose arguments or result hold the words; none when its text does.
    pub call: Option<CallId>,
}

/// Reads and writes conversations.
#[derive(Clone, Copy, Debug)]
pub struct Conversations<'a>(pub(crate) &'a Database);

impl Conversations<'_> {
    /// Makes an empty conversation.
    ///
    /// # Errors
    /// No such endpoint ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn create(
        &self,
        title: &str,
        provider: Option<ProviderId>,
        model: Option<&str>,
    ) -> Result<ConversationRecord, StoreError> {
        let now = now_ms();
        let record = ConversationRecord {
            id: ConversationId::new(),
            title: title.to_owned(),
            created_ms: now,
            updated_ms: now,
            head: None,
            provider,
            model: model.map(str::to_owned),
            servers_off: BTreeSet::new(),
            tuning: Tuning::default(),
            project: None,
            pinned_ms: None,
            archived_ms: None,
            deleted_ms: None,
        };
        sqlx::query(
            "INSERT INTO conversations (id, title, created_ms, updated_ms, provider_id, model) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(record.id.to_string())
        .bind(title)
        .bind(now)
        .bind(now)
        .bind(provider.map(|id| id.to_string()))
        .bind(model)
        .execute(self.0.writer())
        .await?;
        Ok(record)
    }

    /// Those not deleted whose title holds the text, or one of whose messages or tool calls holds all its words, each
    /// perhaps longer, letter case and accents aside. Newest first, at most [`MAX_FOUND`]; nothing for a text without words.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn search(
        &self,
        text: &str,
        filter: &SearchFilter,
    ) -> Result<Vec<FoundConversation>, StoreError> {
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(MAX_WORDS)
            // Letters and digits only: nothing in it means anything to the search.
            .map(|word| format!("\"{word}\"*"))
            .collect();
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
            "WITH newest AS MATERIALIZED ( \
               SELECT search.rowid AS part, snippet(search, 0, char(1), char(2), '…', ?1) AS excerpt \
               FROM search WHERE search MATCH ?2 ORDER BY search.rowid DESC LIMIT ?5), \
             hits AS ( \
               SELECT messages.conversation_id AS id, max(newest.part), newest.excerpt AS excerpt, \
               messages.id AS message, CASE parts.kind WHEN 'call' THEN parts.body END AS call \
               FROM newest JOIN parts ON parts.id = newest.part JOIN messages ON messages.id = parts.message_id \
               GROUP BY messages.conversation_id), \
             named AS ( \
               SELECT attachments.conversation_id AS id, max(message_id) AS message, name \
               FROM attachments JOIN message_attachments ON attachment_id = attachments.id \
               WHERE instr(lower(name), lower(?3)) > 0 GROUP BY attachments.conversation_id) \
             SELECT {COLUMNS}, coalesce(hits.excerpt, named.name) AS excerpt, coalesce(hits.message, named.message) AS message, hits.call \
             FROM conversations LEFT JOIN hits ON hits.id = conversations.id LEFT JOIN named ON named.id = conversations.id \
             WHERE deleted_ms IS NULL AND (hits.id IS NOT NULL OR named.id IS NOT NULL OR instr(lower(title), lower(?3)) > 0) \
             AND (?6 IS NULL OR project = ?6) AND (?8 IS NULL OR updated_ms >= ?8) AND (?9 IS NULL OR updated_ms <= ?9) \
             AND (?7 IS NULL OR EXISTS (SELECT 1 FROM calls WHERE calls.conversation_id = conversations.id AND calls.server_id = ?7)) \
             ORDER BY updated_ms DESC LIMIT ?4"
        )))
        .bind(EXCERPT_WORDS)
        .bind(words.join(" "))
        .bind(text.trim())
        .bind(MAX_FOUND)
        .bind(MAX_PLACES)
        .bind(filter.project.map(|id| id.to_string()))
        .bind(filter.server.map(|id| id.to_string()))
        .bind(filter.since_ms)
        .bind(filter.until_ms)
        .fetch_all(self.0.reader())
        .await?;
        rows.iter()
            .map(|row| {
                Ok(FoundConversation {
                    conversation: conversation(row)?,
                    excerpt: row.try_get("excerpt")?,
                    place: place(row)?,
                })
            })
            .collect()
    }

    /// Those not deleted, newest first; at most [`MAX_PAGE`].
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn list(
        &self,
        which: Listed,
        limit: u32,
        offset: u32,
    ) -> Result<Vec<ConversationRecord>, StoreError> {
        let (condition, order) = match which {
            Listed::Current => (
                "archived_ms IS NULL AND project_archived_ms IS NULL",
                "pinned_ms IS NULL, updated_ms DESC",
            ),
            Listed::Archived => (
                "(archived_ms IS NOT NULL OR project_archived_ms IS NOT NULL)",
                "updated_ms DESC",
            ),
            Listed::Of(_) => ("project = ?3", "pinned_ms IS NULL, updated_ms DESC"),
        };
        let project = match which {
            Listed::Of(project) => Some(project.to_string()),
            Listed::Current | Listed::Archived => None,
        };
        let query = format!(
            "SELECT {COLUMNS} FROM conversations WHERE deleted_ms IS NULL AND {condition} ORDER BY {order}, id DESC LIMIT ?1 OFFSET ?2"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(limit.min(MAX_PAGE))
            .bind(offset)
            .bind(project)
            .fetch_all(self.0.reader())
            .await?;
        rows.iter().map(conversation).collect()
    }

    /// One conversation, if it is there, deleted or not.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn get(&self, id: ConversationId) -> Result<Option<ConversationRecord>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM conversations WHERE id = ?");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id.to_string());
        row.fetch_optional(self.0.reader())
            .await?
            .as_ref()
            .map(conversation)
            .transpose()
    }

    /// Renames it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn rename(&self, id: ConversationId, title: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE conversations SET title = ? WHERE id = ?")
            .bind(title)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Shows the path that ends with `head`, or none of it.
    ///
    /// # Errors
    /// The message is not of this conversation ([`StoreError::Invalid`]), [`StoreError::NotFound`], or the file could
    /// not be written.
    pub async fn set_head(
        &self,
        id: ConversationId,
        head: Option<MessageId>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE conversations SET head_id = ? WHERE id = ?")
            .bind(head.map(|head| head.to_string()))
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Chooses who answers.
    ///
    /// # Errors
    /// No such endpoint ([`StoreError::Invalid`]), [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_model(
        &self,
        id: ConversationId,
        provider: Option<ProviderId>,
        model: Option<&str>,
    ) -> Result<(), StoreError> {
        let update =
            sqlx::query("UPDATE conversations SET provider_id = ?, model = ? WHERE id = ?")
                .bind(provider.map(|id| id.to_string()))
                .bind(model)
                .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Keeps which servers are off in it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_servers_off(
        &self,
        id: ConversationId,
        off: &BTreeSet<ServerId>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE conversations SET servers_off = ? WHERE id = ?")
            .bind(to_json(off)?)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Takes it out of the list; [`Self::undelete`] brings it back.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn delete(&self, id: ConversationId) -> Result<(), StoreError> {
        self.set_deleted(id, Some(now_ms())).await
    }

    /// Stores how the model of a conversation is to answer.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_tuning(&self, id: ConversationId, tuning: &Tuning) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE conversations SET tuning = ? WHERE id = ?")
            .bind(to_json(tuning)?)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Brings a deleted conversation back.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn undelete(&self, id: ConversationId) -> Result<(), StoreError> {
        self.set_deleted(id, None).await
    }

    async fn set_deleted(
        &self,
        id: ConversationId,
        deleted_ms: Option<i64>,
    ) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE conversations SET deleted_ms = ? WHERE id = ?")
            .bind(deleted_ms)
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Those deleted before a time, in milliseconds since the Unix epoch, for purging.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn deleted_before(
        &self,
        time_ms: i64,
    ) -> Result<Vec<ConversationRecord>, StoreError> {
        let query = format!(
            "SELECT {COLUMNS} FROM conversations WHERE deleted_ms < ? ORDER BY deleted_ms, id"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(time_ms)
            .fetch_all(self.0.reader())
            .await?;
        rows.iter().map(conversation).collect()
    }

    /// Removes it for good, with its messages, calls, rules and flow answers.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn purge(&self, id: ConversationId) -> Result<(), StoreError> {
        let text = id.to_string();
        let mut change = self.0.change(&[(user()?, Section::Outflow)]).await?;
        for query in ALLOWED_IN {
            change.touch_all(query, &text, Section::Rules).await?;
        }
        for statement in [
            "UPDATE conversations SET head_id = NULL WHERE id = ?",
            "DELETE FROM calls WHERE conversation_id = ?",
            "DELETE FROM messages WHERE conversation_id = ?",
        ] {
            sqlx::query(statement)
                .bind(&text)
                .execute(change.rows())
                .await?;
        }
        let delete = sqlx::query("DELETE FROM conversations WHERE id = ?").bind(&text);
        changed(delete.execute(change.rows()).await?.rows_affected())?;
        change.commit().await
    }
}

fn place(row: &SqliteRow) -> Result<Option<FoundPlace>, StoreError> {
    let Some(message) = parsed_option(row, "message")? else {
        return Ok(None);
    };
    Ok(Some(FoundPlace {
        message,
        call: parsed_option(row, "call")?,
    }))
}

fn conversation(row: &SqliteRow) -> Result<ConversationRecord, StoreError> {
    Ok(ConversationRecord {
        id: parsed(row, "id")?,
        title: row.try_get("title")?,
        created_ms: row.try_get("created_ms")?,
        updated_ms: row.try_get("updated_ms")?,
        head: parsed_option(row, "head_id")?,
        provider: parsed_option(row, "provider_id")?,
        model: row.try_get("model")?,
        servers_off: json(row, "servers_off")?,
        tuning: json(row, "tuning")?,
        project: parsed_option(row, "project")?,
        pinned_ms: row.try_get("pinned_ms")?,
        archived_ms: row.try_get("archived_ms")?,
        deleted_ms: row.try_get("deleted_ms")?,
    })
}
