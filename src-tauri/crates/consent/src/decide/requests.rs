//! Decisions about requests of a server to this host. Replies are approved too: for sampling first the request, then the
//! model's answer.

use domain::{ApprovalId, ElicitationReply, JsonObjectText, RequestId, RootsReply, ServerId};

use crate::{
    Allowed, AnswerError, ApprovalAnswer, ApprovalRequest, Consent, DecidedBy, Denied,
    FeatureChange, GrantScope, REQUESTS_MUTE_AFTER, RequestApproval, RequestAsk, asking::Decided,
};

impl Consent {
    /// Decides whether a server may ask at all; `on_command_line` if the command line names the action.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_feature(
        &self,
        change: FeatureChange,
        on_command_line: bool,
    ) -> Result<Allowed<FeatureChange>, Denied> {
        let question = ApprovalRequest::Feature(Box::new(change));
        let decided = if on_command_line {
            Decided::allowed(question, DecidedBy::CommandLine, GrantScope::Standing)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| question.feature().cloned())
            .await
    }

    /// Lets the folders be named that the user granted to the server; the grant itself was the decision.
    ///
    /// # Errors
    /// [`Denied`] because the record failed.
    pub async fn decide_roots(
        &self,
        question: RequestApproval,
    ) -> Result<Allowed<RootsReply>, Denied> {
        let question = ApprovalRequest::Request(Box::new(question));
        let decided = Decided::allowed(question, DecidedBy::Rule, GrantScope::Once);
        self.conclude(decided, |question| match request(question)? {
            RequestAsk::Roots(reply) => Some(reply.clone()),
            RequestAsk::Sampling(_)
            | RequestAsk::SamplingReply(_)
            | RequestAsk::Elicitation { .. } => None,
        })
        .await
    }

    /// Decides about the reply to a server that requests input of the user. A refused request is denied without being shown.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`]; by [`DecidedBy::Dismissed`] if it was closed without a decision.
    pub async fn decide_elicitation(
        &self,
        question: RequestApproval,
    ) -> Result<Allowed<ElicitationReply>, Denied> {
        let refused = matches!(
            &question.ask,
            RequestAsk::Elicitation {
                refused: Some(_),
                ..
            }
        );
        let decided = if refused {
            Decided::denied(
                ApprovalRequest::Request(Box::new(question)),
                DecidedBy::Rule,
            )
        } else {
            self.ask_request(question).await
        };
        self.conclude(decided, |question| match request(question)? {
            RequestAsk::Elicitation {
                request, content, ..
            } => Some(ElicitationReply {
                request: request.id,
                server: request.server,
                content: content.clone(),
            }),
            RequestAsk::Roots(_) | RequestAsk::Sampling(_) | RequestAsk::SamplingReply(_) => None,
        })
        .await
    }

    pub(crate) async fn ask_request(&self, question: RequestApproval) -> Decided {
        let server = question.server;
        let muted = self
            .lock()
            .request_denials
            .get(&server)
            .is_some_and(|n| *n >= REQUESTS_MUTE_AFTER);
        let question = ApprovalRequest::Request(Box::new(question));
        if muted {
            return Decided::denied(question, DecidedBy::Mute);
        }
        self.ask(question).await
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
            let ApprovalRequest::Request(question) = &mut state.queue[at].prompt.question else {
                return Err(AnswerError::NotEditable);
            };
            if !question.unfilled() {
                return Err(AnswerError::NotEditable);
            }
            if let RequestAsk::Elicitation { content: place, .. } = &mut question.ask {
                *place = Some(content);
            }
        }
        self.answer(id, revision, ApprovalAnswer::Allow(GrantScope::Once))
    }

    /// Withdraws the approval request for a server request that nobody waits for any more. Returns whether there was one.
    pub fn withdraw_request(&self, id: RequestId) -> bool {
        self.withdraw_where(|question| question.request().is_some_and(|q| q.id == id))
    }

    /// A person started the server: what was denied to it before no longer mutes it.
    pub fn unmute_requests(&self, server: ServerId) {
        self.lock().request_denials.remove(&server);
    }
}

fn request(question: &ApprovalRequest) -> Option<&RequestAsk> {
    question.request().map(|q| &q.ask)
}
