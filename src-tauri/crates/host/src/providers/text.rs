//! Validation and error messages for model endpoints.

use domain::{ProviderId, is_loopback};
use host_api::{ApiError, ErrorCode, WireView};
use llm::Wire;
use url::Url;

/// Maximum length of a name, model or URL, in characters.
const MAX_TEXT: usize = 400;

/// Returns a model's failure, for display.
pub(crate) fn model_error(error: &llm::LlmError) -> ApiError {
    let hint = error.hint();
    let code = if error.is_timeout() {
        ErrorCode::Timeout
    } else if error.wants_another_key() {
        ErrorCode::Key
    } else {
        ErrorCode::Model
    };
    ApiError {
        code,
        message: sentence(&error.to_string()).into(),
        hint: Some(hint.into()),
    }
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars
        .next()
        .map(|c| c.to_uppercase().collect())
        .unwrap_or_default();
    format!("{first}{}.", chars.as_str().trim_end_matches('.'))
}

pub(crate) fn checked_text(what: &str, text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    let bad = text.is_empty()
        || text.chars().count() > MAX_TEXT
        || text.chars().any(|c| domain::is_hidden(c) || c == '\n');
    if bad {
        let message =
            format!("The {what} must have 1 to {MAX_TEXT} characters, none of them hidden.");
        return Err(ApiError::new(ErrorCode::Invalid, message));
    }
    Ok(text.to_owned())
}

pub(super) fn checked_url(text: &str) -> Result<Url, ApiError> {
    let invalid = |message: &str| ApiError::new(ErrorCode::Invalid, message.to_owned());
    if text.chars().count() > MAX_TEXT {
        return Err(invalid("The address is too long."));
    }
    let url = Url::parse(text.trim()).map_err(|_| {
        invalid("This is not an address.").hint("For example http://127.0.0.1:11434/v1")
    })?;
    if !url.username().is_empty()
        || url.password().is_some()
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return Err(invalid(
            "The address must not hold a user, a password, a query or a fragment.",
        ));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) => Ok(url),
        _other => Err(invalid(
            "Use an https address. Plain http is for this machine only.",
        )),
    }
}

pub(super) fn wire(wire: WireView) -> Wire {
    match wire {
        WireView::OpenAiChat => Wire::OpenAiChat,
        WireView::AnthropicMessages => Wire::AnthropicMessages,
    }
}

pub(super) fn wire_text(wire: WireView) -> &'static str {
    match wire {
        WireView::OpenAiChat => "open_ai_chat",
        WireView::AnthropicMessages => "anthropic_messages",
    }
}

/// Parses the stored name of a wire format.
pub(super) fn read_wire(text: &str) -> Wire {
    if text == "anthropic_messages" {
        Wire::AnthropicMessages
    } else {
        Wire::OpenAiChat
    }
}

pub(crate) fn parse(id: &str) -> Result<ProviderId, ApiError> {
    id.parse().map_err(|_| not_found())
}

pub(super) fn not_found() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "There is no such model endpoint.")
        .hint("Add one in the settings.")
}
