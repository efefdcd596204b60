//! Decisions about sending tool results to a model endpoint.

use domain::ConversationId;

use crate::{
    Allowed, ApprovalRequest, Consent, DecidedBy, Denied, GrantScope, OutflowApproval,
    OutflowAuthority, asking::Decided,
};

impl Consent {
    /// Decides whether results of tools may go to a model endpoint: by an earlier answer for it, else by asking.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_outflow(
        &self,
        question: OutflowApproval,
    ) -> Result<Allowed<OutflowApproval>, Denied> {
        let authority = question.authority;
        let question = ApprovalRequest::Outflow(Box::new(question));
        let decided = match authority {
            OutflowAuthority::Standing => {
                Decided::allowed(question, DecidedBy::Rule, GrantScope::Standing)
            }
            OutflowAuthority::CommandLine => {
                Decided::allowed(question, DecidedBy::CommandLine, GrantScope::Conversation)
            }
            OutflowAuthority::Conversation | OutflowAuthority::Endpoint => self.ask(question).await,
        };
        self.conclude(decided, |question| question.outflow().cloned())
            .await
    }

    /// Withdraws the approval request for the egress of a conversation. Returns whether there was one.
    pub fn withdraw_outflow(&self, conversation: ConversationId) -> bool {
        self.withdraw_where(|question| {
            question
                .outflow()
                .is_some_and(|q| q.conversation == conversation)
        })
    }
}
