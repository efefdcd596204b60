//! The dialogs of the system in which the user chooses files and folders. One at a time: a second one would be hidden behind the first.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use host_api::{ApiError, ErrorCode};
use messages::{Phrase, phrases};
use tauri::{WebviewWindow, Wry};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};
use tokio::sync::oneshot;

use crate::words;

/// Whether a dialog is open.
static CHOOSING: AtomicBool = AtomicBool::new(false);

/// A kind of file: its name, and the endings of its files.
pub(super) type Kind = (&'static str, &'static [&'static str]);

/// Opens the dialog for one file; none when it was closed.
pub(super) async fn choose_file(
    window: &WebviewWindow,
    title: Phrase,
    (name, endings): Kind,
) -> Result<Option<PathBuf>, ApiError> {
    let chosen = choose(window, title, |dialog, chosen| {
        dialog.add_filter(name, endings).pick_file(chosen);
    });
    chosen.await?.map(file).transpose()
}

/// Opens the dialog for files; empty when it was closed.
pub(super) async fn choose_files(
    window: &WebviewWindow,
    title: Phrase,
) -> Result<Vec<PathBuf>, ApiError> {
    let chosen = choose(window, title, |dialog, chosen| dialog.pick_files(chosen)).await?;
    let paths = chosen.unwrap_or_default().into_iter();
    Ok(paths.filter_map(|path| path.into_path().ok()).collect())
}

/// Opens the dialog for a file to write, with a proposed name; none when it was closed. The dialog confirms the replacement of an
/// existing file.
pub(super) async fn choose_destination(
    window: &WebviewWindow,
    title: Phrase,
    proposed: &str,
    kind: Option<Kind>,
) -> Result<Option<PathBuf>, ApiError> {
    let chosen = choose(window, title, |dialog, chosen| {
        let dialog = dialog.set_file_name(proposed);
        let dialog = match kind {
            Some((name, endings)) => dialog.add_filter(name, endings),
            None => dialog,
        };
        dialog.save_file(chosen);
    });
    chosen.await?.map(file).transpose()
}

/// Opens the dialog for a folder, beside another one if given; none when it was closed.
pub(super) async fn choose_folder(
    window: &WebviewWindow,
    title: Phrase,
    beside: Option<&str>,
) -> Result<Option<PathBuf>, ApiError> {
    let chosen = choose(window, title, |dialog, chosen| {
        let dialog = match beside.and_then(|folder| Path::new(folder).parent()) {
            Some(parent) => dialog.set_directory(parent),
            None => dialog,
        };
        dialog.pick_folder(chosen);
    });
    let none = |_| ApiError::new(ErrorCode::Invalid, phrases::desktop_not_folder());
    let path = |folder: FilePath| folder.into_path().map_err(none);
    chosen.await?.map(path).transpose()
}

/// The name of a folder for a server, which is sent as text.
///
/// # Errors
/// It is not valid Unicode.
pub(super) fn sendable(folder: PathBuf) -> Result<String, ApiError> {
    folder
        .into_os_string()
        .into_string()
        .map_err(|_| ApiError::new(ErrorCode::Invalid, phrases::desktop_folder_not_unicode()))
}

fn file(chosen: FilePath) -> Result<PathBuf, ApiError> {
    chosen
        .into_path()
        .map_err(|_| ApiError::new(ErrorCode::Invalid, phrases::desktop_not_file()))
}

/// Receives what was chosen.
type Chosen<T> = Box<dyn FnOnce(Option<T>) + Send>;

/// Opens a dialog over a window and waits until it is closed.
async fn choose<T: Send + 'static>(
    window: &WebviewWindow,
    title: Phrase,
    open: impl FnOnce(FileDialogBuilder<Wry>, Chosen<T>),
) -> Result<Option<T>, ApiError> {
    let _open = opening()?;
    let (send, chosen) = oneshot::channel();
    let dialog = window.dialog().file().set_parent(window);
    let answer = move |answer| {
        let _ = send.send(answer);
    };
    open(dialog.set_title(words::plain(title)), Box::new(answer));
    Ok(chosen.await.ok().flatten())
}

/// Marks the system dialog as open.
///
/// # Errors
/// One is open already.
fn opening() -> Result<Closed, ApiError> {
    if CHOOSING.swap(true, Ordering::SeqCst) {
        let message = phrases::desktop_choosing();
        return Err(
            ApiError::new(ErrorCode::Invalid, message).hint(phrases::desktop_choosing_hint())
        );
    }
    Ok(Closed)
}

/// Marks the dialog as closed on drop.
struct Closed;

impl Drop for Closed {
    fn drop(&mut self) {
        CHOOSING.store(false, Ordering::SeqCst);
    }
}
