//! Why a connection was refused or ended.

use std::{io, time::SystemTime};

use crate::{BadDestination, Destination};

/// The longest text of a server that is repeated in a reason, in characters.
const SHOWN_MAX: usize = 100;

/// Why a connection was refused or ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The decision was no.
    #[error("this host is not allowed")]
    Denied,
    /// Nobody decided in time.
    #[error("nobody allowed this host in time")]
    NoAnswer,
    /// As many destinations wait for a decision as may.
    #[error("too many hosts wait for a decision already")]
    TooManyWaiting,
    /// As many connections are open as may be.
    #[error("too many connections are open already")]
    TooManyConnections,
    /// The request cannot be read, or two programs could read it differently.
    #[error("{0}")]
    Malformed(&'static str),
    /// The request names another host than the one the connection is for.
    #[error("the request names another host than the connection: {0}")]
    OtherName(String),
    /// The TLS connection names no host.
    #[error("the TLS connection does not name its host")]
    NoName,
    /// The TLS connection hides the name of its host.
    #[error("the TLS connection hides the name of its host (Encrypted Client Hello)")]
    EncryptedName,
    /// A made-up address without a name, or no longer with one.
    #[error("this address has no host name; look the name up again")]
    UnknownAddress,
    /// The name has no address.
    #[error("the host name could not be resolved")]
    Unresolved,
    /// An address that is not connected to. The kind of it, in words.
    #[error("the host leads to {0}")]
    Address(&'static str),
    /// No address of the host accepts connections.
    #[error("the host cannot be reached: {0}")]
    Unreachable(io::ErrorKind),
    /// The server of the program took too long to send its request.
    #[error("the request was not complete in time")]
    TooSlow,
    /// The permission was revoked.
    #[error("the permission was revoked")]
    Revoked,
}

impl Refusal {
    /// The request names `said`.
    pub(crate) fn other_name(said: &[u8]) -> Self {
        let shown = String::from_utf8_lossy(said);
        let shown = shown.chars().take(SHOWN_MAX);
        Self::OtherName(shown.flat_map(char::escape_default).collect())
    }
}

impl From<BadDestination> for Refusal {
    fn from(bad: BadDestination) -> Self {
        Self::Malformed(match bad {
            BadDestination::Host => "the host is not valid",
            BadDestination::Port => "the port is not valid",
        })
    }
}

/// A connection or request that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What it was for, where that could be read.
    pub destination: Option<Destination>,
    /// Why.
    pub reason: Refusal,
    /// When.
    pub at: SystemTime,
}
