//! The initial appearance of a window, set before its page runs to avoid a flash.

use host_api::{Appearance, Theme};
use tauri::{AppHandle, window::Color};

/// The placeholder in the script, which is replaced with the appearance.
const PLACE: &str = "\"LOOK\"";

/// Returns the script that runs before a page's own.
pub(crate) fn script(appearance: &Appearance) -> String {
    // Only our own numbers and names, so nothing in it can end the script.
    let look = serde_json::to_string(appearance).unwrap_or_else(|_| "{}".into());
    include_str!("look.js").replacen(PLACE, &look, 1)
}

/// Returns the color of an empty window: that of the page's surface in `tokens.css`.
pub(crate) fn background(dark: bool) -> Color {
    if dark {
        Color(0x20, 0x1f, 0x1c, 0xff)
    } else {
        Color(0xfc, 0xfc, 0xfb, 0xff)
    }
}

/// Returns the theme of native elements: title bars, scroll bars, dialogs.
pub(crate) fn native(theme: Theme) -> Option<tauri::Theme> {
    match theme {
        Theme::System => None,
        Theme::Light => Some(tauri::Theme::Light),
        Theme::Dark => Some(tauri::Theme::Dark),
    }
}

/// Applies the chosen theme to native elements. Without a choice nothing is set, so that they follow the system.
pub(crate) fn show(app: &AppHandle, theme: Theme, before: Theme) {
    if theme != before {
        app.set_theme(native(theme));
    }
}
