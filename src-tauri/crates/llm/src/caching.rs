//! What makes an endpoint keep the beginning of a conversation, so that the next request pays for the rest only.

use serde::Serialize;

use crate::{ChatRequest, Endpoint, Feature, Wire, endpoint::is_of};

/// Marks the end of a beginning that is worth keeping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CacheControl {
    r#type: &'static str,
}

/// The usual mark: it is kept for some minutes after each use.
pub(crate) const EPHEMERAL: CacheControl = CacheControl {
    r#type: "ephemeral",
};

/// Where the mark stands in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marks {
    /// Once for the whole request: the endpoint finds the places.
    Request,
    /// At the system prompt and at the last block.
    Blocks,
    /// Nowhere.
    None,
}

/// The marks that an endpoint takes. Servers that speak Messages know those in blocks, which most of their clients send.
pub(crate) fn marks(endpoint: &Endpoint, request: &ChatRequest) -> Marks {
    if request.lacks.has(Feature::CacheMarkers) {
        return Marks::None;
    }
    let host = endpoint.base_url.host_str().unwrap_or_default();
    match endpoint.wire {
        Wire::AnthropicMessages if is_of(host, "anthropic.com") || is_of(host, "openrouter.ai") => {
            Marks::Request
        }
        Wire::AnthropicMessages => Marks::Blocks,
        Wire::OpenAiChat
            if is_of(host, "openrouter.ai") && request.model.starts_with("anthropic/") =>
        {
            Marks::Request
        }
        Wire::OpenAiChat | Wire::OpenAiResponses => Marks::None,
    }
}

/// The key under which an endpoint finds what it kept of this conversation. Only OpenAI and Azure know it on the wire of chat completions.
pub(crate) fn key<'a>(endpoint: &Endpoint, request: &'a ChatRequest) -> Option<&'a str> {
    let host = endpoint.base_url.host_str().unwrap_or_default();
    let known = is_of(host, "openai.com") || is_of(host, "azure.com");
    let takes = known || endpoint.wire == Wire::OpenAiResponses;
    request
        .cache_key
        .as_deref()
        .filter(|_| takes && !request.lacks.has(Feature::CacheKey))
}
