//! What a person changes about a pending approval before they answer it. Each change of the request is a new revision.

use std::collections::BTreeSet;

use domain::{ApprovalId, ChangeDigest, JsonObjectText, RootPass};
use policy::Decision;

use crate::{
    AnswerError, ApprovalAnswer, ApprovalRequest, Consent, EndpointChange, GrantScope,
    RootApproval, RootChoice, SamplingApproval, SamplingReplyApproval, ToolApproval,
};

impl Consent {
    /// Replaces the call a prompt asks about by an edited one, evaluated and checked anew.
    ///
    /// Returns the new revision.
    ///
    /// # Errors
    /// Not waiting, another revision, not a tool call, or refused by a rule.
    pub fn revise(
        &self,
        id: ApprovalId,
        revision: u32,
        edited: ToolApproval,
    ) -> Result<u32, AnswerError> {
        self.replace(id, revision, |question| {
            let ApprovalRequest::Tool(current) = question else {
                return Err(AnswerError::NotEditable);
            };
            if edited.call.tool != current.call.tool || edited.call.id != current.call.id {
                return Err(AnswerError::NotEditable);
            }
            if edited.evaluation.decision == Decision::Deny {
                return Err(AnswerError::RefusedByRule);
            }
            **current = edited;
            Ok(())
        })
    }

    /// Replaces the model of an endpoint that a prompt asks about, or the models that it listed: nothing else of it.
    ///
    /// Returns the new revision.
    ///
    /// # Errors
    /// Not waiting, another revision, or not the same endpoint.
    pub fn revise_endpoint(
        &self,
        id: ApprovalId,
        revision: u32,
        edited: EndpointChange,
    ) -> Result<u32, AnswerError> {
        self.replace(id, revision, |question| {
            let ApprovalRequest::Endpoint(current) = question else {
                return Err(AnswerError::NotEditable);
            };
            let otherwise = EndpointChange {
                model: current.model.clone(),
                models: current.models.clone(),
                ..edited.clone()
            };
            if otherwise != **current {
                return Err(AnswerError::NotEditable);
            }
            **current = edited;
            Ok(())
        })
    }

    /// Asks about a launch in its sandbox or, with `unconfined`, outside of it: nothing else of it changes.
    ///
    /// Returns the new revision.
    ///
    /// # Errors
    /// Not waiting, another revision, not a launch, or a program that no sandbox is made for.
    pub fn switch_sandbox(
        &self,
        id: ApprovalId,
        revision: u32,
        unconfined: bool,
    ) -> Result<u32, AnswerError> {
        self.replace(id, revision, |question| {
            let ApprovalRequest::Launch(launch) = question else {
                return Err(AnswerError::NotEditable);
            };
            launch.switch(unconfined)
        })
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

    /// Allows the chosen ones of the changes on display to be applied.
    ///
    /// # Errors
    /// As for [`Consent::answer`]; [`AnswerError::OtherChanges`] if none is chosen, or one that is not on display or cannot be applied.
    pub fn allow_changes(
        &self,
        id: ApprovalId,
        revision: u32,
        chosen: BTreeSet<ChangeDigest>,
    ) -> Result<(), AnswerError> {
        {
            let mut state = self.lock();
            let at = state.can_allow(id, revision, &GrantScope::Once)?;
            let ApprovalRequest::Apply(question) = &mut state.queue[at].prompt.question else {
                return Err(AnswerError::NotEditable);
            };
            question.choose(chosen)?;
        }
        self.answer(id, revision, ApprovalAnswer::Allow(GrantScope::Once))
    }

    /// Allows another program in the place of a server's, with what was ticked of the server's things, by index.
    ///
    /// # Errors
    /// As for [`Consent::answer`]; [`AnswerError::NotHeld`] if something is ticked that cannot move.
    pub fn allow_moving(
        &self,
        id: ApprovalId,
        revision: u32,
        ticked: &BTreeSet<usize>,
    ) -> Result<(), AnswerError> {
        {
            let mut state = self.lock();
            let at = state.can_allow(id, revision, &GrantScope::Standing)?;
            let ApprovalRequest::Replacement(question) = &mut state.queue[at].prompt.question
            else {
                return Err(AnswerError::NotEditable);
            };
            question.tick(ticked)?;
        }
        self.answer(id, revision, ApprovalAnswer::Allow(GrantScope::Standing))
    }

    /// Allows a launch with these risky variables, which the person ticked one by one.
    ///
    /// # Errors
    /// As for [`Consent::answer`]; [`AnswerError::NotTicked`] if one is left.
    pub fn allow_launch(
        &self,
        id: ApprovalId,
        revision: u32,
        ticked: BTreeSet<String>,
    ) -> Result<(), AnswerError> {
        {
            let mut state = self.lock();
            let at = state.can_allow(id, revision, &GrantScope::Standing)?;
            let ApprovalRequest::Launch(question) = &mut state.queue[at].prompt.question else {
                return Err(AnswerError::NotEditable);
            };
            question.ticked = ticked;
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

    /// Fills a form in and allows that it is sent: what is filled in is what was on display when the person did so.
    ///
    /// # Errors
    /// As for [`Consent::answer`]; not a form.
    pub fn fill(
        &self,
        id: ApprovalId,
        revision: u32,
        content: JsonObjectText,
    ) -> Result<(), AnswerError> {
        {
            let mut state = self.lock();
            let at = state.can_allow(id, revision, &GrantScope::Once)?;
            let ApprovalRequest::Elicitation(question) = &mut state.queue[at].prompt.question
            else {
                return Err(AnswerError::NotEditable);
            };
            if !question.is_unfilled() {
                return Err(AnswerError::NotEditable);
            }
            question.ask.content = Some(content);
        }
        self.answer(id, revision, ApprovalAnswer::Allow(GrantScope::Once))
    }

    /// Replaces a pending request for the model by an edit of it. Returns the new revision.
    ///
    /// # Errors
    /// Not waiting, another revision, or not an edit of this request.
    pub fn revise_sampling(
        &self,
        id: ApprovalId,
        revision: u32,
        edited: SamplingApproval,
    ) -> Result<u32, AnswerError> {
        self.replace(id, revision, |request| {
            let ApprovalRequest::Sampling(now) = request else {
                return Err(AnswerError::NotEditable);
            };
            if !edited.is_edit_of(&now.ask) {
                return Err(AnswerError::NotEditable);
            }
            now.ask = edited;
            Ok(())
        })
    }

    /// Replaces a pending reply of the model by an edit of it. Returns the new revision.
    ///
    /// # Errors
    /// Not waiting, another revision, or not an edit of this reply.
    pub fn revise_sampling_reply(
        &self,
        id: ApprovalId,
        revision: u32,
        edited: SamplingReplyApproval,
    ) -> Result<u32, AnswerError> {
        self.replace(id, revision, |request| {
            let ApprovalRequest::SamplingReply(now) = request else {
                return Err(AnswerError::NotEditable);
            };
            if !edited.is_edit_of(&now.ask) {
                return Err(AnswerError::NotEditable);
            }
            now.ask = edited;
            Ok(())
        })
    }
}
