//! Folder grants. A folder is chosen in the system dialog or from the suggestions. It is granted only in the consent window, which
//! appears when the approval is pending.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use host_api::{ApiError, ErrorCode, RootsView, SuggestedRootView};
use messages::{Phrase, phrases};
use tauri::WebviewWindow;
use tauri_plugin_dialog::DialogExt;
use tokio::sync::oneshot;

use crate::{
    commands::held::{Held, host, id},
    words,
};

/// Whether a dialog is open: a second one would be hidden behind it.
static CHOOSING: AtomicBool = AtomicBool::new(false);

/// Returns the folders of a server.
#[tauri::command]
#[specta::specta]
pub(crate) async fn roots(held: Held<'_>, server: String) -> Result<RootsView, ApiError> {
    host(&held).roots(id(&server)?)
}

/// Returns suggested folders for a server.
#[tauri::command]
#[specta::specta]
pub(crate) async fn roots_suggested(
    held: Held<'_>,
    server: String,
) -> Result<Vec<SuggestedRootView>, ApiError> {
    host(&held).suggested_roots(id(&server)?).await
}

/// Lets the user choose a folder for a server, then requests approval in the consent window. Returns whether one was chosen.
#[tauri::command]
#[specta::specta]
pub(crate) async fn root_pick(
    window: WebviewWindow,
    held: Held<'_>,
    server: String,
) -> Result<bool, ApiError> {
    let server = id(&server)?;
    let Some(folder) = choose_folder(&window, phrases::desktop_choose_root(), None).await? else {
        return Ok(false);
    };
    host(&held)
        .grant_root(server, &folder, None, false)
        .await
        .map(|()| true)
}

/// Requests approval of a suggested or just revoked folder in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn root_propose(
    held: Held<'_>,
    server: String,
    path: String,
) -> Result<(), ApiError> {
    let server = id(&server)?;
    host(&held).grant_root(server, &path, None, false).await
}

/// Revokes a folder grant.
#[tauri::command]
#[specta::specta]
pub(crate) async fn root_revoke(
    held: Held<'_>,
    server: String,
    path: String,
) -> Result<(), ApiError> {
    host(&held).revoke_root(id(&server)?, &path).await
}

/// Lets the user choose another folder for the displayed approval. Returns its new revision; none if no folder was chosen.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_root_other(
    window: WebviewWindow,
    held: Held<'_>,
    prompt: String,
    revision: u32,
) -> Result<Option<u32>, ApiError> {
    let prompt = id(&prompt)?;
    let asked = host(&held).root_asked(prompt)?;
    let Some(folder) = choose_folder(
        &window,
        phrases::desktop_choose_root(),
        Some(&asked.grant.path),
    )
    .await?
    else {
        return Ok(None);
    };
    host(&held)
        .another_root(prompt, revision, &folder)
        .await
        .map(Some)
}

/// Marks the system dialog as open.
///
/// # Errors
/// One is open already.
fn opening() -> Result<Closed, ApiError> {
    if CHOOSING.swap(true, Ordering::SeqCst) {
        let message = phrases::desktop_choosing();
        return Err(
            ApiError::new(ErrorCode::Invalid, message).hint(phrases::desktop_choosing_hint())
        );
    }
    Ok(Closed)
}

/// Opens the system dialog for files; empty when it was closed.
pub(super) async fn choose_files(
    window: &WebviewWindow,
    title: Phrase,
) -> Result<Vec<PathBuf>, ApiError> {
    let _open = opening()?;
    let (send, chosen) = oneshot::channel();
    let dialog = window.dialog().file().set_parent(window);
    dialog
        .set_title(words::plain(title))
        .pick_files(move |files| {
            let _ = send.send(files);
        });
    let files = chosen.await.ok().flatten().unwrap_or_default();
    Ok(files
        .into_iter()
        .filter_map(|file| file.into_path().ok())
        .collect())
}

/// Opens the system dialog; none when it was closed.
pub(super) async fn choose_folder(
    window: &WebviewWindow,
    title: Phrase,
    from: Option<&str>,
) -> Result<Option<String>, ApiError> {
    let _open = opening()?;
    let (send, chosen) = oneshot::channel();
    let dialog = window.dialog().file().set_parent(window);
    let mut dialog = dialog.set_title(words::plain(title));
    if let Some(parent) = from.and_then(|from| std::path::Path::new(from).parent()) {
        dialog = dialog.set_directory(parent);
    }
    dialog.pick_folder(move |folder| {
        let _ = send.send(folder);
    });
    let Some(folder) = chosen.await.ok().flatten() else {
        return Ok(None);
    };
    let none = || ApiError::new(ErrorCode::Invalid, phrases::desktop_not_folder());
    let path = folder.into_path().map_err(|_| none())?;
    let path = path
        .into_os_string()
        .into_string()
        .map_err(|_| ApiError::new(ErrorCode::Invalid, phrases::desktop_folder_not_unicode()))?;
    Ok(Some(path))
}

/// Marks the dialog as closed on drop.
struct Closed;

impl Drop for Closed {
    fn drop(&mut self) {
        CHOOSING.store(false, Ordering::SeqCst);
    }
}
