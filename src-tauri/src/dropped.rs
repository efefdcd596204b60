//! Files that the user drags over the chat window. Their paths stay here: the page learns only that there are some.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use host_api::DropView;
use tauri::{DragDropEvent, ipc::Channel};

/// The endings of the files of bundles.
pub(crate) const BUNDLES: &[&str] = &["mcpb", "dxt"];

/// The files that were dropped last, and the page that is told.
#[derive(Default)]
pub(crate) struct Dropped(Mutex<State>);

#[derive(Default)]
struct State {
    paths: Vec<PathBuf>,
    page: Option<Channel<DropView>>,
}

/// Whether a file is a bundle, as its name says.
fn is_bundle(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| BUNDLES.iter().any(|own| ending.eq_ignore_ascii_case(own)))
}

impl Dropped {
    /// Tells this page from now on, and no other.
    pub(crate) fn follow(&self, page: Channel<DropView>) {
        self.lock().page = Some(page);
    }

    /// Takes the bundle that was dropped last; none if the files that were dropped last have none.
    pub(crate) fn take_bundle(&self) -> Option<PathBuf> {
        self.take().into_iter().find(|path| is_bundle(path))
    }

    /// Takes the files that were dropped last.
    pub(crate) fn take(&self) -> Vec<PathBuf> {
        std::mem::take(&mut self.lock().paths)
    }

    /// Follows what the system says of a drag.
    pub(crate) fn saw(&self, event: &DragDropEvent) {
        let mut state = self.lock();
        let said = match event {
            DragDropEvent::Enter { paths, .. } if !paths.is_empty() => DropView::Over,
            DragDropEvent::Drop { paths, .. } if !paths.is_empty() => {
                state.paths.clone_from(paths);
                match paths.iter().any(|path| is_bundle(path)) {
                    true => DropView::Bundle,
                    false => DropView::Dropped,
                }
            }
            DragDropEvent::Leave => DropView::Left,
            // A later kind says nothing either.
            DragDropEvent::Enter { .. }
            | DragDropEvent::Over { .. }
            | DragDropEvent::Drop { .. }
            | _ => return,
        };
        // A page that is gone is told nothing.
        if let Some(page) = &state.page
            && page.send(said).is_err()
        {
            state.page = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The file of the bundle that the page shows: it was dropped, chosen in the system's dialog, or downloaded.
#[derive(Default)]
pub(crate) struct OpenedBundle(Mutex<Option<PathBuf>>);

impl OpenedBundle {
    /// Keeps the file, in place of the one before.
    pub(crate) fn keep(&self, path: PathBuf) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
    }

    /// The file; none until a bundle was opened.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        let path = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        path.clone()
    }
}
