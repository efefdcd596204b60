//! Conversations and turns.

use host::{Destination, ModelChoice, SearchFilter};
use host_api::{
    ApiError, ConversationSummary, ConversationView, FoundView, HelpPage, MessageView, MoveView,
    SearchFilterView, SendMessage, TaskView, TuningView,
};
use tauri::State;

use crate::{
    commands::held::{Held, host, id, ids, time},
    gesture::Gestures,
};

/// Sends a message. Returns its conversation.
#[tauri::command]
#[specta::specta]
pub(crate) async fn chat_send(held: Held<'_>, message: SendMessage) -> Result<String, ApiError> {
    let attachments = ids(&message.attachments)?;
    let project = message.project.as_deref().map(id).transpose()?;
    let to = match message.conversation.as_deref().map(id).transpose()? {
        Some(conversation) => Destination::Conversation(conversation),
        None => Destination::New(project),
    };
    let servers = message
        .servers
        .map(|all| all.iter().map(|one| id(one)).collect());
    let choice = ModelChoice {
        provider: id(&message.provider)?,
        model: message.model,
        tuning: message.tuning.unwrap_or_default(),
    };
    let sent = host(&held)
        .send_to(
            to,
            choice,
            &message.text,
            servers.transpose()?,
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
pub(crate) async fn conversations_delete(
    held: Held<'_>,
    conversations: Vec<String>,
) -> Result<(), ApiError> {
    host(&held)
        .delete_conversations(&ids(&conversations)?)
        .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn conversations_restore(
    held: Held<'_>,
    conversations: Vec<String>,
) -> Result<(), ApiError> {
    host(&held)
        .restore_conversations(&ids(&conversations)?)
        .await
}

/// Pins a conversation to the top of the list, or takes it from there.
#[tauri::command]
#[specta::specta]
pub(crate) async fn conversation_pin(
    held: Held<'_>,
    conversation: String,
    pinned: bool,
) -> Result<(), ApiError> {
    host(&held)
        .pin_conversation(id(&conversation)?, pinned)
        .await
}

/// Archives conversations, or takes them out of the archive.
#[tauri::command]
#[specta::specta]
pub(crate) async fn conversations_archive(
    held: Held<'_>,
    conversations: Vec<String>,
    archived: bool,
) -> Result<(), ApiError> {
    let ids = ids(&conversations)?;
    host(&held).archive_conversations(&ids, archived).await
}

/// Returns the archived conversations.
#[tauri::command]
#[specta::specta]
pub(crate) async fn conversations_archived(
    held: Held<'_>,
) -> Result<Vec<ConversationSummary>, ApiError> {
    host(&held).archived_conversations().await
}

/// Returns what a move of conversations to a project, or out of theirs, changes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn conversations_move_preview(
    held: Held<'_>,
    conversations: Vec<String>,
    project: Option<String>,
) -> Result<MoveView, ApiError> {
    let project = project.as_deref().map(id).transpose()?;
    let ids = ids(&conversations)?;
    host(&held).move_preview(&ids, project).await
}

/// Moves conversations to a project, or out of theirs; with `begin`, with the servers and the model of the project.
#[tauri::command]
#[specta::specta]
pub(crate) async fn conversations_move(
    held: Held<'_>,
    conversations: Vec<String>,
    project: Option<String>,
    begin: bool,
) -> Result<(), ApiError> {
    let project = project.as_deref().map(id).transpose()?;
    let ids = ids(&conversations)?;
    host(&held).move_conversations(&ids, project, begin).await
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

/// Asks another model the same, once.
#[tauri::command]
#[specta::specta]
pub(crate) async fn answer_other(
    held: Held<'_>,
    conversation: String,
    message: String,
    provider: String,
    model: Option<String>,
) -> Result<(), ApiError> {
    let choice = ModelChoice {
        provider: id(&provider)?,
        model,
        tuning: TuningView::default(),
    };
    host(&held)
        .ask_another(id(&conversation)?, id(&message)?, choice)
        .await
}

/// Returns the messages of a reply on another branch.
#[tauri::command]
#[specta::specta]
pub(crate) async fn answer_beside(
    held: Held<'_>,
    conversation: String,
    message: String,
) -> Result<Vec<MessageView>, ApiError> {
    host(&held)
        .reply_beside(id(&conversation)?, id(&message)?)
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
    filter: SearchFilterView,
) -> Result<Vec<FoundView>, ApiError> {
    let filter = SearchFilter {
        project: filter.project.as_deref().map(id).transpose()?,
        server: filter.server.as_deref().map(id).transpose()?,
        since_ms: filter.since_ms.map(time),
        until_ms: filter.until_ms.map(time),
    };
    host(&held).search_conversations(&text, &filter).await
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

/// Opens a page that Innkeeper itself refers to in the user's browser, after a press in the window.
#[tauri::command]
#[specta::specta]
pub(crate) fn help_open(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    page: HelpPage,
) -> Result<(), ApiError> {
    gestures.require()?;
    host(&held).open_help_page(page)
}
