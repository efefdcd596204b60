//! Updates of the program itself.

use std::sync::Arc;

use host_api::{ApiError, UpdateSetting, UpdatesView};
use tauri::{AppHandle, State};

use crate::{
    commands::held::{Held, host},
    gesture::Gestures,
    updates::Updates,
};

type Known<'a> = State<'a, Arc<Updates>>;

#[tauri::command]
#[specta::specta]
pub(crate) async fn updates_state(
    held: Held<'_>,
    updates: Known<'_>,
) -> Result<UpdatesView, ApiError> {
    Ok(updates.view(host(&held)).await)
}

/// Stores when to look for updates. Looking costs the user a request to the server, so that it needs a click of theirs.
#[tauri::command]
#[specta::specta]
pub(crate) async fn updates_set(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    setting: UpdateSetting,
) -> Result<UpdateSetting, ApiError> {
    gestures.require()?;
    host(&held).set_updates(setting).await
}

/// Asks the server now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn updates_check(
    app: AppHandle,
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    updates: Known<'_>,
) -> Result<UpdatesView, ApiError> {
    gestures.require()?;
    updates.check(&app, host(&held), true).await?;
    Ok(updates.view(host(&held)).await)
}

/// Downloads and verifies the newer version.
#[tauri::command]
#[specta::specta]
pub(crate) async fn updates_download(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    updates: Known<'_>,
) -> Result<UpdatesView, ApiError> {
    gestures.require()?;
    updates.download(host(&held)).await?;
    Ok(updates.view(host(&held)).await)
}

/// Cancels the download.
#[tauri::command]
#[specta::specta]
pub(crate) fn updates_cancel(updates: Known<'_>) {
    updates.cancel();
}

/// Installs the newer version and starts again. `stops_calls`: though tool calls run.
#[tauri::command]
#[specta::specta]
pub(crate) async fn updates_install(
    app: AppHandle,
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    updates: Known<'_>,
    stops_calls: bool,
) -> Result<UpdatesView, ApiError> {
    gestures.require()?;
    if updates.install(host(&held), stops_calls).await? {
        app.request_restart();
    }
    Ok(updates.view(host(&held)).await)
}
