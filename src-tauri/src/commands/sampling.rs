//! Sampling settings and history of servers, and the user's notes on models.

use host_api::{ApiError, ModelNotesView, SamplingPageView};
use tauri::AppHandle;

use crate::{
    commands::held::{Held, host, id},
    windows,
};

#[tauri::command]
#[specta::specta]
pub(crate) async fn sampling_page(
    held: Held<'_>,
    server: String,
) -> Result<SamplingPageView, ApiError> {
    host(&held).sampling_page(id(&server)?).await
}

/// Sets whether replies are reviewed too; disabling the review is confirmed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn sampling_review(
    app: AppHandle,
    held: Held<'_>,
    server: String,
    on: bool,
) -> Result<(), ApiError> {
    if !on {
        windows::raise_consent(&app);
    }
    host(&held).set_sampling_review(id(&server)?, on).await
}

/// Sets a server's limits per minute and per day; raising them is confirmed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn sampling_budget(
    app: AppHandle,
    held: Held<'_>,
    server: String,
    minute: u32,
    day: u32,
) -> Result<(), ApiError> {
    let (host, server) = (host(&held), id(&server)?);
    let now = host.sampling_page(server).await?.budget;
    if minute > now.minute_limit || day > now.day_limit {
        windows::raise_consent(&app);
    }
    host.set_sampling_budget(server, minute, day).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn model_notes(
    held: Held<'_>,
    provider: String,
    model: String,
    notes: ModelNotesView,
) -> Result<(), ApiError> {
    host(&held).set_model_notes(&provider, &model, notes).await
}
