//! The recovery page of the main window. Its commands take no file name: each concerns the data that could not be opened.

use std::sync::Arc;

use host_api::{
    ApiError, ConversationProgress, ErrorCode, ExportView, RecoveryView, SavedConversationView,
    SavedMessageView,
};
use messages::phrases;
use tauri::{AppHandle, State, WebviewWindow, ipc::Channel};
use tauri_plugin_opener::OpenerExt;

use crate::{
    commands::data,
    recovery::{self, Desk},
};

type AtDesk<'a> = State<'a, Arc<Desk>>;

#[tauri::command]
#[specta::specta]
pub(crate) async fn recovery_state(desk: AtDesk<'_>) -> Result<RecoveryView, ApiError> {
    desk.view()
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn recovery_retry(app: AppHandle) -> Result<(), ApiError> {
    recovery::retry(&app).await
}

/// Moves the file to quarantine and opens the backup.
#[tauri::command]
#[specta::specta]
pub(crate) async fn recovery_set_aside(app: AppHandle) -> Result<(), ApiError> {
    recovery::set_aside(&app).await
}

/// Restores a backup from before the first start of another version.
#[tauri::command]
#[specta::specta]
pub(crate) async fn recovery_restore(app: AppHandle, name: String) -> Result<(), ApiError> {
    recovery::restore(&app, &name).await
}

/// Opens the data without a backup before the first start of this version.
#[tauri::command]
#[specta::specta]
pub(crate) async fn recovery_skip_backup(app: AppHandle) -> Result<(), ApiError> {
    recovery::skip_backup(&app).await
}

/// Exports what can be read to a folder that the user chooses; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn recovery_save(
    window: WebviewWindow,
    desk: AtDesk<'_>,
    channel: Channel<ConversationProgress>,
) -> Result<Option<ExportView>, ApiError> {
    let dir = desk.recovery()?.data_dir().to_owned();
    data::export_to_chosen(&window, &dir, channel).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn recovery_conversations(
    desk: AtDesk<'_>,
) -> Result<Vec<SavedConversationView>, ApiError> {
    desk.recovery()?.conversations().await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn recovery_conversation(
    desk: AtDesk<'_>,
    conversation: String,
) -> Result<Vec<SavedMessageView>, ApiError> {
    desk.recovery()?.conversation(&conversation).await
}

/// Shows the file in the system's file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn recovery_show_file(app: AppHandle, desk: AtDesk<'_>) -> Result<(), ApiError> {
    let file = desk.recovery()?.file();
    app.opener().reveal_item_in_dir(&file).map_err(|e| {
        ApiError::new(
            ErrorCode::Invalid,
            phrases::desktop_file_manager(e.to_string()),
        )
    })
}

/// Ends or restarts the program.
#[tauri::command]
#[specta::specta]
pub(crate) fn recovery_end(app: AppHandle, again: bool) -> Result<(), ApiError> {
    if again {
        app.request_restart();
    } else {
        app.exit(0);
    }
    Ok(())
}
