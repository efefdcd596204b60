//! Rounds of a request: a server without a session asks for what it needs in its result, and is asked again with that.

use serde::{Deserialize, Serialize};

use crate::CallId;

/// Which request of this host a server's request is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The tool call; none if a resource is read or a prompt is got.
    pub call: Option<CallId>,
    /// How often the server has asked for something in it, from 1.
    pub number: u32,
}

/// What a server asks for in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundAsk {
    /// Its folders.
    Roots,
    /// An answer of the user's model.
    Sampling,
    /// Something of the user's.
    Elicitation,
}

/// What became of what a server asked for in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundEnd {
    /// It was given.
    Given,
    /// It was not given.
    NotGiven,
    /// Nobody waited for it any more.
    Withdrawn,
}

/// One thing that a server asked for in a round of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundEntry {
    /// The number of the round.
    pub number: u32,
    /// What it asked for.
    pub ask: RoundAsk,
    /// What became of it; none while it is pending.
    pub end: Option<RoundEnd>,
}
