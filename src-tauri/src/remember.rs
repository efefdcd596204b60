//! Stores where the windows were last.

use std::sync::Arc;

use host::api::ShellWindow;
use tauri::{AppHandle, Manager};

use crate::shell::Shell;

/// Keeps each place where a window comes to rest, until the program ends: however that is, it comes back there.
pub(crate) fn keep(app: &AppHandle) {
    for window in [ShellWindow::Main, ShellWindow::Consent] {
        let shell = Arc::clone(app.state::<Arc<Shell>>().inner());
        tauri::async_runtime::spawn(async move {
            let last = shell.place_of(window);
            loop {
                last.rests().await;
                settle(&shell, window).await;
            }
        });
    }
}

/// Remembers a window's place, if the user moved it.
pub(crate) async fn settle(shell: &Shell, window: ShellWindow) {
    let Some(place) = shell.place_of(window).settle() else {
        return;
    };
    if let Err(error) = shell.host.keep_window_place(window, place).await {
        tracing::warn!(%error, "the window's place could not be kept");
    }
}
