//! Servers.

use host_api::{
    AddRemoteServer, AddServer, ApiError, ConfinementChoiceView, EraChoiceView, FeatureView,
    PackageSetsView, PackageUpdateView, PasteField, PastedView, PrivateFolderView,
    ServerPackageView, ServerTag, ServerView, TrialRunView,
};
use messages::phrases;
use tauri::{AppHandle, WebviewWindow};

use crate::{
    commands::{
        choosing::{choose_folder, sendable},
        held::{Held, host, id},
    },
    windows,
};

/// Interprets text pasted into a field of the server form. It adds or starts nothing.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_pasted(
    held: Held<'_>,
    text: String,
    field: PasteField,
    command: String,
) -> Result<PastedView, ApiError> {
    Ok(host(&held).read_pasted(&text, field, &command))
}

/// Lets the user choose a folder for the arguments of a server in the system dialog; none when it was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_folder(window: WebviewWindow) -> Result<Option<String>, ApiError> {
    let folder = choose_folder(&window, phrases::desktop_choose_folder(), None);
    folder.await?.map(sendable).transpose()
}

/// Adds a server, whose launch is then reviewed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_add(
    app: AppHandle,
    held: Held<'_>,
    server: AddServer,
    pasted: Option<String>,
) -> Result<ServerView, ApiError> {
    let new = host(&held).with_pasted(server, pasted.as_deref());
    let view = host(&held).add_server(new).await?;
    host(&held).forget_pasted();
    host(&held).start_server(id(&view.tag.id)?)?;
    windows::raise_consent(&app);
    Ok(view)
}

/// Changes the name and the launch of a server; the launch is then reviewed again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_change(
    app: AppHandle,
    held: Held<'_>,
    server: String,
    to: AddServer,
) -> Result<ServerView, ApiError> {
    let id = id(&server)?;
    let view = host(&held).edit_server(id, to).await?;
    host(&held).start_server(id)?;
    windows::raise_consent(&app);
    Ok(view)
}

/// Adds a remote server, whose connection is then reviewed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_add_remote(
    app: AppHandle,
    held: Held<'_>,
    server: AddRemoteServer,
    pasted: Option<String>,
) -> Result<ServerView, ApiError> {
    let new = host(&held).with_pasted_remote(server, pasted.as_deref());
    let view = host(&held).add_remote_server(new).await?;
    host(&held).forget_pasted();
    host(&held).start_server(id(&view.tag.id)?)?;
    windows::raise_consent(&app);
    Ok(view)
}

/// Changes name, URL and headers of a server; the connection is then reviewed again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_change_remote(
    app: AppHandle,
    held: Held<'_>,
    server: String,
    to: AddRemoteServer,
) -> Result<ServerView, ApiError> {
    let id = id(&server)?;
    let view = host(&held).edit_remote_server(id, to).await?;
    host(&held).start_server(id)?;
    windows::raise_consent(&app);
    Ok(view)
}

#[tauri::command]
#[specta::specta]
pub(crate) fn servers_start(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).start_server(id(&server)?)
}

#[tauri::command]
#[specta::specta]
pub(crate) fn servers_stop(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).stop_server(id(&server)?)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_sleep(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).sleep_server(id(&server)?).await.map(drop)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_switch(
    held: Held<'_>,
    server: String,
    enabled: bool,
) -> Result<(), ApiError> {
    host(&held).set_server_enabled(id(&server)?, enabled).await
}

/// Lets models read a server's instructions after confirmation in the consent window, or ends that at once.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_instructions(
    app: AppHandle,
    held: Held<'_>,
    server: String,
    on: bool,
) -> Result<(), ApiError> {
    if on {
        windows::raise_consent(&app);
    }
    host(&held)
        .set_instructions_for_models(id(&server)?, on)
        .await
}

/// Enables a kind of server-initiated request after confirmation in the consent window, or disables it at once.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_asks(
    app: AppHandle,
    held: Held<'_>,
    server: String,
    feature: FeatureView,
    on: bool,
) -> Result<(), ApiError> {
    if on {
        windows::raise_consent(&app);
    }
    host(&held)
        .set_server_feature(id(&server)?, feature, on, false)
        .await
}

/// Stores how the server is spoken to. It restarts if it runs.
#[tauri::command]
#[specta::specta]
pub(crate) async fn server_era_choose(
    held: Held<'_>,
    server: String,
    choice: EraChoiceView,
) -> Result<(), ApiError> {
    host(&held)
        .set_era_choice(id(&server)?, choice.into())
        .await
}

/// Stores what the user chose about the sandbox of a local server. What widens it is reviewed in the consent window before the server
/// starts again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn server_confine(
    held: Held<'_>,
    server: String,
    choice: ConfinementChoiceView,
) -> Result<(), ApiError> {
    host(&held).choose_confinement(id(&server)?, choice).await
}

/// Returns the package of a server; none if its command is no package runner whose package can be installed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn package_show(
    held: Held<'_>,
    server: String,
) -> Result<Option<ServerPackageView>, ApiError> {
    host(&held).server_package(id(&server)?).await
}

/// Installs the newest version of a server's package beside the one in use, and requests its review in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn package_update(
    held: Held<'_>,
    server: String,
) -> Result<PackageUpdateView, ApiError> {
    host(&held).update_package(id(&server)?, false).await
}

/// Requests in the consent window that a server goes back to an older version of its package.
#[tauri::command]
#[specta::specta]
pub(crate) async fn package_back(
    app: AppHandle,
    held: Held<'_>,
    server: String,
    lock: String,
) -> Result<(), ApiError> {
    windows::raise_consent(&app);
    host(&held)
        .go_back_package(id(&server)?, &lock, false)
        .await
}

/// Cancels the installation of a package beside the one in use.
#[tauri::command]
#[specta::specta]
pub(crate) fn package_cancel(held: Held<'_>, server: String) -> Result<bool, ApiError> {
    Ok(host(&held).cancel_package(id(&server)?))
}

/// Chooses whether the package runner of a server fetches the package at each start.
#[tauri::command]
#[specta::specta]
pub(crate) async fn package_fetch(
    held: Held<'_>,
    server: String,
    fetches: bool,
) -> Result<(), ApiError> {
    host(&held).fetch_package(id(&server)?, fetches).await
}

/// Returns how many packages are installed, and how much space they take.
#[tauri::command]
#[specta::specta]
pub(crate) async fn packages_show(held: Held<'_>) -> Result<PackageSetsView, ApiError> {
    host(&held).package_sets().await
}

/// Deletes the packages that no server uses or can go back to, and returns how many bytes that freed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn packages_remove_unused(held: Held<'_>) -> Result<f64, ApiError> {
    host(&held).remove_unused_packages().await
}

/// Returns the trial run of a server: whether one is on, and what the last one found.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trial_run_show(
    held: Held<'_>,
    server: String,
) -> Result<TrialRunView, ApiError> {
    host(&held).trial_run(id(&server)?).await
}

/// Begins a trial run, and restarts the server in it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trial_run_start(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).start_trial_run(id(&server)?).await
}

/// Ends a trial run, and starts the server as usual.
#[tauri::command]
#[specta::specta]
pub(crate) fn trial_run_end(held: Held<'_>, server: String) -> Result<(), ApiError> {
    let server = id(&server)?;
    host(&held).end_trial_run(server)?;
    host(&held).start_server(server)
}

/// Requests in the consent window what a trial run found, by its key.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trial_run_allow(
    app: AppHandle,
    held: Held<'_>,
    server: String,
    key: String,
) -> Result<(), ApiError> {
    windows::raise_consent(&app);
    host(&held).allow_proposal(id(&server)?, &key, false).await
}

/// Requests in the consent window that the server runs without a sandbox.
#[tauri::command]
#[specta::specta]
pub(crate) async fn server_unconfine(
    app: AppHandle,
    held: Held<'_>,
    server: String,
) -> Result<(), ApiError> {
    windows::raise_consent(&app);
    host(&held).run_unconfined(id(&server)?, false).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn tools_switch(
    held: Held<'_>,
    server: String,
    tool: String,
    enabled: bool,
) -> Result<(), ApiError> {
    host(&held)
        .set_tool_enabled(id(&server)?, &tool, enabled)
        .await
}

#[tauri::command]
#[specta::specta]
pub(crate) fn servers_restart(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).restart_server(id(&server)?)
}

/// Adds a copy, whose launch is reviewed when it first starts.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_duplicate(
    held: Held<'_>,
    server: String,
) -> Result<ServerView, ApiError> {
    host(&held).duplicate_server(id(&server)?).await
}

/// Removes a server, which can be restored during the undo period.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_remove(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).put_server_aside(id(&server)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_restore(
    held: Held<'_>,
    server: String,
) -> Result<ServerView, ApiError> {
    host(&held).restore_server(id(&server)?).await
}

/// Deletes a removed server after the undo period.
#[tauri::command]
#[specta::specta]
pub(crate) async fn servers_forget(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).forget_server(id(&server)?).await
}

/// Returns the private folder of a local server, with its size.
#[tauri::command]
#[specta::specta]
pub(crate) async fn private_folder(
    held: Held<'_>,
    server: String,
) -> Result<PrivateFolderView, ApiError> {
    host(&held).private_folder(id(&server)?).await
}

/// Stops a local server and clears its private folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn private_folder_clear(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).clear_private_folder(id(&server)?).await
}

/// Returns the servers whose data a server may hold.
#[tauri::command]
#[specta::specta]
pub(crate) async fn held_data(held: Held<'_>, server: String) -> Result<Vec<ServerTag>, ApiError> {
    host(&held).held_data(id(&server)?).await
}

/// Requests in the consent window that a server counts as holding no data of others.
#[tauri::command]
#[specta::specta]
pub(crate) async fn held_data_forget(held: Held<'_>, server: String) -> Result<(), ApiError> {
    host(&held).forget_held_data(id(&server)?).await
}
