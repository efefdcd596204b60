//! How a connection, a request or a call can fail. No code branches on message text.

mod address;
mod http;

pub use address::{HeaderNameProblem, UrlProblem};
pub use http::HttpError;

use std::{io, time::Duration};

use domain::Untrusted;
use oauth::Challenge;

use crate::{
    bounds::{BoundHit, CLAIM_CHARS},
    text::shown,
    versions::{Era, STATEFUL_VERSIONS, STATELESS},
};

/// Why a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CloseReason {
    /// The host closed it, or dropped the last [`crate::Client`].
    #[error("closed by this host")]
    Requested,
    /// The server closed its output: it ended or crashed.
    #[error("the server closed the connection")]
    ServerClosed,
    /// Reading from the server failed.
    #[error("reading from the server failed: {0}")]
    ReadFailed(io::ErrorKind),
    /// Writing to the server failed: it closed its input.
    #[error("writing to the server failed: {0}")]
    WriteFailed(io::ErrorKind),
    /// The server did not read its input within [`crate::Bounds::write_stall`].
    #[error("the server does not read its input")]
    WriteStalled,
    /// Neither pings nor a call were answered, each within its time.
    #[error("the server did not answer a ping")]
    PingTimedOut,
    /// A server at a URL cannot be reached any more.
    #[error("the server cannot be reached any more")]
    Unreachable,
    /// A server at a URL forgot the session and did not open the same one again.
    #[error("the server lost its session and did not open the same one again")]
    SessionLost,
    /// A server that is spoken to without a session does not speak that version any more.
    #[error("the server does not speak the same protocol version any more")]
    VersionGone,
    /// A server at a URL wants a sign-in now.
    #[error("the server wants a sign-in now")]
    NeedsSignIn,
    /// The connection was never established; [`ConnectError`] says why.
    #[error("the connection was not established")]
    NotEstablished,
    /// A defect of this host.
    #[error("the connection failed inside this host")]
    Failed,
}

/// Why a connection was not established (2025-03-26, basic/lifecycle, "Initialization").
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// No answer to `initialize` within [`crate::Bounds::connect`].
    #[error("the server did not answer within {} seconds", .after.as_secs_f32())]
    TimedOut {
        /// The limit.
        after: Duration,
    },
    /// The server speaks a protocol version this host does not know.
    #[error(
        "the server speaks protocol version \"{answered}\"; this host offered \"{offered}\" and does not know that one"
    )]
    UnknownVersion {
        /// What this host offered.
        offered: String,
        /// What the server answered, hidden characters made visible.
        answered: String,
    },
    /// The server speaks newer protocol versions only than this host does.
    #[error(
        "the server speaks protocol version {} only; this host speaks {} to {STATELESS}",
        .supported.join(", "), STATEFUL_VERSIONS[0]
    )]
    OnlyNewer {
        /// The versions it names, hidden characters made visible.
        supported: Vec<String>,
    },
    /// The server knows neither `server/discover` nor `initialize`, with one of which every version begins that this host speaks.
    #[error(
        "the server knows neither `server/discover` nor `initialize`; this host speaks {} to {STATELESS}",
        STATEFUL_VERSIONS[0]
    )]
    NoInitialize {
        /// The server's words, bounded, hidden characters made visible.
        message: String,
    },
    /// The server does not speak in the way that the user chose.
    #[error("the server does not speak {}", match .chosen { Era::Stateful => "with sessions", Era::Stateless => "without sessions" })]
    OtherEra {
        /// The chosen way.
        chosen: Era,
    },
    /// The server answered `initialize` with an error.
    #[error("the server refused the connection: {message} (code {code})")]
    Refused {
        /// The JSON-RPC error code.
        code: i64,
        /// The server's words, bounded, hidden characters made visible.
        message: String,
    },
    /// The server's answer to `initialize` cannot be read.
    #[error("the server's first answer cannot be read: {0}")]
    BadAnswer(String),
    /// The connection ended before the answer.
    #[error("the connection ended before the server answered: {0}")]
    Closed(CloseReason),
    /// The server's streams could not be used.
    #[error("the server's streams cannot be used: {0}")]
    Streams(io::ErrorKind),
    /// A server at a URL wants a sign-in first (2025-03-26, basic/authorization).
    #[error("the server wants a sign-in")]
    NeedsSignIn(Challenge),
    /// A server at a URL could not be spoken to.
    #[error("the server could not be reached: {0}")]
    Http(HttpError),
    /// The URL cannot be a server's. Nothing was sent.
    #[error("the URL cannot be used: {0}")]
    Url(UrlProblem),
    /// A header cannot be sent along. Nothing was sent.
    #[error("the header {name} cannot be sent: {problem}")]
    Header {
        /// Its name.
        name: String,
        /// Why.
        problem: HeaderProblem,
    },
    /// What was approved is for another server, or is no server at a URL. Nothing was sent.
    #[error("the approval is for another server")]
    OtherServer,
    /// The operating system could not start a thread for the connection.
    #[error("no thread for the connection: {0}")]
    NoThread(io::ErrorKind),
}

/// Why a header cannot be sent along.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderProblem {
    /// Its name cannot be used.
    #[error("{0}")]
    Name(HeaderNameProblem),
    /// There is no value for it.
    #[error("it has no value")]
    NoValue,
    /// Its value holds what no header may hold.
    #[error("its value has characters that cannot be sent")]
    Value,
    /// It would leave this machine unencrypted.
    #[error("its value would be sent unencrypted; use https")]
    Unencrypted,
    /// The keychain did not give its value.
    #[error("the keychain did not give its value: {0}")]
    Keychain(String),
}

/// Why a request never left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSent {
    /// The connection is closed.
    #[error("the connection is closed")]
    Closed,
    /// Too many messages wait to be written, or too many requests wait for an answer.
    #[error("too much is waiting for this server already")]
    QueueFull,
    /// The call is for another server than this one.
    #[error("the call is for another server")]
    OtherServer,
    /// The server did not declare the capability.
    #[error("the server does not offer {0}")]
    NotDeclared(&'static str),
    /// The request could not be written as JSON.
    #[error("the request could not be encoded")]
    Encoding,
}

/// Why a request that needs input first was given up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputProblem {
    /// It asked more often than [`crate::bounds::INPUT_ROUNDS`] times.
    #[error("the server asks for input again and again")]
    Rounds,
    /// One round asks for more than [`crate::bounds::INPUT_REQUESTS`] things, or than may wait for a person.
    #[error("the server asks for too much at once")]
    TooMany,
    /// Its state is larger than [`crate::bounds::REQUEST_STATE_BYTES`].
    #[error("the state that the server wants kept is larger than this host keeps")]
    State,
    /// It asks for what was not declared to it.
    #[error("the server asks for something this host does not offer it")]
    NotOffered,
    /// What it asks for was not given, in this host's words.
    #[error("the server was not given what it asked for: {0}")]
    NotGiven(String),
    /// What it asks for cannot be read, in words that hold nothing of the server's.
    #[error("what the server asks for cannot be read: {0}")]
    Unreadable(String),
}

/// How a call that became a task ended without a result, or how its server broke the rules of tasks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskProblem {
    /// The server did not say that it answers with tasks.
    #[error("the server answered with a task, which it had not announced")]
    NotDeclared,
    /// The request cannot become a task.
    #[error("the server answered with a task to a request that cannot become one")]
    NotForThis,
    /// The server returned one task to two calls.
    #[error("the server returned the same task to two calls")]
    Taken,
    /// More than [`crate::bounds::TASKS`] tasks of the server are under way.
    #[error("the server has more tasks under way than this host follows")]
    TooMany,
    /// Asked for one task, the server answered about another.
    #[error("the server answered about another task")]
    Other,
    /// A task that had ended goes on.
    #[error("the server says of a task that had ended that it goes on")]
    Backwards,
    /// There is a result before the task is completed.
    #[error("the server returned the result of a task that is not completed")]
    Early,
    /// It did not end within the time that the server keeps it, or within [`crate::bounds::TASK_MAX`].
    #[error("the task did not end in time")]
    Expired,
    /// The server cancelled it.
    #[error("the server cancelled the task")]
    Cancelled,
    /// It failed.
    #[error("the task failed: {0}")]
    Failed(Box<CallError>),
    /// The server does not know it, in its words.
    #[error("the server does not know the task: {0}")]
    Unknown(String),
}

/// How one request ended without a usable answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// It never left this host.
    #[error("not sent: {0}")]
    NotSent(#[from] NotSent),
    /// The server answered with an error.
    #[error("the server answered with an error: {message} (code {code})")]
    Rpc {
        /// The JSON-RPC error code.
        code: i64,
        /// The server's words, bounded, hidden characters made visible.
        message: String,
        /// The error's `data` as JSON text, if it is not too large.
        data: Option<Untrusted<String>>,
    },
    /// No answer in time; the server was told that it is cancelled.
    #[error("no answer in time")]
    TimedOut {
        /// Whether any of it was written to the server.
        sent: bool,
    },
    /// Cancelled by this host.
    #[error("cancelled")]
    Cancelled {
        /// Whether any of it was written to the server.
        sent: bool,
    },
    /// The connection ended first.
    #[error("the connection was lost")]
    ConnectionLost {
        /// Whether any of it was written to the server.
        sent: bool,
    },
    /// The server answered with something that is no answer to this request.
    #[error("the answer cannot be read: {0}")]
    BadResult(String),
    /// The answer hit a bound.
    #[error("the answer was refused: {0}")]
    Bound(#[from] BoundHit),
    /// The server needs something first that it was not given (2026-07-28, basic/patterns/mrtr).
    #[error("{0}")]
    Input(InputProblem),
    /// Of a call that became a task.
    #[error("{0}")]
    Task(#[from] TaskProblem),
    /// HTTP itself failed.
    #[error("{error}")]
    Http {
        /// How.
        error: HttpError,
        /// Whether the server may have acted on it.
        sent: bool,
    },
}

impl CallError {
    /// Whether the request may have had an effect on the server.
    ///
    /// `false` only if nothing of it was written, or if the server said that it did not take the request
    /// (the JSON-RPC codes for unreadable, invalid and unknown requests).
    #[must_use]
    pub fn may_have_run(&self) -> bool {
        match self {
            Self::NotSent(_) => false,
            Self::Rpc { code, .. } => !matches!(code, -32700 | -32600 | -32601 | -32602),
            Self::TimedOut { sent }
            | Self::Cancelled { sent }
            | Self::ConnectionLost { sent }
            | Self::Http { sent, .. } => *sent,
            Self::BadResult(_) | Self::Bound(_) | Self::Input(_) | Self::Task(_) => true,
        }
    }
}

impl CallError {
    /// Whether the server says that it has no such method: by its code, or by another one and words for it.
    #[must_use]
    pub fn is_absence(&self) -> bool {
        const METHOD_NOT_FOUND: i64 = -32601;
        const WORDS: [&str; 6] = [
            "method not found",
            "unknown method",
            "unsupported method",
            "no such method",
            "not implemented",
            "not supported",
        ];
        let Self::Rpc { code, message, .. } = self else {
            return false;
        };
        let said = message.to_lowercase();
        *code == METHOD_NOT_FOUND || WORDS.iter().any(|words| said.contains(words))
    }

    /// Whether the same request, which changes nothing, may succeed a moment later.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Rpc { .. } => !self.is_absence(),
            Self::Http { error, .. } => error.may_pass(),
            Self::NotSent(_)
            | Self::TimedOut { .. }
            | Self::Cancelled { .. }
            | Self::ConnectionLost { .. }
            | Self::BadResult(_)
            | Self::Bound(_)
            | Self::Input(_)
            | Self::Task(_) => false,
        }
    }

    /// The same of a request of which the server took an earlier round: it cannot be made again as if nothing had been sent.
    pub(crate) fn after_a_round(self) -> Self {
        match self {
            Self::Http { error, .. } => Self::Http { error, sent: true },
            other @ (Self::NotSent(_)
            | Self::Rpc { .. }
            | Self::TimedOut { .. }
            | Self::Cancelled { .. }
            | Self::ConnectionLost { .. }
            | Self::BadResult(_)
            | Self::Bound(_)
            | Self::Input(_)
            | Self::Task(_)) => other,
        }
    }
}

/// Most versions of a server that are named.
const VERSIONS_NAMED: usize = 8;

/// The versions that an error names as spoken (2026-07-28, `UnsupportedProtocolVersionError`).
pub(crate) fn supported(data: Option<&Untrusted<String>>) -> Option<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct Unsupported {
        supported: Vec<String>,
    }
    let read: Unsupported = serde_json::from_str(data?.as_data()).ok()?;
    Some(read.supported)
}

/// The error of a server that speaks these versions, of which this host speaks none.
pub(crate) fn only_newer(supported: &[String]) -> ConnectError {
    let named = supported.iter().take(VERSIONS_NAMED);
    ConnectError::OnlyNewer {
        supported: named.map(|v| shown(v, CLAIM_CHARS)).collect(),
    }
}

/// What it means that a server answers `initialize` with an error (2026-07-28, `UnsupportedProtocolVersionError`).
fn refused(code: i64, message: String, data: Option<Untrusted<String>>) -> ConnectError {
    if let Some(supported) = supported(data.as_ref())
        && !supported.is_empty()
        && !supported
            .iter()
            .any(|v| STATEFUL_VERSIONS.contains(&v.as_str()) || v == STATELESS)
    {
        return only_newer(&supported);
    }
    const METHOD_NOT_FOUND: i64 = -32601;
    if code == METHOD_NOT_FOUND {
        return ConnectError::NoInitialize { message };
    }
    ConnectError::Refused { code, message }
}

impl From<CallError> for ConnectError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Rpc {
                code,
                message,
                data,
            } => refused(code, message, data),
            CallError::BadResult(reason) => Self::BadAnswer(reason),
            CallError::Bound(hit) => Self::BadAnswer(hit.to_string()),
            CallError::Http {
                error: HttpError::SignIn(challenge),
                ..
            } => Self::NeedsSignIn(challenge),
            CallError::Http { error, .. } => Self::Http(error),
            CallError::NotSent(_)
            | CallError::Input(_)
            | CallError::Task(_)
            | CallError::TimedOut { .. }
            | CallError::Cancelled { .. }
            | CallError::ConnectionLost { .. } => Self::Closed(CloseReason::Failed),
        }
    }
}

impl From<HttpError> for CallError {
    /// Of an answer that had begun.
    fn from(error: HttpError) -> Self {
        Self::Http { error, sent: true }
    }
}
