//! Approval requests for sending tool results to a model endpoint.

use domain::{ConversationId, ProviderId, ServerId};

/// Results of tools that would go, for the first time in a conversation, to a model that is not on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutflowApproval {
    /// The conversation they are in.
    pub conversation: ConversationId,
    /// The endpoint they would go to.
    pub provider: ProviderId,
    /// Its origin.
    pub origin: String,
    /// Its model.
    pub model: String,
    /// The servers they came from, with the user's names.
    pub servers: Vec<(ServerId, String)>,
    /// What already speaks for it.
    pub authority: OutflowAuthority,
}

/// What speaks for sending results of tools to an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutflowAuthority {
    /// Nothing, and only this conversation can be answered: the endpoint is of this run.
    Conversation,
    /// Nothing yet; an answer may stand for the endpoint.
    Endpoint,
    /// It was said for the endpoint, as long as it is at this origin.
    Standing,
    /// The command line names the action.
    CommandLine,
}
