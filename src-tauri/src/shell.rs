//! State shared by the windows, the tray and the commands.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use host::Host;
use host_api::ShellWindow;
use tauri::async_runtime::JoinHandle;
use tokio::{
    sync::OnceCell,
    time::{Duration, Instant},
};

use crate::{attention::Attention, place::LastPlace};

/// The traffic subscriptions, by server: one page at most.
#[derive(Default)]
pub(crate) struct Watched(Mutex<HashMap<String, JoinHandle<()>>>);

impl Watched {
    /// Replaces the server's previous subscription.
    pub(crate) fn set(&self, server: String, task: JoinHandle<()>) {
        if let Some(before) = self.lock().insert(server, task) {
            before.abort();
        }
    }

    /// Ends the server's subscription.
    pub(crate) fn end(&self, server: &str) {
        if let Some(task) = self.lock().remove(server) {
            task.abort();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, JoinHandle<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long after a user action the approval that it leads to brings the consent window to the front. A later one, such as after an
/// installation, is shown as the user's attention allows it.
const EXPECTED: Duration = Duration::from_secs(5);

/// Whether the page of the consent window has loaded, and whether the user wants the window.
#[derive(Debug, Default)]
pub(crate) struct ConsentPage(Mutex<PageState>);

#[derive(Debug, Default)]
struct PageState {
    loaded: bool,
    /// Whether the user wanted the window before that.
    raise: bool,
    /// Until when an approval brings the window to the front.
    expected: Option<Instant>,
}

impl ConsentPage {
    /// Records that the page has loaded. Returns whether the user wanted the window before that.
    pub(crate) fn loaded(&self) -> bool {
        let mut state = self.lock();
        state.loaded = true;
        std::mem::take(&mut state.raise)
    }

    /// Records that the user wants the window. Returns whether it can be raised now; if not, [`Self::loaded`] returns the wish.
    pub(crate) fn raise(&self) -> bool {
        let mut state = self.lock();
        state.raise = !state.loaded;
        state.loaded
    }

    /// Records that a user action leads to an approval, which is not pending yet: an empty window would say nothing, and would cover
    /// the progress of what comes first.
    pub(crate) fn expect(&self, now: Instant) {
        self.lock().expected = Some(now + EXPECTED);
    }

    /// Returns whether an approval that is pending now was expected. It is expected once.
    pub(crate) fn take_expected(&self, now: Instant) -> bool {
        self.lock().expected.take().is_some_and(|until| now < until)
    }

    fn lock(&self) -> MutexGuard<'_, PageState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state shared by the commands.
pub(crate) struct Shell {
    /// The host.
    pub host: Host,
    /// Set once the consent window exists.
    pub consent_window: OnceCell<()>,
    /// The page in it.
    pub consent_page: ConsentPage,
    /// The last position of the main window.
    pub place: LastPlace,
    /// The position of the consent window, as moved by the user.
    pub consent_place: LastPlace,
    /// The user's attention: which window they are at.
    pub attention: Attention,
    /// The traffic subscriptions of pages.
    pub watched: Watched,
}

impl Shell {
    /// Creates the shell over a newly opened host.
    pub(crate) fn new(host: Host) -> Self {
        host.find_titles();
        Self {
            host,
            consent_window: OnceCell::new(),
            consent_page: ConsentPage::default(),
            place: LastPlace::default(),
            consent_place: LastPlace::default(),
            attention: Attention::default(),
            watched: Watched::default(),
        }
    }

    /// Returns the last position of a window.
    pub(crate) fn place_of(&self, window: ShellWindow) -> &LastPlace {
        match window {
            ShellWindow::Main => &self.place,
            ShellWindow::Consent => &self.consent_place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_expected_approval_raises_the_window_once_and_only_in_time() {
        let page = ConsentPage::default();
        let now = Instant::now();
        assert!(!page.take_expected(now));
        page.expect(now);
        assert!(page.take_expected(now + EXPECTED / 2));
        assert!(!page.take_expected(now + EXPECTED / 2));
        page.expect(now);
        assert!(!page.take_expected(now + EXPECTED));
    }
}
