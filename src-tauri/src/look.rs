//! How a window looks before its page runs: a page that were drawn first and changed then would flash.

use host::api::{Appearance, Theme};
use tauri::{AppHandle, window::Color};

/// What the script is given in place of its own word.
const PLACE: &str = "\"LOOK\"";

/// The script that runs in a page before its own.
pub(crate) fn script(appearance: &Appearance) -> String {
    // Numbers and names of ours: nothing in it could end the script.
    let look = serde_json::to_string(appearance).unwrap_or_else(|_| "{}".into());
    include_str!("look.js").replacen(PLACE, &look, 1)
}

/// The colour of an empty window: that of the page's surface in `tokens.css`.
pub(crate) fn background(dark: bool) -> Color {
    if dark {
        Color(0x20, 0x1f, 0x1c, 0xff)
    } else {
        Color(0xfc, 0xfc, 0xfb, 0xff)
    }
}

/// The theme of what the system draws: title bars, scroll bars, dialogs.
pub(crate) fn native(theme: Theme) -> Option<tauri::Theme> {
    match theme {
        Theme::System => None,
        Theme::Light => Some(tauri::Theme::Light),
        Theme::Dark => Some(tauri::Theme::Dark),
    }
}

/// Gives what the system draws the chosen theme. Without a choice nothing is set: the system knows its own.
pub(crate) fn show(app: &AppHandle, theme: Theme, before: Theme) {
    if theme != before {
        app.set_theme(native(theme));
    }
}
