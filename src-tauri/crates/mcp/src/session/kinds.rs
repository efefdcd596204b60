//! One era of the protocol as the rest of the client sees it.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use domain::ToolDefinition;
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::value::RawValue;

use crate::{
    CallError, Capabilities, ConnectError, LogLevel, ServerInfo, Wire, asking::Asking,
    header::Header,
};

/// The key of the level from which on a server may log.
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// One thing that a task asks for, kept until it is asked.
#[derive(Clone, Debug)]
pub(crate) struct InputRequest {
    /// The server's name for it.
    pub(crate) key: String,
    /// What it asks with.
    pub(crate) method: String,
    /// With what parameters.
    pub(crate) params: Option<Box<RawValue>>,
}

impl InputRequest {
    /// The same, as it is asked.
    pub(crate) fn asked(&self) -> InputAsked<'_> {
        InputAsked {
            key: self.key.clone(),
            method: self.method.clone(),
            params: self.params.as_deref(),
        }
    }
}

/// One thing that it asks for.
pub(crate) struct InputAsked<'a> {
    /// The server's name for it.
    pub(crate) key: String,
    /// What it asks with.
    pub(crate) method: String,
    /// With what parameters.
    pub(crate) params: Option<&'a RawValue>,
}

/// All of it.
pub(crate) struct InputNeeded<'a> {
    /// What it asks for; nothing if it only wants to be asked again.
    pub(crate) asked: Vec<InputAsked<'a>>,
    /// What it wants back with the answers, as JSON text: opaque, and never looked into.
    pub(crate) state: Option<&'a RawValue>,
}

/// What every request says of this host, JSON text by its key.
pub(super) type Fixed = Vec<(&'static str, Box<RawValue>)>;

/// A request of the session itself.
pub(crate) struct Opening {
    /// Its method.
    pub(crate) method: &'static str,
    /// Its `params`, JSON text.
    pub(crate) params: Option<Box<RawValue>>,
    /// Its headers, where the transport has some.
    pub(crate) headers: Vec<Header>,
}

/// What a session knows once it is open.
#[derive(Clone)]
pub(crate) struct Opened {
    /// What the server says about itself.
    pub(crate) info: ServerInfo,
    /// A notification that completes the opening, before anything else is sent. With none there is no session.
    pub(crate) then_notify: Option<&'static str>,
}

/// The `_meta` of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meta {
    /// Asks for progress; unique, because it is the request's identifier.
    pub(super) progress_token: Option<u64>,
    /// What every request says, by its key.
    pub(super) fixed: Option<Arc<Fixed>>,
    /// From which level on the server may log meanwhile.
    pub(super) log_level: Option<LogLevel>,
}

impl Serialize for Meta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.fixed.iter().flat_map(|fixed| fixed.iter()) {
            map.serialize_entry(key, value)?;
        }
        if let Some(level) = &self.log_level {
            map.serialize_entry(LOG_LEVEL, level)?;
        }
        if let Some(token) = &self.progress_token {
            map.serialize_entry("progressToken", token)?;
        }
        map.end()
    }
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
    /// Say nothing: this host must not answer.
    Ignore,
}

/// What a request is about, as far as headers repeat it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject<'a> {
    /// Nothing that is repeated.
    None,
    /// A prompt by its name, or a resource by its URI.
    Named(&'a str),
    /// A tool, with the arguments of its call.
    Tool(&'a str, &'a RawValue),
}

/// What a request takes in place of its result.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Takes {
    /// A demand for input: it can be sent again.
    pub(crate) input: bool,
    /// A task.
    pub(crate) task: bool,
}

/// What a result is.
pub(crate) enum Outcome<'a> {
    /// The result.
    Complete(&'a RawValue),
    /// The server needs something first.
    InputRequired(InputNeeded<'a>),
}

/// One era of the protocol, for one connection.
pub(crate) trait Session: Send + Sync + 'static {
    /// How the session opens, at first and when the server forgot it; none if there is nothing to forget.
    fn opening(&self) -> Result<Option<Opening>, ConnectError>;

    /// Reads the answer to the opening.
    fn opened(&self, answer: &RawValue) -> Result<Opened, ConnectError>;

    /// The `_meta` of a request, if it needs one.
    fn meta(&self, progress_token: Option<u64>) -> Option<Meta>;

    /// The headers of a request.
    fn headers(&self, method: &'static str, subject: Subject<'_>) -> Vec<Header>;

    /// What the result of a request is.
    fn outcome<'a>(&self, result: &'a RawValue, takes: Takes) -> Result<Outcome<'a>, CallError>;

    /// Whether the result of a call is a task in its place.
    fn is_task(&self, result: &RawValue) -> bool;

    /// For how long a result may be used again; none if the server does not say in this era.
    fn fresh_for(&self, result: &RawValue) -> Option<Duration>;

    /// What to do with a server's request, before and after the session is open.
    fn disposition(&self, method: &str, open: bool) -> Disposition;

    /// What to do with a request for input inside a result.
    fn asked_inside(&self, method: &str) -> Disposition;

    /// The request that asks whether the server lives.
    fn ping(&self) -> &'static str;

    /// Whether silence is broken by a ping.
    fn pings(&self) -> bool;

    /// Whether a cancelled request is told as such; otherwise the end of its exchange says so.
    fn tells_cancelled(&self, wire: Wire) -> bool;

    /// Whether the server is told that its folders changed.
    fn tells_roots(&self) -> bool;

    /// Takes the level of log messages; gives the request that sets it, unless later requests say it.
    fn log_level(&self, level: LogLevel) -> Option<&'static str>;

    /// The request that begins or ends a subscription to a resource, unless it is listened for.
    fn subscription(&self, begins: bool) -> Option<&'static str>;

    /// The request whose answer is a stream of changes, if there is one and there is something to listen for: the lists, these
    /// resources, these tasks.
    fn listening(
        &self,
        capabilities: &Capabilities,
        uris: &BTreeSet<String>,
        tasks: &BTreeSet<String>,
    ) -> Option<Opening>;

    /// Whether a tool can be called over this wire, and what its headers are.
    ///
    /// # Errors
    /// In words, why not.
    fn admits(&self, tool: &ToolDefinition, wire: Wire) -> Result<(), String>;

    /// Whether an error says that the server does not speak this version any more.
    fn is_gone(&self, error: &CallError) -> bool;

    /// Whether an error says that the definitions of tools are older than the server's.
    fn is_outdated(&self, error: &CallError) -> bool;
}
