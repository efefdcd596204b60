//! What the windows, the tray and the commands share.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use host::{Host, api::ShellWindow};
use tauri::async_runtime::JoinHandle;
use tokio::sync::OnceCell;

use crate::{attention::Attention, place::LastPlace};

/// Who is told of each message that passes, by server: one page at most.
#[derive(Default)]
pub(crate) struct Watched(Mutex<HashMap<String, JoinHandle<()>>>);

impl Watched {
    /// Takes the place of the page that was told before.
    pub(crate) fn set(&self, server: String, task: JoinHandle<()>) {
        if let Some(before) = self.lock().insert(server, task) {
            before.abort();
        }
    }

    /// Tells nobody any more.
    pub(crate) fn end(&self, server: &str) {
        if let Some(task) = self.lock().remove(server) {
            task.abort();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, JoinHandle<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the commands share.
pub(crate) struct Shell {
    /// The host.
    pub host: Host,
    /// Set once the consent window exists.
    pub consent_window: OnceCell<()>,
    /// Where the main window was seen last.
    pub place: LastPlace,
    /// Where the user moved the consent window.
    pub consent_place: LastPlace,
    /// Which window the user is at.
    pub attention: Attention,
    /// The pages that follow what passes over a server's connection.
    pub watched: Watched,
}

impl Shell {
    /// The shell over a host that has just been opened.
    pub(crate) fn new(host: Host) -> Self {
        Self {
            host,
            consent_window: OnceCell::new(),
            place: LastPlace::default(),
            consent_place: LastPlace::default(),
            attention: Attention::default(),
            watched: Watched::default(),
        }
    }

    /// Where a window was seen last.
    pub(crate) fn place_of(&self, window: ShellWindow) -> &LastPlace {
        match window {
            ShellWindow::Main => &self.place,
            ShellWindow::Consent => &self.consent_place,
        }
    }
}
