//! The chat window as a whole.

use std::sync::Arc;

use host::api::{ApiError, AppState, ErrorCode, Event, KeychainView};
use tauri::{AppHandle, ipc::Channel};
use tauri_plugin_opener::OpenerExt;
use tokio::sync::broadcast::error::RecvError;

use crate::{
    commands::{Held, host},
    windows,
};

#[tauri::command]
#[specta::specta]
pub(crate) async fn state(held: Held<'_>) -> Result<AppState, ApiError> {
    host(&held).state().await
}

/// Sends every event from now on. The first call opens the consent window: `main` has painted by then.
#[tauri::command]
#[specta::specta]
pub(crate) async fn watch(
    app: AppHandle,
    held: Held<'_>,
    channel: Channel<Event>,
) -> Result<(), ApiError> {
    let mut events = host(&held).events();
    tauri::async_runtime::spawn(async move {
        loop {
            let event = match events.recv().await {
                Ok(event) => event,
                Err(RecvError::Lagged(_)) => Event::Resync,
                Err(RecvError::Closed) => return,
            };
            if channel.send(event).is_err() {
                return;
            }
        }
    });
    let opened = windows::open_consent(&app).await;
    opened.map_err(|e| {
        ApiError::new(
            ErrorCode::Data,
            format!("The consent window could not be opened: {e}."),
        )
    })
}

#[tauri::command]
#[specta::specta]
pub(crate) fn question_show(app: AppHandle) -> Result<(), ApiError> {
    windows::raise_consent(&app);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) fn stop_all(held: Held<'_>) -> Result<(), ApiError> {
    host(&held).stop_all();
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn keychain_retry(held: Held<'_>) -> Result<KeychainView, ApiError> {
    let host = Arc::clone(held.inner()).host.clone();
    Ok(host.retry_keychain().await)
}

/// The one opener of links: web addresses only, in the user's browser.
#[tauri::command]
#[specta::specta]
pub(crate) fn link_open(app: AppHandle, url: String) -> Result<(), ApiError> {
    let refused = || ApiError::new(ErrorCode::Invalid, "Only web addresses are opened.");
    let parsed = url::Url::parse(&url).map_err(|_| refused())?;
    if !matches!(parsed.scheme(), "https" | "http") {
        return Err(refused());
    }
    let opened = app.opener().open_url(parsed.as_str(), None::<&str>);
    opened.map_err(|e| {
        ApiError::new(
            ErrorCode::Invalid,
            format!("The browser could not be opened: {e}."),
        )
    })
}
