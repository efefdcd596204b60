//! Storage of window positions.

use std::sync::Arc;

use host_api::ShellWindow;
use tauri::{AppHandle, Manager};

use crate::shell::Shell;

/// Stores each stable window position until the program ends, so that even a crash loses none.
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

/// Stores a window's position, if the user moved it.
pub(crate) async fn settle(shell: &Shell, window: ShellWindow) {
    let Some(place) = shell.place_of(window).settle() else {
        return;
    };
    if let Err(error) = shell.host.keep_window_place(window, place).await {
        tracing::warn!(%error, "the window's place could not be kept");
    }
}
