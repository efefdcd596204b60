//! What differs between the eras of the protocol: how a session opens, what every request carries, and which requests of
//! a server are answered. Everything else (routing, time limits, bounds) is the connection's and the same in all eras.

mod claims;
mod stateful;

use serde::Serialize;
use serde_json::value::RawValue;

pub(crate) use stateful::Stateful;

use crate::{ConnectError, ServerInfo, asking::Asking};

/// The first exchange of a session.
pub(crate) struct Opening {
    /// The method of the first request.
    pub(crate) method: &'static str,
    /// Its `params`, JSON text.
    pub(crate) params: Box<RawValue>,
}

/// What a session knows once it is open.
pub(crate) struct Opened {
    /// What the server says about itself.
    pub(crate) info: ServerInfo,
    /// A notification that completes the opening, before anything else is sent.
    pub(crate) then_notify: Option<&'static str>,
}

/// The `_meta` of a request.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Meta {
    /// Asks for progress; unique, because it is the request's identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) progress_token: Option<u64>,
}

/// What to do with a server's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disposition {
    /// Answer with an empty object.
    Acknowledge,
    /// Let the host answer.
    Ask(Asking),
    /// Answer that there is no such method: the server may not make such requests.
    SwitchedOff(Asking),
    /// Answer that there is no such method.
    Unsupported,
}

/// One era of the protocol, for one connection.
pub(crate) trait Session: Send + Sync + 'static {
    /// How the session opens.
    fn opening(&self) -> Result<Opening, ConnectError>;

    /// Reads the answer to the opening.
    fn opened(&self, answer: &RawValue) -> Result<Opened, ConnectError>;

    /// The `_meta` of a request, if it needs one.
    fn meta(&self, progress_token: Option<u64>) -> Option<Meta>;

    /// What to do with a server's request, before and after the session is open.
    fn disposition(&self, method: &str, open: bool) -> Disposition;

    /// Whether silence is broken by a ping.
    fn pings(&self) -> bool;
}
