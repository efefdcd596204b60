//! Where the main window is: kept wherever it comes to rest, and taken up again if a screen still shows it.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use host::api::WindowPlace;
use tauri::{AppHandle, LogicalPosition, LogicalSize, Manager, WebviewWindow};
use tokio::sync::Notify;

use crate::Shell;

/// The size of the window where nothing is remembered, and the least it can have.
pub(crate) const SIZE: (f64, f64) = (1280.0, 800.0);
/// The least size of the window.
pub(crate) const LEAST: (f64, f64) = (720.0, 480.0);
/// So much of its upper edge has to be on a screen, so that it can be taken hold of.
const GRIP: (f64, f64) = (120.0, 24.0);

/// How long after a move the place is kept: one move is many events.
const SETTLE: Duration = Duration::from_millis(500);

/// The last place that was seen.
#[derive(Debug, Default)]
pub(crate) struct LastPlace {
    place: Mutex<Option<WindowPlace>>,
    moved: Notify,
}

impl LastPlace {
    /// Remembers a place.
    pub(crate) fn set(&self, place: WindowPlace) {
        let before = self.lock().replace(place);
        if before != Some(place) {
            self.moved.notify_one();
        }
    }

    /// What was seen last.
    pub(crate) fn get(&self) -> Option<WindowPlace> {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Option<WindowPlace>> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps each place where the window comes to rest, until the program ends: however that is, it comes back there.
pub(crate) fn keep(app: &AppHandle) {
    let shell = Arc::clone(app.state::<Arc<Shell>>().inner());
    tauri::async_runtime::spawn(async move {
        loop {
            shell.place.moved.notified().await;
            tokio::time::sleep(SETTLE).await;
            let Some(place) = shell.place.get() else {
                continue;
            };
            if let Err(error) = shell.host.keep_window_place(place).await {
                tracing::warn!(%error, "the window's place could not be kept");
            }
        }
    });
}

/// A screen without its bars, in logical pixels.
#[derive(Clone, Copy, Debug)]
struct Screen {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// What of a remembered place can be had.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fit {
    size: (f64, f64),
    /// `None`: the window manager chooses.
    position: Option<(f64, f64)>,
}

/// A remembered place on the screens there are now.
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

/// Puts a window that is not shown yet where it was.
pub(crate) fn restore(window: &WebviewWindow, place: &WindowPlace) -> tauri::Result<()> {
    let screens: Vec<Screen> = window
        .available_monitors()?
        .iter()
        .map(|monitor| {
            let (area, scale) = (monitor.work_area(), monitor.scale_factor());
            let position = area.position.to_logical::<f64>(scale);
            let size = area.size.to_logical::<f64>(scale);
            Screen {
                x: position.x,
                y: position.y,
                width: size.width,
                height: size.height,
            }
        })
        .collect();
    let fit = fit(place, &screens);
    window.set_size(LogicalSize::new(fit.size.0, fit.size.1))?;
    if let Some((x, y)) = fit.position {
        window.set_position(LogicalPosition::new(x, y))?;
    }
    if place.maximized {
        window.maximize()?;
    }
    Ok(())
}

/// Notes where the window is now. While it is minimised that says nothing; while it fills the screen, only that.
pub(crate) fn note(window: &WebviewWindow) {
    let Some(shell) = window.try_state::<Arc<Shell>>() else {
        return;
    };
    match look(window, shell.place.get()) {
        Ok(Some(place)) => shell.place.set(place),
        Ok(None) => {}
        Err(error) => tracing::debug!(%error, "the window's place is not known"),
    }
}

fn look(window: &WebviewWindow, before: Option<WindowPlace>) -> tauri::Result<Option<WindowPlace>> {
    if window.is_minimized()? {
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
mod tests {
    use super::*;

    const DESK: [Screen; 2] = [
        Screen {
            x: 0.0,
            y: 30.0,
            width: 1920.0,
            height: 1050.0,
        },
        Screen {
            x: 1920.0,
            y: 0.0,
            width: 1280.0,
            height: 1024.0,
        },
    ];

    fn at(x: f64, y: f64, width: f64, height: f64) -> Fit {
        let place = WindowPlace {
            x,
            y,
            width,
            height,
            maximized: false,
        };
        fit(&place, &DESK)
    }

    #[test]
    fn a_window_comes_back_only_where_it_can_be_seen_and_held() {
        assert_eq!(
            at(2000.0, 100.0, 900.0, 700.0),
            Fit {
                size: (900.0, 700.0),
                position: Some((2000.0, 100.0))
            }
        );
        for (x, y) in [
            (5000.0, 100.0),
            (-850.0, 100.0),
            (100.0, -10.0),
            (100.0, 1079.0),
            (3190.0, 100.0),
        ] {
            assert_eq!(at(x, y, 900.0, 700.0).position, None, "{x} {y}");
        }
        assert_eq!(at(0.0, 30.0, 9000.0, 90.0).size, (1920.0, 480.0));
    }

    #[test]
    fn without_a_screen_only_the_size_is_kept() {
        let place = WindowPlace {
            x: 0.0,
            y: 0.0,
            width: 1000.0,
            height: 700.0,
            maximized: true,
        };
        assert_eq!(
            fit(&place, &[]),
            Fit {
                size: (1000.0, 700.0),
                position: None
            }
        );
    }
}
