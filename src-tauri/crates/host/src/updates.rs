//! Updates of the program itself: the setting, the last check, and the rows of the log. The shell fetches and installs.

use host_api::{ApiError, UpdateSetting};
use serde::{Deserialize, Serialize};

use crate::{
    inner::Host,
    ledger::{self, ProgramUpdate},
};

/// The setting that stores the last check for updates.
const LAST: &str = "update_check";
/// Longest result that is stored, in bytes.
const MAX_RESULT: usize = 1_000;

/// The last check for updates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastUpdateCheck {
    /// When it was, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// Whether it failed.
    pub failed: bool,
    /// Its result, in the language of that time.
    pub result: String,
}

impl Host {
    /// Returns the setting of updates.
    #[must_use]
    pub fn update_setting(&self) -> UpdateSetting {
        self.inner.settings.get().updates
    }

    /// Stores the setting of updates as the user's answer.
    ///
    /// # Errors
    /// It could not be written to the log or stored.
    pub async fn set_updates(&self, setting: UpdateSetting) -> Result<UpdateSetting, ApiError> {
        let inner = &self.inner;
        let mut next = inner.settings.get();
        next.updates = UpdateSetting {
            answered: true,
            ..setting
        };
        let (every, channel) = (next.updates.every, next.updates.channel);
        let change = ProgramUpdate::Setting { every, channel };
        self.record_update("innkeeper", change).await?;
        next.store_updates(&inner.store).await?;
        inner
            .settings
            .change(|settings| settings.updates = next.updates);
        Ok(next.updates)
    }

    /// Returns the last check for updates.
    pub async fn last_update_check(&self) -> Option<LastUpdateCheck> {
        let settings = self.inner.store.settings();
        settings.get(LAST).await.ok().flatten()
    }

    /// Stores the last check for updates.
    pub async fn update_checked(&self, mut last: LastUpdateCheck) {
        last.result = domain::cut(&last.result, MAX_RESULT).to_owned();
        if let Err(error) = self.inner.store.settings().set(LAST, &last).await {
            tracing::warn!(%error, "the check for updates is not remembered");
        }
    }

    /// Writes what happens about updates to the log, before it happens. `subject`: the host that is asked, or the program.
    ///
    /// # Errors
    /// It could not be written; then it may not happen.
    pub async fn record_update(
        &self,
        subject: &str,
        update: ProgramUpdate,
    ) -> Result<(), ApiError> {
        let about = ledger::About::of(subject);
        let event = ledger::Event::Update(update);
        Ok(ledger::record(&self.inner.audit, about, event).await?)
    }

    /// Returns how many tool calls run or wait for a decision.
    #[must_use]
    pub fn calls_in_progress(&self) -> usize {
        self.inner.calls.ids().len()
    }
}
