//! The remaining sampling limits of a server.

use approvals::wording::small;
use domain::ServerId;
use host_api::{ApiError, SamplingBudgetView};
use messages::{Phrase, phrases};
use store::{Begun, SamplingUse};

use crate::inner::Inner;

/// Returns why a request is refused automatically, for the server and for its log.
pub(crate) fn refusal(begun: Begun) -> Option<Phrase> {
    match begun {
        Begun::Yes { .. } => None,
        Begun::OverMinute => Some(phrases::host_sampling_over_minute()),
        Begun::OverDay { left } => Some(phrases::host_sampling_over_day(left)),
    }
}

impl Inner {
    /// Returns a server's use of its sampling limits.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) async fn sampling_budget(
        &self,
        server: ServerId,
    ) -> Result<(SamplingBudgetView, SamplingUse), ApiError> {
        let limits = self.store.samplings().limits(server).await?;
        let used = self.store.samplings().used(server).await?;
        let view = SamplingBudgetView {
            minute_used: small(used.minute),
            minute_limit: limits.minute,
            day_used: small(used.day),
            day_limit: limits.day,
        };
        Ok((view, used))
    }
}
