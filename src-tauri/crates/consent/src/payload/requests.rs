//! Approval requests for requests of a server to this host.

use domain::{ElicitationAsk, ElicitationRequest, JsonObjectText, RequestId, RootsReply, ServerId};

use crate::{SamplingApproval, SamplingReplyApproval};

/// The content of a server's request.
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
    /// Its content.
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

/// Permission for a server to make such requests; each one still needs its own approval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureChange {
    /// The server.
    pub server: ServerId,
    /// The user's name for it.
    pub server_name: String,
    /// What it may ask for then.
    pub feature: Feature,
}
