//! The tour.

use std::path::PathBuf;

use host_api::{ApiError, ErrorCode, TourView};
use messages::phrases;
use tauri::AppHandle;

use crate::{
    commands::held::{Held, host},
    windows,
};

/// Starts the tour; the launch of the sample server is then reviewed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn tour_start(app: AppHandle, held: Held<'_>) -> Result<TourView, ApiError> {
    let program = own_program().map_err(|error| {
        let message = phrases::desktop_own_file(error.to_string());
        ApiError::new(ErrorCode::Server, message).hint(phrases::desktop_own_file_hint())
    })?;
    let tour = host(&held).tour_start(&program).await?;
    windows::raise_consent(&app);
    Ok(tour)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn tour_looked(held: Held<'_>) -> Result<(), ApiError> {
    host(&held).tour_looked().await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn tour_end(held: Held<'_>) -> Result<(), ApiError> {
    host(&held).tour_end().await
}

/// Returns the file to start again. For an AppImage that is the image itself, since its mount point changes with each start.
fn own_program() -> std::io::Result<PathBuf> {
    match std::env::var_os("APPIMAGE").filter(|path| !path.is_empty()) {
        Some(image) => Ok(PathBuf::from(image)),
        None => std::env::current_exe(),
    }
}
