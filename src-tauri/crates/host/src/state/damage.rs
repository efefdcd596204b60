//! Damage detected while the host runs.

use store::Part;
use tokio::sync::watch;

/// A report of damage in a file, detected while the host runs.
pub(crate) struct DamageReport(watch::Sender<Option<(Part, String)>>);

impl Default for DamageReport {
    fn default() -> Self {
        Self(watch::Sender::new(None))
    }
}

impl DamageReport {
    /// Reports a damaged file, with SQLite's message.
    pub fn report(&self, part: Part, text: String) {
        self.0.send_replace(Some((part, text)));
    }

    /// Waits for a report.
    pub async fn found(&self) -> Option<(Part, String)> {
        let mut reports = self.0.subscribe();
        let found = reports.wait_for(Option::is_some).await.ok()?;
        found.clone()
    }
}
