//! The global shortcut of *Quick ask*.
//!
//! Under X11, on Windows and on macOS this program registers it. Under Wayland the desktop does: it is told what the shortcut is for,
//! asks the user, and may choose another one (`org.freedesktop.portal.GlobalShortcuts`).

use std::sync::{Mutex, PoisonError};

use host_api::{ApiError, ErrorCode, QuickKeysView};
use messages::{Text, phrases};
use tauri::{AppHandle, Manager};
use tauri_plugin_global_shortcut::{
    Builder, GlobalShortcutExt, Modifiers, Shortcut, ShortcutState,
};
use tokio::sync::Semaphore;

#[cfg(target_os = "linux")]
use super::portal;

/// Maximum length of the name of a shortcut, in bytes.
const LONGEST: usize = 64;

/// Who registered the shortcut.
enum Holder {
    /// This program.
    Program,
    /// The desktop, which tells this program when it is pressed.
    #[cfg(target_os = "linux")]
    Desktop(portal::Bound),
}

#[derive(Default)]
struct State {
    held: Option<(Shortcut, Holder)>,
    failure: Option<Text>,
}

/// The registration of the shortcut. At most one is registered.
pub(crate) struct Keys {
    state: Mutex<State>,
    /// Serializes changes.
    turns: Semaphore,
    /// Whether the desktop registers global shortcuts.
    by_desktop: bool,
}

/// Parses a shortcut such as `Ctrl+Alt+Space`.
///
/// # Errors
/// It is no shortcut, or would take a key that people type with: one of Ctrl, Alt and the system key is needed.
fn parse(keys: &str) -> Result<Shortcut, ApiError> {
    let wrong = || ApiError::new(ErrorCode::Invalid, phrases::desktop_quick_keys());
    if keys.len() > LONGEST {
        return Err(wrong());
    }
    let shortcut: Shortcut = keys.parse().map_err(|_| wrong())?;
    let commanding = Modifiers::CONTROL | Modifiers::ALT | Modifiers::SUPER;
    if shortcut.mods.intersects(commanding) {
        Ok(shortcut)
    } else {
        Err(wrong())
    }
}

impl Keys {
    /// Creates it without keys. Called on the main thread, which alone may ask for the display.
    pub(crate) fn new() -> Self {
        #[cfg(target_os = "linux")]
        let by_desktop = portal::needed();
        #[cfg(not(target_os = "linux"))]
        let by_desktop = false;
        Self {
            state: Mutex::default(),
            turns: Semaphore::new(1),
            by_desktop,
        }
    }

    /// Registers a shortcut in place of the one before, or none. If that fails, the one before is registered again.
    ///
    /// # Errors
    /// It is no shortcut, another program has it, or the desktop or the user refused.
    pub(crate) async fn change(&self, app: &AppHandle, keys: Option<&str>) -> Result<(), ApiError> {
        let wanted = keys.map(parse).transpose()?;
        // The semaphore is never closed.
        let _alone = self.turns.acquire().await.ok();
        let before = self.release(app).await;
        let Some(wanted) = wanted else {
            self.set(None, None);
            return Ok(());
        };
        match hold(app, wanted, self.by_desktop).await {
            Ok(holder) => {
                self.set(Some((wanted, holder)), None);
                Ok(())
            }
            Err(reason) => {
                let again = match before {
                    Some(before) => hold(app, before, self.by_desktop).await.ok(),
                    None => None,
                };
                self.set(before.zip(again), None);
                Err(ApiError::new(ErrorCode::Denied, reason))
            }
        }
    }

    /// Registers the stored shortcut at the start. A failure is shown in the settings.
    pub(crate) async fn begin(&self, app: &AppHandle, keys: &str) {
        let Err(error) = self.change(app, Some(keys)).await else {
            return;
        };
        tracing::warn!(%error, "the shortcut of quick ask is not registered");
        self.set(None, Some(error.message));
    }

    /// Returns the state of the registration.
    pub(crate) fn view(&self) -> QuickKeysView {
        let state = self.lock();
        let (held, desktop) = match &state.held {
            Some((_, Holder::Program)) => (true, None),
            #[cfg(target_os = "linux")]
            Some((_, Holder::Desktop(bound))) => (true, Some(bound.trigger().to_owned())),
            None => (false, None),
        };
        QuickKeysView {
            held,
            desktop,
            by_desktop: self.by_desktop,
            failure: state.failure.clone(),
        }
    }

    /// Releases the shortcut and returns it.
    async fn release(&self, app: &AppHandle) -> Option<Shortcut> {
        let held = self.lock().held.take();
        let (shortcut, holder) = held?;
        match holder {
            Holder::Program => {
                let app = app.clone();
                // It waits for the main thread.
                let ended = tauri::async_runtime::spawn_blocking(move || {
                    app.global_shortcut().unregister(shortcut)?;
                    // Under X11 the request stays in a buffer until the next one that has an answer (global-hotkey 0.8 and 0.9).
                    #[cfg(target_os = "linux")]
                    app.global_shortcut().unregister(shortcut)?;
                    Ok::<(), tauri_plugin_global_shortcut::Error>(())
                });
                if let Ok(Err(error)) = ended.await {
                    tracing::warn!(%error, "the shortcut of quick ask could not be released");
                }
            }
            #[cfg(target_os = "linux")]
            Holder::Desktop(bound) => bound.end().await,
        }
        Some(shortcut)
    }

    fn set(&self, held: Option<(Shortcut, Holder)>, failure: Option<Text>) {
        let mut state = self.lock();
        state.held = held;
        state.failure = failure;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn hold(app: &AppHandle, shortcut: Shortcut, by_desktop: bool) -> Result<Holder, Text> {
    #[cfg(target_os = "linux")]
    if by_desktop {
        let pressed = app.clone();
        let bound = portal::bind(shortcut, move || super::toggle(&pressed)).await;
        return bound.map(Holder::Desktop).map_err(|error| {
            tracing::info!(%error, "the desktop registers no shortcut");
            error.words()
        });
    }
    #[cfg(not(target_os = "linux"))]
    let _ = by_desktop;
    let app = app.clone();
    let grabbed = tauri::async_runtime::spawn_blocking(move || grab(&app, shortcut)).await;
    match grabbed {
        Ok(Ok(())) => Ok(Holder::Program),
        Ok(Err(error)) => {
            tracing::info!(%error, "the system registers no shortcut");
            Err(phrases::desktop_quick_taken().into())
        }
        Err(_) => Err(phrases::desktop_quick_taken().into()),
    }
}

fn grab(
    app: &AppHandle,
    shortcut: Shortcut,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    // Only those who use it pay for its thread.
    if app
        .try_state::<tauri_plugin_global_shortcut::GlobalShortcut<tauri::Wry>>()
        .is_none()
    {
        app.plugin(Builder::new().build())?;
    }
    let pressed =
        |app: &AppHandle, _: &Shortcut, event: tauri_plugin_global_shortcut::ShortcutEvent| {
            if event.state == ShortcutState::Pressed {
                super::toggle(app);
            }
        };
    Ok(app.global_shortcut().on_shortcut(shortcut, pressed)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcut_with_a_key_that_people_type_is_refused() {
        for keys in [
            "Ctrl+Alt+Space",
            "Super+K",
            "Alt+F1",
            "Ctrl+Shift+9",
            "ctrl+space",
        ] {
            assert!(parse(keys).is_ok(), "{keys}");
        }
        let long = "Ctrl+".repeat(50) + "A";
        for keys in [
            "", "A", "Shift+A", "Space", "Ctrl", "Ctrl+", "Ctrl+Alt", "Ctrl+Ä", "Ctrl+A+B", &long,
        ] {
            assert!(parse(keys).is_err(), "{keys}");
        }
    }
}
