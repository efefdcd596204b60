//! The user's settings: read once at start, checked before they are kept, followed by the windows.

use tokio::sync::watch;

use crate::{
    api::{ApiError, Appearance, LimitKey, LimitView, SettingsView, ShellWindow, WindowPlace},
    inner::Host,
    state::{Settings, check_appearance},
};

/// The setting that holds the place of the main window.
const WINDOW: &str = "window";
/// The place of the consent window.
const CONSENT_WINDOW: &str = "consent_window";
/// The largest number of a window's place that is believed, in pixels.
const FAR: f64 = 100_000.0;

impl Host {
    /// Every setting, with what is possible.
    #[must_use]
    pub fn settings(&self) -> SettingsView {
        self.inner.settings.get().view()
    }

    /// How the windows look: now, and after each change.
    #[must_use]
    pub fn appearance(&self) -> AppearanceFeed {
        let watch = self.inner.settings.follow();
        let said = watch.borrow().appearance.clone();
        AppearanceFeed { watch, said }
    }

    /// Changes how the windows look.
    ///
    /// # Errors
    /// The text would be too small or too large, or it could not be stored.
    pub async fn set_appearance(&self, appearance: Appearance) -> Result<(), ApiError> {
        check_appearance(&appearance)?;
        let inner = &self.inner;
        let mut next = inner.settings.get();
        next.appearance = appearance;
        next.store_appearance(&inner.store).await?;
        inner
            .settings
            .change(|settings| settings.appearance = next.appearance);
        Ok(())
    }

    /// Moves a bound; without a value, back to its default. Yields what holds then.
    ///
    /// # Errors
    /// It is out of range, does not fit another bound, or could not be stored. Nothing was changed.
    pub async fn set_limit(
        &self,
        key: LimitKey,
        value: Option<u32>,
    ) -> Result<LimitView, ApiError> {
        let inner = &self.inner;
        let _alone = inner.settings.change_limits().await;
        let next = inner.settings.get().with_limit(key, value)?;
        next.store_limits(&inner.store).await?;
        let view = next.limit_view(key);
        inner.settings.change(|settings| settings.take_limits(next));
        Ok(view)
    }

    /// Whether the system's notifications say that a question waits.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn set_notify(&self, notify: bool) -> Result<(), ApiError> {
        let inner = &self.inner;
        let mut next = inner.settings.get();
        next.silent = !notify;
        next.store_notify(&inner.store).await?;
        inner
            .settings
            .change(|settings| settings.silent = next.silent);
        Ok(())
    }

    /// Where a window was last. The shell compares it with the screens there are.
    pub async fn window_place(&self, window: ShellWindow) -> Option<WindowPlace> {
        let settings = self.inner.store.settings();
        let place: Option<WindowPlace> = settings.get(place_key(window)).await.ok()?;
        place.filter(is_sane)
    }

    /// Remembers where a window is.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn keep_window_place(
        &self,
        window: ShellWindow,
        place: WindowPlace,
    ) -> Result<(), ApiError> {
        if !is_sane(&place) {
            return Ok(());
        }
        let settings = self.inner.store.settings();
        Ok(settings.set(place_key(window), &place).await?)
    }
}

fn place_key(window: ShellWindow) -> &'static str {
    match window {
        ShellWindow::Main => WINDOW,
        ShellWindow::Consent => CONSENT_WINDOW,
    }
}

fn is_sane(place: &WindowPlace) -> bool {
    let near = |n: f64| n.abs() <= FAR;
    let some = |n: f64| (1.0..=FAR).contains(&n);
    near(place.x) && near(place.y) && some(place.width) && some(place.height)
}

/// Follows how the windows look.
#[derive(Debug)]
pub struct AppearanceFeed {
    watch: watch::Receiver<Settings>,
    said: Appearance,
}

impl AppearanceFeed {
    /// What holds now.
    pub fn now(&mut self) -> Appearance {
        self.said = self.watch.borrow().appearance.clone();
        self.said.clone()
    }

    /// Waits for another look than the one that was said last; `None` when the host is gone.
    pub async fn next(&mut self) -> Option<Appearance> {
        let said = &self.said;
        let changed = self.watch.wait_for(|now| now.appearance != *said).await;
        self.said = changed.ok()?.appearance.clone();
        Some(self.said.clone())
    }
}
