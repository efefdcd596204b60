//! The stateful eras, 2024-11-05 to 2025-11-25: `initialize`, then `notifications/initialized`
//! (2025-03-26, basic/lifecycle).

use std::{collections::BTreeSet, time::Duration};

use domain::ToolDefinition;
use lenient::Fields;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::{
    claims::{Implementation, capabilities},
    kinds::{Disposition, Meta, Opened, Opening, Outcome, Session, Subject, Takes},
};
use crate::{
    CallError, Capabilities, ConnectError, LogLevel, MayAsk, STATEFUL_VERSIONS, Wire,
    asking::Asking, bounds::CLAIM_CHARS, header::Header, text::shown,
};

const OFFERED: &str = STATEFUL_VERSIONS[3];

/// A stateful session.
pub(crate) struct Stateful {
    client_version: String,
    may_ask: MayAsk,
}

impl Stateful {
    /// `client_version`: this host's own version, told to the server. `may_ask`: what the server may ask for.
    pub(crate) fn new(client_version: String, may_ask: MayAsk) -> Self {
        Self {
            client_version,
            may_ask,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InitializeParams<'a> {
    protocol_version: &'static str,
    capabilities: ClientCapabilities,
    client_info: ClientInfo<'a>,
}

/// `roots` is always declared; the answer says which folders this server may know of. The others while they are switched on.
#[derive(Serialize)]
struct ClientCapabilities {
    roots: RootsCapability,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampling: Option<SamplingCapability>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elicitation: Option<ElicitationCapability>,
}

/// An empty object.
#[derive(Serialize)]
struct Offered {}

/// Without `context`: a server is given nothing of a conversation.
#[derive(Serialize)]
struct SamplingCapability {
    tools: Offered,
}

#[derive(Serialize)]
struct ElicitationCapability {
    form: Offered,
    url: Offered,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootsCapability {
    list_changed: bool,
}

/// Name and version, no more: a server learns nothing about the user.
#[derive(Serialize)]
struct ClientInfo<'a> {
    name: &'static str,
    version: &'a str,
}

/// Whether this is a version, and newer than every one this host speaks.
fn is_newer(version: &str) -> bool {
    let is_date = version.len() == OFFERED.len()
        && version
            .bytes()
            .zip(OFFERED.bytes())
            .all(|(ours, theirs)| ours.is_ascii_digit() == theirs.is_ascii_digit());
    is_date && version > OFFERED
}

pub(super) fn if_on(on: bool, asking: Asking) -> Disposition {
    match on {
        true => Disposition::Ask(asking),
        false => Disposition::SwitchedOff(asking),
    }
}

/// Reads the answer to `initialize`.
pub(crate) fn opened(answer: &RawValue) -> Result<Opened, ConnectError> {
    let bad = |what: &str| ConnectError::BadAnswer(what.into());
    let mut result = Fields::of(answer).ok_or_else(|| bad("it is no object"))?;
    let version = result
        .text("protocolVersion")
        .ok_or_else(|| bad("it names no protocolVersion"))?;
    if !STATEFUL_VERSIONS.contains(&version.as_str()) {
        let answered = shown(&version, CLAIM_CHARS);
        if is_newer(&version) {
            let supported = vec![answered];
            return Err(ConnectError::OnlyNewer { supported });
        }
        return Err(ConnectError::UnknownVersion {
            offered: OFFERED.into(),
            answered,
        });
    }
    let server = Implementation::of(result.raw("serverInfo"));
    let capabilities = capabilities(result.raw("capabilities"), &version);
    let info = server.info(version, capabilities, result.text("instructions"));
    Ok(Opened {
        info,
        then_notify: Some("notifications/initialized"),
    })
}

impl Session for Stateful {
    fn opening(&self) -> Result<Option<Opening>, ConnectError> {
        let params = InitializeParams {
            protocol_version: OFFERED,
            capabilities: ClientCapabilities {
                roots: RootsCapability { list_changed: true },
                sampling: self
                    .may_ask
                    .sampling
                    .then_some(SamplingCapability { tools: Offered {} }),
                elicitation: self.may_ask.elicitation.then_some(ElicitationCapability {
                    form: Offered {},
                    url: Offered {},
                }),
            },
            client_info: ClientInfo {
                name: "innkeeper",
                version: &self.client_version,
            },
        };
        let params = to_raw_value(&params).map_err(|e| ConnectError::BadAnswer(e.to_string()))?;
        Ok(Some(Opening {
            method: "initialize",
            params: Some(params),
            headers: Vec::new(),
        }))
    }

    fn opened(&self, answer: &RawValue) -> Result<Opened, ConnectError> {
        opened(answer)
    }

    fn meta(&self, progress_token: Option<u64>) -> Option<Meta> {
        progress_token.map(|token| Meta {
            progress_token: Some(token),
            ..Meta::default()
        })
    }

    fn headers(&self, _: &'static str, _: Subject<'_>) -> Vec<Header> {
        Vec::new()
    }

    fn outcome<'a>(&self, result: &'a RawValue, _: Takes) -> Result<Outcome<'a>, CallError> {
        Ok(Outcome::Complete(result))
    }

    fn fresh_for(&self, _: &RawValue) -> Option<Duration> {
        None
    }

    fn is_task(&self, _: &RawValue) -> bool {
        false
    }

    fn disposition(&self, method: &str, open: bool) -> Disposition {
        match method {
            "ping" => Disposition::Acknowledge,
            "roots/list" if open => Disposition::Ask(Asking::Roots),
            "sampling/createMessage" if open => if_on(self.may_ask.sampling, Asking::Sampling),
            "elicitation/create" if open => if_on(self.may_ask.elicitation, Asking::Elicitation),
            _ => Disposition::Unsupported,
        }
    }

    fn asked_inside(&self, _: &str) -> Disposition {
        Disposition::Unsupported
    }

    fn ping(&self) -> &'static str {
        "ping"
    }

    fn pings(&self) -> bool {
        true
    }

    fn tells_cancelled(&self, _: Wire) -> bool {
        true
    }

    fn tells_roots(&self) -> bool {
        true
    }

    fn log_level(&self, _: LogLevel) -> Option<&'static str> {
        Some("logging/setLevel")
    }

    fn subscription(&self, begins: bool) -> Option<&'static str> {
        Some(match begins {
            true => "resources/subscribe",
            false => "resources/unsubscribe",
        })
    }

    fn listening(
        &self,
        _: &Capabilities,
        _: &BTreeSet<String>,
        _: &BTreeSet<String>,
    ) -> Option<Opening> {
        None
    }

    fn admits(&self, _: &ToolDefinition, _: Wire) -> Result<(), String> {
        Ok(())
    }

    fn is_gone(&self, _: &CallError) -> bool {
        false
    }

    fn is_outdated(&self, _: &CallError) -> bool {
        false
    }
}
