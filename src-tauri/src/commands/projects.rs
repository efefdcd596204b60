//! Commands for projects.

use host_api::{ApiError, ProjectPageView, ProjectSettingsView};

use crate::commands::held::{Held, host, id};

/// Stores a new project and returns it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn project_add(
    held: Held<'_>,
    settings: ProjectSettingsView,
) -> Result<String, ApiError> {
    Ok(host(&held).add_project(settings).await?.to_string())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn project_change(
    held: Held<'_>,
    project: String,
    settings: ProjectSettingsView,
) -> Result<(), ApiError> {
    host(&held).change_project(id(&project)?, settings).await
}

/// Archives a project with its conversations, or takes it out of the archive.
#[tauri::command]
#[specta::specta]
pub(crate) async fn project_archive(
    held: Held<'_>,
    project: String,
    archived: bool,
) -> Result<(), ApiError> {
    host(&held).archive_project(id(&project)?, archived).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn project_delete(held: Held<'_>, project: String) -> Result<(), ApiError> {
    host(&held).delete_project(id(&project)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn project_restore(held: Held<'_>, project: String) -> Result<(), ApiError> {
    host(&held).restore_project(id(&project)?).await
}

/// Returns the conversations of a project, and what they took.
#[tauri::command]
#[specta::specta]
pub(crate) async fn project_open(
    held: Held<'_>,
    project: String,
) -> Result<ProjectPageView, ApiError> {
    host(&held).project_page(id(&project)?).await
}
