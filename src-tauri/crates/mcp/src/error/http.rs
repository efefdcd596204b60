//! How HTTP itself can fail.

use std::time::Duration;

use netcheck::LinkProblem;
use oauth::{Challenge, OAuthError};

/// Why a request over HTTP failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// The host's name is not known.
    #[error("the name of its host is not known")]
    Dns,
    /// Nothing listens at the address.
    #[error("nothing answers at its address: the connection was refused")]
    Refused,
    /// No secure connection: a certificate, or no TLS at all.
    #[error("no secure connection could be made: {0}")]
    Tls(String),
    /// A proxy that cannot be used, or a port that speaks something else than the URL says.
    #[error("{0}")]
    Link(LinkProblem),
    /// No connection for another reason.
    #[error("no connection could be made: {0}")]
    Connect(String),
    /// Something took longer than its bound.
    #[error("it did not answer in time")]
    TimedOut,
    /// The connection or the stream ended before the answer.
    #[error("the connection broke before the answer was there")]
    CutOff,
    /// An answer with an error status.
    #[error("it answered with status {status}{}", .message.as_deref().map(|m| format!(": {m}")).unwrap_or_default())]
    Status {
        /// The status.
        status: u16,
        /// The server's words, bounded, hidden characters made visible.
        message: Option<String>,
        /// How long it asks to wait.
        retry_after: Option<Duration>,
    },
    /// It wants a sign-in.
    #[error("it wants a sign-in")]
    SignIn(Challenge),
    /// There is an account, and no token could be got for it; or more sign-ins would lead nowhere.
    #[error("{0}")]
    Account(OAuthError),
    /// The account's token has characters that no header can have.
    #[error("its sign-in returned a token that cannot be sent")]
    BadToken,
    /// A redirect to another origin, one that would change the request, or too many. None is followed.
    #[error("it redirects to {to}, which is not followed")]
    Redirect {
        /// Where to, bounded, hidden characters made visible.
        to: String,
    },
    /// The answer is neither JSON nor a stream of events.
    #[error("its answer is {0}, neither JSON nor a stream of events")]
    ContentType(String),
    /// The answer is packed, which was not asked for: a small one could unpack past every bound.
    #[error("its answer is packed ({0}), which was not asked for")]
    Packed(String),
    /// It forgot its session again at once.
    #[error("it does not keep its sessions")]
    SessionLost,
    /// Its session identifier is invalid.
    #[error("its session identifier cannot be used")]
    BadSession,
    /// A server of 2024-11-05 named an address of another origin to send to.
    #[error("it names {0} to send to, which is of another origin")]
    Endpoint(String),
}

impl HttpError {
    /// Whether the same request may succeed later over the same connection.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Dns | Self::Refused | Self::Connect(_) | Self::TimedOut | Self::CutOff => true,
            Self::Status { status, .. } => *status >= 500 || matches!(status, 408 | 425 | 429),
            Self::Tls(_)
            | Self::Link(_)
            | Self::SignIn(_)
            | Self::Account(_)
            | Self::BadToken
            | Self::Redirect { .. }
            | Self::SessionLost
            | Self::Endpoint(_)
            | Self::ContentType(_)
            | Self::Packed(_)
            | Self::BadSession => false,
        }
    }

    /// Whether the server surely did nothing with a request that ended so.
    pub(crate) fn refused_unread(&self) -> bool {
        match self {
            Self::Dns
            | Self::Refused
            | Self::Tls(_)
            | Self::Link(_)
            | Self::Connect(_)
            | Self::SignIn(_)
            | Self::Account(_)
            | Self::BadToken
            | Self::Redirect { .. }
            | Self::SessionLost
            | Self::Endpoint(_) => true,
            Self::Status { status, .. } => {
                matches!(status, 400 | 403..=407 | 410..=422 | 425..=431)
            }
            Self::TimedOut
            | Self::CutOff
            | Self::ContentType(_)
            | Self::Packed(_)
            | Self::BadSession => false,
        }
    }
}
