//! The items of an answer, in the order of the wire.

use domain::ToolIntent;
use serde::{Deserialize, Serialize};

/// A part of an answer. All text is the model's, untrusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Text for the user.
    Text(String),
    /// Reasoning for display. What of it goes back to the endpoint is a [`Item::State`] of its own.
    Reasoning(String),
    /// A call.
    Call(CallItem),
    /// State of the provider.
    State(State),
}

impl Item {
    /// Whether a person gets something of it: text that is not blank, or a call.
    #[must_use]
    pub fn is_said(&self) -> bool {
        match self {
            Self::Text(text) => !text.trim().is_empty(),
            Self::Call(_) => true,
            Self::Reasoning(_) | Self::State(_) => false,
        }
    }
}

/// A call as the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallItem {
    /// Its identifier, name and arguments, byte for byte. The name may be empty and the arguments anything where there is a problem.
    pub intent: ToolIntent,
    /// Why it must not run; the model is told.
    pub problem: Option<CallProblem>,
}

/// Why a call cannot be what the model meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallProblem {
    /// Its arguments are not one whole JSON value.
    Unfinished,
    /// It names no tool.
    NoName,
    /// Pieces came that may belong to another call.
    Ambiguous,
}

/// State of a provider that belongs unchanged into the next request to the same endpoint and model, at its place among the items. Not for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The name under which it came: a field of the message (`reasoning_content`, `reasoning_details`), a field of a call (`extra_content`), or the type of a block or
    /// item (`thinking`, `redacted_thinking`, `reasoning`).
    pub field: String,
    /// Its value, as JSON text.
    pub json: String,
    /// [`ToolIntent::provider_call_id`] of the call that carried it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
}

/// What an answer held that is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// Lines that could not be read.
    Lines,
    /// Pictures.
    Pictures,
    /// Sounds.
    Sounds,
    /// Parts of kinds that are not known.
    Parts,
    /// Calls that came as text, which no server of tools gets.
    Calls,
}
