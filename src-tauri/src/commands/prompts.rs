//! Prompts that a message takes: those of servers, and presets of the user.

use host_api::{
    ApiError, AttachmentFor, AttachmentView, GivenValue, PreparedPromptView, PresetView,
    PromptListView,
};
use tauri::State;

use crate::{
    commands::{
        attachments::parsed,
        held::{Held, host, id},
    },
    gesture::Gestures,
};

/// Returns what a conversation can insert. For a new one, `off` has the servers that are off.
#[tauri::command]
#[specta::specta]
pub(crate) async fn prompts_of(
    held: Held<'_>,
    conversation: Option<String>,
    off: Vec<String>,
) -> Result<PromptListView, ApiError> {
    let conversation = conversation.as_deref().map(id).transpose()?;
    let off = off.iter().map(|server| id(server));
    let off = off.collect::<Result<_, _>>()?;
    host(&held).conversation_prompts(conversation, off).await
}

/// Gets a prompt of a server with these arguments, for review.
#[tauri::command]
#[specta::specta]
pub(crate) async fn prompt_prepare(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    server: String,
    name: String,
    values: Vec<GivenValue>,
    to: AttachmentFor,
) -> Result<PreparedPromptView, ApiError> {
    gestures.require()?;
    let to = parsed(to)?;
    let host = host(&held);
    host.inspect_prompt(id(&server)?, &name, &values, &to).await
}

/// Makes a prompt that was reviewed part of the next message.
#[tauri::command]
#[specta::specta]
pub(crate) async fn prompt_insert(
    held: Held<'_>,
    prepared: String,
    to: AttachmentFor,
) -> Result<AttachmentView, ApiError> {
    host(&held).insert_prompt(&prepared, &parsed(to)?).await
}

/// Stores a preset: a new one, for all conversations or for those of a project, or another name and text of one. Returns all presets.
#[tauri::command]
#[specta::specta]
pub(crate) async fn preset_save(
    held: Held<'_>,
    preset: Option<String>,
    name: String,
    text: String,
    project: Option<String>,
) -> Result<Vec<PresetView>, ApiError> {
    let preset = preset.as_deref().map(id).transpose()?;
    let project = project.as_deref().map(id).transpose()?;
    host(&held).save_preset(preset, &name, &text, project).await
}

/// Deletes a preset. Returns those that are left.
#[tauri::command]
#[specta::specta]
pub(crate) async fn preset_remove(
    held: Held<'_>,
    preset: String,
) -> Result<Vec<PresetView>, ApiError> {
    host(&held).remove_preset(id(&preset)?).await
}
