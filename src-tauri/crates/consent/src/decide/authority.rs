//! Decisions that widen authority: only a person makes them.

use crate::{Allowed, ApprovalRequest, AuthorityChange, Consent, Denied};

impl Consent {
    /// Decides whether authority is widened: always by asking.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_authority(
        &self,
        change: AuthorityChange,
    ) -> Result<Allowed<AuthorityChange>, Denied> {
        let decided = self.ask(ApprovalRequest::Authority(Box::new(change))).await;
        self.conclude(decided, |question| question.authority().cloned())
            .await
    }
}
