//! Model endpoints.

use host::api::{ApiError, FoundModelView, ProposeProvider, ProviderView};
use tauri::AppHandle;

use crate::{
    commands::held::{Held, host},
    windows,
};

/// Proposes an endpoint; the consent window decides, and takes the key.
#[tauri::command]
#[specta::specta]
pub(crate) async fn providers_propose(
    app: AppHandle,
    held: Held<'_>,
    provider: ProposeProvider,
) -> Result<ProviderView, ApiError> {
    windows::raise_consent(&app);
    host(&held).propose_provider(provider).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn providers_remove(held: Held<'_>, provider: String) -> Result<(), ApiError> {
    host(&held).remove_provider(&provider).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn providers_models(
    held: Held<'_>,
    provider: String,
) -> Result<Vec<String>, ApiError> {
    host(&held).provider_models(&provider).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn models_found(held: Held<'_>) -> Result<Vec<FoundModelView>, ApiError> {
    Ok(host(&held).models_found().await)
}

/// Results of tools go there in another conversation only after a question.
#[tauri::command]
#[specta::specta]
pub(crate) async fn providers_ask_again(held: Held<'_>, provider: String) -> Result<(), ApiError> {
    host(&held).ask_outflow_again(&provider).await
}
