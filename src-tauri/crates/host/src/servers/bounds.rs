//! The limits of one server's connection: the global ones, unless the user set others for this server.

use std::{collections::BTreeMap, time::Duration};

use domain::ServerId;
use host_api::{
    ApiError, ErrorCode, LimitKey, ServerBoundKey, ServerBoundSetView, ServerBoundView,
    ServerStateView,
};

use messages::{Phrase, phrases};

use crate::{inner::Host, state::Settings};

const MINUTE: u64 = 60;
const MIB: usize = 1024 * 1024;

/// A limit that can be set for one server.
struct Row {
    key: ServerBoundKey,
    /// Its name in the store.
    word: &'static str,
    name: fn() -> Phrase,
    unit: &'static str,
    default: Default,
}

/// The default of a limit.
enum Default {
    /// A setting for all servers.
    Setting(LimitKey),
    /// A constant of the client: default, minimum and maximum.
    Constant(u32, u32, u32),
}

const TABLE: [Row; 9] = [
    Row {
        key: ServerBoundKey::StartSeconds,
        word: "start_seconds",
        name: phrases::limit_start,
        unit: "s",
        default: Default::Setting(LimitKey::StartSeconds),
    },
    Row {
        key: ServerBoundKey::QuietSeconds,
        word: "quiet_seconds",
        name: phrases::limit_quiet,
        unit: "s",
        default: Default::Setting(LimitKey::QuietSeconds),
    },
    Row {
        key: ServerBoundKey::CallMinutes,
        word: "call_minutes",
        name: phrases::limit_call,
        unit: "min",
        default: Default::Setting(LimitKey::CallMinutes),
    },
    Row {
        key: ServerBoundKey::PingSeconds,
        word: "ping_seconds",
        name: phrases::host_bound_ping,
        unit: "s",
        default: Default::Constant(seconds(mcp::bounds::PING_INTERVAL), 5, 3_600),
    },
    Row {
        key: ServerBoundKey::MessageMib,
        word: "message_mib",
        name: phrases::limit_message,
        unit: "MiB",
        default: Default::Setting(LimitKey::MessageMib),
    },
    Row {
        key: ServerBoundKey::ListItems,
        word: "list_items",
        name: phrases::host_bound_items,
        unit: "",
        default: Default::Constant(number(mcp::bounds::LISTING_ITEMS), 10, 10_000),
    },
    Row {
        key: ServerBoundKey::ListPages,
        word: "list_pages",
        name: phrases::host_bound_pages,
        unit: "",
        default: Default::Constant(number(mcp::bounds::LISTING_PAGES), 1, 1_000),
    },
    Row {
        key: ServerBoundKey::WaitingNotices,
        word: "waiting_notices",
        name: phrases::host_bound_notices,
        unit: "",
        default: Default::Constant(number(mcp::bounds::EVENTS), 16, 16_384),
    },
    Row {
        key: ServerBoundKey::IdleMinutes,
        word: "idle_minutes",
        name: phrases::limit_idle,
        unit: "min",
        default: Default::Setting(LimitKey::IdleMinutes),
    },
];

#[allow(
    clippy::cast_possible_truncation,
    reason = "the bounds of the client are far smaller"
)]
const fn seconds(time: Duration) -> u32 {
    time.as_secs() as u32
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the bounds of the client are far smaller"
)]
const fn number(n: usize) -> u32 {
    n as u32
}

impl Row {
    /// Returns the default, the minimum and the maximum.
    fn range(&self, settings: &Settings) -> (u32, u32, u32) {
        match self.default {
            Default::Setting(key) => settings.limit(key),
            Default::Constant(default, min, max) => (default, min, max),
        }
    }

    /// Returns the stored value, if it is in range; other values are ignored.
    fn chosen(&self, settings: &Settings, kept: &BTreeMap<String, u32>) -> Option<u32> {
        let (_, min, max) = self.range(settings);
        let chosen = kept.get(self.word).copied();
        chosen.filter(|value| (min..=max).contains(value))
    }

    fn view(&self, settings: &Settings, kept: &BTreeMap<String, u32>) -> ServerBoundView {
        let (default, min, max) = self.range(settings);
        ServerBoundView {
            key: self.key,
            name: (self.name)().into(),
            unit: self.unit.into(),
            value: self.chosen(settings, kept),
            default,
            min,
            max,
        }
    }
}

/// Returns the limits of a server for its page.
pub(super) fn views(settings: &Settings, kept: &BTreeMap<String, u32>) -> Vec<ServerBoundView> {
    TABLE.iter().map(|row| row.view(settings, kept)).collect()
}

/// Returns the limits of the next connection to a server with these stored values.
pub(super) fn bounds(settings: &Settings, kept: &BTreeMap<String, u32>) -> mcp::Bounds {
    let mut bounds = settings.bounds();
    for row in &TABLE {
        let Some(value) = row.chosen(settings, kept) else {
            continue;
        };
        let time = Duration::from_secs(u64::from(value));
        let size = usize::try_from(value).unwrap_or(usize::MAX);
        match row.key {
            ServerBoundKey::StartSeconds => bounds.connect = time,
            ServerBoundKey::QuietSeconds => bounds.request = time,
            ServerBoundKey::CallMinutes => {
                bounds.request_max = Duration::from_secs(u64::from(value) * MINUTE);
            }
            ServerBoundKey::PingSeconds => bounds.ping_interval = time,
            ServerBoundKey::MessageMib => bounds.message_bytes = size.saturating_mul(MIB),
            ServerBoundKey::ListItems => bounds.listing_items = size,
            ServerBoundKey::ListPages => bounds.listing_pages = size,
            ServerBoundKey::WaitingNotices => bounds.events = size,
            // The client knows nothing of it.
            ServerBoundKey::IdleMinutes => {}
        }
    }
    bounds
}

/// Returns how long nobody uses a server with these stored values before it sleeps; none if it never does.
pub(super) fn idle_time(settings: &Settings, kept: &BTreeMap<String, u32>) -> Option<Duration> {
    let row = TABLE
        .iter()
        .find(|row| row.key == ServerBoundKey::IdleMinutes)?;
    let minutes = row
        .chosen(settings, kept)
        .unwrap_or_else(|| row.range(settings).0);
    (minutes > 0).then(|| Duration::from_secs(u64::from(minutes) * MINUTE))
}

impl Host {
    /// Sets a limit of one server's connection; without a value, resets it to the global one. An existing connection keeps its
    /// limits.
    ///
    /// # Errors
    /// There is no such server, the value is out of range or does not fit another one, or it could not be stored. Nothing was
    /// changed.
    pub async fn set_server_bound(
        &self,
        id: ServerId,
        key: ServerBoundKey,
        value: Option<u32>,
    ) -> Result<ServerBoundSetView, ApiError> {
        let handle = self.inner.servers.handle(id)?;
        let _one_at_a_time = self.inner.servers.switch().await;
        let settings = self.inner.settings.get();
        let snapshot = handle.snapshot();
        let mut kept = snapshot.record.bounds.clone();
        let row = TABLE.iter().find(|row| row.key == key);
        let row =
            row.ok_or_else(|| ApiError::new(ErrorCode::NotFound, phrases::host_no_such_limit()))?;
        let (_, min, max) = row.range(&settings);
        match value {
            Some(value) if !(min..=max).contains(&value) => {
                let message = phrases::host_limit_range(max, min);
                return Err(ApiError::new(ErrorCode::Invalid, message));
            }
            Some(value) => drop(kept.insert(row.word.to_owned(), value)),
            None => drop(kept.remove(row.word)),
        }
        fit(&bounds(&settings, &kept))?;
        self.inner.store.servers().set_bounds(id, &kept).await?;
        let bound = row.view(&settings, &kept);
        handle.settle(|record| record.bounds = kept);
        let runs = !matches!(
            snapshot.state,
            ServerStateView::Stopped { .. } | ServerStateView::Failed { .. }
        );
        let holds = if runs {
            phrases::host_limit_next_start()
        } else {
            phrases::host_limit_at_start()
        };
        Ok(ServerBoundSetView {
            bound,
            holds: holds.into(),
        })
    }
}

/// Whether the user set the handshake timeout of this server.
pub(super) fn chose_start_time(kept: &BTreeMap<String, u32>) -> bool {
    let mut rows = TABLE.iter();
    rows.any(|row| row.key == ServerBoundKey::StartSeconds && kept.contains_key(row.word))
}

/// Checks limits that depend on each other.
fn fit(bounds: &mcp::Bounds) -> Result<(), ApiError> {
    if bounds.request <= bounds.request_max {
        return Ok(());
    }
    let (quiet, whole) = (bounds.request.as_secs(), bounds.request_max.as_secs());
    Err(ApiError::new(
        ErrorCode::Invalid,
        phrases::host_limits_disagree(quiet, whole),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_for_a_server_reaches_its_connection_and_nothing_else_does() {
        let settings = Settings::default();
        let none = BTreeMap::new();
        assert_eq!(bounds(&settings, &none), mcp::Bounds::default());
        let mut kept = BTreeMap::new();
        for (word, value) in [
            ("start_seconds", 600),
            ("ping_seconds", 5),
            ("list_items", 4_000),
            ("waiting_notices", 15),
            ("hologram", 7),
        ] {
            kept.insert(word.to_owned(), value);
        }
        let expected = mcp::Bounds {
            connect: Duration::from_secs(600),
            ping_interval: Duration::from_secs(5),
            listing_items: 4_000,
            ..mcp::Bounds::default()
        };
        assert_eq!(
            bounds(&settings, &kept),
            expected,
            "what is out of range counts as not chosen"
        );
        let views = views(&settings, &kept);
        let chosen = views.iter().filter(|v| v.value.is_some()).count();
        assert_eq!((views.len(), chosen), (TABLE.len(), 3));
        assert!(views.iter().all(|v| (v.min..=v.max).contains(&v.default)));
        assert!(
            fit(&bounds(
                &settings,
                &[
                    ("call_minutes".to_owned(), 1),
                    ("quiet_seconds".to_owned(), 61)
                ]
                .into()
            ))
            .is_err()
        );
    }
}
