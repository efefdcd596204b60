//! The user's settings: read once at start, checked before they are kept, followed by the windows.

use std::{collections::BTreeMap, time::Duration};

use store::{Store, StoreError};
use tokio::sync::watch;

use crate::{
    Host, Inner,
    api::{
        ApiError, Appearance, ErrorCode, LimitKey, LimitView, SettingsView, ShellWindow,
        WindowPlace,
    },
};

/// The setting that holds the look of the windows.
const APPEARANCE: &str = "appearance";
/// The setting that holds the bounds other than their defaults.
const LIMITS: &str = "limits";
/// The setting that says whether notifications are sent.
const NOTIFY: &str = "notify";
/// The setting that holds the place of the main window.
const WINDOW: &str = "window";
/// The place of the consent window.
const CONSENT_WINDOW: &str = "consent_window";

/// Sizes of text, in percent.
const TEXT_PERCENT: std::ops::RangeInclusive<u16> = 90..=200;
/// The largest number of a window's place that is believed, in pixels.
const FAR: f64 = 100_000.0;

const MINUTE: u64 = 60;
const KIB: usize = 1024;
const MIB: usize = 1024 * 1024;

/// Key, default, least, most. The defaults are those of the crates that hold the bounds.
const TABLE: [(LimitKey, u32, u32, u32); 5] = [
    (
        LimitKey::StartSeconds,
        seconds(mcp::bounds::CONNECT),
        5,
        600,
    ),
    (
        LimitKey::QuietSeconds,
        seconds(mcp::bounds::REQUEST),
        10,
        3_600,
    ),
    (
        LimitKey::CallMinutes,
        seconds(mcp::bounds::REQUEST_MAX) / 60,
        1,
        240,
    ),
    (
        LimitKey::MessageMib,
        number(mcp::bounds::MESSAGE_BYTES / MIB),
        1,
        64,
    ),
    (
        LimitKey::ModelKib,
        number(crate::content::MAX_MODEL_TEXT / KIB),
        8,
        1_024,
    ),
];

#[allow(
    clippy::cast_possible_truncation,
    reason = "the bounds of the crates are far smaller"
)]
const fn seconds(time: Duration) -> u32 {
    time.as_secs() as u32
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the bounds of the crates are far smaller"
)]
const fn number(n: usize) -> u32 {
    n as u32
}

/// What holds now. Only checked values get in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    appearance: Appearance,
    /// Only what differs from the default.
    limits: BTreeMap<LimitKey, u32>,
    silent: bool,
}

impl Settings {
    /// Reads what is stored. What cannot be read or is out of bounds is as if it had not been set: a setting never
    /// keeps the program from starting.
    pub(crate) async fn load(store: &Store) -> Self {
        let settings = store.settings();
        let appearance: Option<serde_json::Map<_, _>> =
            settings.get(APPEARANCE).await.ok().flatten();
        let limits: Option<BTreeMap<LimitKey, u32>> = settings.get(LIMITS).await.ok().flatten();
        let notify: Option<bool> = settings.get(NOTIFY).await.ok().flatten();
        let mut limits = limits.unwrap_or_default();
        limits.retain(|key, value| check(*key, *value).is_ok());
        let mut this = Self {
            appearance: appearance
                .and_then(stored_appearance)
                .filter(|a| check_appearance(a).is_ok())
                .unwrap_or_default(),
            limits,
            silent: notify == Some(false),
        };
        if this.together().is_err() {
            this.limits.clear();
        }
        this
    }

    /// For the window.
    pub(crate) fn view(&self) -> SettingsView {
        SettingsView {
            appearance: self.appearance.clone(),
            limits: TABLE
                .iter()
                .map(|&(key, default, min, max)| LimitView {
                    key,
                    value: self.value(key),
                    default,
                    min,
                    max,
                })
                .collect(),
            notify: !self.silent,
        }
    }

    /// What holds now of a limit, the least and the most.
    pub(crate) fn limit(&self, key: LimitKey) -> (u32, u32, u32) {
        let (_, _, min, max) = row(key);
        (self.value(key), min, max)
    }

    fn value(&self, key: LimitKey) -> u32 {
        self.limits.get(&key).copied().unwrap_or(row(key).1)
    }

    /// The bounds of the next connection to a server.
    pub(crate) fn bounds(&self) -> mcp::Bounds {
        let wide = |key| u64::from(self.value(key));
        mcp::Bounds {
            connect: Duration::from_secs(wide(LimitKey::StartSeconds)),
            request: Duration::from_secs(wide(LimitKey::QuietSeconds)),
            request_max: Duration::from_secs(wide(LimitKey::CallMinutes) * MINUTE),
            message_bytes: self.bytes(LimitKey::MessageMib, MIB),
            ..mcp::Bounds::default()
        }
    }

    /// How much of one text of a result a model reads, in bytes.
    pub(crate) fn model_text(&self) -> usize {
        self.bytes(LimitKey::ModelKib, KIB)
    }

    fn bytes(&self, key: LimitKey, unit: usize) -> usize {
        usize::try_from(self.value(key))
            .unwrap_or(usize::MAX)
            .saturating_mul(unit)
    }

    /// Bounds that must fit each other.
    fn together(&self) -> Result<(), ApiError> {
        let quiet = u64::from(self.value(LimitKey::QuietSeconds));
        let whole = u64::from(self.value(LimitKey::CallMinutes)) * MINUTE;
        if quiet > whole {
            return Err(ApiError::new(
                ErrorCode::Invalid,
                format!("A call of at most {whole} s cannot wait {quiet} s without progress."),
            ));
        }
        Ok(())
    }
}

fn row(key: LimitKey) -> (LimitKey, u32, u32, u32) {
    let found = TABLE.iter().find(|row| row.0 == key);
    found.copied().unwrap_or((key, 0, 0, 0))
}

fn check(key: LimitKey, value: u32) -> Result<(), ApiError> {
    let (_, _, min, max) = row(key);
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(ApiError::new(
        ErrorCode::Invalid,
        if value < min {
            format!("At least {min}.")
        } else {
            format!("At most {max}.")
        },
    ))
}

/// Appearance as it is stored. An earlier version stored no language, which is then the system's.
fn stored_appearance(mut stored: serde_json::Map<String, serde_json::Value>) -> Option<Appearance> {
    stored.entry("language").or_insert_with(|| "system".into());
    serde_json::from_value(stored.into()).ok()
}

fn check_appearance(appearance: &Appearance) -> Result<(), ApiError> {
    if TEXT_PERCENT.contains(&appearance.text_percent) {
        return Ok(());
    }
    Err(ApiError::new(
        ErrorCode::Invalid,
        "The size of text is 90 to 150 %.",
    ))
}

impl Inner {
    pub(crate) fn settings_now(&self) -> Settings {
        self.settings.borrow().clone()
    }
}

impl Host {
    /// Every setting, with what is possible.
    #[must_use]
    pub fn settings(&self) -> SettingsView {
        self.inner.settings.borrow().view()
    }

    /// How the windows look: now, and after each change.
    #[must_use]
    pub fn appearance(&self) -> AppearanceFeed {
        let watch = self.inner.settings.subscribe();
        let said = watch.borrow().appearance.clone();
        AppearanceFeed { watch, said }
    }

    /// Changes how the windows look.
    ///
    /// # Errors
    /// The text would be too small or too large, or it could not be stored.
    pub async fn set_appearance(&self, appearance: Appearance) -> Result<(), ApiError> {
        check_appearance(&appearance)?;
        self.keep(APPEARANCE, &appearance).await?;
        self.inner
            .settings
            .send_modify(|settings| settings.appearance = appearance);
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
        let _alone = self.inner.limiting.lock().await;
        let mut next = self.inner.settings_now();
        match value {
            Some(value) if value != row(key).1 => {
                check(key, value)?;
                next.limits.insert(key, value);
            }
            Some(_) | None => drop(next.limits.remove(&key)),
        }
        next.together()?;
        self.keep(LIMITS, &next.limits).await?;
        let limits = next.limits.clone();
        self.inner
            .settings
            .send_modify(|settings| settings.limits = limits);
        let (_, default, min, max) = row(key);
        Ok(LimitView {
            key,
            value: next.value(key),
            default,
            min,
            max,
        })
    }

    /// Whether the system's notifications say that a question waits.
    ///
    /// # Errors
    /// It could not be stored.
    pub async fn set_notify(&self, notify: bool) -> Result<(), ApiError> {
        self.keep(NOTIFY, &notify).await?;
        self.inner
            .settings
            .send_modify(|settings| settings.silent = !notify);
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
        self.keep(place_key(window), &place).await
    }

    async fn keep<T: serde::Serialize + Sync>(&self, key: &str, value: &T) -> Result<(), ApiError> {
        let kept: Result<(), StoreError> = self.inner.store.settings().set(key, value).await;
        Ok(kept?)
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn every_bound_is_in_its_own_range_and_reaches_the_connection() {
        let settings = Settings::default();
        assert_eq!(settings.bounds(), mcp::Bounds::default());
        assert_eq!(settings.model_text(), crate::content::MAX_MODEL_TEXT);
        for limit in settings.view().limits {
            assert!(check(limit.key, limit.value).is_ok(), "{limit:?}");
            assert!(
                check(limit.key, limit.max + 1).is_err()
                    && check(limit.key, limit.min - 1).is_err()
            );
        }
        let mut other = settings;
        for (key, value) in [
            (LimitKey::StartSeconds, 90),
            (LimitKey::QuietSeconds, 120),
            (LimitKey::CallMinutes, 30),
            (LimitKey::MessageMib, 32),
            (LimitKey::ModelKib, 256),
        ] {
            other.limits.insert(key, value);
        }
        let bounds = other.bounds();
        assert_eq!(
            [bounds.connect, bounds.request, bounds.request_max].map(|t| t.as_secs()),
            [90, 120, 1_800]
        );
        assert_eq!(
            (bounds.message_bytes, other.model_text()),
            (32 * MIB, 256 * KIB)
        );
    }

    #[test]
    fn a_call_never_waits_longer_without_progress_than_at_all() {
        let mut settings = Settings::default();
        settings.limits.insert(LimitKey::CallMinutes, 1);
        assert!(settings.together().is_ok());
        settings.limits.insert(LimitKey::QuietSeconds, 61);
        assert!(settings.together().is_err());
    }
}
