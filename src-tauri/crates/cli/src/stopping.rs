//! Being told to stop: Ctrl-C, and on Unix the end of the terminal, a request to end, or `stop-all` in another terminal; and
//! telling who runs.

use std::{path::Path, sync::Arc};

use host::InstanceRequest;
use messages::{Value, phrases};
use serde_json::json;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;

use crate::{
    output::{Failure, Output},
    words::say,
};

/// The ways to be told to stop; from now on none of them alone ends the program.
#[cfg(unix)]
pub(crate) struct Stops {
    told: Arc<Notify>,
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

#[cfg(unix)]
impl Stops {
    /// Begins to listen.
    pub fn listen() -> std::io::Result<Self> {
        Ok(Self {
            told: Arc::default(),
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Another way, for who is asked over the socket.
    pub fn told(&self) -> Arc<Notify> {
        Arc::clone(&self.told)
    }

    /// Waits for the next.
    pub async fn next(&mut self) {
        tokio::select! {
            () = self.told.notified() => {}
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }
}

/// The ways to be told to stop; from now on none of them alone ends the program.
#[cfg(windows)]
pub(crate) struct Stops(tokio::signal::windows::CtrlC, Arc<Notify>);

#[cfg(windows)]
impl Stops {
    /// Begins to listen.
    pub fn listen() -> std::io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(|stops| Self(stops, Arc::default()))
    }

    /// Another way, for who is asked over a socket: there is none here.
    pub fn told(&self) -> Arc<Notify> {
        Arc::clone(&self.1)
    }

    /// Waits for the next.
    pub async fn next(&mut self) {
        self.0.recv().await;
    }
}

/// `stop-all`: tells whoever holds the data.
pub(crate) fn stop_all(data_dir: &Path, output: Output) -> Result<(), Failure> {
    let holder = host::held_by(data_dir);
    if host::knock(data_dir, &InstanceRequest::Stop) {
        // A run in a terminal ends by it; the desktop program goes on and waits for its user.
        let goes_on = holder
            .and_then(|holder| holder.program)
            .is_none_or(|name| !name.contains("cli"));
        output.one(
            &json!({ "stopped": true, "start_again_in_window": goes_on }),
            || {
                say(match goes_on {
                    true => phrases::terminal_everything_stopped_window(),
                    false => phrases::terminal_everything_stopped(),
                })
            },
        );
        return Ok(());
    }
    match host::held_by(data_dir) {
        None => {
            output.one(&json!({ "stopped": false }), || {
                say(phrases::terminal_not_running())
            });
            Ok(())
        }
        Some(holder) => {
            let program = match holder.program {
                Some(program) => Value::from(program),
                None => Value::from(phrases::terminal_another_program()),
            };
            let message = match holder.pid {
                Some(pid) => phrases::terminal_holds_process(pid.to_string(), program),
                None => phrases::terminal_holds(program),
            };
            Err(Failure::data(message).hint(phrases::terminal_hint_end_process()))
        }
    }
}
