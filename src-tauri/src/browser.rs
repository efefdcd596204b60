//! The user's browser.

use host_api::{ApiError, ErrorCode};
use tauri::AppHandle;
use tauri_plugin_opener::OpenerExt;

/// Opens a web address in the user's browser. All links are opened here.
pub(crate) fn open_page(app: &AppHandle, url: &url::Url) -> Result<(), ApiError> {
    if !matches!(url.scheme(), "https" | "http") {
        let message = "Only web addresses are opened.";
        return Err(ApiError::new(ErrorCode::Invalid, message));
    }
    let opened = app.opener().open_url(url.as_str(), None::<&str>);
    opened.map_err(|e| {
        ApiError::new(
            ErrorCode::Invalid,
            format!("The browser could not be opened: {e}."),
        )
    })
}
