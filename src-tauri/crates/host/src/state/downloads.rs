//! The download of a bundle that a registry names: the one that runs, and the file that is reviewed.

use std::{path::Path, sync::Mutex};

use tempfile::TempPath;
use tokio_util::sync::CancellationToken;

use crate::mutex::lock;

/// The download that runs, and the file of the last one. One at a time.
#[derive(Default)]
pub(crate) struct Downloads(Mutex<State>);

#[derive(Default)]
struct State {
    running: Option<CancellationToken>,
    /// Removed from the disk when it is dropped.
    file: Option<TempPath>,
}

/// A download that runs, until it is dropped.
pub(crate) struct Running<'a> {
    all: &'a Downloads,
    /// Cancelled when the user stops the download.
    pub cancel: CancellationToken,
}

impl Downloads {
    /// Begins a download, and removes the file of the one before; none while another one runs.
    pub fn begin(&self) -> Option<Running<'_>> {
        let mut state = lock(&self.0);
        if state.running.is_some() {
            return None;
        }
        let cancel = CancellationToken::new();
        state.running = Some(cancel.clone());
        state.file = None;
        Some(Running { all: self, cancel })
    }

    /// Stops the download that runs, and removes the file of the last one.
    pub fn forget(&self) {
        let mut state = lock(&self.0);
        if let Some(cancel) = &state.running {
            cancel.cancel();
        }
        state.file = None;
    }

    /// Removes this file, if it was downloaded: its bundle was added.
    pub fn used(&self, path: &str) {
        let mut state = lock(&self.0);
        if state.file.as_deref() == Some(Path::new(path)) {
            state.file = None;
        }
    }
}

impl Running<'_> {
    /// Keeps the file for the review, unless the download was stopped meanwhile. Returns whether it did.
    pub fn keep(&self, file: TempPath) -> bool {
        let mut state = lock(&self.all.0);
        let goes_on = !self.cancel.is_cancelled();
        state.file = goes_on.then_some(file);
        goes_on
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        lock(&self.all.0).running = None;
    }
}
