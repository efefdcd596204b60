//! The audit log: view, verification, export. No command can change it.

use host_api::{
    ApiError, AuditDetailView, AuditPageView, AuditQuery, AuditSavedView, AuditVerdictView,
    ErrorCode,
};
use messages::phrases;
use tauri::AppHandle;
use tauri_plugin_dialog::DialogExt;
use tokio::sync::oneshot;

use crate::{
    commands::held::{Held, host},
    words,
};

#[tauri::command]
#[specta::specta]
pub(crate) async fn audit_page(
    held: Held<'_>,
    query: AuditQuery,
) -> Result<AuditPageView, ApiError> {
    host(&held).audit_page(query).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn audit_row(held: Held<'_>, seq: u32) -> Result<AuditDetailView, ApiError> {
    host(&held).audit_row(seq).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn audit_check(held: Held<'_>) -> Result<AuditVerdictView, ApiError> {
    host(&held).audit_check().await
}

/// Saves the log to a file that the user names in the system dialog; none when it was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn audit_save(
    app: AppHandle,
    held: Held<'_>,
) -> Result<Option<AuditSavedView>, ApiError> {
    let (send, chosen) = oneshot::channel();
    app.dialog()
        .file()
        .set_title(words::plain(phrases::desktop_save_audit()))
        .set_file_name("innkeeper-audit.jsonl")
        .add_filter("JSON Lines", &["jsonl"])
        .save_file(move |file| {
            let _ = send.send(file);
        });
    let Some(file) = chosen.await.ok().flatten() else {
        return Ok(None);
    };
    let path = file
        .into_path()
        .map_err(|_| ApiError::new(ErrorCode::Invalid, phrases::desktop_not_file()))?;
    // The dialog confirms the replacement of an existing file.
    archive::audit_save(host(&held).data_dir(), &path, true)
        .await
        .map(Some)
}
