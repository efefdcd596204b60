//! The page of one server: state, limits, offers, log and traffic.

use host::ChangedPart;
use host_api::{
    ApiError, CallView, CompleteFor, CompletionView, GivenValue, LogLevelView, LogPageView,
    PromptResultView, ResourceReadView, ResourcesView, ServerBoundKey, ServerBoundSetView,
    ServerPageView, ServerPromptsView, ToolDetailView, TrafficBatchView, TrafficMessageView,
};
use tauri::{State, ipc::Channel};

use crate::{
    commands::held::{Held, host, id},
    gesture::Gestures,
};

#[tauri::command]
#[specta::specta]
pub(crate) fn server_page(held: Held<'_>, server: String) -> Result<ServerPageView, ApiError> {
    host(&held).server_page(id(&server)?)
}

/// Sets a limit of this server's connection; without a value, resets it to the global one.
#[tauri::command]
#[specta::specta]
pub(crate) async fn server_bound_set(
    held: Held<'_>,
    server: String,
    key: ServerBoundKey,
    value: Option<u32>,
) -> Result<ServerBoundSetView, ApiError> {
    host(&held).set_server_bound(id(&server)?, key, value).await
}

/// Pings the server. Returns the response time in milliseconds.
#[tauri::command]
#[specta::specta]
pub(crate) async fn server_ping(held: Held<'_>, server: String) -> Result<f64, ApiError> {
    host(&held).ping_server(id(&server)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) fn server_tool(
    held: Held<'_>,
    server: String,
    tool: String,
) -> Result<ToolDetailView, ApiError> {
    host(&held).server_tool(id(&server)?, &tool)
}

/// Calls a tool once, through the same pipeline as every other call, with approval in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn tool_try(
    held: Held<'_>,
    server: String,
    tool: String,
    arguments_json: String,
) -> Result<CallView, ApiError> {
    host(&held)
        .try_tool(id(&server)?, tool, arguments_json)
        .await
}

/// Requests approval of a changed tool or of changed instructions in the consent window. Returns whether the change was accepted.
#[tauri::command]
#[specta::specta]
pub(crate) async fn change_review(
    held: Held<'_>,
    server: String,
    tool: Option<String>,
) -> Result<bool, ApiError> {
    let part = tool.map_or(ChangedPart::Instructions, ChangedPart::Tool);
    host(&held).review_change(id(&server)?, part).await
}

/// Requests approval of a server's new tools in the consent window. Returns whether they were accepted.
#[tauri::command]
#[specta::specta]
pub(crate) async fn new_tools_review(held: Held<'_>, server: String) -> Result<bool, ApiError> {
    let part = ChangedPart::NewTools;
    host(&held).review_change(id(&server)?, part).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn resources_list(
    held: Held<'_>,
    server: String,
) -> Result<ResourcesView, ApiError> {
    host(&held).resources(id(&server)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn resource_read(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    server: String,
    uri: String,
) -> Result<ResourceReadView, ApiError> {
    gestures.require()?;
    host(&held).read_resource(id(&server)?, &uri).await
}

/// Expands a template to a URI with these values (RFC 6570).
#[tauri::command]
#[specta::specta]
pub(crate) fn resource_expand(
    held: Held<'_>,
    server: String,
    template: String,
    values: Vec<GivenValue>,
) -> Result<String, ApiError> {
    host(&held).expand_template(id(&server)?, &template, &values)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn resource_subscribe(
    held: Held<'_>,
    server: String,
    uri: String,
    on: bool,
) -> Result<(), ApiError> {
    host(&held).subscribe_resource(id(&server)?, &uri, on).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn prompts_list(
    held: Held<'_>,
    server: String,
) -> Result<ServerPromptsView, ApiError> {
    host(&held).server_prompts(id(&server)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn prompt_get(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    server: String,
    name: String,
    values: Vec<GivenValue>,
) -> Result<PromptResultView, ApiError> {
    gestures.require()?;
    host(&held).get_prompt(id(&server)?, &name, &values).await
}

/// Returns completion values of the server for an argument; `context` has the values of the others.
#[tauri::command]
#[specta::specta]
pub(crate) async fn complete(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    server: String,
    reference: CompleteFor,
    argument: GivenValue,
    context: Vec<GivenValue>,
) -> Result<CompletionView, ApiError> {
    gestures.require()?;
    host(&held)
        .complete(id(&server)?, reference, argument, context)
        .await
}

/// Returns the rows of a server's log after the given one. One event announces further rows.
#[tauri::command]
#[specta::specta]
pub(crate) fn server_log_page(
    held: Held<'_>,
    server: String,
    after_seq: f64,
) -> Result<LogPageView, ApiError> {
    host(&held).server_log(id(&server)?, after_seq)
}

/// Sets the server's minimum log level.
#[tauri::command]
#[specta::specta]
pub(crate) async fn log_level_set(
    held: Held<'_>,
    server: String,
    level: LogLevelView,
) -> Result<(), ApiError> {
    host(&held).set_log_level(id(&server)?, level).await
}

/// Sends a server's stored messages, then each new one, until [`traffic_unwatch`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn traffic_watch(
    held: Held<'_>,
    server: String,
    channel: Channel<TrafficBatchView>,
) -> Result<(), ApiError> {
    let mut feed = host(&held).watch_traffic(id(&server)?)?;
    let task = tauri::async_runtime::spawn(async move {
        while let Some(batch) = feed.next().await {
            if channel.send(batch).is_err() {
                return;
            }
        }
    });
    held.watched.set(server, task);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn traffic_unwatch(held: Held<'_>, server: String) -> Result<(), ApiError> {
    held.watched.end(&server);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) fn traffic_message(
    held: Held<'_>,
    server: String,
    seq: f64,
) -> Result<TrafficMessageView, ApiError> {
    host(&held).traffic_message(id(&server)?, seq)
}
