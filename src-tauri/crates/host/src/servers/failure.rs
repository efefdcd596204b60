//! Failures of servers, in words that say what to do next.

use launcher::LaunchError;
use mcp::{CallError, CloseReason, ConnectError, McpError};

use crate::api::{FailureKind, FailureView};

/// Most of a server's error output that is shown with a failure, in bytes.
const MAX_STDERR: usize = 4 * 1024;

/// A failure of the kind, in words.
pub(crate) fn failure(kind: FailureKind, message: impl Into<String>, hint: &str) -> FailureView {
    FailureView {
        kind,
        message: message.into(),
        searched: Vec::new(),
        hint: hint.into(),
        stderr: String::new(),
    }
}

/// The end of error output, safe to show.
pub(crate) fn tail(stderr: &str) -> String {
    let mut start = stderr.len().saturating_sub(MAX_STDERR);
    while !stderr.is_char_boundary(start) {
        start += 1;
    }
    domain::visible_block(&stderr[start..])
}

/// Why a launch failed.
pub(crate) fn of_launch(error: &LaunchError) -> FailureView {
    let message = error.to_string();
    match error {
        LaunchError::NotFound { searched, .. } => FailureView {
            searched: searched.iter().map(|p| p.display().to_string()).collect(),
            ..failure(
                FailureKind::NotFound,
                message,
                "Install the program, or give the full path of its file as the command.",
            )
        },
        LaunchError::EnvMissing { .. } => failure(
            FailureKind::MissingValue,
            message,
            "Start it again and enter the value in the consent window, or set the variable before Innkeeper starts.",
        ),
        LaunchError::Cwd { .. } | LaunchError::NoHome => failure(
            FailureKind::Launch,
            message,
            "Create the folder, or choose another working directory.",
        ),
        LaunchError::Changed { .. } => failure(
            FailureKind::Launch,
            message,
            "Start it again to review what it would start now.",
        ),
        LaunchError::Secrets { .. } => failure(
            FailureKind::Keychain,
            message,
            "Unlock the keychain, then start the server again.",
        ),
        LaunchError::EmptyCommand
        | LaunchError::NulByte { .. }
        | LaunchError::NotExecutable { .. }
        | LaunchError::EnvName { .. }
        | LaunchError::EnvReserved { .. }
        | LaunchError::EnvDuplicate { .. }
        | LaunchError::EnvValue { .. }
        | LaunchError::OtherServersSecrets
        | LaunchError::NotLocal
        | LaunchError::TooLarge { .. }
        | LaunchError::Guard(_)
        | LaunchError::GuardSilent
        | LaunchError::Exec { .. } => failure(
            FailureKind::Launch,
            message,
            "Check the command and its working directory.",
        ),
    }
}

/// Why a connection was not made.
pub(crate) fn of_connect(error: &ConnectError) -> FailureView {
    let message = error.to_string();
    match error {
        ConnectError::TimedOut { .. } => failure(
            FailureKind::TimedOut,
            message,
            "The first start of a downloaded package can be slow: start it again. Else look at its error output.",
        ),
        ConnectError::Closed { .. } => failure(
            FailureKind::Exited,
            message,
            "Look at its error output: it usually says what is missing.",
        ),
        ConnectError::UnknownVersion { .. }
        | ConnectError::Refused { .. }
        | ConnectError::BadAnswer(_)
        | ConnectError::Streams(_)
        | ConnectError::NoThread(_) => failure(
            FailureKind::Protocol,
            message,
            "Check that the command starts an MCP server that speaks over standard input and output.",
        ),
    }
}

/// Why a first listing of tools failed.
pub(crate) fn of_listing(error: &McpError) -> FailureView {
    let (kind, hint) = match error {
        McpError::Request(CallError::TimedOut { .. }) => (
            FailureKind::TimedOut,
            "Start it again. If it stays so, look at its error output.",
        ),
        McpError::Request(CallError::ConnectionLost { .. } | CallError::NotSent(_)) => (
            FailureKind::Exited,
            "Look at its error output: it usually says what is missing.",
        ),
        McpError::Request(
            CallError::Rpc { .. }
            | CallError::Cancelled { .. }
            | CallError::BadResult(_)
            | CallError::Bound(_),
        )
        | McpError::RepeatedCursor
        | McpError::Bound(_) => (
            FailureKind::Protocol,
            "Start it again; if it stays so, the server is at fault.",
        ),
    };
    failure(
        kind,
        format!("Its tools could not be listed: {error}"),
        hint,
    )
}

/// Why a connection ended.
pub(crate) fn of_close(reason: &CloseReason) -> FailureView {
    failure(
        FailureKind::Exited,
        format!("The connection ended: {reason}"),
        "Look at its error output, then start it again.",
    )
}
