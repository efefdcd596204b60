//! Conversations and turns.

use host::ModelChoice;
use host_api::{ApiError, ConversationView, FoundView, TaskView, TuningView};

use crate::commands::held::{Held, host, id};

/// Sends a message with attachments of its composer. `servers` are those that are on from now on; none leaves them unchanged.
#[tauri::command]
#[specta::specta]
#[allow(
    clippy::too_many_arguments,
    reason = "each is a named field of the page's call"
)]
pub(crate) async fn chat_send(
    held: Held<'_>,
    conversation: Option<String>,
    provider: String,
    model: Option<String>,
    tuning: Option<TuningView>,
    text: String,
    servers: Option<Vec<String>>,
    attachments: Vec<String>,
) -> Result<String, ApiError> {
    let attachments = attachments.iter().map(|one| id(one));
    let attachments = attachments.collect::<Result<Vec<_>, _>>()?;
    let conversation = conversation.as_deref().map(id).transpose()?;
    let servers = servers
        .map(|all| all.iter().map(|server| id(server)).collect())
        .transpose()?;
    let sent = host(&held)
        .send_to(
            conversation,
            ModelChoice {
                provider: id(&provider)?,
                model,
                tuning: tuning.unwrap_or_default(),
            },
            &text,
            servers,
            &attachments,
        )
        .await?;
    Ok(sent.to_string())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_open(
    held: Held<'_>,
    conversation: String,
) -> Result<ConversationView, ApiError> {
    host(&held).open_conversation(id(&conversation)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_rename(
    held: Held<'_>,
    conversation: String,
    title: String,
) -> Result<(), ApiError> {
    host(&held)
        .rename_conversation(id(&conversation)?, &title)
        .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_delete(
    held: Held<'_>,
    conversation: String,
) -> Result<(), ApiError> {
    host(&held).delete_conversation(id(&conversation)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_restore(
    held: Held<'_>,
    conversation: String,
) -> Result<(), ApiError> {
    host(&held).restore_conversation(id(&conversation)?).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_set_model(
    held: Held<'_>,
    conversation: String,
    provider: String,
    model: Option<String>,
) -> Result<(), ApiError> {
    let choice = ModelChoice {
        provider: id(&provider)?,
        model,
        tuning: TuningView::default(),
    };
    host(&held)
        .set_conversation_model(id(&conversation)?, choice)
        .await
}

/// Chooses how the model of a conversation is to answer.
#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_tune(
    held: Held<'_>,
    conversation: String,
    tuning: TuningView,
) -> Result<(), ApiError> {
    host(&held)
        .set_conversation_tuning(id(&conversation)?, tuning)
        .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_server(
    held: Held<'_>,
    conversation: String,
    server: String,
    on: bool,
) -> Result<(), ApiError> {
    host(&held)
        .set_conversation_server(id(&conversation)?, id(&server)?, on)
        .await
}

#[tauri::command]
#[specta::specta]
pub(crate) fn turn_stop(held: Held<'_>, conversation: String) -> Result<(), ApiError> {
    host(&held).stop_turn(id(&conversation)?);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn turn_continue(held: Held<'_>, conversation: String) -> Result<(), ApiError> {
    host(&held).continue_turn(id(&conversation)?)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn turn_retry(held: Held<'_>, conversation: String) -> Result<(), ApiError> {
    host(&held).retry_turn(id(&conversation)?).await
}

/// Requests another complete reply in place of this one, which is kept.
#[tauri::command]
#[specta::specta]
pub(crate) async fn answer_retry(
    held: Held<'_>,
    conversation: String,
    message: String,
) -> Result<(), ApiError> {
    host(&held)
        .retry_answer(id(&conversation)?, id(&message)?)
        .await
}

/// Sends an edited message of the user in place of this one, which is kept.
#[tauri::command]
#[specta::specta]
pub(crate) async fn message_edit(
    held: Held<'_>,
    conversation: String,
    message: String,
    provider: String,
    text: String,
) -> Result<(), ApiError> {
    host(&held)
        .edit_message(id(&conversation)?, id(&message)?, id(&provider)?, &text)
        .await
}

/// Switches to the branch through this message.
#[tauri::command]
#[specta::specta]
pub(crate) async fn branch_show(
    held: Held<'_>,
    conversation: String,
    message: String,
) -> Result<ConversationView, ApiError> {
    host(&held)
        .show_branch(id(&conversation)?, id(&message)?)
        .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn call_stop(held: Held<'_>, call: String) -> Result<(), ApiError> {
    host(&held).stop_call(id(&call)?).await;
    Ok(())
}

/// Moves a running call to the background.
#[tauri::command]
#[specta::specta]
pub(crate) async fn call_background(held: Held<'_>, call: String) -> Result<(), ApiError> {
    host(&held).move_to_background(id(&call)?).await
}

/// Returns the calls that go on as tasks or in the background, and the newest that did.
#[tauri::command]
#[specta::specta]
pub(crate) async fn tasks(held: Held<'_>) -> Result<Vec<TaskView>, ApiError> {
    host(&held).tasks().await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn conversations_search(
    held: Held<'_>,
    text: String,
) -> Result<Vec<FoundView>, ApiError> {
    host(&held).search_conversations(&text).await
}

/// Opens a link of a conversation in the user's browser, after an approval in the consent window. Returns whether it was opened.
#[tauri::command]
#[specta::specta]
pub(crate) async fn link_open(
    held: Held<'_>,
    conversation: String,
    url: String,
) -> Result<bool, ApiError> {
    host(&held).open_link(id(&conversation)?, &url).await
}
