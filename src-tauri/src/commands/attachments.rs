//! Attachments. The page never names a path: files come from the system's dialog, from a drop that the window saw, or as pasted bytes.

use std::sync::Arc;

use host::{AttachFor, ModelChoice};
use host_api::{
    ApiError, AttachmentChoice, AttachmentContentView, AttachmentFor, AttachmentView, DropView,
    ErrorCode, FoundFilesView, InspectedView, PickedView, TuningView,
};
use messages::phrases;
use tauri::{State, WebviewWindow, ipc::Channel};

use crate::{
    commands::{
        choosing::choose_files,
        held::{Held, host, id},
    },
    dropped::Dropped,
    gesture::Gestures,
};

/// Most base64 text of something pasted, in bytes: 24 MiB of content.
const MOST_PASTED: usize = 32 << 20;

pub(super) fn parsed(to: AttachmentFor) -> Result<AttachFor, ApiError> {
    let provider = to.provider.as_deref().map(id).transpose()?;
    Ok(AttachFor {
        conversation: to.conversation.as_deref().map(id).transpose()?,
        model: provider.map(|provider| ModelChoice {
            provider,
            model: to.model,
            tuning: TuningView::default(),
        }),
    })
}

/// Lets the user choose files in the system dialog, and looks at them. Empty when it was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_pick(
    window: WebviewWindow,
    held: Held<'_>,
    to: AttachmentFor,
) -> Result<Vec<PickedView>, ApiError> {
    let paths = choose_files(&window, phrases::desktop_choose_attachments()).await?;
    let to = parsed(to)?;
    Ok(host(&held).inspect_files(&paths, &to).await)
}

/// Tells the page when files are dragged over the window or dropped on it, without their paths.
#[tauri::command]
#[specta::specta]
pub(crate) fn attachment_drops(dropped: State<'_, Arc<Dropped>>, channel: Channel<DropView>) {
    dropped.follow(channel);
}

/// Looks at the files that were dropped last.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_dropped(
    held: Held<'_>,
    dropped: State<'_, Arc<Dropped>>,
    to: AttachmentFor,
) -> Result<Vec<PickedView>, ApiError> {
    let to = parsed(to)?;
    Ok(host(&held).inspect_files(&dropped.take(), &to).await)
}

/// Looks at something pasted: its bytes in base64, at most 24 MiB.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_paste(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    name: String,
    data: String,
    to: AttachmentFor,
) -> Result<InspectedView, ApiError> {
    gestures.require()?;
    let too_large = || {
        ApiError::new(
            ErrorCode::Invalid,
            phrases::desktop_paste_large((MOST_PASTED / 4 * 3) >> 20),
        )
        .hint(phrases::host_attach_smaller())
    };
    if data.len() > MOST_PASTED {
        return Err(too_large());
    }
    host(&held).inspect_pasted(&name, &data, &parsed(to)?).await
}

/// Reads a resource through its server, and looks at it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_resource(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    server: String,
    uri: String,
    to: AttachmentFor,
) -> Result<InspectedView, ApiError> {
    gestures.require()?;
    let to = parsed(to)?;
    host(&held).inspect_resource(id(&server)?, &uri, &to).await
}

/// Finds files in the granted folders by their names.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_find(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    words: String,
) -> Result<FoundFilesView, ApiError> {
    gestures.require()?;
    host(&held).find_files(&words).await
}

/// Looks at a file that was found in a granted folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_found(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    file: String,
    to: AttachmentFor,
) -> Result<InspectedView, ApiError> {
    gestures.require()?;
    host(&held).inspect_found(&file, &parsed(to)?).await
}

/// Returns what was attached lately, in any conversation.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachments_recent(
    held: Held<'_>,
    to: AttachmentFor,
) -> Result<Vec<AttachmentView>, ApiError> {
    host(&held).recent_attachments(&parsed(to)?).await
}

/// Attaches something that was attached before.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_again(
    gestures: State<'_, Gestures>,
    held: Held<'_>,
    attachment: String,
    to: AttachmentFor,
) -> Result<AttachmentView, ApiError> {
    gestures.require()?;
    host(&held)
        .attach_again(id(&attachment)?, &parsed(to)?)
        .await
}

/// Attaches a part of what was looked at.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_add(
    held: Held<'_>,
    inspected: String,
    to: AttachmentFor,
    choice: AttachmentChoice,
    pinned: bool,
) -> Result<AttachmentView, ApiError> {
    let to = parsed(to)?;
    host(&held).attach(&inspected, &to, choice, pinned).await
}

/// Removes an attachment that waits, or unpins one.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_remove(held: Held<'_>, attachment: String) -> Result<(), ApiError> {
    host(&held).detach(id(&attachment)?).await
}

/// Returns what waits in a composer, and what is pinned.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachments_open(
    held: Held<'_>,
    to: AttachmentFor,
) -> Result<Vec<AttachmentView>, ApiError> {
    host(&held).attachments(&parsed(to)?).await
}

/// Returns the content of an attachment as it is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn attachment_content(
    held: Held<'_>,
    attachment: String,
) -> Result<AttachmentContentView, ApiError> {
    host(&held).attachment_content(id(&attachment)?).await
}
