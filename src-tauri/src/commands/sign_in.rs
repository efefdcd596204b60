//! Accounts of servers: sign-in, which needs approval in the consent window, and sign-out.

use host::SignInRequest;
use host_api::ApiError;
use tauri::AppHandle;

use crate::{
    commands::held::{Held, host, id},
    windows,
};

/// Signs in, or joins the sign-in in progress. It needs approval in the consent window before a browser opens. Waits for the
/// result; the server's account shows the steps.
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

/// Requests a user-supplied OAuth client for a server in the consent window.
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

/// Cancels the sign-in in progress, at any step.
#[tauri::command]
#[specta::specta]
pub(crate) fn sign_in_cancel(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).cancel_sign_in(id(&server)?)
}

/// Accepts the callback URL of a browser on another machine.
#[tauri::command]
#[specta::specta]
pub(crate) fn sign_in_paste(
    held: Held<'_>,
    server: String,
    callback: String,
) -> Result<(), ApiError> {
    host(&held).paste_callback(id(&server)?, &callback)
}

/// Signs out. Returns whether the tokens were revoked at the authorization server.
#[tauri::command]
#[specta::specta]
pub(crate) async fn sign_out(held: Held<'_>, server: String) -> Result<bool, ApiError> {
    host(&held).sign_out(id(&server)?).await
}
