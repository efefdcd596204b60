//! The user's settings: loaded at startup, validated before they are stored, observed by the windows.

use std::sync::atomic::Ordering;

use host_api::{ApiError, Appearance, LimitKey, LimitView, SettingsView, ShellWindow, WindowPlace};
use tokio::sync::watch;

use crate::{
    inner::Host,
    state::{Settings, check_appearance},
};

/// The setting that stores the position of the main window.
const WINDOW: &str = "window";
/// The setting that stores the position of the consent window.
const CONSENT_WINDOW: &str = "consent_window";
/// Maximum accepted coordinate of a window, in pixels.
const FAR: f64 = 100_000.0;

impl Host {
    /// Returns every setting, with its possible values.
    #[must_use]
    pub fn settings(&self) -> SettingsView {
        self.inner.settings.get().view()
    }

    /// Subscribes to the appearance: the current one, and each change.
    #[must_use]
    pub fn appearance(&self) -> AppearanceFeed {
        let watch = self.inner.settings.follow();
        let said = watch.borrow().appearance.clone();
        AppearanceFeed { watch, said }
    }

    /// Changes the appearance.
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

    /// Sets a limit; without a value, resets it to its default. Returns the new value.
    ///
    /// # Errors
    /// It is out of range, does not fit another limit, or could not be stored. Nothing was changed.
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

    /// Sets whether system notifications announce pending approvals.
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

    /// Sets whether older messages are summarized when a model's window is nearly full.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn set_compact(&self, compact: bool) -> Result<(), ApiError> {
        let inner = &self.inner;
        let mut next = inner.settings.get();
        next.uncompacted = !compact;
        next.store_compact(&inner.store).await?;
        inner
            .settings
            .change(|settings| settings.uncompacted = next.uncompacted);
        Ok(())
    }

    /// Has models asked for titles in this run, unless the user switched that off. A shell that shows lists of conversations calls it.
    pub fn find_titles(&self) {
        self.inner.finds_titles.store(true, Ordering::Relaxed);
    }

    /// Sets whether the model of a conversation is asked for a title after its first answer.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn set_titles(&self, titles: bool) -> Result<(), ApiError> {
        let inner = &self.inner;
        let mut next = inner.settings.get();
        next.untitled = !titles;
        next.store_titles(&inner.store).await?;
        inner
            .settings
            .change(|settings| settings.untitled = next.untitled);
        Ok(())
    }

    /// Returns the last position of a window. The shell compares it with the current screens.
    pub async fn window_place(&self, window: ShellWindow) -> Option<WindowPlace> {
        let settings = self.inner.store.settings();
        let place: Option<WindowPlace> = settings.get(place_key(window)).await.ok()?;
        place.filter(is_sane)
    }

    /// Stores the position of a window.
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

/// A subscription to the appearance.
#[derive(Debug)]
pub struct AppearanceFeed {
    watch: watch::Receiver<Settings>,
    said: Appearance,
}

impl AppearanceFeed {
    /// Returns the current appearance.
    pub fn now(&mut self) -> Appearance {
        self.said = self.watch.borrow().appearance.clone();
        self.said.clone()
    }

    /// Waits for a change of the appearance; `None` when the host is gone.
    pub async fn next(&mut self) -> Option<Appearance> {
        let said = &self.said;
        let changed = self.watch.wait_for(|now| now.appearance != *said).await;
        self.said = changed.ok()?.appearance.clone();
        Some(self.said.clone())
    }
}
