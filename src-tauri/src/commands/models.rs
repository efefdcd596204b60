//! Model endpoints.

use host_api::{
    ApiError, FoundModelView, ModelFactsView, ProposeProvider, ProviderView, SpendingView,
};
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

/// Returns what is known of each model of an endpoint.
#[tauri::command]
#[specta::specta]
pub(crate) async fn model_facts(
    held: Held<'_>,
    provider: String,
) -> Result<Vec<ModelFactsView>, ApiError> {
    host(&held).model_facts(&provider).await
}

/// Marks a model as a favourite, or no longer.
#[tauri::command]
#[specta::specta]
pub(crate) async fn model_favourite(
    held: Held<'_>,
    provider: String,
    model: String,
    on: bool,
) -> Result<(), ApiError> {
    host(&held).set_favourite(&provider, &model, on).await
}

/// Returns what requests of the last days took; of all days without a number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn spending(held: Held<'_>, days: Option<u32>) -> Result<SpendingView, ApiError> {
    host(&held).spending(days).await
}
