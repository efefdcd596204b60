//! The consent window: the only one whose capability file lists these.

use std::sync::Arc;

use host::api::{
    AnswerView, ApiError, ApprovalView, BlockEdit, ErrorCode, FieldProblemView, Presence,
    SamplingEdit,
};
use tauri::{AppHandle, ipc::Channel};
use tokio::time::{Duration, Instant};

use crate::{
    commands::held::{Held, host, id},
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
    channel: Channel<Vec<ApprovalView>>,
) -> Result<(), ApiError> {
    let mut queue = host(&held).prompts();
    let shell = Arc::clone(held.inner());
    tauri::async_runtime::spawn(async move {
        let mut hide_at = None;
        loop {
            let prompts = match hide_at {
                None => queue.recv().await,
                Some(at) => match tokio::time::timeout_at(at, queue.recv()).await {
                    Ok(prompts) => prompts,
                    Err(_) => {
                        hide_at = None;
                        windows::hide_consent(&app);
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
                shell.attention.want(true);
            }
        }
    });
    Ok(())
}

/// Sends whether the user is at this window, now and after each change.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_presence(
    held: Held<'_>,
    channel: Channel<Presence>,
) -> Result<(), ApiError> {
    let mut presence = held.attention.watch();
    presence.mark_changed();
    tauri::async_runtime::spawn(async move {
        while presence.changed().await.is_ok() {
            let now = *presence.borrow_and_update();
            if channel.send(now).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Starts the arming time of the question on display, if the user is at this window.
#[tauri::command]
#[specta::specta]
pub(crate) fn consent_shown(held: Held<'_>, prompt: String, revision: u32) -> Result<(), ApiError> {
    present(&held)?;
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
    if !matches!(answer, AnswerView::Deny { .. } | AnswerView::Dismiss) {
        present(&held)?;
    }
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

/// Nothing counts as long as the user may be typing or clicking into another window.
fn present(held: &Held<'_>) -> Result<(), ApiError> {
    if held.attention.is_present() {
        return Ok(());
    }
    let message = "The window with the question did not have the focus for long enough.";
    Err(ApiError::new(ErrorCode::Stale, message).hint("Click the window, then answer."))
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
    present(&held)?;
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

/// Asks the endpoint of a question for its models, with the key that was typed; yields the new revision.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_endpoint_models(
    held: Held<'_>,
    prompt: String,
    revision: u32,
    key: Option<String>,
) -> Result<u32, ApiError> {
    host(&held)
        .ask_endpoint_models(id(&prompt)?, revision, key)
        .await
}

/// Chooses the model of an endpoint that is asked about; yields the new revision.
#[tauri::command]
#[specta::specta]
pub(crate) fn consent_endpoint_model(
    held: Held<'_>,
    prompt: String,
    revision: u32,
    model: String,
) -> Result<u32, ApiError> {
    host(&held).choose_endpoint_model(id(&prompt)?, revision, &model)
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
