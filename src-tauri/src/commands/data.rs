//! The data directory: location, export, deletion; conversations as files.

use std::{path::Path, sync::Arc};

use archive::OneFormat;
use host_api::{
    ApiError, ConversationProgress, DataView, ErrorCode, ExportView, ImportedConversationsView,
    SaveFormat, WholeBackupView,
};
use messages::phrases;
use tauri::{AppHandle, State, WebviewWindow, ipc::Channel};
use tauri_plugin_opener::OpenerExt;

use crate::{
    commands::{
        choosing::{Kind, choose_destination, choose_file, choose_folder},
        held::{Held, host, id},
    },
    gesture::Gestures,
    recovery,
};

const MARKDOWN: Kind = ("Markdown", &["md"]);
const LINES: Kind = ("JSON Lines", &["jsonl"]);
/// Maximum length of a proposed file name, in characters.
const LONGEST_NAME: usize = 100;

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
    window: WebviewWindow,
    held: Held<'_>,
    channel: Channel<ConversationProgress>,
) -> Result<Option<ExportView>, ApiError> {
    export_to_chosen(&window, host(&held).data_dir(), channel).await
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

/// Lists the backups from before the first starts of other versions.
#[tauri::command]
#[specta::specta]
pub(crate) async fn data_backups(held: Held<'_>) -> Result<Vec<WholeBackupView>, ApiError> {
    Ok(host(&held).backups())
}

/// Uses the kill switch, restores such a backup, and starts again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn data_restore(
    app: AppHandle,
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    name: String,
) -> Result<(), ApiError> {
    gestures.require()?;
    let host = Arc::clone(held.inner()).host.clone();
    match host.restore_backup(&name).await? {
        Ok(()) => app.request_restart(),
        Err(error) => recovery::not_restored(&app, &error).await,
    }
    Ok(())
}

/// Lets the user choose a folder in the system dialog, and exports to it.
pub(super) async fn export_to_chosen(
    window: &WebviewWindow,
    data_dir: &Path,
    channel: Channel<ConversationProgress>,
) -> Result<Option<ExportView>, ApiError> {
    let title = phrases::desktop_choose_export();
    let Some(folder) = choose_folder(window, title, None).await? else {
        return Ok(None);
    };
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
    window: WebviewWindow,
    held: Held<'_>,
    channel: Channel<ConversationProgress>,
) -> Result<Option<ImportedConversationsView>, ApiError> {
    let kind = ("JSON, ZIP", ["json", "jsonl", "zip"].as_slice());
    let title = phrases::desktop_open_conversations();
    let Some(path) = choose_file(&window, title, kind).await? else {
        return Ok(None);
    };
    let host = Arc::clone(held.inner()).host.clone();
    let progress = move |progress| {
        // A closed window does not cancel the import.
        let _ = channel.send(progress);
    };
    host.import_conversations(&path, progress).await.map(Some)
}

/// Cancels the import that runs. What was stored stays.
#[tauri::command]
#[specta::specta]
pub(crate) fn conversations_import_cancel(held: Held<'_>) {
    host(&held).cancel_import();
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
    window: WebviewWindow,
    held: Held<'_>,
    conversation: String,
    format: SaveFormat,
) -> Result<Option<String>, ApiError> {
    let conversation = id(&conversation)?;
    let (format, kind, name) = match format {
        SaveFormat::Markdown => (OneFormat::Markdown, MARKDOWN, "innkeeper-conversation.md"),
        SaveFormat::Lines => (OneFormat::Lines, LINES, "innkeeper-conversation.jsonl"),
    };
    let title = phrases::desktop_save_conversation();
    let Some(path) = choose_destination(&window, title, name, Some(kind)).await? else {
        return Ok(None);
    };
    archive::save_one(host(&held).data_dir(), conversation, format, &path)
        .await
        .map(Some)
}

/// Saves a text to a file that the user chooses, with a proposed name, and returns the file; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn text_save(
    window: WebviewWindow,
    name: String,
    text: String,
) -> Result<Option<String>, ApiError> {
    let title = phrases::desktop_save_text();
    let Some(path) = choose_destination(&window, title, &plain_name(&name), None).await? else {
        return Ok(None);
    };
    archive::save_text(&text, &path).map(Some)
}

/// A proposed file name without anything that leads to another folder, hides the file, or hides its ending.
fn plain_name(name: &str) -> String {
    let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let kept: String = name.chars().filter(plain).take(LONGEST_NAME).collect();
    let kept = kept.trim_start_matches(['.', '-']);
    if kept.is_empty() {
        "text.txt".into()
    } else {
        kept.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposed_name_stays_in_its_folder_and_shows_its_ending() {
        for (name, plain) in [
            ("snippet.py", "snippet.py"),
            ("../../.bashrc", "bashrc"),
            ("/etc/passwd", "etcpasswd"),
            (r"C:\\x.exe", "Cx.exe"),
            ("a\u{202e}yp.sh", "ayp.sh"),
            ("-rf", "rf"),
            ("..", "text.txt"),
            ("", "text.txt"),
        ] {
            assert_eq!(plain_name(name), plain, "{name:?}");
        }
        assert_eq!(plain_name(&"a".repeat(1_000)).len(), LONGEST_NAME);
    }
}
