//! Opens a window whose script writes a line, and a second, hidden one when that is painted: as Innkeeper opens its two.

use tauri::{AppHandle, WebviewUrl, WebviewWindowBuilder};

#[tauri::command]
async fn painted(app: AppHandle) -> Result<(), String> {
    WebviewWindowBuilder::new(&app, "second", WebviewUrl::App("second.html".into()))
        .title("Empty, second")
        .inner_size(820.0, 640.0)
        .visible(false)
        .focused(false)
        .build()
        .map(drop)
        .map_err(|error| error.to_string())
}

fn main() -> tauri::Result<()> {
    tauri::Builder::default()
        .invoke_handler(tauri::generate_handler![painted])
        .setup(|app| {
            WebviewWindowBuilder::new(app, "main", WebviewUrl::App("index.html".into()))
                .title("Empty")
                .inner_size(1280.0, 800.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())
}
