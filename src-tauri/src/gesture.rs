//! Proof that the user acted in the chat window: the system's own input events, which no page can make.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use host_api::{ApiError, ErrorCode};
use messages::phrases;
use tauri::WebviewWindow;

/// The longest time between a click or a key and the action that it leads to.
const RECENT: Duration = Duration::from_secs(5);

/// When the user last clicked, touched or pressed a key in the chat window.
#[derive(Debug)]
pub(crate) struct Gestures(Mutex<Known>);

#[derive(Debug)]
struct Known {
    last: Option<Instant>,
    /// Whether input events are seen: not on other systems, and not where a test drives the window.
    seen: bool,
}

impl Default for Gestures {
    fn default() -> Self {
        Self(Mutex::new(Known {
            last: None,
            seen: cfg!(target_os = "linux"),
        }))
    }
}

impl Gestures {
    /// Fails unless the user acted in the chat window a moment ago.
    ///
    /// # Errors
    /// No click, touch or key within the last five seconds.
    pub(crate) fn require(&self) -> Result<(), ApiError> {
        let known = self.lock();
        let recent = known.last.is_some_and(|last| last.elapsed() <= RECENT);
        if recent || !known.seen {
            return Ok(());
        }
        let message = phrases::desktop_no_gesture();
        Err(ApiError::new(ErrorCode::Denied, message).hint(phrases::desktop_no_gesture_hint()))
    }

    #[cfg(any(target_os = "linux", test))]
    fn saw(&self) {
        self.lock().last = Some(Instant::now());
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Begins to follow the input events of the chat window.
#[cfg(target_os = "linux")]
pub(crate) fn follow(window: &WebviewWindow) -> tauri::Result<()> {
    use gtk::{
        glib::Propagation,
        prelude::{ObjectExt, WidgetExt},
    };
    use tauri::Manager as _;

    let app = window.app_handle().clone();
    window.with_webview(move |webview| {
        let view = webview.inner();
        // A test that drives the window makes no events of the system. Only whoever starts the program can let it.
        if view.property::<bool>("is-controlled-by-automation") {
            app.state::<Gestures>().lock().seen = false;
            return;
        }
        let saw = move || {
            app.state::<Gestures>().saw();
            Propagation::Proceed
        };
        let (click, key) = (saw.clone(), saw.clone());
        view.connect_button_press_event(move |_, _| click());
        view.connect_key_press_event(move |_, _| key());
        view.connect_touch_event(move |_, _| saw());
    })
}

/// Input events are not followed on this system.
#[cfg(not(target_os = "linux"))]
#[allow(clippy::unnecessary_wraps, reason = "as on Linux")]
pub(crate) fn follow(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn action_without_a_recent_event_of_the_system_is_refused() {
        let gestures = Gestures::default();
        gestures.lock().seen = true;
        assert!(gestures.require().is_err());
        gestures.saw();
        assert!(gestures.require().is_ok());
        let long_ago = Instant::now().checked_sub(RECENT + Duration::from_secs(1));
        gestures.lock().last = long_ago;
        assert!(gestures.require().is_err());
    }
}
