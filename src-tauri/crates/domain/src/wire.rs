//! The formats of requests to model endpoints.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which format an endpoint speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wire {
    /// Chat completions as OpenAI defined them and many servers speak them.
    OpenAiChat,
    /// Anthropic's Messages.
    AnthropicMessages,
}

impl Wire {
    /// The word as it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAiChat => "open_ai_chat",
            Self::AnthropicMessages => "anthropic_messages",
        }
    }
}

/// A word that names no format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownWire;

impl FromStr for Wire {
    type Err = UnknownWire;

    fn from_str(word: &str) -> Result<Self, UnknownWire> {
        [Self::OpenAiChat, Self::AnthropicMessages]
            .into_iter()
            .find(|wire| wire.as_str() == word)
            .ok_or(UnknownWire)
    }
}
