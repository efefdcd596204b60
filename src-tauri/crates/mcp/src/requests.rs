//! Requests of a server to this host, and the one answer that each request takes.
//!
//! An answer that holds anything of the user needs an approval. What is dropped unanswered is answered with an error.

use consent::Approved;
use domain::{
    ElicitationReply, ElicitationRequest, RequestId, RootsReply, Round, RoundAsk, SamplingReply,
    SamplingRequest, ServerId, Untrusted,
};
use serde_json::{json, value::RawValue};
use tokio::sync::oneshot;

use crate::{
    asking::Asking,
    bounds::Bounds,
    features::{elicitation, sampling},
    jsonrpc::{INTERNAL_ERROR, INVALID_PARAMS},
};

/// The code of a sampling request that a person rejected (2025-11-25, client/sampling, "Error Handling").
const REJECTED: i64 = -1;

/// What a server can ask of this host.
#[derive(Debug)]
pub enum ServerRequest {
    /// Which folders may it know of? (2025-03-26, client/roots)
    Roots(RootsAsked),
    /// May it have an answer of the user's model? (2025-11-25, client/sampling)
    Sampling(Box<SamplingAsked>),
    /// Will the user tell it something? (2025-11-25, client/elicitation)
    Elicitation(Box<ElicitationAsked>),
}

/// The answer was made for another request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer was made for another request")]
pub struct OtherRequest;

/// A server's request for its roots.
#[derive(Debug)]
pub struct RootsAsked {
    id: RequestId,
    round: Option<Round>,
    reply: Reply,
}

impl RootsAsked {
    /// This request.
    #[must_use]
    pub fn id(&self) -> RequestId {
        self.id
    }

    /// Names the approved folders.
    ///
    /// # Errors
    /// The approval is for another request; nothing of it is sent.
    pub fn answer(self, approved: Approved<RootsReply>) -> Result<(), OtherRequest> {
        let reply = approved.into_payload();
        if reply.request != self.id {
            return Err(OtherRequest);
        }
        let roots: Vec<_> = reply
            .roots
            .iter()
            .map(|root| match &root.name {
                Some(name) => json!({ "uri": root.uri, "name": name }),
                None => json!({ "uri": root.uri }),
            })
            .collect();
        self.reply.send(json!({ "roots": roots }).to_string());
        Ok(())
    }

    /// Completes when the server cancelled the request, or the connection ended.
    pub async fn gone(&mut self) {
        self.reply.gone().await;
    }

    /// Answers that it was not answered, and why.
    pub fn fail(self, why: &str) {
        self.reply.fail(INTERNAL_ERROR, why);
    }
}

/// A server's request for an answer of the user's model.
#[derive(Debug)]
pub struct SamplingAsked {
    request: Untrusted<SamplingRequest>,
    round: Option<Round>,
    reply: Reply,
}

impl SamplingAsked {
    /// What it asks.
    #[must_use]
    pub fn request(&self) -> &Untrusted<SamplingRequest> {
        &self.request
    }

    /// Gives the approved answer.
    ///
    /// # Errors
    /// The approval is for another request; nothing of it is sent.
    pub fn answer(self, approved: Approved<SamplingReply>) -> Result<(), OtherRequest> {
        let reply = approved.into_payload();
        if reply.request != self.request.as_data().id {
            return Err(OtherRequest);
        }
        match sampling::write(&reply) {
            Ok(text) => self.reply.send(text),
            Err(_) => self
                .reply
                .fail(INTERNAL_ERROR, "the answer could not be written"),
        }
        Ok(())
    }

    /// Answers that what it asks is not asked here, and why.
    pub fn refuse(self, why: &str) {
        self.reply.fail(INVALID_PARAMS, why);
    }

    /// Answers that it was rejected.
    pub fn reject(self) {
        self.reply.fail(REJECTED, "User rejected sampling request");
    }

    /// Answers that it could not be done, and why.
    pub fn fail(self, why: &str) {
        self.reply.fail(INTERNAL_ERROR, why);
    }

    /// Completes when the server cancelled the request, or the connection ended.
    pub async fn gone(&mut self) {
        self.reply.gone().await;
    }
}

/// A server's request for input of the user.
#[derive(Debug)]
pub struct ElicitationAsked {
    request: Untrusted<ElicitationRequest>,
    round: Option<Round>,
    reply: Reply,
}

impl ElicitationAsked {
    /// What it asks.
    #[must_use]
    pub fn request(&self) -> &Untrusted<ElicitationRequest> {
        &self.request
    }

    /// Returns the input of the user.
    ///
    /// # Errors
    /// The approval is for another request; nothing of it is sent.
    pub fn accept(self, approved: Approved<ElicitationReply>) -> Result<(), OtherRequest> {
        let reply = approved.into_payload();
        if reply.request != self.request.as_data().id {
            return Err(OtherRequest);
        }
        self.reply.send(match &reply.content {
            Some(content) => format!(r#"{{"action":"accept","content":{}}}"#, content.as_str()),
            None => r#"{"action":"accept"}"#.to_owned(),
        });
        Ok(())
    }

    /// Answers that the user said no.
    pub fn decline(self) {
        self.reply.send(r#"{"action":"decline"}"#.to_owned());
    }

    /// Answers that the user did not decide.
    pub fn cancel(self) {
        self.reply.send(r#"{"action":"cancel"}"#.to_owned());
    }

    /// Answers that what it asks is not asked here, and why.
    pub fn refuse(self, why: &str) {
        self.reply.fail(INVALID_PARAMS, why);
    }

    /// Completes when the server cancelled the request, or the connection ended.
    pub async fn gone(&mut self) {
        self.reply.gone().await;
    }
}

impl ServerRequest {
    /// The request of this host that it is part of, if it came in a result.
    #[must_use]
    pub fn round(&self) -> Option<Round> {
        match self {
            Self::Roots(asked) => asked.round,
            Self::Sampling(asked) => asked.round,
            Self::Elicitation(asked) => asked.round,
        }
    }

    /// What it asks for.
    #[must_use]
    pub fn ask(&self) -> RoundAsk {
        match self {
            Self::Roots(_) => RoundAsk::Roots,
            Self::Sampling(_) => RoundAsk::Sampling,
            Self::Elicitation(_) => RoundAsk::Elicitation,
        }
    }

    /// Reads a request of this kind. `round`: what it is part of. A visit outside of one has the server's name for it.
    ///
    /// # Errors
    /// What is wrong with it, in words that hold nothing of the server's.
    pub(crate) fn read(
        asking: Asking,
        params: Option<&RawValue>,
        server: ServerId,
        round: Option<Round>,
        bounds: &Bounds,
        reply: impl FnOnce(RequestId) -> Reply,
    ) -> Result<Self, String> {
        let id = RequestId::new();
        Ok(match asking {
            Asking::Roots => Self::Roots(RootsAsked {
                id,
                round,
                reply: reply(id),
            }),
            Asking::Sampling => {
                let request = sampling::read(params, id, server, bounds)?;
                Self::Sampling(Box::new(SamplingAsked {
                    request: Untrusted::new(request),
                    round,
                    reply: reply(id),
                }))
            }
            Asking::Elicitation => {
                let request = elicitation::read(params, id, server, round.is_none())?;
                Self::Elicitation(Box::new(ElicitationAsked {
                    request: Untrusted::new(request),
                    round,
                    reply: reply(id),
                }))
            }
        })
    }

    /// Answers that it is not looked at, and why.
    pub fn fail(self, why: &str) {
        match self {
            Self::Roots(asked) => asked.fail(why),
            Self::Sampling(asked) => asked.fail(why),
            Self::Elicitation(asked) => asked.reply.fail(INTERNAL_ERROR, why),
        }
    }

    /// Its size in bytes while it waits to be read.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Roots(_) => 0,
            Self::Sampling(asked) => asked.request.as_data().raw.len(),
            Self::Elicitation(asked) => asked.request.as_data().raw.len(),
        }
    }
}

/// What is sent in answer: a result, JSON text, or an error.
pub(crate) type Answered = Result<String, (i64, String)>;

/// The one answer to a server's request. Dropped unused, it answers with an error.
pub(crate) struct Reply {
    /// Hands the answer to the connection; taken when it is used.
    send: Option<Box<dyn FnOnce(Answered) + Send + Sync>>,
    /// Its other end is dropped when nobody waits for the answer any more.
    gone: oneshot::Receiver<()>,
}

impl Reply {
    /// `send` hands the answer to the connection.
    pub(crate) fn new(
        send: impl FnOnce(Answered) + Send + Sync + 'static,
        gone: oneshot::Receiver<()>,
    ) -> Self {
        Self {
            send: Some(Box::new(send)),
            gone,
        }
    }

    async fn gone(&mut self) {
        // It is never sent on: an error says that the other end is gone.
        let _ = (&mut self.gone).await;
    }

    fn send(mut self, result: String) {
        self.answer(Ok(result));
    }

    fn fail(mut self, code: i64, message: &str) {
        self.answer(Err((code, message.to_owned())));
    }

    fn answer(&mut self, answer: Answered) {
        if let Some(send) = self.send.take() {
            send(answer);
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.answer(Err((INTERNAL_ERROR, "the host did not answer".to_owned())));
    }
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reply(..)")
    }
}
