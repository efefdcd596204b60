//! What `testkit-server` does as a process.

use std::{io, process::Stdio};

#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};

use crate::{Script, serve, server::Ended};

/// The argument that makes `testkit-server` do nothing, for ever, SIGTERM or not.
const IDLE: &str = "--idle";

/// Plays `script` over the standard streams; gives the exit code.
///
/// # Errors
/// The streams or the operating system failed.
pub async fn run(script: Script) -> io::Result<i32> {
    let process = script.process.clone();
    for line in &process.stderr {
        eprintln!("{line}");
    }
    #[cfg(unix)]
    if process.ignore_sigterm {
        // Registering a handler is what keeps the signal from ending the process.
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::spawn(async move { while terminate.recv().await.is_some() {} });
    }
    if let Some(pid_file) = &process.grandchild {
        let child = std::process::Command::new(std::env::current_exe()?)
            .arg(IDLE)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        std::fs::write(pid_file, child.id().to_string())?;
    }
    let ended = serve(script, tokio::io::stdin(), tokio::io::stdout()).await;
    if process.ignore_eof && !matches!(ended, Ok(Ended::Crashed(_))) {
        std::future::pending::<()>().await;
    }
    Ok(match ended? {
        Ended::Eof => 0,
        Ended::Crashed(code) => code,
    })
}

/// Does nothing, for ever, and does not end at SIGTERM.
///
/// # Errors
/// No signal handler could be installed.
#[cfg(unix)]
pub async fn idle() -> io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    loop {
        terminate.recv().await;
    }
}

/// Does nothing, for ever.
///
/// # Errors
/// None on this system.
#[cfg(not(unix))]
pub async fn idle() -> io::Result<()> {
    std::future::pending().await
}
