//! Commands of the chat window as a whole.

use std::sync::Arc;

use host::StoppedFrom;
use host_api::{ApiError, AppState, ErrorCode, Event, KeychainView};
use messages::phrases;
use tauri::{AppHandle, ipc::Channel};
use tokio::sync::broadcast::error::RecvError;

use crate::{
    commands::held::{Held, host},
    quick, windows,
};

#[tauri::command]
#[specta::specta]
pub(crate) async fn state(held: Held<'_>) -> Result<AppState, ApiError> {
    host(&held).state().await
}

/// Subscribes to all later events.
#[tauri::command]
#[specta::specta]
pub(crate) async fn watch(held: Held<'_>, channel: Channel<Event>) -> Result<(), ApiError> {
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
    Ok(())
}

/// Reports the first paint of the page, after which the window of *Quick ask* is prepared. Opening it earlier would delay the chat.
#[tauri::command]
#[specta::specta]
pub(crate) async fn painted(app: AppHandle, held: Held<'_>) -> Result<(), ApiError> {
    if host(&held).settings().quick.is_some() {
        quick::prepare(&app);
    }
    Ok(())
}

/// Reports that the user typed or clicked in this window; `draft` while the focused field contains text.
#[tauri::command]
#[specta::specta]
pub(crate) fn input_seen(held: Held<'_>, draft: bool) -> Result<(), ApiError> {
    held.attention.input(draft);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) fn question_show(app: AppHandle, held: Held<'_>) -> Result<(), ApiError> {
    if host(&held).waiting().is_empty() {
        let message = phrases::desktop_no_approval();
        return Err(ApiError::new(ErrorCode::NotFound, message));
    }
    windows::raise_consent(&app);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) fn stop_all(held: Held<'_>) -> Result<(), ApiError> {
    host(&held).stop_all(StoppedFrom::Window);
    Ok(())
}

/// Starts what the kill switch stopped. The resumption of rules is confirmed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_again(app: AppHandle, held: Held<'_>) -> Result<(), ApiError> {
    let host = Arc::clone(held.inner()).host.clone();
    if host.start_again().await? {
        windows::raise_consent(&app);
        host.resume_rules().await?;
    }
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn keychain_retry(held: Held<'_>) -> Result<KeychainView, ApiError> {
    let host = Arc::clone(held.inner()).host.clone();
    Ok(host.retry_keychain().await)
}
