//! Failures of servers, with what to do next.

use host_api::{FailureKind, FailureView};
use launcher::{ExecProblem, LaunchError};
use mcp::{CallError, CloseReason, ConnectError, HeaderProblem, HttpError, McpError};

use crate::server::why_none;

/// Maximum size of standard error shown with a failure, in bytes.
const MAX_STDERR: usize = 4 * 1024;
/// Maximum length of a server's text quoted in a failure, in characters.
const MAX_WORDS: usize = 300;

/// Returns a failure of this kind.
pub(crate) fn failure(kind: FailureKind, message: impl Into<String>, hint: &str) -> FailureView {
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
        LaunchError::HoldsArguments { command, .. } => {
            let (program, rest) = command
                .trim()
                .split_once(char::is_whitespace)
                .unwrap_or((command, ""));
            let hint = format!(
                "Give “{}” as the command, and “{}” as its arguments, each by itself.",
                domain::visible(program),
                domain::visible(rest.trim())
            );
            failure(FailureKind::NotFound, message, &hint)
        }
        LaunchError::Tilde { meant, .. } => {
            let hint = meant.as_ref().map_or_else(
                || "Give the full path.".to_owned(),
                |meant| {
                    format!(
                        "Give the full path: {}",
                        domain::visible(&meant.to_string_lossy())
                    )
                },
            );
            failure(FailureKind::Launch, message, &hint)
        }
        LaunchError::NotExecutable { .. } => failure(
            FailureKind::Launch,
            message,
            "Make the file executable (chmod +x), or give the program that runs it as the command and the file as its argument.",
        ),
        LaunchError::Exec { problem, .. } => {
            failure(FailureKind::Launch, message, of_exec(problem))
        }
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
        | LaunchError::EnvName { .. }
        | LaunchError::EnvReserved { .. }
        | LaunchError::EnvDuplicate { .. }
        | LaunchError::EnvValue { .. }
        | LaunchError::OtherServersSecrets
        | LaunchError::NotLocal
        | LaunchError::TooLarge { .. }
        | LaunchError::Guard(_)
        | LaunchError::Sandbox { .. }
        | LaunchError::GuardSilent => failure(
            FailureKind::Launch,
            message,
            "Check the command and its working directory.",
        ),
    }
}

/// Returns what to do about a file that the system refuses to run.
fn of_exec(problem: &ExecProblem) -> &'static str {
    match problem {
        ExecProblem::Interpreter(name) if name.ends_with('\r') => {
            "Save the script with the line ends of Unix (LF)."
        }
        ExecProblem::Interpreter(_) => {
            "Install that interpreter, or give one that is there as the command and the script as its argument."
        }
        ExecProblem::Architecture(_) => "Install the build of this program for this machine.",
        ExecProblem::Format => {
            "Begin the script with a line such as `#!/bin/sh`, or give its interpreter as the command."
        }
        ExecProblem::Other => "Check the command and its working directory.",
    }
}

/// Returns why a connection failed.
pub(crate) fn of_connect(error: &ConnectError) -> FailureView {
    let message = error.to_string();
    match error {
        ConnectError::TimedOut { .. } => failure(
            FailureKind::TimedOut,
            message,
            "Look at its error output, then start it again.",
        ),
        ConnectError::Closed { .. } => failure(
            FailureKind::Exited,
            message,
            "Look at its error output: it usually says what is missing.",
        ),
        ConnectError::NeedsSignIn(_) => failure(
            FailureKind::SignIn,
            "This server wants a sign-in",
            "Sign in on its page.",
        ),
        ConnectError::Http(error) => failure(FailureKind::Unreachable, message, of_http(error)),
        ConnectError::Header { problem, .. } => {
            let kind = match problem {
                HeaderProblem::NoValue => FailureKind::MissingValue,
                HeaderProblem::Keychain(_) => FailureKind::Keychain,
                HeaderProblem::Name(_) | HeaderProblem::Value | HeaderProblem::Unencrypted => {
                    FailureKind::Launch
                }
            };
            failure(
                kind,
                message,
                "Change the server and give the header again.",
            )
        }
        ConnectError::Url(_) | ConnectError::OtherServer => {
            failure(FailureKind::Launch, message, "Check its URL.")
        }
        ConnectError::OnlyNewer { .. } | ConnectError::NoInitialize { .. } => failure(
            FailureKind::Protocol,
            message,
            "Use an older release of the server that speaks revision 2025-11-25 or older, or an Innkeeper that speaks the newer one.",
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

/// Returns why a connection to a remote server failed.
pub(crate) fn of_remote(error: &ConnectError) -> FailureView {
    let mut failure = of_connect(error);
    let newer = matches!(
        error,
        ConnectError::OnlyNewer { .. } | ConnectError::NoInitialize { .. }
    );
    match failure.kind {
        FailureKind::TimedOut => {
            failure.hint = "Try again in a while; if it stays so, check its URL.".into();
        }
        FailureKind::Exited | FailureKind::Protocol if !newer => {
            failure.hint =
                "Check its URL: what answers there does not speak as an MCP server does.".into();
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
pub(crate) fn with_words(text: String, said: Option<&str>) -> String {
    let said = said.map(|said| said.chars().take(MAX_WORDS).collect::<String>());
    match said {
        Some(said) => format!("{text}. It says: “{said}”"),
        None => text,
    }
}

/// Returns why sign-in is not available for a server that requires it.
pub(crate) fn no_sign_in(record: &store::ServerRecord, said: Option<&str>) -> FailureView {
    let (message, hint) = match why_none(record) {
        Some((why, hint)) if record.headers.is_empty() => (
            format!("It wants a sign-in, which is not possible: {why}"),
            hint,
        ),
        Some((_, hint)) => (
            "It refuses the Authorization header you gave it".to_owned(),
            hint,
        ),
        None => (
            "It wants a sign-in, which is not possible at its URL".to_owned(),
            "Check its URL.",
        ),
    };
    failure(FailureKind::SignIn, with_words(message, said), hint)
}

/// Returns what to do when HTTP itself failed.
pub(crate) fn of_http(error: &HttpError) -> &'static str {
    match error {
        HttpError::Dns => "Check the host in its URL, and that this machine is online.",
        HttpError::Refused | HttpError::Connect(_) => {
            "Check its URL, and that the server is running."
        }
        HttpError::Tls(_) => {
            "Check its URL. A server with a certificate of its own needs that certificate among those this system trusts."
        }
        HttpError::Link(problem) => problem.hint(),
        HttpError::TimedOut | HttpError::CutOff => {
            "Try again in a while; if it stays so, ask who runs the server."
        }
        HttpError::Status { status, .. } => match status {
            403 => {
                "It refuses access. If it takes a key, add it as a header: `servers add NAME --url URL --header-from Authorization:VARIABLE`."
            }
            404 | 405 | 410 => "Check the path of its URL: there is no MCP server there.",
            429 => "It gets too many requests: wait a while, then start it again.",
            500..=599 => "The server itself has a problem: try again later, or ask who runs it.",
            _ => "Check its URL and its headers.",
        },
        HttpError::SignIn(_) => "Sign in on the server's page, then try again.",
        HttpError::Account(error) => error.hint(),
        HttpError::Redirect { .. } => {
            "If you know that address and mean it, change the server's URL to it."
        }
        HttpError::ContentType(_) => {
            "Check the path of its URL: what answers there is no MCP server."
        }
        HttpError::Packed(_)
        | HttpError::BadToken
        | HttpError::SessionLost
        | HttpError::BadSession
        | HttpError::Endpoint(_) => "The server is at fault: ask who runs it.",
    }
}

/// Returns why the first tool listing failed.
pub(crate) fn of_listing(error: &McpError, remote: bool) -> FailureView {
    let (kind, hint) = match error {
        McpError::Request(CallError::TimedOut { .. }) => (
            FailureKind::TimedOut,
            "Start it again. If it stays so, look at its error output.",
        ),
        McpError::Request(CallError::Http { error, .. }) => {
            (FailureKind::Unreachable, of_http(error))
        }
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
    // A remote server has no standard error.
    let hint = match kind {
        FailureKind::TimedOut | FailureKind::Exited if remote => "Start it again.",
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
    failure(
        kind,
        format!("Its tools could not be listed: {error}"),
        hint,
    )
}

/// Returns why a connection ended.
pub(crate) fn of_close(reason: &CloseReason, remote: bool) -> FailureView {
    let message = format!("The connection ended: {reason}");
    if !remote {
        let hint = "Look at its error output, then start it again.";
        return failure(FailureKind::Exited, message, hint);
    }
    if *reason == CloseReason::NeedsSignIn {
        return failure(
            FailureKind::SignIn,
            message,
            "Sign in on its page; or if it takes a key, change the value of its header.",
        );
    }
    failure(
        FailureKind::Unreachable,
        message,
        "Check that this machine is online and the server is running, then start it again.",
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
        failure.message = format!(
            "{}. It failed {count} times in a row, so it is not started again by itself",
            failure.message
        );
    }
    failure
}
