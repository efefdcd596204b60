//! The user's browser.

use host_api::{ApiError, ErrorCode};
use messages::phrases;
use tauri::AppHandle;
use tauri_plugin_opener::OpenerExt;

/// Opens a web address in the user's browser. The host checks and approves every address that is opened here.
pub(crate) fn open_page(app: &AppHandle, url: &url::Url) -> Result<(), ApiError> {
    let opened = app.opener().open_url(url.as_str(), None::<&str>);
    opened.map_err(|e| {
        ApiError::new(
            ErrorCode::Invalid,
            phrases::desktop_browser_failed(e.to_string()),
        )
    })
}
