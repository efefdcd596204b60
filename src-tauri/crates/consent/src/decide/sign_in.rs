//! Decisions about a sign-in to a server.

use domain::ServerId;

use crate::{
    Allowed, ApprovalRequest, Consent, DecidedBy, Denied, GrantScope, SignInApproval,
    asking::Decided,
};

impl Consent {
    /// Decides whether a sign-in is opened in the browser; `on_command_line` if the command line names the action.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_sign_in(
        &self,
        question: SignInApproval,
        on_command_line: bool,
    ) -> Result<Allowed<SignInApproval>, Denied> {
        let question = ApprovalRequest::SignIn(Box::new(question));
        let decided = if on_command_line {
            Decided::allowed(question, DecidedBy::CommandLine, GrantScope::Once)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| question.sign_in().cloned())
            .await
    }

    /// Withdraws the approval request for a sign-in to a server. Returns whether there was one.
    pub fn withdraw_sign_in(&self, server: ServerId) -> bool {
        self.withdraw_where(|question| question.sign_in().is_some_and(|q| q.server == server))
    }
}
