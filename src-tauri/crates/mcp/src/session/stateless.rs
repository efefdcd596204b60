//! The stateless era, since 2026-07-28: no session; each request says which revision it speaks, who sends it and what that one
//! offers (2026-07-28, basic, "_meta"). What a server needs of this host it asks for in its results.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::ToolDefinition;
use lenient::Fields;
use serde::Serialize;
use serde_json::{
    json,
    value::{RawValue, to_raw_value},
};

use super::{
    claims::{Implementation, capabilities},
    headers::{Param, encoded, params},
    inputs,
    kinds::{Disposition, Fixed, Meta, Opened, Opening, Outcome, Session, Subject, Takes},
    stateful::if_on,
};
use crate::{
    CallError, Capabilities, ConnectError, LogLevel, MayAsk, STATEFUL_VERSIONS, STATELESS,
    TaskProblem, Wire,
    asking::Asking,
    bounds::{CLAIM_CHARS, FRESH_MAX, LISTING_ITEMS},
    error::only_newer,
    header::Header,
    text::shown,
    versions::TASKS_EXTENSION,
};

/// The key under which a server says who it is.
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// The request that asks what a server speaks and offers.
const DISCOVER: &str = "server/discover";
/// The type of a result that is a task.
const TASK: &str = "task";
/// The headers do not fit the message.
const HEADER_MISMATCH: i64 = -32020;
/// The server does not speak the version of a request.
pub(super) const UNSUPPORTED_VERSION: i64 = -32022;

/// What a server says that it speaks.
pub(super) enum Discovered {
    /// The version of this session.
    This(Box<Opened>),
    /// Older versions that this host speaks, and not this one.
    Older,
}

/// A session without a session.
pub(crate) struct Stateless {
    may_ask: MayAsk,
    /// What each request says of this host.
    fixed: Arc<Fixed>,
    learned: Mutex<Learned>,
}

/// What was learned since the connection began.
struct Learned {
    log_level: Option<LogLevel>,
    /// The parameters that go into headers, by tool; only of tools that have some.
    params: HashMap<String, Arc<Vec<Param>>>,
}

impl Default for Learned {
    /// Servers log nothing unless they are asked to: with a session, most log what is worth knowing without being asked.
    fn default() -> Self {
        Self {
            log_level: Some(LogLevel::Info),
            params: HashMap::new(),
        }
    }
}

impl Stateless {
    /// `client_version`: this host's own version, told to the server. `may_ask`: what the server may ask for.
    ///
    /// # Errors
    /// What is said of this host cannot be written as JSON.
    pub(crate) fn new(client_version: &str, may_ask: MayAsk) -> Result<Self, ConnectError> {
        // Name and version, no more: a server learns nothing about the user.
        let client = json!({ "name": "innkeeper", "version": client_version });
        let mut offered = json!({ "roots": {} });
        if may_ask.sampling {
            // Without `context`: a server is given nothing of a conversation.
            offered["sampling"] = json!({ "tools": {} });
        }
        if may_ask.elicitation {
            offered["elicitation"] = json!({ "form": {}, "url": {} });
        }
        // Calls alone may become tasks.
        offered["extensions"] = json!({ TASKS_EXTENSION: {} });
        let said = [
            ("io.modelcontextprotocol/protocolVersion", json!(STATELESS)),
            ("io.modelcontextprotocol/clientInfo", client),
            ("io.modelcontextprotocol/clientCapabilities", offered),
        ];
        let fixed = said
            .into_iter()
            .map(|(key, value)| Ok((key, to_raw_value(&value)?)))
            .collect::<serde_json::Result<_>>()
            .map_err(|e| ConnectError::BadAnswer(e.to_string()))?;
        Ok(Self {
            may_ask,
            fixed: Arc::new(fixed),
            learned: Mutex::default(),
        })
    }

    fn learned(&self) -> MutexGuard<'_, Learned> {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks what the server speaks and offers.
    pub(crate) fn discover(&self) -> Result<Opening, ConnectError> {
        self.request(DISCOVER, serde_json::Map::new())
    }

    fn request(
        &self,
        method: &'static str,
        fields: serde_json::Map<String, serde_json::Value>,
    ) -> Result<Opening, ConnectError> {
        #[derive(Serialize)]
        struct Params {
            _meta: Option<Meta>,
            #[serde(flatten)]
            fields: serde_json::Map<String, serde_json::Value>,
        }
        let params = Params {
            _meta: self.meta(None),
            fields,
        };
        let params = to_raw_value(&params).map_err(|e| ConnectError::BadAnswer(e.to_string()))?;
        Ok(Opening {
            method,
            params: Some(params),
            headers: self.headers(method, Subject::None),
        })
    }

    /// Reads what a server says that it speaks and offers.
    ///
    /// # Errors
    /// It cannot be read, or names versions only that this host does not speak.
    pub(super) fn discovered(&self, answer: &RawValue) -> Result<Discovered, ConnectError> {
        let bad = |what: &str| ConnectError::BadAnswer(what.into());
        let mut read = Fields::of(answer).ok_or_else(|| bad("it is no object"))?;
        let versions = read.texts("supportedVersions");
        if versions.is_empty() {
            return Err(bad("it names no supportedVersions"));
        }
        let speaks = |version: &str| versions.iter().any(|v| v == version);
        if !speaks(STATELESS) {
            return match STATEFUL_VERSIONS.into_iter().any(speaks) {
                true => Ok(Discovered::Older),
                false => Err(only_newer(&versions)),
            };
        }
        let mut meta = read.object("_meta").unwrap_or_default();
        let server = meta.raw(SERVER_INFO).or_else(|| read.raw("serverInfo"));
        let server = Implementation::of(server);
        let offered = capabilities(read.raw("capabilities"), STATELESS);
        let instructions = read.text("instructions");
        Ok(Discovered::This(Box::new(Opened {
            info: server.info(STATELESS.to_owned(), offered, instructions),
            then_notify: None,
        })))
    }
}

/// The type of a result, if it says one.
fn result_type(result: &RawValue) -> Option<String> {
    Fields::of(result)?.text("resultType")
}

impl Session for Stateless {
    fn opening(&self) -> Result<Option<Opening>, ConnectError> {
        Ok(None)
    }

    fn opened(&self, answer: &RawValue) -> Result<Opened, ConnectError> {
        match self.discovered(answer)? {
            Discovered::This(opened) => Ok(*opened),
            Discovered::Older => Err(ConnectError::BadAnswer("it speaks older versions".into())),
        }
    }

    fn meta(&self, progress_token: Option<u64>) -> Option<Meta> {
        Some(Meta {
            progress_token,
            fixed: Some(Arc::clone(&self.fixed)),
            log_level: self.learned().log_level,
        })
    }

    fn headers(&self, method: &'static str, subject: Subject<'_>) -> Vec<Header> {
        let mut headers: Vec<Header> = vec![
            ("Mcp-Protocol-Version".into(), STATELESS.to_owned()),
            ("Mcp-Method".into(), method.to_owned()),
        ];
        match subject {
            Subject::None => {}
            Subject::Named(name) => headers.push(("Mcp-Name".into(), encoded(name))),
            Subject::Tool(name, arguments) => {
                headers.push(("Mcp-Name".into(), encoded(name)));
                let params = self.learned().params.get(name).cloned();
                let params = params.iter().flat_map(|params| params.iter());
                headers.extend(params.filter_map(|param| param.header(arguments)));
            }
        }
        headers
    }

    fn outcome<'a>(&self, result: &'a RawValue, takes: Takes) -> Result<Outcome<'a>, CallError> {
        match result_type(result).as_deref() {
            None | Some("complete") => Ok(Outcome::Complete(result)),
            Some(TASK) if takes.task => Ok(Outcome::Complete(result)),
            Some(TASK) => Err(TaskProblem::NotForThis.into()),
            Some("input_required") if takes.input => {
                inputs::read(result).map(Outcome::InputRequired)
            }
            Some("input_required") => Err(CallError::BadResult(
                "it needs input, which this request cannot take".into(),
            )),
            Some(other) => Err(CallError::BadResult(format!(
                "its resultType is \"{}\"",
                shown(other, CLAIM_CHARS)
            ))),
        }
    }

    fn fresh_for(&self, result: &RawValue) -> Option<Duration> {
        let mut hints = Fields::of(result).unwrap_or_default();
        let scope = hints.text("cacheScope");
        // What is no such number, or of no known scope, is stale at once.
        let known = matches!(scope.as_deref(), Some("private" | "public"));
        let whole: Option<u64> = hints.any("ttlMs").filter(|_| known);
        Some(Duration::from_millis(whole.unwrap_or_default()).min(FRESH_MAX))
    }

    fn is_task(&self, result: &RawValue) -> bool {
        result_type(result).as_deref() == Some(TASK)
    }

    fn disposition(&self, _: &str, _: bool) -> Disposition {
        Disposition::Ignore
    }

    fn asked_inside(&self, method: &str) -> Disposition {
        match method {
            "roots/list" => Disposition::Ask(Asking::Roots),
            "sampling/createMessage" => if_on(self.may_ask.sampling, Asking::Sampling),
            "elicitation/create" => if_on(self.may_ask.elicitation, Asking::Elicitation),
            _ => Disposition::Unsupported,
        }
    }

    fn ping(&self) -> &'static str {
        DISCOVER
    }

    fn pings(&self) -> bool {
        false
    }

    fn tells_cancelled(&self, wire: Wire) -> bool {
        wire == Wire::Stdio
    }

    fn tells_roots(&self) -> bool {
        false
    }

    fn log_level(&self, level: LogLevel) -> Option<&'static str> {
        self.learned().log_level = Some(level);
        None
    }

    fn subscription(&self, _: bool) -> Option<&'static str> {
        None
    }

    fn listening(
        &self,
        capabilities: &Capabilities,
        uris: &BTreeSet<String>,
        tasks: &BTreeSet<String>,
    ) -> Option<Opening> {
        let mut wanted = serde_json::Map::new();
        let lists = [
            (
                "toolsListChanged",
                capabilities.tools.is_some_and(|c| c.list_changed),
            ),
            (
                "promptsListChanged",
                capabilities.prompts.is_some_and(|c| c.list_changed),
            ),
            (
                "resourcesListChanged",
                capabilities.resources.is_some_and(|c| c.list_changed),
            ),
        ];
        for (name, _) in lists.into_iter().filter(|(_, told)| *told) {
            wanted.insert(name.to_owned(), true.into());
        }
        if !uris.is_empty() {
            wanted.insert("resourceSubscriptions".to_owned(), json!(uris));
        }
        if capabilities.tasks && !tasks.is_empty() {
            wanted.insert("taskIds".to_owned(), json!(tasks));
        }
        if wanted.is_empty() {
            return None;
        }
        let mut fields = serde_json::Map::new();
        fields.insert("notifications".to_owned(), wanted.into());
        self.request("subscriptions/listen", fields).ok()
    }

    fn admits(&self, tool: &ToolDefinition, wire: Wire) -> Result<(), String> {
        // Without headers nothing is repeated.
        if wire == Wire::Stdio {
            return Ok(());
        }
        let params = params(&tool.input_schema)?;
        let mut learned = self.learned();
        let name = &tool.tool.name;
        if params.is_empty() {
            learned.params.remove(name);
            return Ok(());
        }
        if learned.params.len() >= LISTING_ITEMS && !learned.params.contains_key(name) {
            learned.params.clear();
        }
        learned.params.insert(name.clone(), Arc::new(params));
        Ok(())
    }

    fn is_gone(&self, error: &CallError) -> bool {
        matches!(error, CallError::Rpc { code, .. } if *code == UNSUPPORTED_VERSION)
    }

    fn is_outdated(&self, error: &CallError) -> bool {
        matches!(error, CallError::Rpc { code, .. } if *code == HEADER_MISMATCH)
    }
}
