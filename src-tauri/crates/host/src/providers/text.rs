//! Validation of model endpoints, and their wire formats.

use domain::{ProviderId, is_nearby};
use host_api::{ApiError, ErrorCode, WireView};
use llm::Wire;
use messages::{Phrase, phrases};
use url::Url;

/// Maximum length of a name, model or URL, in characters.
const MAX_TEXT: usize = 400;

pub(crate) fn checked_name(name: &str) -> Result<String, ApiError> {
    checked(name).ok_or_else(|| invalid(phrases::host_endpoint_name_bad(MAX_TEXT)))
}

pub(crate) fn checked_model(model: &str) -> Result<String, ApiError> {
    checked(model).ok_or_else(|| invalid(phrases::host_endpoint_model_bad(MAX_TEXT)))
}

fn checked(text: &str) -> Option<String> {
    let text = text.trim();
    let bad = text.is_empty()
        || text.chars().count() > MAX_TEXT
        || text.chars().any(|c| domain::is_hidden(c) || c == '\n');
    (!bad).then(|| text.to_owned())
}

fn invalid(message: Phrase) -> ApiError {
    ApiError::new(ErrorCode::Invalid, message)
}

pub(super) fn checked_url(text: &str) -> Result<Url, ApiError> {
    if text.chars().count() > MAX_TEXT {
        return Err(invalid(phrases::host_endpoint_address_long(MAX_TEXT)));
    }
    let url = Url::parse(text.trim()).map_err(|_| {
        invalid(phrases::host_endpoint_address_bad()).hint(phrases::host_endpoint_address_example())
    })?;
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err(invalid(phrases::host_endpoint_address_parts()));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_nearby(&url) => Ok(url),
        _other => Err(invalid(phrases::host_endpoint_address_plain())),
    }
}

pub(super) fn wire(wire: WireView) -> Wire {
    match wire {
        WireView::OpenAiChat => Wire::OpenAiChat,
        WireView::AnthropicMessages => Wire::AnthropicMessages,
        WireView::OpenAiResponses => Wire::OpenAiResponses,
    }
}

/// Returns the view of a wire format.
pub(super) fn wire_view(wire: Wire) -> WireView {
    match wire {
        Wire::OpenAiChat => WireView::OpenAiChat,
        Wire::AnthropicMessages => WireView::AnthropicMessages,
        Wire::OpenAiResponses => WireView::OpenAiResponses,
    }
}

pub(crate) fn parse(id: &str) -> Result<ProviderId, ApiError> {
    id.parse().map_err(|_| not_found())
}

pub(super) fn not_found() -> ApiError {
    ApiError::new(ErrorCode::NotFound, phrases::host_endpoint_none())
        .hint(phrases::host_endpoint_none_hint())
}
