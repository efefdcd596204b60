//! Decisions about manually registered OAuth clients.

use crate::{
    Allowed, ApprovalRequest, ClientApproval, Consent, DecidedBy, Denied, GrantScope,
    asking::Decided,
};

impl Consent {
    /// Decides whether a client is kept; `on_command_line` if the command line names the action.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_client(
        &self,
        question: ClientApproval,
        on_command_line: bool,
    ) -> Result<Allowed<ClientApproval>, Denied> {
        let question = ApprovalRequest::Client(Box::new(question));
        let decided = if on_command_line {
            Decided::allowed(question, DecidedBy::CommandLine, GrantScope::Standing)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| question.client().cloned())
            .await
    }
}
