//! Conversations of a file, stored as a whole.

use domain::{ConversationId, MessageId};

use super::{MessageRecord, MessageStatus, Messages, NewPart, Role, insert, insert_part};
use crate::StoreError;

/// A message of a file to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedMessage {
    /// The message before it: the index of an earlier one.
    pub parent: Option<usize>,
    /// Who speaks.
    pub role: Role,
    /// The model that wrote it.
    pub model: Option<String>,
    /// When it was written, in milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// Its text.
    pub part: NewPart,
}

impl Messages<'_> {
    /// Stores a conversation of a file with all its messages, all or nothing. `head` is an index of `messages`, each of which names an
    /// earlier one as its parent.
    ///
    /// # Errors
    /// There is no such parent or head ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn import(
        &self,
        title: &str,
        messages: &[ImportedMessage],
        head: usize,
    ) -> Result<ConversationId, StoreError> {
        let conversation = ConversationId::new();
        let times = messages.iter().map(|message| message.created_ms);
        let (first, last) = (times.clone().min(), times.max());
        let mut transaction = self.0.begin().await?;
        sqlx::query(
            "INSERT INTO conversations (id, title, created_ms, updated_ms) VALUES (?, ?, ?, ?)",
        )
        .bind(conversation.to_string())
        .bind(title)
        .bind(first.unwrap_or_default())
        .bind(last.unwrap_or_default())
        .execute(&mut *transaction)
        .await?;
        let mut ids: Vec<MessageId> = Vec::with_capacity(messages.len());
        let known = |ids: &[MessageId], at: usize| {
            let id = ids.get(at).copied();
            id.ok_or_else(|| StoreError::Invalid("a message without its parent".into()))
        };
        for new in messages {
            let record = MessageRecord {
                id: MessageId::new(),
                conversation,
                parent: new.parent.map(|at| known(&ids, at)).transpose()?,
                role: new.role,
                model: new.model.clone(),
                endpoint: None,
                status: MessageStatus::Complete,
                error: None,
                error_hint: None,
                failure: None,
                usage: None,
                created_ms: new.created_ms,
                parts: Vec::new(),
            };
            insert(&mut transaction, &record).await?;
            insert_part(&mut transaction, record.id, 0, &new.part).await?;
            ids.push(record.id);
        }
        sqlx::query("UPDATE conversations SET head_id = ? WHERE id = ?")
            .bind(known(&ids, head)?.to_string())
            .bind(conversation.to_string())
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(conversation)
    }
}
