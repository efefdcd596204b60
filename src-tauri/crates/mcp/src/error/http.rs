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
    #[error(
        "it answered with status {status}{}{}",
        .message.as_deref().map(|m| format!(": {m}")).unwrap_or_default(),
        .retry_after.map(|t| format!("; it asks to wait {} seconds", t.as_secs())).unwrap_or_default()
    )]
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
    #[error("it redirects to {}, which is not followed", if .to.is_empty() { "no address" } else { .to.as_str() })]
    Redirect {
        /// Where to, bounded, hidden characters made visible; empty if it does not say.
        to: String,
    },
    /// The answer has no body.
    #[error("its answer is empty")]
    Empty,
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
    /// A server of 2024-11-05 named an address to send to that does not take messages.
    #[error("its stream at {stream} names {to} to send to, which answered with status {status}")]
    EndpointRefused {
        /// Where its stream is.
        stream: String,
        /// The address it named.
        to: String,
        /// The status there.
        status: u16,
    },
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
            | Self::EndpointRefused { .. }
            | Self::Empty
            | Self::ContentType(_)
            | Self::Packed(_)
            | Self::BadSession => false,
        }
    }

    /// Whether an answer in place of the one to a request says that the session is gone, of which the request was. `not_found`:
    /// whether a bare 404 says so (2025-03-26, basic/transports, "Session Management"); servers use other statuses, with words.
    pub(crate) fn is_lost_session(&self, not_found: bool) -> bool {
        let said = |words: Option<&str>| {
            let words = words.unwrap_or_default().to_lowercase();
            words.contains("session") || words.contains("not initialized")
        };
        if let Self::SignIn(challenge) = self {
            // One that says how to sign in means that.
            return challenge.header.is_none() && said(challenge.said.as_deref());
        }
        let Self::Status {
            status, message, ..
        } = self
        else {
            return false;
        };
        (not_found && matches!(status, 404 | 410))
            || ((400..500).contains(status) && said(message.as_deref()))
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
            | Self::Endpoint(_)
            | Self::EndpointRefused { .. } => true,
            Self::Status { status, .. } => {
                matches!(status, 400 | 403..=407 | 410..=422 | 425..=431)
            }
            Self::TimedOut
            | Self::CutOff
            | Self::Empty
            | Self::ContentType(_)
            | Self::Packed(_)
            | Self::BadSession => false,
        }
    }
}
