//! Approval requests for what a server wants the user to tell it, or to visit for it.

use domain::{
    ElicitationAsk, ElicitationReply, ElicitationRequest, JsonObjectText, RequestId, ServerId,
};
use serde::{Deserialize, Serialize};

use crate::{
    AnswerError, Decide, DecidedBy, GrantScope, InRound, Log, Mute, RequestApproval, Settled,
};

/// A form to be filled in, or a page to be visited.
#[derive(Clone, Debug, PartialEq)]
pub struct ElicitationApproval {
    /// What the server asks.
    pub request: ElicitationRequest,
    /// The values that were filled in; none until they are, and none for a page.
    pub content: Option<JsonObjectText>,
    /// Why it is not asked at all, if so.
    pub refused: Option<String>,
}

impl RequestApproval<ElicitationApproval> {
    /// Whether it is a form that nobody filled in yet.
    pub(crate) fn is_unfilled(&self) -> bool {
        matches!(self.ask.request.ask, ElicitationAsk::Form { .. }) && self.ask.content.is_none()
    }
}

/// What the log keeps of an elicitation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ElicitationDetail {
    /// The kind of the server's request: `elicitation`.
    pub request: String,
    /// The request.
    pub id: RequestId,
    /// Why it was not asked at all, if so.
    pub refused: Option<String>,
    /// The request of this host that it is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<InRound>,
}

impl Decide for RequestApproval<ElicitationApproval> {
    type Action = ElicitationReply;
    type Detail = ElicitationDetail;
    const IS_REQUEST: bool = true;

    fn server(&self) -> Option<ServerId> {
        Some(self.server)
    }

    fn request(&self) -> Option<RequestId> {
        Some(self.id)
    }

    fn mute(&self) -> Option<Mute> {
        Some(Mute::Requests(self.server))
    }

    /// A refused request is denied without being shown.
    fn settled(&self) -> Option<Settled> {
        let refused = self.ask.refused.is_some();
        refused.then_some(Settled::Denied(DecidedBy::Rule))
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Once
    }

    fn complete(&self) -> Result<(), AnswerError> {
        if self.is_unfilled() {
            return Err(AnswerError::NotFilled);
        }
        Ok(())
    }

    fn waits_for_input(&self) -> bool {
        self.is_unfilled()
    }

    fn action(&self) -> ElicitationReply {
        ElicitationReply {
            request: self.ask.request.id,
            server: self.ask.request.server,
            content: self.ask.content.clone(),
        }
    }

    fn log(&self) -> Log {
        let filled = self.ask.content.as_ref().map(|c| c.as_str().to_owned());
        self.logged(Some(filled.unwrap_or_else(|| self.ask.request.raw.clone())))
    }

    fn detail(&self) -> ElicitationDetail {
        ElicitationDetail {
            request: "elicitation".to_owned(),
            id: self.id,
            refused: self.ask.refused.clone(),
            round: self.round.clone(),
        }
    }
}
