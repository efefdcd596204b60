//! Shows and focuses the consent window when the user's attention allows it.

use std::sync::Arc;

use host_api::ShellWindow;
use tauri::{AppHandle, Manager};

use crate::{attention::Act, shell::Shell, windows};

/// Applies changes of the user's attention until the program ends.
pub(crate) fn follow(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let shell = Arc::clone(app.state::<Arc<Shell>>().inner());
        let chat = app.get_webview_window(windows::MAIN);
        if chat.is_some_and(|chat| chat.is_focused().unwrap_or(false)) {
            shell.attention.focus(ShellWindow::Main, true);
        }
        let away = || shell.host.prompts_hidden();
        let act = |act| match act {
            Act::Show => windows::show_consent(&app),
            Act::TakeFocus => windows::focus_consent(&app),
        };
        shell.attention.follow(away, act).await;
    });
}
