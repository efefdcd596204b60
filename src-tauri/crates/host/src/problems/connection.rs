//! Why a connection was not established, or ended.

use mcp::{
    CloseReason, ConnectError, HeaderNameProblem, HeaderProblem, STATEFUL_VERSIONS, STATELESS,
    UrlProblem,
};
use messages::{Phrase, Value, phrases};

use super::http::http_problem;

/// Returns why a connection was not established.
pub(crate) fn not_connected(error: &ConnectError) -> Phrase {
    let ([oldest, ..], newest) = (STATEFUL_VERSIONS, STATELESS);
    match error {
        ConnectError::TimedOut { after } => phrases::host_connect_timed_out(after.as_secs_f64()),
        ConnectError::UnknownVersion { offered, answered } => {
            phrases::host_connect_unknown_version(answered, offered)
        }
        ConnectError::OnlyNewer { supported } => {
            phrases::host_connect_only_newer(newest, oldest, Value::list(supported))
        }
        ConnectError::NoInitialize { .. } => phrases::host_connect_no_initialize(newest, oldest),
        ConnectError::OtherEra {
            chosen: mcp::Era::Stateful,
        } => phrases::host_connect_no_session(),
        ConnectError::OtherEra {
            chosen: mcp::Era::Stateless,
        } => phrases::host_connect_session_only(),
        ConnectError::Refused { code, message } => {
            phrases::host_connect_refused(code.to_string(), message)
        }
        ConnectError::BadAnswer(reason) => phrases::host_connect_bad_answer(reason),
        ConnectError::Closed(reason) => phrases::host_connect_closed(closed(reason)),
        ConnectError::Streams(error) => phrases::host_connect_streams(error.to_string()),
        ConnectError::NeedsSignIn(_) => phrases::host_connect_sign_in(),
        ConnectError::Http(error) => phrases::host_connect_http(http_problem(error)),
        ConnectError::Url(problem) => phrases::host_connect_url(bad_url(*problem)),
        ConnectError::Header { name, problem } => {
            phrases::host_connect_header(name, header_problem(problem))
        }
        ConnectError::OtherServer => phrases::host_connect_other_server(),
        ConnectError::NoThread(error) => phrases::host_connect_no_thread(error.to_string()),
    }
}

fn header_problem(problem: &HeaderProblem) -> Phrase {
    match problem {
        HeaderProblem::Name(problem) => bad_header_name(*problem),
        HeaderProblem::NoValue => phrases::host_header_no_value(),
        HeaderProblem::Value => phrases::host_header_characters(),
        HeaderProblem::Unencrypted => phrases::host_header_unencrypted(),
        HeaderProblem::Keychain(error) => phrases::host_header_keychain(error),
    }
}

/// Returns why a URL cannot be a server's.
pub(crate) fn bad_url(problem: UrlProblem) -> Phrase {
    match problem {
        UrlProblem::TooLong => phrases::host_url_long(),
        UrlProblem::NotFull => phrases::host_url_not_full(),
        UrlProblem::Scheme => phrases::host_url_scheme(),
        UrlProblem::Credentials => phrases::host_url_credentials(),
        UrlProblem::Fragment => phrases::host_url_fragment(),
    }
}

/// Returns why a header cannot have a name.
pub(crate) fn bad_header_name(problem: HeaderNameProblem) -> Phrase {
    match problem {
        HeaderNameProblem::NotAName => phrases::host_header_name(),
        HeaderNameProblem::OfProtocol => phrases::host_header_protocol(),
    }
}

/// Returns why a connection ended.
pub(crate) fn closed(reason: &CloseReason) -> Phrase {
    match reason {
        CloseReason::Requested => phrases::host_close_requested(),
        CloseReason::ServerClosed => phrases::host_close_server(),
        CloseReason::ReadFailed(error) => phrases::host_close_read(error.to_string()),
        CloseReason::WriteFailed(error) => phrases::host_close_write(error.to_string()),
        CloseReason::WriteStalled => phrases::host_close_stalled(),
        CloseReason::PingTimedOut => phrases::host_close_ping(),
        CloseReason::Unreachable => phrases::host_close_unreachable(),
        CloseReason::SessionLost => phrases::host_close_session(),
        CloseReason::VersionGone => phrases::host_close_version(),
        CloseReason::NeedsSignIn => phrases::host_close_sign_in(),
        CloseReason::NotEstablished => phrases::host_close_not_established(),
        CloseReason::Failed => phrases::host_close_failed(),
    }
}
