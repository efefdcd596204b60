//! What can go wrong with an endpoint, as types. Texts of endpoints are shortened, made visible and cleared of the key.

use std::{error::Error, time::Duration};

use netcheck::LinkProblem;

use crate::{Complaint, limits::MAX_MESSAGE_CHARS};

/// Why a request or an answer failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LlmError {
    /// No connection, or it broke before a reply began.
    #[error("no connection to the model endpoint: {reason}")]
    Connect {
        /// For a person.
        reason: String,
    },
    /// The endpoint closed the connection without an answer.
    #[error("the model endpoint closed the connection without an answer")]
    Closed,
    /// A proxy that cannot be used, or a port that speaks something else than the address says.
    #[error("no connection to the model endpoint: {0}")]
    Link(LinkProblem),
    /// TLS cannot be set up on this machine, for example without any root certificate.
    #[error("secure connections cannot be set up: {0}")]
    Tls(String),
    /// The endpoint replied with an error status, or with a redirect, which is never followed.
    #[error("the model endpoint replied {status}: {message}")]
    Status {
        /// The HTTP status.
        status: u16,
        /// How long the endpoint asks to wait.
        retry_after: Option<Duration>,
        /// What it said.
        message: String,
        /// What it means.
        kind: Refusal,
        /// All that it said, to be read and not shown.
        said: Box<Complaint>,
    },
    /// The endpoint reported an error inside its stream, or in a reply with a status of success.
    #[error("the model endpoint reported an error: {message}")]
    Reported {
        /// What it said.
        message: String,
        /// What it means.
        kind: Refusal,
        /// All that it said, to be read and not shown.
        said: Box<Complaint>,
    },
    /// Silence for longer than [`crate::Limits`] allows, or an answer that took too long.
    #[error("the model endpoint did not answer in time")]
    Timeout,
    /// The stream ended without its end mark. No call of it is returned.
    #[error("the answer was cut off before its end")]
    CutStream,
    /// The reply breaks its wire format, or a call in it cannot be told apart or is incomplete.
    #[error("the answer is malformed: {0}")]
    Malformed(String),
    /// Something passed its bound.
    #[error("{what} of the answer: more than {limit}")]
    TooLarge {
        /// What was too large.
        what: &'static str,
        /// The bound, in bytes or pieces.
        limit: u64,
    },
    /// The key was entered for another origin. Nothing was sent.
    #[error("the key belongs to {bound_to}, not to this endpoint; enter the key again")]
    KeyBoundElsewhere {
        /// The origin it was entered for.
        bound_to: String,
    },
    /// A key would leave this machine and its network unencrypted. Nothing was sent.
    #[error("a key is only sent over https, to this machine, or in its network")]
    InsecureKey,
    /// The key has characters that no key has. Nothing was sent.
    #[error("the key contains characters that cannot be sent")]
    BadKey,
    /// A line after the key is no header, or one that the connection sets. Nothing was sent. The name, without its value.
    #[error("\"{0}\" cannot be sent as a header")]
    BadHeader(String),
    /// The base URL is not http or https, or carries a user name or password. Nothing was sent.
    #[error("the address of the endpoint cannot be used: {0}")]
    BadBaseUrl(&'static str),
    /// The request cannot be written, for example a tool's schema is not JSON. Nothing was sent.
    #[error("the request cannot be sent: {0}")]
    BadRequest(String),
}

/// What an endpoint's error means, by its status and its error code. What its text says of features that it lacks is read apart from that ([`crate::lack`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The key is missing, wrong, or may not do this.
    Auth,
    /// No such address or model.
    NotFound,
    /// It knows no such model, or not for this kind of request.
    NoModel,
    /// A filter refused the request.
    Filtered,
    /// The endpoint failed itself.
    Failed,
    /// Too many requests.
    RateLimited,
    /// No credit is left.
    NoCredit,
    /// The endpoint has too much to do.
    Overloaded,
    /// The conversation is longer than the model takes.
    ContextTooLong,
    /// Anything else.
    Other,
}

impl LlmError {
    /// Whether the same request may succeed a little later.
    #[must_use]
    pub fn retryable(&self) -> bool {
        match self {
            Self::Connect { .. } | Self::Closed | Self::Timeout | Self::CutStream => true,
            Self::Status { status, kind, .. } => kind.passes() || matches!(status, 408 | 500..=599),
            Self::Reported { kind, .. } => kind.passes(),
            Self::Link(LinkProblem::Proxy { .. }) => true,
            Self::Link(LinkProblem::PlainPort | LinkProblem::TlsPort)
            | Self::Tls(_)
            | Self::Malformed(_)
            | Self::TooLarge { .. }
            | Self::KeyBoundElsewhere { .. }
            | Self::InsecureKey
            | Self::BadKey
            | Self::BadHeader(_)
            | Self::BadBaseUrl(_)
            | Self::BadRequest(_) => false,
        }
    }

    /// Whether another key may help: the endpoint refused the one it was given, or it could not be sent there.
    #[must_use]
    pub fn wants_another_key(&self) -> bool {
        match self {
            Self::Status { kind, .. } | Self::Reported { kind, .. } => *kind == Refusal::Auth,
            Self::KeyBoundElsewhere { .. } | Self::BadKey | Self::BadHeader(_) => true,
            Self::Connect { .. }
            | Self::Closed
            | Self::Link(_)
            | Self::Tls(_)
            | Self::Timeout
            | Self::CutStream
            | Self::Malformed(_)
            | Self::TooLarge { .. }
            | Self::InsecureKey
            | Self::BadBaseUrl(_)
            | Self::BadRequest(_) => false,
        }
    }

    /// Whether time ran out.
    #[must_use]
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Timeout)
    }

    /// What an endpoint's refusal means, if this is one.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        match self {
            Self::Status { kind, .. } | Self::Reported { kind, .. } => Some(*kind),
            Self::Connect { .. }
            | Self::Closed
            | Self::Link(_)
            | Self::Tls(_)
            | Self::Timeout
            | Self::CutStream
            | Self::Malformed(_)
            | Self::TooLarge { .. }
            | Self::KeyBoundElsewhere { .. }
            | Self::InsecureKey
            | Self::BadKey
            | Self::BadHeader(_)
            | Self::BadBaseUrl(_)
            | Self::BadRequest(_) => None,
        }
    }

    /// The same error, with every text that an endpoint sent passed through `clean`.
    pub(crate) fn map_text(self, clean: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Connect { reason } => Self::Connect {
                reason: clean(&reason),
            },
            Self::Status {
                status,
                retry_after,
                message,
                kind,
                said,
            } => Self::Status {
                status,
                retry_after,
                message: clean(&message),
                kind,
                said,
            },
            Self::Reported {
                message,
                kind,
                said,
            } => Self::Reported {
                message: clean(&message),
                kind,
                said,
            },
            Self::Malformed(text) => Self::Malformed(clean(&text)),
            other @ (Self::Link(_)
            | Self::Closed
            | Self::Tls(_)
            | Self::Timeout
            | Self::CutStream
            | Self::TooLarge { .. }
            | Self::KeyBoundElsewhere { .. }
            | Self::InsecureKey
            | Self::BadKey
            | Self::BadHeader(_)
            | Self::BadBaseUrl(_)
            | Self::BadRequest(_)) => other,
        }
    }

    pub(crate) fn malformed(text: &str) -> Self {
        Self::Malformed(shown(text))
    }

    pub(crate) fn bad_json(error: &serde_json::Error) -> Self {
        Self::malformed(&error.to_string())
    }

    pub(crate) fn too_large(what: &'static str, limit: usize) -> Self {
        Self::TooLarge {
            what,
            limit: u64::try_from(limit).unwrap_or(u64::MAX),
        }
    }

    pub(crate) fn connect(error: &reqwest::Error) -> Self {
        Self::Connect {
            reason: reason(error),
        }
    }
}

impl Refusal {
    fn passes(self) -> bool {
        matches!(self, Self::RateLimited | Self::Overloaded | Self::Failed)
    }
}

/// Foreign text, fit for an error: one line, nothing hidden, shortened.
pub(crate) fn shown(text: &str) -> String {
    let start: String = text.chars().take(MAX_MESSAGE_CHARS).collect();
    domain::visible(start.trim())
}

/// The causes of an error, without its own text, which names the URL.
pub(crate) fn reason(error: &reqwest::Error) -> String {
    let mut parts = Vec::new();
    let mut next = error.source();
    while let Some(cause) = next {
        parts.push(cause.to_string());
        next = cause.source();
    }
    if parts.is_empty() {
        parts.push("the request failed".to_owned());
    }
    shown(&parts.join(": "))
}
