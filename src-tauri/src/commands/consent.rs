//! The consent window: the only one whose capability file lists these.

use host::api::{AnswerView, ApiError, BlockEdit, FieldProblemView, PromptView, SamplingEdit};
use tauri::{AppHandle, ipc::Channel};
use tokio::time::{Duration, Instant};

use crate::{
    commands::{Held, host, id},
    windows,
};

/// How long the window stays after its last question: the next one often follows at once, and a window that closes
/// under the pointer loses the rest of the click.
const LINGER: Duration = Duration::from_millis(250);

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
        let mut hide_at = None;
        loop {
            let prompts = match hide_at {
                None => queue.recv().await,
                Some(at) => match tokio::time::timeout_at(at, queue.recv()).await {
                    Ok(prompts) => prompts,
                    Err(_) => {
                        hide_at = None;
                        windows::show_consent(&app, false);
                        continue;
                    }
                },
            };
            let Some(prompts) = prompts else { return };
            let waiting = !prompts.is_empty();
            if channel.send(prompts).is_err() {
                return;
            }
            hide_at = (!waiting).then(|| Instant::now() + LINGER);
            if waiting {
                windows::show_consent(&app, true);
            }
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

/// Takes one call out of a group, to be decided alone.
#[tauri::command]
#[specta::specta]
pub(crate) fn consent_call_apart(
    held: Held<'_>,
    prompt: String,
    revision: u32,
    call: String,
) -> Result<(), ApiError> {
    host(&held).decide_apart(id(&prompt)?, revision, id(&call)?)
}

/// Changes a server's request for the model, always in relation to what the server asked; yields the new revision.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_sampling_edit(
    held: Held<'_>,
    prompt: String,
    revision: u32,
    edit: SamplingEdit,
) -> Result<u32, ApiError> {
    host(&held)
        .edit_sampling(id(&prompt)?, revision, edit)
        .await
}

/// Changes the model's answer, always in relation to what the model said; yields the new revision.
#[tauri::command]
#[specta::specta]
pub(crate) fn consent_reply_edit(
    held: Held<'_>,
    prompt: String,
    revision: u32,
    blocks: Vec<BlockEdit>,
) -> Result<u32, ApiError> {
    host(&held).edit_sampling_reply(id(&prompt)?, revision, blocks)
}

/// Has the model asked once more, in place of giving its answer.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_reply_again(
    held: Held<'_>,
    prompt: String,
    revision: u32,
) -> Result<(), ApiError> {
    host(&held).ask_sampling_again(id(&prompt)?, revision).await
}

/// Denies, and lets the server ask for no answers any more.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_sampling_off(held: Held<'_>, prompt: String) -> Result<(), ApiError> {
    host(&held).switch_sampling_off(id(&prompt)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) fn consent_form_check(
    held: Held<'_>,
    prompt: String,
    content: String,
) -> Result<Vec<FieldProblemView>, ApiError> {
    host(&held).check_form(id(&prompt)?, &content)
}
