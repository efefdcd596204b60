//! The user's browser.

use host_api::{ApiError, ErrorCode};
use messages::phrases;
use tauri::AppHandle;
use tauri_plugin_opener::OpenerExt;

/// Opens a web address in the user's browser. All links are opened here.
pub(crate) fn open_page(app: &AppHandle, url: &url::Url) -> Result<(), ApiError> {
    if !matches!(url.scheme(), "https" | "http") {
        return Err(no_web_address());
    }
    let opened = app.opener().open_url(url.as_str(), None::<&str>);
    opened.map_err(|e| {
        ApiError::new(
            ErrorCode::Invalid,
            phrases::desktop_browser_failed(e.to_string()),
        )
    })
}

/// Returns the error for a link that is no web address.
pub(crate) fn no_web_address() -> ApiError {
    ApiError::new(ErrorCode::Invalid, phrases::desktop_no_web_address())
}
