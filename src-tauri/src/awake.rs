//! Keeps macOS from slowing the program down in the background (App Nap) while servers run: their messages pass through it, and what
//! they wait for has time limits. The machine may still sleep.

use std::{
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

use block2::RcBlock;
use host::Host;
use host_api::{Event, ServerStateView};
use objc2_foundation::{NSActivityOptions, NSProcessInfo, NSString};
use tauri::{AppHandle, Manager};
use tokio::sync::broadcast::error::RecvError;

use crate::shell::Shell;

/// Whether a server runs.
#[derive(Default)]
struct Running(Mutex<bool>, Condvar);

impl Running {
    fn set(&self, runs: bool) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = runs;
        self.1.notify_all();
    }

    fn wait_until(&self, wanted: bool) {
        let runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A poisoned lock holds a value all the same.
        drop(self.1.wait_while(runs, |runs| *runs != wanted));
    }
}

/// Follows the servers until the host closes.
pub(crate) fn follow(app: &AppHandle) {
    let running = Arc::new(Running::default());
    let waits = Arc::clone(&running);
    // An activity lasts as long as its block, which waits here. The thread ends with the program.
    let started = thread::Builder::new()
        .name("awake".to_owned())
        .spawn(move || {
            loop {
                waits.wait_until(true);
                let until = Arc::clone(&waits);
                NSProcessInfo::processInfo().performActivityWithOptions_reason_usingBlock(
                    NSActivityOptions::UserInitiatedAllowingIdleSystemSleep,
                    &NSString::from_str("Servers are running"),
                    &RcBlock::new(move || until.wait_until(false)),
                );
            }
        });
    if let Err(error) = started {
        tracing::warn!(%error, "servers may be slow while the window is hidden");
        return;
    }
    let host = app.state::<Arc<Shell>>().host.clone();
    tauri::async_runtime::spawn(async move {
        let mut events = host.events();
        loop {
            running.set(any_runs(&host));
            loop {
                match events.recv().await {
                    Ok(Event::Server { .. } | Event::ServerRemoved { .. })
                    | Err(RecvError::Lagged(_)) => break,
                    Err(RecvError::Closed) => return running.set(false),
                    Ok(_) => {}
                }
            }
        }
    });
}

fn any_runs(host: &Host) -> bool {
    let runs = |state: &ServerStateView| {
        matches!(
            state,
            ServerStateView::Starting { .. } | ServerStateView::Ready { .. }
        )
    };
    host.servers().iter().any(|server| runs(&server.state))
}
