//! Branches: where a conversation forks, and how each one ends.

use std::collections::HashMap;

use domain::{ConversationId, MessageId};

use super::{MAX_FORKED, Messages};
use crate::{
    StoreError,
    columns::{parsed, parsed_option},
};

impl Messages<'_> {
    /// The messages that follow the same message as this one, itself included, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn siblings(&self, id: MessageId) -> Result<Vec<MessageId>, StoreError> {
        let rows = sqlx::query(
            "SELECT other.id FROM messages this JOIN messages other \
             ON other.conversation_id = this.conversation_id AND other.parent_id IS this.parent_id \
             WHERE this.id = ? ORDER BY other.rowid",
        )
        .bind(id.to_string())
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(|row| parsed(row, "id")).collect()
    }

    /// Where a conversation forks: the messages that follow the same message, oldest first, where there are several.
    /// At most [`MAX_FORKED`] messages, the newest ones.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn forks(&self, id: ConversationId) -> Result<Vec<Vec<MessageId>>, StoreError> {
        let rows = sqlx::query(
            "SELECT m.id, m.parent_id FROM messages m WHERE m.conversation_id = ?1 AND EXISTS ( \
               SELECT 1 FROM messages other WHERE other.conversation_id = ?1 \
               AND other.parent_id IS m.parent_id AND other.id <> m.id) \
             ORDER BY m.rowid DESC LIMIT ?2",
        )
        .bind(id.to_string())
        .bind(MAX_FORKED)
        .fetch_all(self.0.reader())
        .await?;
        let mut forks: HashMap<Option<MessageId>, Vec<MessageId>> = HashMap::new();
        for row in rows.iter().rev() {
            let parent = parsed_option(row, "parent_id")?;
            forks.entry(parent).or_default().push(parsed(row, "id")?);
        }
        Ok(forks.into_values().collect())
    }

    /// The newest message at or below this one: the end of the branch that was written last. None if it is not there.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn newest_below(&self, id: MessageId) -> Result<Option<MessageId>, StoreError> {
        // A message is always older than those that follow it, so the newest one ends its branch.
        let row = sqlx::query(
            "WITH RECURSIVE below (id, conversation_id) AS ( \
               SELECT id, conversation_id FROM messages WHERE id = ? \
               UNION ALL \
               SELECT m.id, m.conversation_id FROM below JOIN messages m \
               ON m.conversation_id = below.conversation_id AND m.parent_id = below.id) \
             SELECT messages.id FROM below JOIN messages USING (id) ORDER BY messages.rowid DESC LIMIT 1",
        )
        .bind(id.to_string())
        .fetch_optional(self.0.reader())
        .await?;
        row.as_ref().map(|row| parsed(row, "id")).transpose()
    }
}
