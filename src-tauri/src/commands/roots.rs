//! Folder grants. A folder is chosen in the system dialog or from the suggestions. It is granted only in the consent window, which
//! appears when the approval is pending.

use host_api::{ApiError, RootsView, StagedDifferenceView, StagedOutcomeView, SuggestedRootView};
use messages::phrases;
use tauri::WebviewWindow;

use crate::commands::{
    choosing::{choose_folder, sendable},
    held::{Held, host, id},
};

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
        .grant_root(server, &sendable(folder)?, None, false)
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
        .another_root(prompt, revision, &sendable(folder)?)
        .await
        .map(Some)
}

/// Requests approval of a folder's pending changes in the consent window, and applies those that are chosen there. Returns when that is
/// decided.
#[tauri::command]
#[specta::specta]
pub(crate) async fn staged_review(
    held: Held<'_>,
    server: String,
    path: String,
) -> Result<StagedOutcomeView, ApiError> {
    host(&held)
        .apply_staged(id(&server)?, &path, None, false)
        .await
}

/// Returns the difference that one change of a pending approval makes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_staged_difference(
    held: Held<'_>,
    prompt: String,
    key: String,
) -> Result<StagedDifferenceView, ApiError> {
    host(&held).asked_difference(id(&prompt)?, &key).await
}
