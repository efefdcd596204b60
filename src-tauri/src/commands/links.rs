//! Links that the desktop opens with this program: the one that waits, and their registration with the desktop.

use host_api::{ApiError, ErrorCode, LinksStateView, LinksView, PastedView};
use messages::phrases;
use url_handler::{Folders, Handler, HandlerError, State};

use crate::commands::held::{Held, host};

/// Reads the link that waits, for an empty server form. It adds or starts nothing.
#[tauri::command]
#[specta::specta]
pub(crate) async fn link_take(held: Held<'_>) -> Result<Option<PastedView>, ApiError> {
    Ok(host(&held).take_link())
}

/// Says what the desktop does with links.
#[tauri::command]
#[specta::specta]
pub(crate) async fn links_state() -> Result<LinksView, ApiError> {
    match handler()? {
        Some(handler) => view(&handler),
        None => Ok(LinksView {
            state: LinksStateView::Unsupported,
            other: None,
        }),
    }
}

/// Registers this program for links with the desktop of this user, or removes that.
#[tauri::command]
#[specta::specta]
pub(crate) async fn links_set(on: bool) -> Result<LinksView, ApiError> {
    let Some(handler) = handler()? else {
        let message = phrases::host_links_unsupported();
        return Err(ApiError::new(ErrorCode::Invalid, message));
    };
    let changed = if on {
        handler.register()
    } else {
        handler.unregister()
    };
    changed.map_err(failed)?;
    view(&handler)
}

fn handler() -> Result<Option<Handler>, ApiError> {
    let Some(folders) = Folders::of_user() else {
        return Ok(None);
    };
    let program = std::env::current_exe().map_err(|error| {
        let message = phrases::host_links_failed(error.to_string());
        ApiError::new(ErrorCode::Data, message)
    })?;
    Ok(Some(Handler::new(program, folders)))
}

fn view(handler: &Handler) -> Result<LinksView, ApiError> {
    let (state, other) = match handler.state().map_err(failed)? {
        State::Registered => (LinksStateView::On, None),
        State::Elsewhere => (LinksStateView::Elsewhere, None),
        State::Other(name) => (LinksStateView::Off, Some(domain::visible(&name))),
        State::Off => (LinksStateView::Off, None),
    };
    Ok(LinksView { state, other })
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "it is used as a function of an error"
)]
fn failed(error: HandlerError) -> ApiError {
    let message = phrases::host_links_failed(domain::visible(&error.to_string()));
    ApiError::new(ErrorCode::Data, message)
}
