//! Window events, and the end of the program.

use std::sync::Arc;

use host_api::ShellWindow;
use tauri::{AppHandle, Manager, RunEvent, WindowEvent};

use crate::{
    dropped::Dropped,
    place,
    quick::{self, QUICK},
    recovery,
    shell::Shell,
    windows::{self, MAIN},
};

/// Handles run events. Closing `consent` hides it: its approvals stay pending and expire as denials. Closing `main` ends the
/// program.
pub(crate) fn on_run_event(app: &AppHandle, event: RunEvent) {
    if let RunEvent::WindowEvent { label, event, .. } = &event {
        on_window_event(app, label, event);
    }
    if matches!(event, RunEvent::Exit) {
        recovery::close(app);
    }
    if matches!(event, RunEvent::Exit)
        && let Some(shell) = app.try_state::<Arc<Shell>>()
    {
        let host = shell.host.clone();
        tauri::async_runtime::block_on(async move { host.close().await });
    }
}

fn on_window_event(app: &AppHandle, label: &str, event: &WindowEvent) {
    if label == MAIN && matches!(event, WindowEvent::Destroyed) {
        app.exit(0);
    }
    let Some(window) = app.get_webview_window(label) else {
        return;
    };
    let Some(shell) = app.try_state::<Arc<Shell>>() else {
        return;
    };
    if label == QUICK {
        if let WindowEvent::CloseRequested { api, .. } = event {
            api.prevent_close();
            quick::hide(app);
        }
        return;
    }
    let which = if label == MAIN {
        ShellWindow::Main
    } else {
        ShellWindow::Consent
    };
    if matches!(event, WindowEvent::Resized(_) | WindowEvent::Moved(_)) {
        place::note(&window, shell.place_of(which));
    }
    if let WindowEvent::Focused(focused) = event {
        shell.attention.focus(which, *focused);
    }
    if let (ShellWindow::Main, WindowEvent::DragDrop(drag)) = (which, event) {
        app.state::<Arc<Dropped>>().saw(drag);
    }
    if which == ShellWindow::Consent
        && let WindowEvent::CloseRequested { api, .. } = event
    {
        api.prevent_close();
        windows::hide_consent(app);
    }
}
