//! The consent window: the only one whose capability file lists these.

use host::api::{AnswerView, ApiError, PromptView, Theme};
use tauri::{AppHandle, ipc::Channel};

use crate::{
    commands::{Held, host, id},
    windows,
};

/// Sends the queue of questions now and after each change; the window shows and hides with it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_watch(
    app: AppHandle,
    held: Held<'_>,
    channel: Channel<Vec<PromptView>>,
) -> Result<(), ApiError> {
    let mut queue = host(&held).prompts();
    tauri::async_runtime::spawn(async move {
        while let Some(prompts) = queue.recv().await {
            let waiting = prompts.len();
            if channel.send(prompts).is_err() {
                return;
            }
            windows::follow_queue(&app, waiting);
        }
    });
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) fn consent_shown(held: Held<'_>, prompt: String, revision: u32) -> Result<(), ApiError> {
    host(&held).prompt_shown(id(&prompt)?, revision)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_answer(
    held: Held<'_>,
    prompt: String,
    revision: u32,
    answer: AnswerView,
) -> Result<(), ApiError> {
    host(&held)
        .answer_prompt(id(&prompt)?, revision, answer)
        .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_edit(
    held: Held<'_>,
    prompt: String,
    revision: u32,
    json: String,
) -> Result<u32, ApiError> {
    host(&held).edit_prompt(id(&prompt)?, revision, &json).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_theme(held: Held<'_>) -> Result<Theme, ApiError> {
    Ok(host(&held).theme().await)
}
