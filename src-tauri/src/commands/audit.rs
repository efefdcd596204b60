//! The audit log: view, verification, export. No command can change it.

use host_api::{
    ApiError, AuditDetailView, AuditPageView, AuditQuery, AuditSavedView, AuditVerdictView,
};
use messages::phrases;
use tauri::WebviewWindow;

use crate::commands::{
    choosing::choose_destination,
    held::{Held, host},
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
    window: WebviewWindow,
    held: Held<'_>,
) -> Result<Option<AuditSavedView>, ApiError> {
    let title = phrases::desktop_save_audit();
    let kind = ("JSON Lines", ["jsonl"].as_slice());
    let chosen = choose_destination(&window, title, "innkeeper-audit.jsonl", Some(kind)).await?;
    let Some(path) = chosen else {
        return Ok(None);
    };
    archive::audit_save(host(&held).data_dir(), &path, true)
        .await
        .map(Some)
}
