//! The user's settings.

use host_api::{ApiError, Appearance, LimitKey, LimitView};
use tauri::{AppHandle, ipc::Channel};

use crate::{
    commands::held::{Held, host},
    look, windows, words,
};

#[tauri::command]
#[specta::specta]
pub(crate) async fn appearance_set(
    app: AppHandle,
    held: Held<'_>,
    appearance: Appearance,
) -> Result<(), ApiError> {
    let (before, theme) = (host(&held).appearance().now().theme, appearance.theme);
    host(&held).set_appearance(appearance).await?;
    words::speak(host(&held).appearance().now().language);
    windows::title_consent(&app);
    look::show(&app, theme, before);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn limit_set(
    held: Held<'_>,
    key: LimitKey,
    value: Option<u32>,
) -> Result<LimitView, ApiError> {
    host(&held).set_limit(key, value).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn notify_set(held: Held<'_>, on: bool) -> Result<(), ApiError> {
    host(&held).set_notify(on).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn compact_set(held: Held<'_>, on: bool) -> Result<(), ApiError> {
    host(&held).set_compact(on).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn titles_set(held: Held<'_>, on: bool) -> Result<(), ApiError> {
    host(&held).set_titles(on).await
}

/// Sends the appearance of the consent window, now and after each change.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_look(
    held: Held<'_>,
    channel: Channel<Appearance>,
) -> Result<(), ApiError> {
    follow_look(&held, channel);
    Ok(())
}

/// The same for the window of *Quick ask*.
#[tauri::command]
#[specta::specta]
pub(crate) async fn quick_look(
    held: Held<'_>,
    channel: Channel<Appearance>,
) -> Result<(), ApiError> {
    follow_look(&held, channel);
    Ok(())
}

fn follow_look(held: &Held<'_>, channel: Channel<Appearance>) {
    let mut feed = host(held).appearance();
    // Sending fails when the page no longer listens.
    if channel.send(feed.now()).is_ok() {
        tauri::async_runtime::spawn(async move {
            while let Some(appearance) = feed.next().await {
                if channel.send(appearance).is_err() {
                    return;
                }
            }
        });
    }
}
