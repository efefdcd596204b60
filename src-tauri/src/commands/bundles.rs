//! MCP bundles. The page never names the file of one: it comes from the system's dialog, from a drop that the window saw, or from a download.

use std::{path::PathBuf, sync::Arc};

use host::NewBundle;
use host_api::{AddBundle, ApiError, ErrorCode, OpenedBundleView, RegistryChoice, ServerView};
use messages::phrases;
use tauri::{AppHandle, State, WebviewWindow};

use crate::{
    commands::{
        choosing::{choose_file, sendable},
        held::{Held, host, id},
    },
    dropped::{BUNDLES, Dropped, OpenedBundle},
    windows,
};

/// Fills in the file of what the page adds.
fn with_file(opened: &OpenedBundle, bundle: AddBundle) -> Result<NewBundle, ApiError> {
    let none = || ApiError::new(ErrorCode::NotFound, phrases::desktop_bundle_none());
    Ok(NewBundle {
        add: AddBundle {
            path: sendable(opened.path().ok_or_else(none)?)?,
            ..bundle
        },
        secrets: Vec::new(),
    })
}

/// Lets the user choose a bundle in the system dialog, and reads it; none when it was closed. Nothing is unpacked.
#[tauri::command]
#[specta::specta]
pub(crate) async fn bundle_choose(
    window: WebviewWindow,
    held: Held<'_>,
    opened: State<'_, OpenedBundle>,
) -> Result<Option<OpenedBundleView>, ApiError> {
    let kind = ("MCPB", BUNDLES);
    match choose_file(&window, phrases::desktop_choose_bundle(), kind).await? {
        Some(path) => open(&held, &opened, path).await.map(Some),
        None => Ok(None),
    }
}

/// Reads the bundle that was dropped last; none if there is none. Nothing is unpacked.
#[tauri::command]
#[specta::specta]
pub(crate) async fn bundle_dropped(
    held: Held<'_>,
    dropped: State<'_, Arc<Dropped>>,
    opened: State<'_, OpenedBundle>,
) -> Result<Option<OpenedBundleView>, ApiError> {
    match dropped.take_bundle() {
        Some(path) => open(&held, &opened, path).await.map(Some),
        None => Ok(None),
    }
}

/// Downloads the bundle of an entry of the registry, compares its digest, and reads it. Nothing is unpacked.
#[tauri::command]
#[specta::specta]
pub(crate) async fn bundle_download(
    held: Held<'_>,
    opened: State<'_, OpenedBundle>,
    choice: RegistryChoice,
) -> Result<OpenedBundleView, ApiError> {
    let found = Box::pin(host(&held).download_bundle(&choice)).await?;
    opened.keep(found.path);
    Ok(found.opened)
}

/// Stops the download of a bundle, and removes the bundle that was downloaded.
#[tauri::command]
#[specta::specta]
pub(crate) async fn bundle_forget(held: Held<'_>) -> Result<(), ApiError> {
    host(&held).forget_download();
    Ok(())
}

/// Lets the user choose a file for an option of a bundle in the system dialog; none when it was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn bundle_file(window: WebviewWindow) -> Result<Option<String>, ApiError> {
    let file = choose_file(&window, phrases::desktop_choose_option(), ("*", &["*"]));
    file.await?.map(sendable).transpose()
}

/// Adds the bundle that was opened last. Its launch is then reviewed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn bundle_add(
    app: AppHandle,
    held: Held<'_>,
    opened: State<'_, OpenedBundle>,
    bundle: AddBundle,
) -> Result<ServerView, ApiError> {
    let new = with_file(&opened, bundle)?;
    let view = Box::pin(host(&held).add_bundle(new)).await?;
    host(&held).start_server(id(&view.tag.id)?)?;
    windows::raise_consent(&app);
    Ok(view)
}

/// Uses the bundle that was opened last in place of the one that a server has, once its launch was accepted in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn bundle_update(
    app: AppHandle,
    held: Held<'_>,
    opened: State<'_, OpenedBundle>,
    server: String,
    bundle: AddBundle,
) -> Result<ServerView, ApiError> {
    let new = with_file(&opened, bundle)?;
    windows::raise_consent(&app);
    Box::pin(host(&held).update_bundle(id(&server)?, new, false)).await
}

async fn open(
    held: &Held<'_>,
    opened: &OpenedBundle,
    path: PathBuf,
) -> Result<OpenedBundleView, ApiError> {
    let view = host(held).open_bundle(&sendable(path.clone())?).await?;
    opened.keep(path);
    Ok(view)
}
