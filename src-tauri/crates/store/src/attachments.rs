//! Files and resources that the user attached, with what was made of them.

use std::collections::HashMap;

use domain::{AttachmentId, ConversationId, LaunchDigest, MessageId, Provenance, ServerId, now_ms};
use sqlx::{Row, Sqlite, Transaction, sqlite::SqliteRow};

use crate::{
    StoreError,
    columns::{changed, count, json, number, parsed, parsed_option, to_json, words},
    database::Database,
};

/// Most attachments that wait in one composer, and most of one message.
pub const MAX_ATTACHED: u32 = 20;
/// Most bytes of the contents of all attachments of a conversation.
pub const MAX_ATTACHED_BYTES: u64 = 192 << 20;

words! {
    /// Where an attachment stands.
    AttachmentState {
        /// It waits in the composer.
        Draft = "draft",
        /// It belongs to messages.
        Sent = "sent",
        /// It is part of every request of its conversation.
        Pinned = "pinned",
        /// It was pinned, and no longer is.
        Unpinned = "unpinned",
    }
}

/// What was made of a file or a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttachedContent {
    /// One text.
    Text(String),
    /// Other parts, as JSON text of the host.
    Media(String),
}

impl AttachedContent {
    /// Returns its size, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let (Self::Text(text) | Self::Media(text)) = self;
        text.len() as u64
    }
}

/// An attachment to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAttachment {
    /// The conversation; none for that of a new one.
    pub conversation: Option<ConversationId>,
    /// The SHA-256 of its content, as 64 hexadecimal digits.
    pub digest: String,
    /// Its content.
    pub content: AttachedContent,
    /// Its name.
    pub name: String,
    /// Its origin; set by the host.
    pub origin: Provenance,
    /// The launch of the server that it was read from.
    pub launch: Option<LaunchDigest>,
    /// What the host knows of it, as JSON text.
    pub facts: String,
    /// Whether it is pinned.
    pub pinned: bool,
}

/// An attachment without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachmentRecord {
    /// The attachment.
    pub id: AttachmentId,
    /// Its conversation; none while it waits in the composer of a new one.
    pub conversation: Option<ConversationId>,
    /// The digest of its content.
    pub digest: String,
    /// The size of its content, in bytes.
    pub bytes: u64,
    /// Its name.
    pub name: String,
    /// Its origin.
    pub origin: Provenance,
    /// The launch of the server that it was read from.
    pub launch: Option<LaunchDigest>,
    /// What the host knows of it, as JSON text.
    pub facts: String,
    /// Where it stands.
    pub state: AttachmentState,
}

/// Reads and writes attachments.
#[derive(Clone, Copy, Debug)]
pub struct Attachments<'a>(pub(crate) &'a Database);

/// The columns of a record.
macro_rules! select {
    ($tail:literal) => {
        concat!(
            "SELECT attachments.*, attachment_contents.bytes FROM attachments \
             JOIN attachment_contents USING (digest) ",
            $tail
        )
    };
}

impl Attachments<'_> {
    /// Stores an attachment as a draft, or as pinned. Equal contents are stored once.
    ///
    /// # Errors
    /// Too many wait already or they are too large ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn add(&self, new: &NewAttachment) -> Result<AttachmentId, StoreError> {
        let mut transaction = self.0.begin().await?;
        check_room(&mut transaction, new).await?;
        let id = insert(&mut transaction, new).await?;
        transaction.commit().await?;
        Ok(id)
    }

    /// Pins something in place of what was pinned, whose content stays with earlier requests.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if that is no longer pinned, too much is attached ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn replace(
        &self,
        old: AttachmentId,
        new: &NewAttachment,
    ) -> Result<AttachmentId, StoreError> {
        let mut transaction = self.0.begin().await?;
        let end = "UPDATE attachments SET state = 'unpinned' WHERE id = ? AND state = 'pinned'";
        let end = sqlx::query(end).bind(old.to_string());
        changed(end.execute(&mut *transaction).await?.rows_affected())?;
        check_room(&mut transaction, new).await?;
        let id = insert(&mut transaction, new).await?;
        transaction.commit().await?;
        Ok(id)
    }

    /// Returns what is pinned of a server in all conversations, oldest first, at most 200.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn pinned_of(&self, server: ServerId) -> Result<Vec<AttachmentRecord>, StoreError> {
        let rows = sqlx::query(select!(
            "WHERE state = 'pinned' AND json_extract(origin, '$.server') = ? ORDER BY attachments.rowid LIMIT 200"
        ))
        .bind(server.to_string())
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(record).collect()
    }

    /// Returns files and resources that were attached last, in conversations that are not deleted, each content with its name once.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn recent(&self, most: u32) -> Result<Vec<AttachmentRecord>, StoreError> {
        let rows = sqlx::query(select!(
            "WHERE attachments.rowid IN ( \
                 SELECT max(attachments.rowid) FROM attachments JOIN conversations ON conversations.id = conversation_id \
                 WHERE deleted_ms IS NULL AND state <> 'draft' AND json_extract(origin, '$.from') IN ('file', 'resource') \
                 GROUP BY attachments.digest, attachments.name) \
             ORDER BY attachments.rowid DESC LIMIT ?"
        ))
        .bind(most)
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(record).collect()
    }

    /// Removes an attachment that waits, or ends that it is pinned.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if there is none, or it belongs to a message; or the file could not be written.
    pub async fn remove(&self, id: AttachmentId) -> Result<(), StoreError> {
        let mut transaction = self.0.begin().await?;
        let mut gone = 0;
        for statement in [
            "UPDATE attachments SET state = 'unpinned' WHERE id = ? AND state = 'pinned' AND conversation_id IS NOT NULL",
            "DELETE FROM attachments WHERE id = ? AND (state = 'draft' OR (state = 'pinned' AND conversation_id IS NULL))",
        ] {
            let done = sqlx::query(statement).bind(id.to_string());
            gone += done.execute(&mut *transaction).await?.rows_affected();
        }
        changed(gone)?;
        Ok(transaction.commit().await?)
    }

    /// Returns the attachments that wait in the composer of a conversation and those that are pinned, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn open(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<Vec<AttachmentRecord>, StoreError> {
        let rows = sqlx::query(select!(
            "WHERE conversation_id IS ? AND state IN ('draft', 'pinned') ORDER BY attachments.rowid"
        ))
        .bind(conversation.map(|id| id.to_string()))
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(record).collect()
    }

    /// Returns all attachments of a conversation, oldest first, those that are no longer pinned included.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_conversation(
        &self,
        conversation: ConversationId,
    ) -> Result<Vec<AttachmentRecord>, StoreError> {
        let rows = sqlx::query(select!(
            "WHERE conversation_id = ? ORDER BY attachments.rowid"
        ))
        .bind(conversation.to_string())
        .fetch_all(self.0.reader())
        .await?;
        rows.iter().map(record).collect()
    }

    /// Returns the attachments of the messages of a conversation, in order.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn of_messages(
        &self,
        conversation: ConversationId,
    ) -> Result<HashMap<MessageId, Vec<AttachmentId>>, StoreError> {
        let rows = sqlx::query(
            "SELECT message_id, attachment_id FROM message_attachments JOIN messages ON messages.id = message_id \
             WHERE messages.conversation_id = ? ORDER BY message_id, ordinal",
        )
        .bind(conversation.to_string())
        .fetch_all(self.0.reader())
        .await?;
        let mut of: HashMap<MessageId, Vec<AttachmentId>> = HashMap::new();
        for row in &rows {
            let message = parsed(row, "message_id")?;
            of.entry(message)
                .or_default()
                .push(parsed(row, "attachment_id")?);
        }
        Ok(of)
    }

    /// Returns one attachment.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be read.
    pub async fn get(&self, id: AttachmentId) -> Result<AttachmentRecord, StoreError> {
        let row = sqlx::query(select!("WHERE id = ?"))
            .bind(id.to_string())
            .fetch_optional(self.0.reader())
            .await?;
        record(&row.ok_or(StoreError::NotFound)?)
    }

    /// Returns a content by its digest.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be read.
    pub async fn content(&self, digest: &str) -> Result<AttachedContent, StoreError> {
        let row = sqlx::query("SELECT text, media FROM attachment_contents WHERE digest = ?")
            .bind(digest)
            .fetch_optional(self.0.reader())
            .await?
            .ok_or(StoreError::NotFound)?;
        let (text, media): (Option<String>, Option<String>) =
            (row.try_get("text")?, row.try_get("media")?);
        match (text, media) {
            (Some(text), _) => Ok(AttachedContent::Text(text)),
            (None, Some(media)) => Ok(AttachedContent::Media(media)),
            (None, None) => Err(StoreError::NotFound),
        }
    }
}

/// Writes an attachment and its content.
async fn insert(
    transaction: &mut Transaction<'_, Sqlite>,
    new: &NewAttachment,
) -> Result<AttachmentId, StoreError> {
    let id = AttachmentId::new();
    let (text, media) = match &new.content {
        AttachedContent::Text(text) => (Some(text), None),
        AttachedContent::Media(media) => (None, Some(media)),
    };
    sqlx::query(
            "INSERT INTO attachment_contents (digest, bytes, text, media) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(&new.digest)
        .bind(number(new.content.bytes()))
        .bind(text)
        .bind(media)
        .execute(&mut **transaction)
        .await?;
    let state = if new.pinned {
        AttachmentState::Pinned
    } else {
        AttachmentState::Draft
    };
    sqlx::query(
            "INSERT INTO attachments (id, conversation_id, digest, name, origin, launch, facts, state, created_ms) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(id.to_string())
        .bind(new.conversation.map(|id| id.to_string()))
        .bind(&new.digest)
        .bind(&new.name)
        .bind(to_json(&new.origin)?)
        .bind(new.launch.map(|launch| launch.to_string()))
        .bind(&new.facts)
        .bind(state.as_str())
        .bind(now_ms())
        .execute(&mut **transaction)
        .await?;
    Ok(id)
}

async fn check_room(
    transaction: &mut Transaction<'_, Sqlite>,
    new: &NewAttachment,
) -> Result<(), StoreError> {
    let row = sqlx::query(
        "SELECT count(*) FILTER (WHERE state IN ('draft', 'pinned')) AS open, coalesce(sum(bytes), 0) AS bytes \
         FROM attachments JOIN attachment_contents USING (digest) WHERE conversation_id IS ?",
    )
    .bind(new.conversation.map(|id| id.to_string()))
    .fetch_one(&mut **transaction)
    .await?;
    if count(&row, "open")? >= u64::from(MAX_ATTACHED) {
        return Err(StoreError::Invalid(format!(
            "more than {MAX_ATTACHED} attachments"
        )));
    }
    if count(&row, "bytes")? + new.content.bytes() > MAX_ATTACHED_BYTES {
        return Err(StoreError::Invalid(format!(
            "more than {} MiB of attachments in one conversation",
            MAX_ATTACHED_BYTES >> 20
        )));
    }
    Ok(())
}

/// Gives attachments to a message: those that wait in its composer, and those of other messages of the conversation. Those that are pinned move to the
/// conversation, and to no message.
pub(crate) async fn give(
    transaction: &mut Transaction<'_, Sqlite>,
    (conversation, message): (ConversationId, MessageId),
    attachments: &[AttachmentId],
) -> Result<(), StoreError> {
    if attachments.len() > MAX_ATTACHED as usize {
        return Err(StoreError::Invalid(format!(
            "more than {MAX_ATTACHED} attachments"
        )));
    }
    for (ordinal, attachment) in (0_i64..).zip(attachments) {
        let update = sqlx::query(
            "UPDATE attachments SET conversation_id = ?1, state = CASE state WHEN 'draft' THEN 'sent' ELSE state END \
             WHERE id = ?2 AND (conversation_id IS NULL OR conversation_id = ?1)",
        )
        .bind(conversation.to_string())
        .bind(attachment.to_string());
        changed(update.execute(&mut **transaction).await?.rows_affected())?;
        sqlx::query(
            "INSERT INTO message_attachments (message_id, ordinal, attachment_id) \
             SELECT ?, ?, id FROM attachments WHERE id = ? AND state = 'sent'",
        )
        .bind(message.to_string())
        .bind(ordinal)
        .bind(attachment.to_string())
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}

fn record(row: &SqliteRow) -> Result<AttachmentRecord, StoreError> {
    Ok(AttachmentRecord {
        id: parsed(row, "id")?,
        conversation: parsed_option(row, "conversation_id")?,
        digest: row.try_get("digest")?,
        bytes: count(row, "bytes")?,
        name: row.try_get("name")?,
        origin: json(row, "origin")?,
        launch: parsed_option(row, "launch")?,
        facts: row.try_get("facts")?,
        state: parsed(row, "state")?,
    })
}
