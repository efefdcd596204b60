//! Model endpoints.

use host_api::{ApiError, FoundModelView, ProposeProvider, ProviderView};
use tauri::AppHandle;

use crate::{
    commands::held::{Held, host},
    windows,
};

/// Proposes an endpoint, which is approved in the consent window, where its key is entered too.
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

/// Requires an approval again before tool results are sent there in another conversation.
#[tauri::command]
#[specta::specta]
pub(crate) async fn providers_ask_again(held: Held<'_>, provider: String) -> Result<(), ApiError> {
    host(&held).ask_outflow_again(&provider).await
}
