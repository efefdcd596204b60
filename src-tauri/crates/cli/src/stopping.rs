//! Being told to stop: Ctrl-C, and on Unix the end of the terminal or a request to end.

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The ways to be told to stop; from now on none of them ends the program by itself.
#[cfg(unix)]
pub(crate) struct Stops {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

#[cfg(unix)]
impl Stops {
    /// Begins to listen.
    pub fn listen() -> std::io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for the next.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }
}

/// The ways to be told to stop; from now on none of them ends the program by itself.
#[cfg(windows)]
pub(crate) struct Stops(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Stops {
    /// Begins to listen.
    pub fn listen() -> std::io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    /// Waits for the next.
    pub async fn next(&mut self) {
        self.0.recv().await;
    }
}
