//! Decisions about launches.

use domain::{LaunchSpec, ServerId};

use crate::{
    Allowed, ApprovalRequest, Consent, DecidedBy, Denied, GrantScope, LaunchApproval,
    asking::Decided,
};

impl Consent {
    /// Decides a launch: by the permanent grant or the command line where they cover it, else by asking.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_launch(
        &self,
        question: LaunchApproval,
    ) -> Result<Allowed<LaunchSpec>, Denied> {
        let complete = question.missing_values.is_empty();
        let standing = question.authority.standing == Some(question.spec.digest());
        let by_command_line = question.authority.on_command_line;
        let question = ApprovalRequest::Launch(Box::new(question));
        let decided = if standing && complete {
            Decided::allowed(question, DecidedBy::Rule, GrantScope::Standing)
        } else if by_command_line && complete {
            // The action on the command line, and nothing after it.
            Decided::allowed(question, DecidedBy::CommandLine, GrantScope::Once)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| {
            question.launch().map(|q| q.spec.clone())
        })
        .await
    }

    /// Withdraws the approval request for a server's launch. Returns whether there was one.
    pub fn withdraw_launch(&self, server: ServerId) -> bool {
        self.withdraw_where(|question| question.launch().is_some_and(|q| q.spec.server() == server))
    }
}
