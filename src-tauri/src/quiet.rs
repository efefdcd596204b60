//! Showing a window without focusing it, as far as the desktop supports that.

use std::sync::Arc;

use tauri::WebviewWindow;

use crate::shell::Shell;

/// Detects whether this desktop can show a window without focusing it.
#[cfg(target_os = "linux")]
pub(crate) fn prepare(window: &WebviewWindow, shell: Arc<Shell>) -> tauri::Result<()> {
    use gtk::{gdk::prelude::DisplayExtManual, prelude::WidgetExt};

    on_gtk(window, move |window| {
        // Under Wayland the compositor decides, and most focus a new window.
        let loud = window.display().backend().is_wayland();
        shell.attention.set_loud(loud);
    })
}

/// Shows a window. Hints tell the window manager not to focus it; they apply to one showing.
#[cfg(target_os = "linux")]
pub(crate) fn show(window: &WebviewWindow) -> tauri::Result<()> {
    use gtk::prelude::GtkWindowExt;

    on_gtk(window, |window| {
        // Only a change is written, and input in the window has reset the previous value.
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

/// Does nothing: on this platform [`show`] needs no detection.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prepare(_: &WebviewWindow, _: Arc<Shell>) -> tauri::Result<()> {
    Ok(())
}

/// Shows a window as not focusable, so that it gets no focus, then makes it focusable.
#[cfg(not(target_os = "linux"))]
pub(crate) fn show(window: &WebviewWindow) -> tauri::Result<()> {
    window.set_focusable(false)?;
    let shown = window.show();
    window.set_focusable(true)?;
    shown
}
