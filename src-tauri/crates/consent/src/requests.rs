//! What servers ask of this host: the questions, and their road to an approval. What goes out is approved too: for
//! sampling first the request, then the model's answer.

use domain::{
    ApprovalId, ElicitationAsk, ElicitationReply, ElicitationRequest, JsonObjectText, RequestId,
    RootsReply, ServerId,
};

use crate::{
    Allowed, Answer, AnswerError, ApprovalRequest, Consent, DecidedBy, Denied, GrantScope,
    SamplingApproval, SamplingReplyApproval, asking::Decided,
};

/// So many denials in a row by a person mute the requests of a server until a person starts it again.
pub const REQUESTS_MUTE_AFTER: u32 = 3;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestAsk {
    /// May these folders be named to it?
    Roots(RootsReply),
    /// May the model be asked this for it?
    Sampling(Box<SamplingApproval>),
    /// May it have the model's answer?
    SamplingReply(Box<SamplingReplyApproval>),
    /// Will the user tell it this, or visit this page for it?
    Elicitation {
        /// What it asks.
        request: ElicitationRequest,
        /// The values that were filled in; none until they are, and none for a page.
        content: Option<JsonObjectText>,
        /// Why it is not asked at all, if so.
        refused: Option<String>,
    },
}

/// A request of a server, to be decided.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestApproval {
    /// The request.
    pub id: RequestId,
    /// Who asks.
    pub server: ServerId,
    /// The user's name for the server.
    pub server_name: String,
    /// What is asked.
    pub ask: RequestAsk,
}

impl RequestApproval {
    /// An answer of a model.
    pub(crate) fn is_sampling_reply(&self) -> bool {
        matches!(&self.ask, RequestAsk::SamplingReply(_))
    }

    /// A form that nobody filled in yet.
    pub(crate) fn unfilled(&self) -> bool {
        matches!(
            &self.ask,
            RequestAsk::Elicitation {
                request: ElicitationRequest {
                    ask: ElicitationAsk::Form { .. },
                    ..
                },
                content: None,
                ..
            }
        )
    }
}

/// What a server may ask for, besides roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Answers of the user's model.
    Sampling,
    /// Something of the user's.
    Elicitation,
}

impl Feature {
    /// Its word in the log.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sampling => "sampling",
            Self::Elicitation => "elicitation",
        }
    }
}

/// A server shall be allowed to ask, each time by a question of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureChange {
    /// The server.
    pub server: ServerId,
    /// The user's name for it.
    pub server_name: String,
    /// What it may ask for then.
    pub feature: Feature,
}

impl Consent {
    /// Decides whether a server may ask at all; `on_command_line` if the act itself stands there.
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

    /// Decides what a server is told that asks the user. A question that is refused is denied without being asked.
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
        self.answer(id, revision, Answer::Allow(GrantScope::Once))
    }

    /// Takes back the question about a request that nobody waits for any more; whether there was one.
    pub fn withdraw_request(&self, id: RequestId) -> bool {
        self.take_back(|question| question.request().is_some_and(|q| q.id == id))
    }

    /// A person started the server: what was denied to it before no longer mutes it.
    pub fn unmute_requests(&self, server: ServerId) {
        self.lock().request_denials.remove(&server);
    }
}

fn request(question: &ApprovalRequest) -> Option<&RequestAsk> {
    question.request().map(|q| &q.ask)
}
