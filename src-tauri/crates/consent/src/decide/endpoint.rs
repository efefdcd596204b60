//! Decisions about model endpoints.

use crate::{
    Allowed, ApprovalRequest, Consent, DecidedBy, Denied, EndpointChange, GrantScope,
    asking::Decided,
};

impl Consent {
    /// Decides whether conversations may be sent to a model endpoint; `on_command_line` if the command line names the action.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_endpoint(
        &self,
        change: EndpointChange,
        on_command_line: bool,
    ) -> Result<Allowed<EndpointChange>, Denied> {
        let question = ApprovalRequest::Endpoint(Box::new(change));
        let decided = if on_command_line {
            Decided::allowed(question, DecidedBy::CommandLine, GrantScope::Standing)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| question.endpoint().cloned())
            .await
    }
}
