//! Hosts that confined servers reach. A host that the user names is allowed only in the consent window.

use host_api::{ApiError, ReachView};

use crate::commands::held::{Held, host, id};

/// Returns the hosts that a server may reach, and its connections.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reach(held: Held<'_>, server: String) -> Result<ReachView, ApiError> {
    host(&held).reach(id(&server)?).await
}

/// Requests approval of a host with its port in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reach_propose(
    held: Held<'_>,
    server: String,
    to: String,
) -> Result<(), ApiError> {
    host(&held).allow_reach(id(&server)?, &to, false).await
}

/// Revokes a host and closes its connections.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reach_revoke(
    held: Held<'_>,
    server: String,
    to: String,
) -> Result<(), ApiError> {
    host(&held).revoke_reach(id(&server)?, &to).await
}
