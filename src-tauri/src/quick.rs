//! *Quick ask*: a small window over any program, opened by a global shortcut. A message continues in the chat window.
//!
//! Its page holds nothing but the user's own text and may call nothing but `quick_*` and `input_seen`.

mod keys;
#[cfg(target_os = "linux")]
mod portal;

use std::sync::Arc;

use tauri::{
    AppHandle, LogicalSize, Manager, PhysicalPosition, PhysicalSize, WebviewUrl, WebviewWindow,
    WebviewWindowBuilder,
};

use crate::{look, shell::Shell, windows};

pub(crate) use keys::Keys;

/// The window's label.
pub(crate) const QUICK: &str = "quick";
/// Its width and height with text of the usual size, in logical pixels.
const SIZE: (f64, f64) = (640.0, 220.0);
/// How far below the top of the screen it is shown, as a share of the screen's height.
const DOWN: f64 = 0.22;

/// Shows the window where the pointer is, or hides it if the user is in it.
pub(crate) fn toggle(app: &AppHandle) {
    let done = match app.get_webview_window(QUICK) {
        Some(window)
            if window.is_visible().unwrap_or(false) && window.is_focused().unwrap_or(true) =>
        {
            window.hide()
        }
        Some(window) => show(&window),
        None => open(app).and_then(|window| show(&window)),
    };
    if let Err(error) = done {
        tracing::warn!(%error, "the window of quick ask did not do as it should");
    }
}

/// Creates the window, hidden, so that the first key pressed after the shortcut is not lost.
pub(crate) fn prepare(app: &AppHandle) {
    if app.get_webview_window(QUICK).is_some() {
        return;
    }
    if let Err(error) = open(app) {
        tracing::warn!(%error, "the window of quick ask could not be prepared");
    }
}

/// Closes the window.
pub(crate) fn discard(app: &AppHandle) {
    if let Some(Err(error)) = app.get_webview_window(QUICK).map(|window| window.destroy()) {
        tracing::warn!(%error, "the window of quick ask could not be closed");
    }
}

/// Hides the window. Its text is kept.
pub(crate) fn hide(app: &AppHandle) {
    if let Some(Err(error)) = app.get_webview_window(QUICK).map(|window| window.hide()) {
        tracing::warn!(%error, "the window of quick ask could not be hidden");
    }
}

/// Creates the window, hidden. It is kept as long as the shortcut, or until the program ends.
fn open(app: &AppHandle) -> tauri::Result<WebviewWindow> {
    let shell = app.state::<Arc<Shell>>();
    let appearance = shell.host.appearance().now();
    let window = WebviewWindowBuilder::new(app, QUICK, WebviewUrl::App("quick.html".into()))
        .title(crate::words::plain(messages::phrases::desktop_quick_title()))
        .inner_size(SIZE.0, SIZE.1)
        .resizable(false)
        .maximizable(false)
        .decorations(false)
        .always_on_top(true)
        .skip_taskbar(true)
        .visible(false)
        .on_navigation(windows::own_page)
        .on_new_window(|_, _| tauri::webview::NewWindowResponse::Deny)
        .initialization_script(look::script(&appearance))
        .theme(look::native(appearance.theme))
        .build()?;
    windows::paint(&window, &appearance)?;
    Ok(window)
}

fn show(window: &WebviewWindow) -> tauri::Result<()> {
    // A window at another place is better than none.
    if let Err(error) = place(window, size(window.app_handle())) {
        tracing::info!(%error, "the window of quick ask is not placed");
    }
    window.show()?;
    window.set_focus()
}

/// The size of the window in logical pixels: larger text needs more room.
fn size(app: &AppHandle) -> LogicalSize<f64> {
    let shell = app.state::<Arc<Shell>>();
    let text = f64::from(shell.host.appearance().now().text_percent) / 100.0;
    LogicalSize::new(SIZE.0 * text, SIZE.1 * text)
}

/// Puts the window into the upper middle of the screen with the pointer, or of the main screen. It is never larger than that.
fn place(window: &WebviewWindow, size: LogicalSize<f64>) -> tauri::Result<()> {
    let pointer = window.cursor_position()?;
    let screen = match window.monitor_from_point(pointer.x, pointer.y)? {
        Some(screen) => Some(screen),
        None => window.primary_monitor()?,
    };
    let Some(screen) = screen else {
        // The window manager places it.
        return window.set_size(size);
    };
    let area = screen.work_area();
    let (free_width, free_height) = (f64::from(area.size.width), f64::from(area.size.height));
    let size: PhysicalSize<f64> = size.to_physical(screen.scale_factor());
    let size = PhysicalSize::new(size.width.min(free_width), size.height.min(free_height));
    let down = (free_height * DOWN).min(free_height - size.height);
    window.set_size(size)?;
    window.set_position(PhysicalPosition::new(
        f64::from(area.position.x) + (free_width - size.width) / 2.0,
        f64::from(area.position.y) + down,
    ))
}
