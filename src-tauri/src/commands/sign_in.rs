//! Accounts of servers: signing in, which is asked about in the consent window, and out.

use host::{SignInRequest, api::ApiError};
use tauri::AppHandle;

use crate::{
    commands::held::{Held, host, id},
    windows,
};

/// Signs in, or joins the sign-in under way. It is confirmed in the consent window before a browser opens; this waits for its
/// end, whose steps the server's account shows.
#[tauri::command]
#[specta::specta]
pub(crate) async fn sign_in(
    app: AppHandle,
    held: Held<'_>,
    server: String,
) -> Result<(), ApiError> {
    windows::raise_consent(&app);
    host(&held)
        .sign_in(id(&server)?, SignInRequest::default())
        .await
}

/// Enters a client of the user's own in the consent window, to sign in to a server with.
#[tauri::command]
#[specta::specta]
pub(crate) async fn sign_in_client(
    app: AppHandle,
    held: Held<'_>,
    server: String,
) -> Result<String, ApiError> {
    windows::raise_consent(&app);
    host(&held).propose_client(id(&server)?, None, false).await
}

/// Stops the sign-in under way, at whatever step.
#[tauri::command]
#[specta::specta]
pub(crate) fn sign_in_cancel(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).cancel_sign_in(id(&server)?)
}

/// Takes the address that a browser on another machine came back to.
#[tauri::command]
#[specta::specta]
pub(crate) fn sign_in_paste(
    held: Held<'_>,
    server: String,
    callback: String,
) -> Result<(), ApiError> {
    host(&held).paste_callback(id(&server)?, &callback)
}

/// Signs out; answers whether the authorization server was told.
#[tauri::command]
#[specta::specta]
pub(crate) async fn sign_out(held: Held<'_>, server: String) -> Result<bool, ApiError> {
    host(&held).sign_out(id(&server)?).await
}
