//! Summaries in place of earlier messages.

use host_api::ApiError;

use crate::commands::held::{Held, host, id};

/// Starts a summary of the messages up to and including one; without `up_to`, of all but the last few.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compact(
    held: Held<'_>,
    conversation: String,
    up_to: Option<String>,
) -> Result<(), ApiError> {
    let up_to = up_to.as_deref().map(id).transpose()?;
    host(&held).compact(id(&conversation)?, up_to, None).await
}

/// Replaces the text of the summary in effect.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compact_edit(
    held: Held<'_>,
    conversation: String,
    compaction: String,
    text: String,
) -> Result<(), ApiError> {
    let conversation = id(&conversation)?;
    host(&held)
        .edit_summary(conversation, &compaction, &text)
        .await
}

/// Sends the summarized messages again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compact_undo(
    held: Held<'_>,
    conversation: String,
    compaction: String,
) -> Result<(), ApiError> {
    host(&held)
        .undo_compaction(id(&conversation)?, &compaction)
        .await
}

/// Dismisses the message about a summary that failed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compact_dismiss(held: Held<'_>, conversation: String) -> Result<(), ApiError> {
    host(&held).dismiss_compaction(id(&conversation)?).await
}
