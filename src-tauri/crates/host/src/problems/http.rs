//! How HTTP fails on the way to a server.

use mcp::HttpError;
use messages::{Phrase, phrases};

use super::{
    link::{link_hint, link_problem},
    sign_in::{not_signed_in, sign_in_hint},
};

/// Returns why a request over HTTP failed.
pub(super) fn http_problem(error: &HttpError) -> Phrase {
    match error {
        HttpError::Dns => phrases::host_http_dns(),
        HttpError::Refused => phrases::host_http_refused(),
        HttpError::Tls(error) => phrases::host_http_tls(error),
        HttpError::Link(problem) => link_problem(problem),
        HttpError::Connect(error) => phrases::host_http_connect(error),
        HttpError::TimedOut => phrases::host_http_timed_out(),
        HttpError::CutOff => phrases::host_http_cut_off(),
        HttpError::Status {
            status,
            message,
            retry_after,
        } => {
            let answered = match message {
                Some(said) => phrases::host_http_status_said(said, status.to_string()),
                None => phrases::host_http_status(status.to_string()),
            };
            match retry_after {
                Some(wait) => phrases::host_http_wait(answered, wait.as_secs().to_string()),
                None => answered,
            }
        }
        HttpError::SignIn(_) => phrases::host_http_sign_in(),
        HttpError::Account(error) => not_signed_in(error),
        HttpError::BadToken => phrases::host_http_bad_token(),
        HttpError::Redirect { to } if to.is_empty() => phrases::host_http_redirect_nowhere(),
        HttpError::Redirect { to } => phrases::host_http_redirect(to),
        HttpError::Empty => phrases::host_http_empty(),
        HttpError::ContentType(kind) => phrases::host_http_content_type(kind),
        HttpError::Packed(encoding) => phrases::host_http_packed(encoding),
        HttpError::SessionLost => phrases::host_http_session_lost(),
        HttpError::BadSession => phrases::host_http_bad_session(),
        HttpError::Endpoint(url) => phrases::host_http_endpoint(url),
        HttpError::EndpointRefused { stream, to, status } => {
            phrases::host_http_endpoint_refused(status.to_string(), stream, to)
        }
    }
}

/// Returns what to do when HTTP itself failed.
pub(crate) fn http_hint(error: &HttpError) -> Phrase {
    match error {
        HttpError::Dns => phrases::host_hint_dns(),
        HttpError::Refused | HttpError::Connect(_) => phrases::host_hint_refused(),
        HttpError::Tls(_) => phrases::host_hint_tls(),
        HttpError::Link(problem) => link_hint(problem),
        HttpError::TimedOut | HttpError::CutOff => phrases::host_hint_later(),
        HttpError::Status { status, .. } => match status {
            403 => phrases::host_hint_no_access(),
            404 | 405 | 410 => phrases::host_hint_no_server(),
            429 => phrases::host_hint_too_many(),
            500..=599 => phrases::host_hint_server_problem(),
            _ => phrases::host_hint_url_headers(),
        },
        HttpError::SignIn(_) => phrases::host_hint_sign_in_first(),
        HttpError::Account(error) => sign_in_hint(error),
        HttpError::Redirect { .. } => phrases::host_hint_redirect(),
        HttpError::ContentType(_) | HttpError::EndpointRefused { .. } => {
            phrases::host_hint_no_server()
        }
        HttpError::Empty
        | HttpError::Packed(_)
        | HttpError::BadToken
        | HttpError::SessionLost
        | HttpError::BadSession
        | HttpError::Endpoint(_) => phrases::host_hint_faulty(),
    }
}
