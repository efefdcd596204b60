//! The desktop shell over [`host`]: the windows, forwarding commands, and incoming events.

mod attend;
mod attention;
#[cfg(target_os = "macos")]
mod awake;
mod bell;
mod browser;
mod commands;
mod dropped;
mod events;
mod gesture;
mod look;
mod no_start;
mod notification;
mod place;
mod quick;
mod quiet;
mod recovery;
mod remember;
mod shell;
mod tray;
mod updates;
mod windows;
mod words;

use std::{path::PathBuf, sync::Arc};

use host::{GuardProgram, HostConfig, InstanceRequest};
use messages::phrases;
use tauri::Manager;

use crate::{shell::Shell, updates::Updates};

/// Exit code when the program cannot start.
const DATA_ERROR: i32 = 6;
/// Exit code when the command line is invalid.
const USAGE: i32 = 2;

/// Runs the program until its main window closes. Returns the exit code.
#[must_use]
pub fn run() -> i32 {
    host::begin_process("warn");
    // Until the settings can be read.
    words::speak(host_api::Language::System);
    let (data_dir, link) = match given(std::env::args_os().skip(1)) {
        Ok(given) => given,
        Err(message) => {
            no_start::say(&message);
            return USAGE;
        }
    };
    let told = link.clone().map(InstanceRequest::Link);
    let told = told.is_some_and(|link| host::knock(&data_dir, &link));
    if told || host::knock(&data_dir, &InstanceRequest::Show) {
        // The running instance shows its window.
        return 0;
    }
    if !no_start::has_web_view() {
        return DATA_ERROR;
    }
    let config = match GuardProgram::beside() {
        Ok(guard) => HostConfig {
            data_dir,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            guard,
            start_servers: true,
        },
        Err(error) => {
            no_start::say(&error.to_string());
            return DATA_ERROR;
        }
    };
    // Synchronous commands run on this thread; tasks they spawn belong to the runtime.
    let runtime = tauri::async_runtime::handle();
    let _entered = runtime.inner().enter();
    let version = config.version.clone();
    let start = recovery::Start::begin(config);
    let specta = commands::builder();
    let mut context = tauri::generate_context!();
    let built = updates::plugin(tauri::Builder::default(), &mut context)
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(specta.invoke_handler())
        .setup(move |app| {
            specta.mount_events(app);
            let updates = Updates::of_build(app.handle(), &version);
            app.manage(Arc::new(updates));
            start.finish(app.handle())?;
            // While the recovery page is shown there is no host, and the link is dropped.
            if let Some(link) = link
                && let Some(shell) = app.try_state::<Arc<Shell>>()
            {
                shell.host.offer_link(&link);
            }
            Ok(())
        })
        .build(context);
    let app = match built {
        Ok(app) => app,
        Err(error) => {
            no_start::say(&error.to_string());
            return DATA_ERROR;
        }
    };
    app.run_return(events::on_run_event)
}

/// Returns the data directory and the link of a command line. A link stands alone: nothing that it brings is another option.
fn given(
    mut args: impl Iterator<Item = std::ffi::OsString>,
) -> Result<(PathBuf, Option<String>), String> {
    let usual =
        || HostConfig::default_data_dir().ok_or_else(|| words::plain(phrases::desktop_no_home()));
    match (args.next(), args.next(), args.next()) {
        (None, _, _) => Ok((usual()?, None)),
        (Some(flag), Some(dir), None) if flag == "--data-dir" => Ok((PathBuf::from(dir), None)),
        // A desktop may start the entry without a link.
        (Some(flag), None, _) if flag == url_handler::OPTION => Ok((usual()?, None)),
        (Some(flag), Some(link), None) if flag == url_handler::OPTION => {
            let link = link.into_string().ok();
            Ok((usual()?, link.filter(|link| link.len() <= host::MAX_LINK)))
        }
        _other => Err(words::plain(phrases::desktop_usage())),
    }
}
