//! Failures of model endpoints as messages of the catalogue.

use host_api::{ApiError, ErrorCode};
use llm::{LlmError, Refusal};
use mcp::LinkProblem;
use messages::{Phrase, phrases};

/// Returns a model's failure, for display.
pub(crate) fn model_error(error: &LlmError) -> ApiError {
    let code = if error.is_timeout() {
        ErrorCode::Timeout
    } else if error.wants_another_key() {
        ErrorCode::Key
    } else {
        ErrorCode::Model
    };
    ApiError::new(code, what(error)).hint(hint(error))
}

/// Returns what failed, and why.
fn what(error: &LlmError) -> Phrase {
    match error {
        LlmError::Connect { reason } => phrases::host_model_connect(words(reason)),
        LlmError::Link(LinkProblem::Proxy {
            proxy,
            variable: Some(variable),
            reason,
        }) => phrases::host_model_proxy_set(proxy, words(reason), *variable),
        LlmError::Link(LinkProblem::Proxy {
            proxy,
            variable: None,
            reason,
        }) => phrases::host_model_proxy(proxy, words(reason)),
        LlmError::Link(LinkProblem::PlainPort) => phrases::host_model_plain_port(),
        LlmError::Link(LinkProblem::TlsPort) => phrases::host_model_tls_port(),
        LlmError::Tls(reason) => phrases::host_model_tls(words(reason)),
        LlmError::Status {
            status, message, ..
        } => phrases::host_model_status(words(message), status.to_string()),
        LlmError::Reported { message, .. } => phrases::host_model_reported(words(message)),
        LlmError::Closed => phrases::host_model_closed(),
        LlmError::Timeout => phrases::host_model_timeout(),
        LlmError::CutStream => phrases::host_model_cut(),
        LlmError::Malformed(what) => phrases::host_model_malformed(words(what)),
        LlmError::TooLarge { what, limit } => phrases::host_model_too_large(*limit, *what),
        LlmError::KeyBoundElsewhere { bound_to } => phrases::host_model_key_elsewhere(bound_to),
        LlmError::InsecureKey => phrases::host_model_key_insecure(),
        LlmError::BadKey => phrases::host_model_key_bad(),
        LlmError::BadHeader(name) => phrases::host_model_header_bad(name),
        LlmError::BadBaseUrl(reason) => phrases::host_model_address(*reason),
        LlmError::BadRequest(reason) => phrases::host_model_request(words(reason)),
    }
}

/// Returns what a person can do about it.
fn hint(error: &LlmError) -> Phrase {
    match error {
        LlmError::Connect { .. } => phrases::host_model_connect_hint(),
        LlmError::Link(LinkProblem::Proxy { .. }) => phrases::host_model_proxy_hint(),
        LlmError::Link(LinkProblem::PlainPort) => phrases::host_model_plain_port_hint(),
        LlmError::Link(LinkProblem::TlsPort) => phrases::host_model_tls_port_hint(),
        LlmError::Tls(_) => phrases::host_model_tls_hint(),
        LlmError::Status {
            status: 300..=399, ..
        } => phrases::host_model_moved_hint(),
        LlmError::Status { kind, .. } | LlmError::Reported { kind, .. } => refusal_hint(*kind),
        LlmError::Timeout => phrases::host_model_timeout_hint(),
        LlmError::Closed | LlmError::CutStream => phrases::host_model_again_hint(),
        LlmError::Malformed(_) => phrases::host_model_malformed_hint(),
        LlmError::TooLarge { .. } => phrases::host_model_too_large_hint(),
        LlmError::KeyBoundElsewhere { .. } => phrases::host_model_key_elsewhere_hint(),
        LlmError::InsecureKey => phrases::host_model_key_insecure_hint(),
        LlmError::BadKey => phrases::host_model_key_bad_hint(),
        LlmError::BadHeader(_) => phrases::host_model_header_bad_hint(),
        LlmError::BadBaseUrl(_) => phrases::host_model_address_hint(),
        LlmError::BadRequest(_) => phrases::host_model_request_hint(),
    }
}

fn refusal_hint(refusal: Refusal) -> Phrase {
    match refusal {
        Refusal::Auth => phrases::host_model_auth_hint(),
        Refusal::NotFound => phrases::host_model_not_found_hint(),
        Refusal::NoModel => phrases::host_model_no_model_hint(),
        Refusal::Filtered => phrases::host_model_filtered_hint(),
        Refusal::RateLimited => phrases::host_model_rate_hint(),
        Refusal::NoCredit => phrases::host_model_credit_hint(),
        Refusal::Overloaded | Refusal::Failed => phrases::host_model_overloaded_hint(),
        Refusal::ContextTooLong => phrases::host_model_context_hint(),
        Refusal::Other => phrases::host_model_other_hint(),
    }
}

/// Words of an endpoint or of the system, without their full stop: the message has one.
fn words(text: &str) -> &str {
    text.trim_end_matches('.')
}
