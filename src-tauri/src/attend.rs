//! Opens the consent window when it may be needed, and shows and focuses it when the user's attention allows it.

use std::sync::Arc;

use host_api::{Event, ShellWindow, TurnStateView};
use tauri::{AppHandle, Manager};
use tokio::sync::broadcast::error::RecvError;

use crate::{attention::Act, shell::Shell, windows};

/// Applies changes of the user's attention until the program ends.
pub(crate) fn follow(app: &AppHandle) {
    expect_approvals(app);
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

/// Opens the consent window, hidden, as soon as a turn begins or an approval is pending. Opened with the program, it
/// would take memory that most starts do not need.
fn expect_approvals(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let host = app.state::<Arc<Shell>>().host.clone();
        let mut events = host.events();
        let mut expected = !host.waiting().is_empty();
        // If it cannot be opened, the next turn or approval tries again.
        while !(expected && windows::prepare_consent(&app).await) {
            expected = match events.recv().await {
                Ok(Event::Waiting { waiting }) => !waiting.is_empty(),
                Ok(Event::Turn { state, .. }) => state != TurnStateView::Idle,
                Ok(_) => false,
                // Some events were lost, perhaps one of these.
                Err(RecvError::Lagged(_)) => true,
                Err(RecvError::Closed) => return,
            };
        }
    });
}
