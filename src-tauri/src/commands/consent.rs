//! Commands of the consent window, the only window whose capability file lists them.

use std::sync::Arc;

use host_api::{
    AnswerView, ApiError, ApprovalView, BlockEdit, ErrorCode, FieldProblemView, Presence,
    SamplingEdit,
};
use messages::phrases;
use tauri::{AppHandle, ipc::Channel};
use tokio::time::{Duration, Instant};

use crate::{
    commands::held::{Held, host, id},
    windows,
};

/// How long the window stays after its last approval. The next one often follows at once, and a window that closes under the
/// pointer loses the rest of a click.
const LINGER: Duration = Duration::from_millis(250);

/// Sends the queue of approvals now and after each change; the window is shown and hidden with it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_watch(
    app: AppHandle,
    held: Held<'_>,
    channel: Channel<Vec<ApprovalView>>,
) -> Result<(), ApiError> {
    let mut queue = host(&held).prompts();
    let shell = Arc::clone(held.inner());
    windows::consent_loaded(&app);
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
                if shell.consent_page.take_expected(Instant::now()) {
                    windows::open_approvals(&app);
                }
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

/// Starts the arming time of the displayed approval, if the user is at this window.
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

/// Asks about a launch in its sandbox or, with `unconfined`, outside of it. Returns the new revision.
#[tauri::command]
#[specta::specta]
pub(crate) fn consent_sandbox(
    held: Held<'_>,
    prompt: String,
    revision: u32,
    unconfined: bool,
) -> Result<u32, ApiError> {
    present(&held)?;
    host(&held).switch_sandbox(id(&prompt)?, revision, unconfined)
}

/// Checks that the user is at this window; no answer takes effect while they may be typing or clicking elsewhere.
fn present(held: &Held<'_>) -> Result<(), ApiError> {
    if held.attention.is_present() {
        return Ok(());
    }
    let message = phrases::desktop_not_present();
    Err(ApiError::new(ErrorCode::Stale, message).hint(phrases::desktop_not_present_hint()))
}

/// Removes one call from a group so that it is decided alone.
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

/// Edits a server's sampling request, always relative to the server's original. Returns the new revision.
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

/// Edits the model's reply, always relative to the model's original. Returns the new revision.
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

/// Sends the request to the model again instead of sending its reply.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_reply_again(
    held: Held<'_>,
    prompt: String,
    revision: u32,
) -> Result<(), ApiError> {
    host(&held).ask_sampling_again(id(&prompt)?, revision).await
}

/// Denies the request, and disables sampling for the server.
#[tauri::command]
#[specta::specta]
pub(crate) async fn consent_sampling_off(held: Held<'_>, prompt: String) -> Result<(), ApiError> {
    host(&held).switch_sampling_off(id(&prompt)?).await
}

/// Requests the model list of a pending endpoint, with the typed key. Returns the new revision.
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

/// Selects the model of a pending endpoint. Returns the new revision.
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
