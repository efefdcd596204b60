//! Decisions about sampling.

use domain::{ApprovalId, SamplingReply};

use crate::{
    Allowed, AnswerError, ApprovalRequest, Approved, Consent, DecidedBy, Denied, GrantScope,
    RequestApproval, RequestAsk, SamplingDraft, asking::Decided,
};

/// A person's decision about a model's answer, unless it is withheld.
#[derive(Debug)]
pub enum ReplyDecision {
    /// The server gets it.
    Give(Allowed<SamplingReply>),
    /// The model is asked the same once more.
    Again(Box<Approved<SamplingDraft>>),
}

impl Consent {
    /// Decides whether the model is asked for a server.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_sampling(
        &self,
        question: RequestApproval,
    ) -> Result<Allowed<SamplingDraft>, Denied> {
        let decided = self.ask_request(question).await;
        self.conclude(decided, draft).await
    }

    /// Decides whether a server gets the model's answer: by what the user said for it where no tools are called, else by
    /// asking.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_sampling_reply(
        &self,
        question: RequestApproval,
    ) -> Result<ReplyDecision, Denied> {
        let unasked =
            matches!(&question.ask, RequestAsk::SamplingReply(q) if q.standing && !q.has_tools());
        let decided = if unasked {
            let question = ApprovalRequest::Request(Box::new(question));
            Decided::allowed(question, DecidedBy::Rule, GrantScope::Standing)
        } else {
            self.ask_request(question).await
        };
        if decided.again {
            let decided = decided.about(|question| {
                let ApprovalRequest::Request(q) = question else {
                    return;
                };
                if let RequestAsk::SamplingReply(reply) = &q.ask {
                    let mut prompt = reply.prompt.clone();
                    prompt.again = true;
                    q.ask = RequestAsk::Sampling(Box::new(prompt));
                }
            });
            let allowed = self.conclude(decided, draft).await?;
            return Ok(ReplyDecision::Again(Box::new(allowed.approved)));
        }
        let reply = |question: &ApprovalRequest| match &question.request()?.ask {
            RequestAsk::SamplingReply(q) => Some(q.reply.clone()),
            RequestAsk::Roots(_) | RequestAsk::Sampling(_) | RequestAsk::Elicitation { .. } => None,
        };
        self.conclude(decided, reply).await.map(ReplyDecision::Give)
    }

    /// Replaces what a prompt of sampling asks about by what a person made of it. Returns the new revision.
    ///
    /// # Errors
    /// Not waiting, another revision, or not the same approval request.
    pub fn revise_sampling(
        &self,
        id: ApprovalId,
        revision: u32,
        edited: RequestAsk,
    ) -> Result<u32, AnswerError> {
        self.replace(id, revision, |question| {
            let ApprovalRequest::Request(question) = question else {
                return Err(AnswerError::NotEditable);
            };
            let same = match (&edited, &question.ask) {
                (RequestAsk::Sampling(edited), RequestAsk::Sampling(now)) => edited.is_edit_of(now),
                (RequestAsk::SamplingReply(edited), RequestAsk::SamplingReply(now)) => {
                    edited.is_edit_of(now)
                }
                (_, _) => false,
            };
            if !same {
                return Err(AnswerError::NotEditable);
            }
            question.ask = edited;
            Ok(())
        })
    }
}

fn draft(question: &ApprovalRequest) -> Option<SamplingDraft> {
    match &question.request()?.ask {
        RequestAsk::Sampling(q) => Some(q.draft.clone()),
        RequestAsk::Roots(_) | RequestAsk::SamplingReply(_) | RequestAsk::Elicitation { .. } => {
            None
        }
    }
}
