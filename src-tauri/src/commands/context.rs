//! What a model sees. These commands only read.

use host_api::{ApiError, ContextContentView, ContextRequestView, ContextView};

use crate::commands::held::{Held, host, id};

#[tauri::command]
#[specta::specta]
pub(crate) async fn context_requests(
    held: Held<'_>,
    conversation: String,
) -> Result<Vec<ContextRequestView>, ApiError> {
    host(&held).context_requests(id(&conversation)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn context_request(
    held: Held<'_>,
    conversation: String,
    request: String,
) -> Result<ContextView, ApiError> {
    let conversation = id(&conversation)?;
    host(&held).context_request(conversation, &request).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn context_next(
    held: Held<'_>,
    conversation: String,
    draft: String,
) -> Result<ContextView, ApiError> {
    host(&held).context_next(id(&conversation)?, &draft).await
}

/// Returns the content of a part; without `request`, of the next request with `draft`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn context_part(
    held: Held<'_>,
    conversation: String,
    request: Option<String>,
    draft: String,
    index: u32,
) -> Result<ContextContentView, ApiError> {
    let conversation = id(&conversation)?;
    host(&held)
        .context_part(conversation, request.as_deref(), &draft, index)
        .await
}
