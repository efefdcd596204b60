//! The data directory: location, export, deletion; conversations as files.

use std::{path::Path, sync::Arc};

use archive::OneFormat;
use host_api::{
    ApiError, DataView, ErrorCode, ExportProgress, ExportView, ImportedConversationsView,
    SaveFormat,
};
use messages::phrases;
use tauri::{AppHandle, State, ipc::Channel};
use tauri_plugin_dialog::DialogExt;
use tauri_plugin_opener::OpenerExt;
use tokio::sync::oneshot;

use crate::{
    commands::held::{Held, host, id},
    gesture::Gestures,
    recovery, words,
};

#[tauri::command]
#[specta::specta]
pub(crate) async fn data_state(held: Held<'_>) -> Result<DataView, ApiError> {
    Ok(host(&held).data())
}

/// Shows the directory in the system's file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn data_show(app: AppHandle, held: Held<'_>) -> Result<(), ApiError> {
    let dir = host(&held).data_dir();
    app.opener().reveal_item_in_dir(dir).map_err(|e| {
        ApiError::new(
            ErrorCode::Invalid,
            phrases::desktop_file_manager(e.to_string()),
        )
    })
}

/// Exports everything to a folder that the user chooses; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn data_export(
    app: AppHandle,
    held: Held<'_>,
    channel: Channel<ExportProgress>,
) -> Result<Option<ExportView>, ApiError> {
    export_to_chosen(&app, host(&held).data_dir(), channel).await
}

/// Uses the kill switch and deletes the program's data, if the confirmation word is right.
#[tauri::command]
#[specta::specta]
pub(crate) async fn data_delete(
    app: AppHandle,
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    word: String,
) -> Result<(), ApiError> {
    gestures.require()?;
    let host = Arc::clone(held.inner()).host.clone();
    let deleted = host.delete_everything(&word).await?;
    recovery::deleted(&app, deleted);
    Ok(())
}

/// Lets the user choose a folder in the system dialog, and exports to it.
pub(super) async fn export_to_chosen(
    app: &AppHandle,
    data_dir: &Path,
    channel: Channel<ExportProgress>,
) -> Result<Option<ExportView>, ApiError> {
    let (send, chosen) = oneshot::channel();
    let dialog = app.dialog().file();
    dialog
        .set_title(words::plain(phrases::desktop_choose_export()))
        .pick_folder(move |folder| {
            let _ = send.send(folder);
        });
    let Some(folder) = chosen.await.ok().flatten() else {
        return Ok(None);
    };
    let folder = folder
        .into_path()
        .map_err(|_| ApiError::new(ErrorCode::Invalid, phrases::desktop_not_folder()))?;
    let progress = move |progress| {
        // A closed window does not cancel the export.
        let _ = channel.send(progress);
    };
    archive::export(data_dir, &folder, progress).await.map(Some)
}

/// Imports the conversations of a file that the user chooses; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn conversations_import(
    app: AppHandle,
    held: Held<'_>,
) -> Result<Option<ImportedConversationsView>, ApiError> {
    let (send, chosen) = oneshot::channel();
    app.dialog()
        .file()
        .set_title(words::plain(phrases::desktop_open_conversations()))
        .add_filter("JSON", &["json", "jsonl"])
        .pick_file(move |file| {
            let _ = send.send(file);
        });
    let Some(file) = chosen.await.ok().flatten() else {
        return Ok(None);
    };
    let path = file
        .into_path()
        .map_err(|_| ApiError::new(ErrorCode::Invalid, phrases::desktop_not_file()))?;
    let host = Arc::clone(held.inner()).host.clone();
    host.import_conversations(&path).await.map(Some)
}

/// Returns a conversation as Markdown.
#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_text(
    held: Held<'_>,
    conversation: String,
) -> Result<String, ApiError> {
    let data = host(&held).data_dir();
    archive::export_one(data, id(&conversation)?, OneFormat::Markdown).await
}

/// Saves a conversation to a file that the user chooses, and returns the file; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_save(
    app: AppHandle,
    held: Held<'_>,
    conversation: String,
    format: SaveFormat,
) -> Result<Option<String>, ApiError> {
    let conversation = id(&conversation)?;
    let (format, kind, extension) = match format {
        SaveFormat::Markdown => (OneFormat::Markdown, "Markdown", "md"),
        SaveFormat::Lines => (OneFormat::Lines, "JSON Lines", "jsonl"),
    };
    let (send, chosen) = oneshot::channel();
    app.dialog()
        .file()
        .set_title(words::plain(phrases::desktop_save_conversation()))
        .set_file_name(format!("innkeeper-conversation.{extension}"))
        .add_filter(kind, &[extension])
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
    archive::save_one(host(&held).data_dir(), conversation, format, &path)
        .await
        .map(Some)
}
