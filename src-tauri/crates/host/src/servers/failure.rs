//! Failures of servers, with what to do next.

use host_api::{FailureKind, FailureView};
use launcher::LaunchError;
use mcp::{CallError, CloseReason, ConnectError, HeaderProblem, STATELESS};
use messages::{Phrase, Text, phrases};

use crate::{
    problems::{closed, http_hint, launch_hint, not_answered, not_connected, not_launched},
    server::why_none,
};

/// Maximum size of standard error shown with a failure, in bytes.
const MAX_STDERR: usize = 4 * 1024;
/// Maximum length of a server's text quoted in a failure, in characters.
const MAX_WORDS: usize = 300;

/// Returns a failure of this kind.
pub(crate) fn failure(
    kind: FailureKind,
    message: impl Into<Text>,
    hint: impl Into<Text>,
) -> FailureView {
    FailureView {
        kind,
        message: message.into(),
        searched: Vec::new(),
        hint: hint.into(),
        stderr: String::new(),
        said: Vec::new(),
        printed: Vec::new(),
        not_given: Vec::new(),
    }
}

/// Returns why something failed, as a sentence.
pub(crate) fn sentence(failure: &FailureView) -> Text {
    phrases::host_sentence(&failure.message).into()
}

/// Returns why a program has no private folder.
pub(crate) fn no_private_folder(error: &std::io::Error) -> FailureView {
    let message = phrases::host_confinement_no_private_folder(error.to_string());
    let hint = phrases::host_confinement_no_private_folder_hint();
    failure(FailureKind::Launch, message, hint)
}

/// Returns why the network of a program cannot be served.
pub(crate) fn no_network(error: &std::io::Error) -> FailureView {
    let message = phrases::host_hosts_not_served(error.to_string());
    failure(
        FailureKind::Launch,
        message,
        phrases::host_hosts_not_served_hint(),
    )
}

/// Returns the end of standard error, safe to display.
pub(crate) fn tail(stderr: &str) -> String {
    let mut start = stderr.len().saturating_sub(MAX_STDERR);
    while !stderr.is_char_boundary(start) {
        start += 1;
    }
    domain::visible_block(&stderr[start..])
}

/// Returns why a launch failed.
pub(crate) fn of_launch(error: &LaunchError) -> FailureView {
    let kind = match error {
        LaunchError::NotFound { .. } | LaunchError::HoldsArguments { .. } => FailureKind::NotFound,
        LaunchError::EnvMissing { .. } => FailureKind::MissingValue,
        LaunchError::Secrets { .. } => FailureKind::Keychain,
        LaunchError::Tilde { .. }
        | LaunchError::NotExecutable { .. }
        | LaunchError::Exec { .. }
        | LaunchError::Cwd { .. }
        | LaunchError::NoPackages
        | LaunchError::NoHome
        | LaunchError::Changed { .. }
        | LaunchError::ChangedContent { .. }
        | LaunchError::EmptyCommand
        | LaunchError::NulByte { .. }
        | LaunchError::EnvName { .. }
        | LaunchError::EnvReserved { .. }
        | LaunchError::EnvDuplicate { .. }
        | LaunchError::EnvValue { .. }
        | LaunchError::OtherServersSecrets
        | LaunchError::NotLocal
        | LaunchError::TooLarge { .. }
        | LaunchError::Guard(_)
        | LaunchError::Sandbox { .. }
        | LaunchError::GuardSilent => FailureKind::Launch,
    };
    let mut failure = failure(kind, not_launched(error), launch_hint(error));
    if let LaunchError::NotFound { searched, .. } = error {
        failure.searched = searched.iter().map(|p| p.display().to_string()).collect();
    }
    failure
}

/// Returns why a connection failed.
pub(crate) fn of_connect(error: &ConnectError) -> FailureView {
    let (kind, hint) = match error {
        ConnectError::TimedOut { .. } => (
            FailureKind::TimedOut,
            phrases::host_hint_read_output_start(),
        ),
        ConnectError::Closed { .. } => (FailureKind::Exited, phrases::host_hint_read_output()),
        ConnectError::NeedsSignIn(_) => (FailureKind::SignIn, phrases::host_hint_sign_in_page()),
        ConnectError::Http(error) => (FailureKind::Unreachable, http_hint(error)),
        ConnectError::Header { problem, .. } => {
            let kind = match problem {
                HeaderProblem::NoValue => FailureKind::MissingValue,
                HeaderProblem::Keychain(_) => FailureKind::Keychain,
                HeaderProblem::Name(_) | HeaderProblem::Value | HeaderProblem::Unencrypted => {
                    FailureKind::Launch
                }
            };
            (kind, phrases::host_hint_header_again())
        }
        ConnectError::Url(_) | ConnectError::OtherServer => {
            (FailureKind::Launch, phrases::host_hint_check_url())
        }
        ConnectError::OtherEra { .. } => (FailureKind::Protocol, phrases::host_hint_other_era()),
        ConnectError::OnlyNewer { .. } | ConnectError::NoInitialize { .. } => {
            let hint = phrases::host_hint_older_release(STATELESS);
            (FailureKind::Protocol, hint)
        }
        ConnectError::UnknownVersion { .. }
        | ConnectError::Refused { .. }
        | ConnectError::BadAnswer(_)
        | ConnectError::Streams(_)
        | ConnectError::NoThread(_) => (FailureKind::Protocol, phrases::host_hint_stdio()),
    };
    failure(kind, not_connected(error), hint)
}

/// Returns why a connection to a remote server failed.
pub(crate) fn of_remote(error: &ConnectError) -> FailureView {
    let mut failure = of_connect(error);
    let newer = matches!(
        error,
        ConnectError::OnlyNewer { .. } | ConnectError::NoInitialize { .. }
    );
    match failure.kind {
        FailureKind::TimedOut => {
            failure.hint = phrases::host_hint_later_url().into();
        }
        FailureKind::Exited | FailureKind::Protocol if !newer => {
            failure.hint = phrases::host_hint_no_mcp().into();
        }
        FailureKind::Exited
        | FailureKind::Protocol
        | FailureKind::NotFound
        | FailureKind::Launch
        | FailureKind::MissingValue
        | FailureKind::Keychain
        | FailureKind::Unreachable
        | FailureKind::SignIn => {}
    }
    failure
}

/// Appends the server's message to a text, marked as its claim.
pub(crate) fn with_words(text: Phrase, said: Option<&str>) -> Phrase {
    match said {
        Some(said) => {
            let said = said.chars().take(MAX_WORDS).collect::<String>();
            phrases::host_with_claim(said, text)
        }
        None => text,
    }
}

/// Returns why sign-in is not available for a server that requires it.
pub(crate) fn no_sign_in(record: &store::ServerRecord, said: Option<&str>) -> FailureView {
    let (message, hint) = match why_none(record) {
        Some(none) if record.headers.is_empty() => {
            (phrases::host_no_sign_in_why(none.why()), none.hint())
        }
        Some(none) => (phrases::host_header_refused(), none.hint()),
        None => (
            phrases::host_no_sign_in_url(),
            phrases::host_hint_check_url(),
        ),
    };
    failure(FailureKind::SignIn, with_words(message, said), hint)
}

/// Whether this program ended a connection, and the server did not.
pub(crate) fn is_ours(reason: &CloseReason) -> bool {
    match reason {
        CloseReason::WriteStalled
        | CloseReason::PingTimedOut
        | CloseReason::SessionLost
        | CloseReason::VersionGone => true,
        CloseReason::Requested
        | CloseReason::ServerClosed
        | CloseReason::ReadFailed(_)
        | CloseReason::WriteFailed(_)
        | CloseReason::Unreachable
        | CloseReason::NeedsSignIn
        | CloseReason::NotEstablished
        | CloseReason::Failed => false,
    }
}

/// Returns why the first tool listing failed.
pub(crate) fn of_listing(error: &CallError, remote: bool) -> FailureView {
    let (kind, hint) = match error {
        CallError::TimedOut { .. } => (
            FailureKind::TimedOut,
            phrases::host_hint_start_read_output(),
        ),
        CallError::Http { error, .. } => (FailureKind::Unreachable, http_hint(error)),
        CallError::ConnectionLost { .. } | CallError::NotSent(_) => {
            (FailureKind::Exited, phrases::host_hint_read_output())
        }
        CallError::Rpc { .. }
        | CallError::Cancelled { .. }
        | CallError::BadResult(_)
        | CallError::Input(_)
        | CallError::Task(_)
        | CallError::Bound(_) => (FailureKind::Protocol, phrases::host_hint_start_faulty()),
    };
    // A remote server has no standard error.
    let hint = match kind {
        FailureKind::TimedOut | FailureKind::Exited if remote => phrases::host_hint_start_again(),
        FailureKind::NotFound
        | FailureKind::Launch
        | FailureKind::MissingValue
        | FailureKind::Exited
        | FailureKind::TimedOut
        | FailureKind::Protocol
        | FailureKind::Keychain
        | FailureKind::Unreachable
        | FailureKind::SignIn => hint,
    };
    let message = phrases::host_listing_failed(not_answered(error));
    failure(kind, message, hint)
}

/// Returns why a connection ended.
pub(crate) fn of_close(reason: &CloseReason, remote: bool) -> FailureView {
    let message = phrases::host_closed(closed(reason));
    if !remote {
        let hint = phrases::host_hint_read_output_start();
        return failure(FailureKind::Exited, message, hint);
    }
    if *reason == CloseReason::NeedsSignIn {
        return failure(
            FailureKind::SignIn,
            message,
            phrases::host_hint_sign_in_or_key(),
        );
    }
    failure(
        FailureKind::Unreachable,
        message,
        phrases::host_hint_online(),
    )
}

/// Whether a connection failure may be temporary.
pub(crate) fn may_pass(kind: FailureKind) -> bool {
    match kind {
        FailureKind::Unreachable | FailureKind::TimedOut | FailureKind::Exited => true,
        FailureKind::NotFound
        | FailureKind::Launch
        | FailureKind::MissingValue
        | FailureKind::Protocol
        | FailureKind::Keychain
        | FailureKind::SignIn => false,
    }
}

/// Returns the failure, with a note on the previous ones once there were `limit` of them.
pub(crate) fn loop_note(mut failure: FailureView, count: usize, limit: usize) -> FailureView {
    if count >= limit {
        failure.message = phrases::host_failed_repeatedly(count, &failure.message).into();
    }
    failure
}
