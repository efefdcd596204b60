//! Import of servers from other programs. No value of a variable is sent to a window.

use host_api::{ApiError, ErrorCode, ImportChoice, ImportPlaceView, ImportView, ImportedView};
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
pub(crate) fn import_places(held: Held<'_>) -> Vec<ImportPlaceView> {
    host(&held).import_places()
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn import_place(held: Held<'_>, path: String) -> Result<ImportView, ApiError> {
    host(&held).import_place(&path).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn import_text(held: Held<'_>, text: String) -> Result<ImportView, ApiError> {
    host(&held).import_text(&text).await
}

/// Lets the user choose a file in the system dialog; none when it was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_open(
    app: AppHandle,
    held: Held<'_>,
) -> Result<Option<ImportView>, ApiError> {
    let (send, chosen) = oneshot::channel();
    app.dialog()
        .file()
        .set_title(words::plain(phrases::desktop_open_import()))
        .add_filter("JSON", &["json", "jsonc"])
        .pick_file(move |file| {
            let _ = send.send(file);
        });
    let Some(file) = chosen.await.ok().flatten() else {
        return Ok(None);
    };
    let path = file
        .into_path()
        .map_err(|_| ApiError::new(ErrorCode::Invalid, phrases::desktop_not_file()))?;
    host(&held).import_file(&path).await.map(Some)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn import_add(
    held: Held<'_>,
    found: String,
    choice: ImportChoice,
) -> Result<Vec<ImportedView>, ApiError> {
    host(&held).import_add(&found, choice).await
}
