//! The registry of servers. None of these commands adds or starts anything.

use host_api::{
    ApiError, PastedServerView, RegistryChoice, RegistryEntryView, RegistryPageView,
    RegistrySettingView,
};
use tauri::AppHandle;

use crate::{
    commands::held::{Held, host},
    windows,
};

/// Uses the registry at an address, with confirmation in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn registry_use(
    app: AppHandle,
    held: Held<'_>,
    address: String,
) -> Result<RegistrySettingView, ApiError> {
    windows::raise_consent(&app);
    host(&held).use_registry(&address).await
}

/// Stops using the registry.
#[tauri::command]
#[specta::specta]
pub(crate) async fn registry_stop(held: Held<'_>) -> Result<RegistrySettingView, ApiError> {
    host(&held).stop_registry().await
}

/// Returns a page of a search, from 0.
#[tauri::command]
#[specta::specta]
pub(crate) async fn registry_search(
    held: Held<'_>,
    search: String,
    page: u32,
) -> Result<RegistryPageView, ApiError> {
    host(&held).search_registry(&search, None, page).await
}

/// Returns one version of a server; the latest if none is named.
#[tauri::command]
#[specta::specta]
pub(crate) async fn registry_entry(
    held: Held<'_>,
    name: String,
    version: Option<String>,
) -> Result<RegistryEntryView, ApiError> {
    host(&held).registry_entry(&name, version.as_deref()).await
}

/// Fills in the server form.
#[tauri::command]
#[specta::specta]
pub(crate) async fn registry_fill(
    held: Held<'_>,
    choice: RegistryChoice,
) -> Result<PastedServerView, ApiError> {
    host(&held).fill_from_registry(choice).await
}
