//! Commands of *Quick ask*: its shortcut, and its window.

use host_api::{ApiError, QuickKeysView, QuickModelView};
use tauri::{AppHandle, State};

use crate::{
    commands::held::{Held, host},
    quick::{self, Keys},
    windows,
};

/// Registers the shortcut and stores it; without one, *Quick ask* is off.
#[tauri::command]
#[specta::specta]
pub(crate) async fn quick_keys_set(
    app: AppHandle,
    held: Held<'_>,
    registered: State<'_, Keys>,
    keys: Option<String>,
) -> Result<QuickKeysView, ApiError> {
    let before = host(&held).settings().quick;
    registered.change(&app, keys.as_deref()).await?;
    let on = keys.is_some();
    if let Err(error) = host(&held).set_quick(keys).await {
        // The stored shortcut holds: what the settings show is what is registered.
        registered.change(&app, before.as_deref()).await?;
        return Err(error);
    }
    if on {
        quick::prepare(&app);
    } else {
        quick::discard(&app);
    }
    Ok(registered.view())
}

#[tauri::command]
#[specta::specta]
pub(crate) fn quick_keys(registered: State<'_, Keys>) -> Result<QuickKeysView, ApiError> {
    Ok(registered.view())
}

/// Shows the window, as the shortcut does.
#[tauri::command]
#[specta::specta]
pub(crate) fn quick_show(app: AppHandle) {
    quick::toggle(&app);
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn quick_model(held: Held<'_>) -> Result<Option<QuickModelView>, ApiError> {
    host(&held).quick_model().await
}

/// Sends a message in a new conversation, which the chat window then shows.
#[tauri::command]
#[specta::specta]
pub(crate) async fn quick_ask(
    app: AppHandle,
    held: Held<'_>,
    provider: String,
    text: String,
) -> Result<(), ApiError> {
    host(&held).quick_ask(&provider, &text).await?;
    quick::hide(&app);
    windows::raise_main(&app);
    Ok(())
}

/// Hides the window.
#[tauri::command]
#[specta::specta]
pub(crate) fn quick_hide(app: AppHandle) {
    quick::hide(&app);
}

/// Shows the chat window, where a model can be added.
#[tauri::command]
#[specta::specta]
pub(crate) fn quick_main(app: AppHandle) {
    quick::hide(&app);
    windows::raise_main(&app);
}
