//! The user's current settings.

use std::{collections::BTreeMap, time::Duration};

use host_api::{ApiError, Appearance, ErrorCode, LimitKey, LimitView, SettingsView, UpdateSetting};
use messages::phrases;
use store::{Store, StoreError};
use tokio::sync::watch;

use crate::{
    serial::{Permit, Serial},
    state::RegistrySetting,
};

/// The setting that stores the appearance.
const APPEARANCE: &str = "appearance";
/// The setting that stores limits other than their defaults.
const LIMITS: &str = "limits";
/// The setting that says whether notifications are sent.
const NOTIFY: &str = "notify";
/// The setting that says whether older messages are summarized automatically.
const COMPACT: &str = "compact";
/// The setting that stores whether models are asked for titles.
const TITLES: &str = "titles";
/// The setting that stores the shortcut of *Quick ask*.
const QUICK: &str = "quick";
/// The setting that stores when to look for updates.
const UPDATES: &str = "updates";

/// Text sizes, in percent.
const TEXT_PERCENT: std::ops::RangeInclusive<u16> = 90..=200;

const MINUTE: u64 = 60;
const KIB: usize = 1024;
const MIB: usize = 1024 * 1024;

/// Key, default, minimum, maximum. The defaults come from the crates that enforce the limits.
const TABLE: [(LimitKey, u32, u32, u32); 8] = [
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
    (LimitKey::IdleMinutes, 15, 0, 1_440),
    (LimitKey::ModelSeconds, seconds(llm::IDLE), 10, 3_600),
    (
        LimitKey::NearModelMinutes,
        seconds(llm::IDLE_NEARBY) / 60,
        1,
        240,
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

/// The current settings, with subscriptions.
pub(crate) struct CurrentSettings {
    now: watch::Sender<Settings>,
    limiting: Serial,
}

impl CurrentSettings {
    /// Creates it from the stored settings.
    pub fn new(settings: Settings) -> Self {
        Self {
            now: watch::Sender::new(settings),
            limiting: Serial::default(),
        }
    }

    /// Returns the settings.
    pub fn get(&self) -> Settings {
        self.now.borrow().clone()
    }

    /// Subscribes to the settings.
    pub fn follow(&self) -> watch::Receiver<Settings> {
        self.now.subscribe()
    }

    /// Changes the settings.
    pub fn change(&self, change: impl FnOnce(&mut Settings)) {
        self.now.send_modify(change);
    }

    /// Serializes changes of limits, which depend on each other and are stored together.
    pub async fn change_limits(&self) -> Permit<'_> {
        self.limiting.enter().await
    }
}

/// The current values. All of them are validated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    /// The appearance.
    pub appearance: Appearance,
    /// The limits that differ from their defaults.
    limits: BTreeMap<LimitKey, u32>,
    /// Whether notifications are off.
    pub silent: bool,
    /// Whether older messages are left as they are when a window is nearly full.
    pub uncompacted: bool,
    /// Whether models are not asked for titles.
    pub untitled: bool,
    /// The global shortcut of *Quick ask*, if it is on.
    pub quick: Option<String>,
    /// The registry of servers.
    pub registry: RegistrySetting,
    /// When to look for updates of the program.
    pub updates: UpdateSetting,
}

impl Settings {
    /// Loads the stored settings. An unreadable or out-of-range value counts as not set, so that a setting can never prevent a
    /// start.
    pub(crate) async fn load(store: &Store) -> Self {
        let settings = store.settings();
        let appearance: Option<serde_json::Map<_, _>> =
            settings.get(APPEARANCE).await.ok().flatten();
        let limits: Option<BTreeMap<LimitKey, u32>> = settings.get(LIMITS).await.ok().flatten();
        let notify: Option<bool> = settings.get(NOTIFY).await.ok().flatten();
        let compact: Option<bool> = settings.get(COMPACT).await.ok().flatten();
        let titles: Option<bool> = settings.get(TITLES).await.ok().flatten();
        let quick: Option<Option<String>> = settings.get(QUICK).await.ok().flatten();
        let updates: Option<UpdateSetting> = settings.get(UPDATES).await.ok().flatten();
        let mut limits = limits.unwrap_or_default();
        limits.retain(|key, value| check(*key, *value).is_ok());
        let mut this = Self {
            appearance: appearance
                .and_then(stored_appearance)
                .filter(|a| check_appearance(a).is_ok())
                .unwrap_or_default(),
            limits,
            silent: notify == Some(false),
            uncompacted: compact == Some(false),
            untitled: titles == Some(false),
            quick: quick.flatten(),
            registry: RegistrySetting::load(store).await,
            updates: updates.unwrap_or_default(),
        };
        if this.together().is_err() {
            this.limits.clear();
        }
        this
    }

    /// Returns the view for the window.
    pub(crate) fn view(&self) -> SettingsView {
        SettingsView {
            appearance: self.appearance.clone(),
            limits: TABLE.iter().map(|row| self.limit_view(row.0)).collect(),
            notify: !self.silent,
            compact: self.compacts(),
            titles: !self.untitled,
            quick: self.quick.clone(),
            registry: self.registry.view(),
            updates: self.updates,
        }
    }

    /// Returns the current value of a limit, the minimum and the maximum.
    pub(crate) fn limit(&self, key: LimitKey) -> (u32, u32, u32) {
        let (_, _, min, max) = row(key);
        (self.value(key), min, max)
    }

    fn value(&self, key: LimitKey) -> u32 {
        self.limits.get(&key).copied().unwrap_or(row(key).1)
    }

    /// Returns the limits of the next connection to a server.
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

    /// Returns a client that waits for models as long as the user wants.
    pub(crate) fn patient(&self, llm: &llm::Llm) -> llm::Llm {
        let wide = |key| u64::from(self.value(key));
        llm.waiting(
            Duration::from_secs(wide(LimitKey::ModelSeconds)),
            Duration::from_secs(wide(LimitKey::NearModelMinutes) * MINUTE),
        )
    }

    /// Returns the maximum size of one text of a result that is sent to a model, in bytes.
    pub(crate) fn model_text(&self) -> usize {
        self.bytes(LimitKey::ModelKib, KIB)
    }

    fn bytes(&self, key: LimitKey, unit: usize) -> usize {
        usize::try_from(self.value(key))
            .unwrap_or(usize::MAX)
            .saturating_mul(unit)
    }

    /// Returns these settings with another value of a limit; without a value, with its default.
    ///
    /// # Errors
    /// It is out of range, or does not fit another limit.
    pub(crate) fn with_limit(&self, key: LimitKey, value: Option<u32>) -> Result<Self, ApiError> {
        let mut next = self.clone();
        match value {
            Some(value) if value != row(key).1 => {
                check(key, value)?;
                next.limits.insert(key, value);
            }
            Some(_) | None => drop(next.limits.remove(&key)),
        }
        next.together()?;
        Ok(next)
    }

    /// Stores the limits.
    pub(crate) async fn store_limits(&self, store: &Store) -> Result<(), StoreError> {
        store.settings().set(LIMITS, &self.limits).await
    }

    /// Stores the appearance.
    pub(crate) async fn store_appearance(&self, store: &Store) -> Result<(), StoreError> {
        store.settings().set(APPEARANCE, &self.appearance).await
    }

    /// Stores whether notifications are sent.
    pub(crate) async fn store_notify(&self, store: &Store) -> Result<(), StoreError> {
        store.settings().set(NOTIFY, &!self.silent).await
    }

    /// Whether older messages are summarized when a model's window is nearly full.
    pub(crate) fn compacts(&self) -> bool {
        !self.uncompacted
    }

    /// Stores whether older messages are summarized automatically.
    pub(crate) async fn store_compact(&self, store: &Store) -> Result<(), StoreError> {
        store.settings().set(COMPACT, &self.compacts()).await
    }

    /// Stores whether models are asked for titles.
    pub(crate) async fn store_titles(&self, store: &Store) -> Result<(), StoreError> {
        store.settings().set(TITLES, &!self.untitled).await
    }

    /// Stores the shortcut of *Quick ask*.
    pub(crate) async fn store_quick(&self, store: &Store) -> Result<(), StoreError> {
        store.settings().set(QUICK, &self.quick).await
    }

    /// Stores when to look for updates.
    pub(crate) async fn store_updates(&self, store: &Store) -> Result<(), StoreError> {
        store.settings().set(UPDATES, &self.updates).await
    }

    /// Copies the limits of other settings.
    pub(crate) fn take_limits(&mut self, other: Self) {
        self.limits = other.limits;
    }

    /// Returns the view of a limit.
    pub(crate) fn limit_view(&self, key: LimitKey) -> LimitView {
        let (_, default, min, max) = row(key);
        LimitView {
            key,
            value: self.value(key),
            default,
            min,
            max,
        }
    }

    /// Checks limits that depend on each other.
    fn together(&self) -> Result<(), ApiError> {
        let quiet = u64::from(self.value(LimitKey::QuietSeconds));
        let whole = u64::from(self.value(LimitKey::CallMinutes)) * MINUTE;
        if quiet > whole {
            return Err(ApiError::new(
                ErrorCode::Invalid,
                phrases::host_setting_quiet(quiet, whole),
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
            phrases::host_setting_least(min)
        } else {
            phrases::host_setting_most(max)
        },
    ))
}

/// Converts a stored appearance. Earlier versions stored no language, which becomes the system's, and no panel.
fn stored_appearance(mut stored: serde_json::Map<String, serde_json::Value>) -> Option<Appearance> {
    stored.entry("language").or_insert_with(|| "system".into());
    stored.entry("panel").or_insert(false.into());
    serde_json::from_value(stored.into()).ok()
}

pub(crate) fn check_appearance(appearance: &Appearance) -> Result<(), ApiError> {
    if TEXT_PERCENT.contains(&appearance.text_percent) {
        return Ok(());
    }
    Err(ApiError::new(
        ErrorCode::Invalid,
        phrases::host_setting_text_size(
            u32::from(*TEXT_PERCENT.start()),
            u32::from(*TEXT_PERCENT.end()),
        ),
    ))
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
                    && limit
                        .min
                        .checked_sub(1)
                        .is_none_or(|less| check(limit.key, less).is_err())
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
