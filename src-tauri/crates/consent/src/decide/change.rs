//! Decisions about a change of a server's tools or instructions. Only a person's answer decides: no rule, no command
//! line.

use domain::ServerId;

use crate::{
    Allowed, ApprovalRequest, ChangeApproval, Consent, DecidedBy, Denied, asking::Decided,
};

impl Consent {
    /// Decides whether a change is accepted, by asking.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_change(
        &self,
        question: ChangeApproval,
    ) -> Result<Allowed<ChangeApproval>, Denied> {
        let muted = question
            .conversation
            .is_some_and(|conversation| self.muted(conversation, question.server));
        let question = ApprovalRequest::Change(Box::new(question));
        let decided = if muted {
            Decided::denied(question, DecidedBy::Mute)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| question.change().cloned())
            .await
    }

    /// Withdraws the approval request for a change that nobody waits for any more. Returns whether there was one.
    pub fn withdraw_change(&self, server: ServerId, tool: Option<&str>) -> bool {
        self.withdraw_where(|question| {
            question
                .change()
                .is_some_and(|q| q.server == server && q.tool() == tool)
        })
    }
}
