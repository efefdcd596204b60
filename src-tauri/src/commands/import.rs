//! Import of servers from other programs. No value of a variable is sent to a window.

use host_api::{ApiError, ImportChoice, ImportPlaceView, ImportView, ImportedView};
use messages::phrases;
use tauri::WebviewWindow;

use crate::commands::{
    choosing::choose_file,
    held::{Held, host},
};

/// The endings of files that can be read.
const FORMATS: &[&str] = &["json", "jsonc", "toml", "yaml", "yml"];

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
    window: WebviewWindow,
    held: Held<'_>,
) -> Result<Option<ImportView>, ApiError> {
    let kind = ("JSON, TOML, YAML", FORMATS);
    let Some(path) = choose_file(&window, phrases::desktop_open_import(), kind).await? else {
        return Ok(None);
    };
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
