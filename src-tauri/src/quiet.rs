//! Showing a window without giving it the focus, as far as the desktop lets a program say so.

use std::sync::Arc;

use tauri::WebviewWindow;

use crate::shell::Shell;

/// Finds out whether this desktop lets a window be shown without the focus.
#[cfg(target_os = "linux")]
pub(crate) fn prepare(window: &WebviewWindow, shell: Arc<Shell>) -> tauri::Result<()> {
    use gtk::{gdk::prelude::DisplayExtManual, prelude::WidgetExt};

    on_gtk(window, move |window| {
        // Under Wayland the compositor alone decides, and most give the focus to a new window.
        let loud = window.display().backend().is_wayland();
        shell.attention.set_loud(loud);
    })
}

/// Shows it. The window manager reads from its hints that it is not to have the focus; they hold for one showing.
#[cfg(target_os = "linux")]
pub(crate) fn show(window: &WebviewWindow) -> tauri::Result<()> {
    use gtk::prelude::GtkWindowExt;

    on_gtk(window, |window| {
        // Only a change is written, and input in the window since undid the one before.
        window.set_focus_on_map(true);
        window.set_focus_on_map(false);
    })?;
    window.show()
}

#[cfg(target_os = "linux")]
fn on_gtk(
    window: &WebviewWindow,
    act: impl FnOnce(&gtk::ApplicationWindow) + Send + 'static,
) -> tauri::Result<()> {
    let this = window.clone();
    window.run_on_main_thread(move || match this.gtk_window() {
        Ok(window) => act(&window),
        Err(error) => tracing::warn!(%error, "the consent window has no window of the desktop"),
    })
}

/// Nothing to find out: what [`show`] asks for is granted.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prepare(_: &WebviewWindow, _: Arc<Shell>) -> tauri::Result<()> {
    Ok(())
}

/// Shows it. A window that cannot have the focus is not given it; from then on it can be.
#[cfg(not(target_os = "linux"))]
pub(crate) fn show(window: &WebviewWindow) -> tauri::Result<()> {
    window.set_focusable(false)?;
    let shown = window.show();
    window.set_focusable(true)?;
    shown
}
