//! The desktop shell over [`host`]: two windows, commands that forward, events that arrive.

mod bell;
mod commands;
mod look;
mod notification;
mod place;
mod tray;
mod windows;

use std::{path::PathBuf, sync::Arc};

use host::{GuardProgram, Host, HostConfig};
use tauri::Manager;
use tauri_plugin_dialog::{DialogExt, MessageDialogKind};
use tokio::sync::OnceCell;
use tracing_subscriber::EnvFilter;

/// Exit code when stored data cannot be used.
const DATA_ERROR: i32 = 6;
/// Exit code when the command line is wrong.
const USAGE: i32 = 2;

/// What the commands share.
pub(crate) struct Shell {
    /// The host.
    pub host: Host,
    /// Set once the consent window exists.
    pub consent_window: OnceCell<()>,
    /// Where the main window was seen last.
    pub place: place::LastPlace,
}

/// Runs the program until its main window closes. Returns the exit code.
#[must_use]
pub fn run() -> i32 {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    let data_dir = match data_dir(std::env::args_os().skip(1)) {
        Ok(dir) => dir,
        Err(message) => {
            eprintln!("innkeeper: {message}");
            return USAGE;
        }
    };
    let specta = commands::builder();
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(specta.invoke_handler())
        .setup(move |app| {
            specta.mount_events(app);
            open(app, data_dir)
        })
        .build(tauri::generate_context!());
    let app = match built {
        Ok(app) => app,
        Err(error) => {
            eprintln!("innkeeper: {error}");
            return DATA_ERROR;
        }
    };
    app.run_return(windows::on_run_event)
}

/// Opens the host, then the main window. A failure is said in a dialog: nothing was touched.
fn open(app: &mut tauri::App, data_dir: PathBuf) -> Result<(), Box<dyn std::error::Error>> {
    let config = HostConfig {
        data_dir,
        version: app.package_info().version.to_string(),
        guard: GuardProgram::current_exe()?,
        start_servers: true,
    };
    match tauri::async_runtime::block_on(Host::open(config)) {
        Ok(host) => {
            app.manage(Arc::new(Shell {
                host,
                consent_window: OnceCell::new(),
                place: place::LastPlace::default(),
            }));
            windows::open_main(app.handle())?;
            bell::follow(app.handle());
            Ok(())
        }
        Err(error) => {
            tracing::error!(%error, "the data could not be opened");
            let handle = app.handle().clone();
            // The event loop has to run for a dialog to appear: its end ends the program.
            app.dialog()
                .message(format!("{error}\n\nNothing was changed."))
                .title("Innkeeper cannot open its data")
                .kind(MessageDialogKind::Error)
                .show(move |_| handle.exit(DATA_ERROR));
            Ok(())
        }
    }
}

fn data_dir(mut args: impl Iterator<Item = std::ffi::OsString>) -> Result<PathBuf, String> {
    match (args.next(), args.next(), args.next()) {
        (None, _, _) => HostConfig::default_data_dir()
            .ok_or_else(|| "no home folder was found; use --data-dir DIR".into()),
        (Some(flag), Some(dir), None) if flag == "--data-dir" => Ok(PathBuf::from(dir)),
        _other => Err("usage: innkeeper [--data-dir DIR]".into()),
    }
}
