//! Answers to flow questions, and the tiers the user gave tools.

use domain::{ConversationId, DefinitionDigest, ServerId, now_ms};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{Store, StoreError, columns::parsed};

/// "Data of one server may reach another", said for one conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlowAnswer {
    /// The conversation it holds in.
    pub conversation: ConversationId,
    /// The server the data came from.
    pub from: ServerId,
    /// The server it may reach.
    pub to: ServerId,
}

/// The tier the user gave a tool, for one definition of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToolTier {
    /// The server.
    pub server: ServerId,
    /// The tool's name on that server.
    pub tool: String,
    /// The definition it holds for; any other starts over.
    pub definition: DefinitionDigest,
    /// The tier, 0 to 4.
    pub tier: u8,
}

/// Reads and writes flow answers and tiers.
#[derive(Clone, Copy, Debug)]
pub struct Flow<'a>(pub(crate) &'a Store);

impl Flow<'_> {
    /// Keeps an answer; the same one twice is no error.
    ///
    /// # Errors
    /// No such conversation or server ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add_answer(&self, answer: FlowAnswer) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO flow_answers (conversation_id, from_server, to_server, created_ms) VALUES (?, ?, ?, ?) \
             ON CONFLICT DO NOTHING",
        )
        .bind(answer.conversation.to_string())
        .bind(answer.from.to_string())
        .bind(answer.to.to_string())
        .bind(now_ms())
        .execute(self.0.writer())
        .await?;
        Ok(())
    }

    /// The answers of a conversation, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn answers(
        &self,
        conversation: ConversationId,
    ) -> Result<Vec<FlowAnswer>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM flow_answers WHERE conversation_id = ? ORDER BY created_ms, rowid",
        )
        .bind(conversation.to_string())
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(answer).collect()
    }

    /// Keeps a tool's tier, replacing the one it had for that definition.
    ///
    /// # Errors
    /// No such server, or no such tier ([`StoreError::Invalid`]); or the file could not be written.
    pub async fn set_tier(&self, tier: &ToolTier) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO tool_tiers (server_id, tool, definition, tier, created_ms) VALUES (?, ?, ?, ?, ?) \
             ON CONFLICT (server_id, tool, definition) \
             DO UPDATE SET tier = excluded.tier, created_ms = excluded.created_ms",
        )
        .bind(tier.server.to_string())
        .bind(&tier.tool)
        .bind(tier.definition.to_string())
        .bind(tier.tier)
        .bind(now_ms())
        .execute(self.0.writer())
        .await?;
        Ok(())
    }

    /// Every tier the user gave.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn tiers(&self) -> Result<Vec<ToolTier>, StoreError> {
        let rows = sqlx::query("SELECT * FROM tool_tiers ORDER BY server_id, tool, created_ms")
            .fetch_all(self.0.reader())
            .await?;
        rows.iter().map(tier).collect()
    }
}

fn answer(row: &SqliteRow) -> Result<FlowAnswer, StoreError> {
    Ok(FlowAnswer {
        conversation: parsed(row, "conversation_id")?,
        from: parsed(row, "from_server")?,
        to: parsed(row, "to_server")?,
    })
}

fn tier(row: &SqliteRow) -> Result<ToolTier, StoreError> {
    Ok(ToolTier {
        server: parsed(row, "server_id")?,
        tool: row.try_get("tool")?,
        definition: parsed(row, "definition")?,
        tier: row.try_get("tier")?,
    })
}
