//! Decisions about folder access.

use domain::{ApprovalId, RootGrant, RootPass};

use crate::{
    Allowed, AnswerError, ApprovalAnswer, ApprovalRequest, Consent, DecidedBy, Denied, GrantScope,
    RootApproval, RootChoice, asking::Decided,
};

impl Consent {
    /// Decides whether a folder is granted; with the choices of the command line, if it names the action.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_root(
        &self,
        question: RootApproval,
        on_command_line: bool,
    ) -> Result<Allowed<RootGrant>, Denied> {
        // A required confirmation text is asked for even if the command line names the action.
        let by_command_line = on_command_line && question.typed.is_none();
        let question = ApprovalRequest::Root(Box::new(question));
        let decided = if by_command_line {
            Decided::allowed(question, DecidedBy::CommandLine, GrantScope::Standing)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| question.root().map(|q| q.grant.clone()))
            .await
    }

    /// Grants the folder of a pending approval as the person chose.
    ///
    /// # Errors
    /// As for [`Consent::answer`]; [`AnswerError::NotTyped`] if its name must be typed and another text was.
    pub fn grant_root(
        &self,
        id: ApprovalId,
        revision: u32,
        choice: RootChoice,
    ) -> Result<(), AnswerError> {
        {
            let mut state = self.lock();
            let at = state.can_allow(id, revision, &GrantScope::Standing)?;
            let ApprovalRequest::Root(question) = &mut state.queue[at].prompt.question else {
                return Err(AnswerError::NotEditable);
            };
            let confirmed = question.typed.as_ref().is_none_or(|t| *t == choice.typed);
            if !confirmed {
                return Err(AnswerError::NotTyped);
            }
            if !question.local && choice.pass != RootPass::Asked {
                return Err(AnswerError::NotEditable);
            }
            question.typed = None;
            question.grant.name = choice.name;
            question.grant.access = choice.access;
            question.grant.pass = choice.pass;
        }
        self.answer(id, revision, ApprovalAnswer::Allow(GrantScope::Standing))
    }

    /// Asks about another folder in place of the one that is asked about, for the same server. Returns the new revision.
    ///
    /// # Errors
    /// Not waiting, another revision, or no approval request for a folder of this server.
    pub fn another_root(
        &self,
        id: ApprovalId,
        revision: u32,
        other: RootApproval,
    ) -> Result<u32, AnswerError> {
        self.replace(id, revision, |question| {
            let ApprovalRequest::Root(current) = question else {
                return Err(AnswerError::NotEditable);
            };
            if other.grant.server != current.grant.server {
                return Err(AnswerError::NotEditable);
            }
            **current = other;
            Ok(())
        })
    }
}
