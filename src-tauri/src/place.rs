//! Window positions: stored when the user moves a window, restored if a screen still shows them.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use host_api::WindowPlace;
use tauri::{LogicalPosition, LogicalSize, Monitor, WebviewWindow};
use tokio::sync::Notify;

/// The default size of the window.
pub(crate) const SIZE: (f64, f64) = (1280.0, 800.0);
/// The minimum size of the window.
pub(crate) const LEAST: (f64, f64) = (720.0, 480.0);
/// The part of the title bar that must be on a screen, so that the user can drag the window.
const GRIP: (f64, f64) = (120.0, 24.0);

/// The default size of the consent window.
pub(crate) const CONSENT_SIZE: (f64, f64) = (820.0, 640.0);
/// The minimum size of the consent window, on a screen that is large enough.
pub(crate) const CONSENT_LEAST: (f64, f64) = (480.0, 360.0);
/// The maximum total thickness of a frame.
const FRAME: f64 = 120.0;
/// The tolerance in comparing positions, since window managers use whole pixels.
const ROUNDING: f64 = 2.0;

/// Debounce delay before the position is stored, since one move causes many events.
const SETTLE: Duration = Duration::from_millis(500);

/// The last seen position of a window, and the one to restore.
#[derive(Debug, Default)]
pub(crate) struct LastPlace {
    places: Mutex<Places>,
    moved: Notify,
}

#[derive(Debug, Default)]
struct Places {
    /// The user's position.
    remembered: Option<WindowPlace>,
    /// The position set by the program, and the maximum thickness of the frame. Such a position is not the user's choice.
    put: Option<(WindowPlace, (f64, f64))>,
    /// The last seen position.
    seen: Option<WindowPlace>,
}

impl LastPlace {
    /// Waits until the window was moved and the position is stable.
    pub(crate) async fn rests(&self) {
        self.moved.notified().await;
        tokio::time::sleep(SETTLE).await;
    }

    /// Sets the stored position.
    pub(crate) fn remember(&self, place: WindowPlace) {
        self.lock().remembered = Some(place);
    }

    /// Returns the user's last position.
    fn remembered(&self) -> Option<WindowPlace> {
        self.lock().remembered
    }

    /// Records that the program moves the window there.
    fn put(&self, place: WindowPlace, frame: (f64, f64)) {
        let mut places = self.lock();
        places.put = Some((place, frame));
        places.seen = None;
    }

    fn see(&self, place: WindowPlace) {
        self.lock().seen = Some(place);
        self.moved.notify_one();
    }

    /// Returns the position to store, if the user chose it and it changed. Called when the position is stable.
    pub(crate) fn settle(&self) -> Option<WindowPlace> {
        let mut places = self.lock();
        let seen = places.seen.take()?;
        let by_program = places
            .put
            .is_some_and(|(put, frame)| is_near(&put, &seen, frame));
        if by_program || places.remembered == Some(seen) {
            return None;
        }
        places.put = None;
        places.remembered = Some(seen);
        Some(seen)
    }

    fn lock(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a window is where it was put, apart from rounding. Before the frame was drawn, the position is that of the inside of the
/// frame.
fn is_near(put: &WindowPlace, seen: &WindowPlace, frame: (f64, f64)) -> bool {
    let within =
        |from: f64, to: f64, most: f64| (-ROUNDING..=most + ROUNDING).contains(&(to - from));
    within(put.x, seen.x, frame.0)
        && within(put.y, seen.y, frame.1)
        && within(put.width, seen.width, 0.0)
        && within(put.height, seen.height, 0.0)
        && put.maximized == seen.maximized
}

/// A screen's work area without its bars, in logical pixels.
#[derive(Clone, Copy, Debug)]
struct Screen {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// The part of a stored position that can be restored.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fit {
    size: (f64, f64),
    /// `None`: the window manager chooses.
    position: Option<(f64, f64)>,
}

/// Fits a stored position to the current screens.
fn fit(place: &WindowPlace, screens: &[Screen]) -> Fit {
    let largest = |of: fn(&Screen) -> f64| {
        screens.iter().map(of).fold(
            f64::INFINITY,
            |m, n| {
                if m.is_infinite() { n } else { m.max(n) }
            },
        )
    };
    let size = (
        place.width.min(largest(|s| s.width)).max(LEAST.0),
        place.height.min(largest(|s| s.height)).max(LEAST.1),
    );
    let held = |screen: &Screen| {
        let left = place.x.max(screen.x);
        let right = (place.x + size.0).min(screen.x + screen.width);
        let bottom = screen.y + screen.height;
        right - left >= GRIP.0 && place.y >= screen.y && place.y + GRIP.1 <= bottom
    };
    Fit {
        size,
        position: screens.iter().any(held).then_some((place.x, place.y)),
    }
}

/// Fits the consent window to the screens: on the screen it was moved to, else centered on the chat window's. It lies completely
/// inside the work area, including its frame, and shrinks to fit.
fn fit_consent(
    remembered: Option<&WindowPlace>,
    main: Option<&Screen>,
    screens: &[Screen],
    frame: (f64, f64),
) -> Fit {
    let wanted = remembered.map_or(CONSENT_SIZE, |place| (place.width, place.height));
    let moved_to = remembered.and_then(|place| {
        let outside = Screen {
            x: place.x,
            y: place.y,
            width: place.width + frame.0,
            height: place.height + frame.1,
        };
        most_shared(&outside, screens).map(|screen| (screen, (place.x, place.y)))
    });
    let home = main.and_then(|main| most_shared(main, screens));
    let Some(screen) = moved_to
        .map(|(screen, _)| screen)
        .or(home)
        .or(screens.first())
    else {
        return Fit {
            size: wanted,
            position: None,
        };
    };
    let inside = |wanted: f64, least: f64, room: f64| wanted.max(least).min(room.max(1.0));
    let size = (
        inside(wanted.0, CONSENT_LEAST.0, screen.width - frame.0),
        inside(wanted.1, CONSENT_LEAST.1, screen.height - frame.1),
    );
    let room = (
        screen.width - frame.0 - size.0,
        screen.height - frame.1 - size.1,
    );
    let position = match moved_to {
        Some((_, (x, y))) => (
            x.min(screen.x + room.0).max(screen.x),
            y.min(screen.y + room.1).max(screen.y),
        ),
        None => (
            screen.x + (room.0 / 2.0).max(0.0).floor(),
            screen.y + (room.1 / 2.0).max(0.0).floor(),
        ),
    };
    Fit {
        size,
        position: Some(position),
    }
}

/// Returns the screen that shows most of an area, if one shows enough for dragging.
fn most_shared<'a>(area: &Screen, screens: &'a [Screen]) -> Option<&'a Screen> {
    let shared = |screen: &Screen| {
        let width = (area.x + area.width).min(screen.x + screen.width) - area.x.max(screen.x);
        let height = (area.y + area.height).min(screen.y + screen.height) - area.y.max(screen.y);
        let held = width >= GRIP.0.min(area.width) && height >= GRIP.1.min(area.height);
        if held { width * height } else { 0.0 }
    };
    let best = screens
        .iter()
        .max_by(|a, b| shared(a).total_cmp(&shared(b)))?;
    (shared(best) > 0.0).then_some(best)
}

fn screens(window: &WebviewWindow) -> tauri::Result<Vec<Screen>> {
    let of = |monitor: &Monitor| {
        let (area, scale) = (monitor.work_area(), monitor.scale_factor());
        let position = area.position.to_logical::<f64>(scale);
        let size = area.size.to_logical::<f64>(scale);
        Screen {
            x: position.x,
            y: position.y,
            width: size.width,
            height: size.height,
        }
    };
    Ok(window.available_monitors()?.iter().map(of).collect())
}

/// Moves a hidden window to its stored position.
pub(crate) fn restore(window: &WebviewWindow, place: &WindowPlace) -> tauri::Result<()> {
    let fit = fit(place, &screens(window)?);
    window.set_size(LogicalSize::new(fit.size.0, fit.size.1))?;
    if let Some((x, y)) = fit.position {
        window.set_position(LogicalPosition::new(x, y))?;
    }
    if place.maximized {
        window.maximize()?;
    }
    Ok(())
}

/// Moves the hidden consent window to the position where it will appear.
pub(crate) fn restore_consent(
    window: &WebviewWindow,
    main: &WebviewWindow,
    last: &LastPlace,
) -> tauri::Result<()> {
    let scale = main.scale_factor()?;
    let position = main.outer_position()?.to_logical::<f64>(scale);
    let outer = main.outer_size()?.to_logical::<f64>(scale);
    let inner = main.inner_size()?.to_logical::<f64>(scale);
    let chat = Screen {
        x: position.x,
        y: position.y,
        width: outer.width,
        height: outer.height,
    };
    // The window manager frames both windows alike, and frames this one only once it is shown.
    let frame = (
        (outer.width - inner.width).clamp(0.0, FRAME),
        (outer.height - inner.height).clamp(0.0, FRAME),
    );
    let remembered = last.remembered();
    let fit = fit_consent(remembered.as_ref(), Some(&chat), &screens(main)?, frame);
    let least = (
        CONSENT_LEAST.0.min(fit.size.0),
        CONSENT_LEAST.1.min(fit.size.1),
    );
    window.set_min_size(Some(LogicalSize::new(least.0, least.1)))?;
    window.set_size(LogicalSize::new(fit.size.0, fit.size.1))?;
    let maximized = remembered.is_some_and(|place| place.maximized);
    if let Some((x, y)) = fit.position {
        window.set_position(LogicalPosition::new(x, y))?;
        let place = WindowPlace {
            x,
            y,
            width: fit.size.0,
            height: fit.size.1,
            maximized,
        };
        last.put(place, frame);
    }
    if maximized {
        window.maximize()?;
    }
    Ok(())
}

/// Records the current position. A minimized window is ignored; for a maximized one only that fact is recorded.
pub(crate) fn note(window: &WebviewWindow, last: &LastPlace) {
    match look(window, last.remembered()) {
        Ok(Some(place)) => last.see(place),
        Ok(None) => {}
        Err(error) => tracing::debug!(%error, "the window's place is not known"),
    }
}

fn look(window: &WebviewWindow, before: Option<WindowPlace>) -> tauri::Result<Option<WindowPlace>> {
    if window.is_minimized()? || !window.is_visible()? {
        return Ok(None);
    }
    if window.is_maximized()? {
        return Ok(before.map(|place| WindowPlace {
            maximized: true,
            ..place
        }));
    }
    let scale = window.scale_factor()?;
    let position = window.outer_position()?.to_logical::<f64>(scale);
    let size = window.inner_size()?.to_logical::<f64>(scale);
    Ok(Some(WindowPlace {
        x: position.x,
        y: position.y,
        width: size.width,
        height: size.height,
        maximized: false,
    }))
}

#[cfg(test)]
mod tests;
