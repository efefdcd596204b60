//! Where conversations are kept: at the top of the list, in the archive, in a project.

use domain::{ConversationId, ProjectId, now_ms};

use super::Conversations;
use crate::{
    ProjectSettings, StoreError,
    columns::{changed, count, to_json},
};

impl Conversations<'_> {
    /// How many conversations are archived, or in an archived project.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn count_archived(&self) -> Result<u64, StoreError> {
        let row = sqlx::query(
            "SELECT count(*) AS number FROM conversations LEFT JOIN projects ON projects.id = project_id AND projects.deleted_ms IS NULL \
             WHERE conversations.deleted_ms IS NULL AND (conversations.archived_ms IS NOT NULL OR projects.archived_ms IS NOT NULL)",
        )
        .fetch_one(self.0.reader())
        .await?;
        count(&row, "number")
    }

    /// Pins a conversation to the top of the list, or takes it from there.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_pinned(&self, id: ConversationId, pinned: bool) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE conversations SET pinned_ms = ? WHERE id = ?")
            .bind(pinned.then(now_ms))
            .bind(id.to_string());
        changed(update.execute(self.0.writer()).await?.rows_affected())
    }

    /// Archives conversations, or takes them out of the archive: all of them, or none.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or the file could not be written.
    pub async fn set_archived(
        &self,
        ids: &[ConversationId],
        archived: bool,
    ) -> Result<(), StoreError> {
        let at = archived.then(now_ms);
        let mut transaction = self.0.begin().await?;
        for id in ids {
            let update = sqlx::query("UPDATE conversations SET archived_ms = ? WHERE id = ?")
                .bind(at)
                .bind(id.to_string());
            changed(update.execute(&mut *transaction).await?.rows_affected())?;
        }
        Ok(transaction.commit().await?)
    }

    /// Moves conversations to a project, or out of theirs: all of them, or none. With `begin`, they get what a new conversation of that
    /// project begins with.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], no such project ([`StoreError::Invalid`]), or the file could not be written.
    pub async fn move_to(
        &self,
        ids: &[ConversationId],
        project: Option<ProjectId>,
        begin: Option<&ProjectSettings>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.0.begin().await?;
        for id in ids {
            let update = sqlx::query("UPDATE conversations SET project_id = ? WHERE id = ?")
                .bind(project.map(|id| id.to_string()))
                .bind(id.to_string());
            changed(update.execute(&mut *transaction).await?.rows_affected())?;
            let Some(begin) = begin else {
                continue;
            };
            sqlx::query("UPDATE conversations SET servers_off = ? WHERE id = ?")
                .bind(to_json(&begin.servers_off)?)
                .bind(id.to_string())
                .execute(&mut *transaction)
                .await?;
            if let Some(provider) = begin.provider {
                sqlx::query(
                    "UPDATE conversations SET provider_id = ?, model = ?, tuning = ? WHERE id = ?",
                )
                .bind(provider.to_string())
                .bind(&begin.model)
                .bind(to_json(&begin.tuning)?)
                .bind(id.to_string())
                .execute(&mut *transaction)
                .await?;
            }
        }
        Ok(transaction.commit().await?)
    }
}
