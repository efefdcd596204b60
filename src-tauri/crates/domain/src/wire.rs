//! The formats of requests to model endpoints, and the transports of remote servers.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use url::Url;

/// Which format an endpoint speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wire {
    /// Chat completions as OpenAI defined them and many servers speak them.
    OpenAiChat,
    /// Anthropic's Messages.
    AnthropicMessages,
    /// OpenAI's Responses, without state at the endpoint.
    OpenAiResponses,
}

impl Wire {
    /// The format that an address most likely means: Responses at OpenAI and Azure, which their newest models want; chat completions elsewhere.
    #[must_use]
    pub fn usual_at(address: &str) -> Self {
        let url = Url::parse(address.trim()).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
        let responses = host == "api.openai.com" || host.ends_with(".azure.com");
        if responses {
            Self::OpenAiResponses
        } else if host == "api.anthropic.com" {
            Self::AnthropicMessages
        } else {
            Self::OpenAiChat
        }
    }

    /// The word as it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAiChat => "open_ai_chat",
            Self::AnthropicMessages => "anthropic_messages",
            Self::OpenAiResponses => "open_ai_responses",
        }
    }
}

/// A word that names no format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownWire;

impl FromStr for Wire {
    type Err = UnknownWire;

    fn from_str(word: &str) -> Result<Self, UnknownWire> {
        [
            Self::OpenAiChat,
            Self::AnthropicMessages,
            Self::OpenAiResponses,
        ]
        .into_iter()
        .find(|wire| wire.as_str() == word)
        .ok_or(UnknownWire)
    }
}

/// What carries the messages of a remote server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteTransport {
    /// Streamable HTTP, since 2025-03-26.
    StreamableHttp,
    /// HTTP with a stream of events, of 2024-11-05.
    HttpSse,
}

impl RemoteTransport {
    /// Returns the word as it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::StreamableHttp => "streamable",
            Self::HttpSse => "sse",
        }
    }
}

/// A word that names no transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTransport;

impl FromStr for RemoteTransport {
    type Err = UnknownTransport;

    fn from_str(word: &str) -> Result<Self, UnknownTransport> {
        [Self::StreamableHttp, Self::HttpSse]
            .into_iter()
            .find(|transport| transport.as_str() == word)
            .ok_or(UnknownTransport)
    }
}
